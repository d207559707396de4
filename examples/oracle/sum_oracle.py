"""An oracle that stays running: sums with parentheses that Python can read."""
import re
import sys

WRONG = re.compile(r"[^0-9+()]|\)\(|[0-9]\(|\)[0-9]|\(\)|(^|[(+])\+|(^|[^0-9])0[0-9]")


def accepts(text):
    try:
        compile(text, "text", "eval")
    except (SyntaxError, ValueError, MemoryError):
        return False
    return not WRONG.search(text)


read, write = sys.stdin.buffer, sys.stdout
while line := read.readline():
    write.write("yes\n" if accepts(read.read(int(line)).decode()) else "no\n")
    write.flush()
