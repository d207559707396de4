"""serve.py LANGUAGE: one of the languages here as an oracle for `papni learn --coprocess`."""

import sys

from held_out import HELD_OUT, USED
from languages import DEVELOPMENT

sys.setrecursionlimit(10000)
accepts, _ = {**DEVELOPMENT, **USED, **HELD_OUT}[sys.argv[1]]
read, write = sys.stdin.buffer, sys.stdout
while line := read.readline():
    write.write("yes\n" if accepts(read.read(int(line)).decode()) else "no\n")
    write.flush()
