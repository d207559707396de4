# Splits a document into steps: a folder for each, with its line number and either a
# command and its expected output, or a source to compile.

function begin_step () {
  step = sprintf("%s/%04d", folder, ++steps)
  system("mkdir " step)
  print NR > (step "/line")
  close(step "/line")
}

/^ *```/ && !inside {
  inside = 1
  indent = index($0, "`") - 1
  language = substr($0, indent + 4)
  step = ""
  first = 1
  next
}

/^ *```/ && inside {
  inside = 0
  close(step "/source.c")
  close(step "/command")
  close(step "/expected")
  next
}

!inside { next }
{ $0 = substr($0, indent + 1) } # if the block is in a list

language == "c" {
  if (first && $0 ~ /^\/\* *[A-Za-z0-9_-]+\.c/)
    begin_step()
  first = 0
  if (step)
    print > (step "/source.c")
}

language == "console" && /^\$ / {
  close(step "/command")
  close(step "/expected")
  begin_step()
  in_command = 1
  print substr($0, 3) > (step "/command")
  printf "" > (step "/expected")
  next
}

language == "console" && step {
  if (in_command && /^> /) {
    print substr($0, 3) > (step "/command")
    next
  }
  in_command = 0
  print > (step "/expected")
}
