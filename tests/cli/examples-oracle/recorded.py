"""recorded.py ANSWERS.gz: an oracle that stays running and knows the answers that --answers has saved."""

import gzip
import json
import sys

with gzip.open(sys.argv[1], "rt") as file:
    answers = {entry["text"]: entry["label"] for entry in map(json.loads, file)}
read, write = sys.stdin.buffer, sys.stdout
while line := read.readline():
    write.write("yes\n" if answers[read.read(int(line)).decode()] else "no\n")
    write.flush()
