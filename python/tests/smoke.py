"""A smoke test of a fresh installation."""

import gzip
import os
import subprocess
import sys
import sysconfig
import tempfile

import papni
from papni.aalpy import VpaAlphabet, run_PAPNI

assert "-packages" in papni.__file__, papni.__file__
data = [("()", True), ("(())", True), ("", False), ("()()", False)]
model = papni.learn(data, call="(", return_=")")
assert model.evaluate(data).accuracy == 1
assert papni.Model.from_json(model.to_json()) == model
with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, "words.txt.gz")
    with gzip.open(path, "wt") as file:
        file.write("%format chars\n%pair ( )\n+ ()\n+ (())\n-\n- ()()\n")
    assert papni.learn(path).accepts("((()))")
assert (model & model) == model
assert str(model.check("(")).startswith("reject at 2: ")
assert "start" in model.export("ebnf")
found = os.path.join(sysconfig.get_path("scripts"), "papni")
command = found if os.path.exists(found) else "/usr/bin/papni"  # Debian's package
version = subprocess.run([command, "--version"], stdout=subprocess.PIPE, check=True).stdout.decode()
assert version == f"papni {papni.__version__}\n", version
checked = subprocess.run([command, "check", "arith", "--format", "chars"], input=b"(1+1)\n", check=True)
assert run_PAPNI(data, VpaAlphabet([], ["("], [")"]), algorithm="gsm", print_info=False).size == 3
assert not {"numpy", "pandas", "aalpy"} & set(sys.modules)
print(f"papni {papni.__version__} learns")
