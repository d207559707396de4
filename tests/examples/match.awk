# Does the second file match the first, in which `...` matches any lines?

FILENAME == ARGV[1] { expected[++want] = $0; next }
{ got[++have] = $0 }

END {
  while (want && expected[want] == "")
    want--
  while (have && got[have] == "")
    have--
  i = j = 1
  while (j <= have) {
    if (i <= want && expected[i] == "...") {
      dots = i++ # backtrack to here, one line later
      from = j
    } else if (i <= want && expected[i] == got[j]) {
      i++
      j++
    } else if (dots) {
      i = dots + 1
      j = ++from
    } else
      exit 1
  }
  while (i <= want && expected[i] == "...")
    i++
  exit i <= want
}
