"""An oracle that stays running: LENGTH, newline and a text in; yes or no, newline out."""
import json
import sys

read, write = sys.stdin.buffer, sys.stdout
while line := read.readline():
    text = read.read(int(line))
    try:
        json.loads(text)
        write.write("yes\n")
    except (ValueError, RecursionError):
        write.write("no\n")
    write.flush()
