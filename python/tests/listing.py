"""The program in the appendix of the paper on PAPNI; only the import differs."""

from papni.aalpy import VpaAlphabet, run_PAPNI, run_RPNI

dataset = [
    ("", False),
    ("()", True),
    ("(())", True),
    ("()()", False),
    ("()()()", False),
    ("()(())", False),
    ("(", False),
    ("())", False),
    (")(", False),
    ("(()", False),
    ("(()))(", False),
]

vpa_alphabet = VpaAlphabet(internal_alphabet=[], call_alphabet=["("], return_alphabet=[")"])

rpni_dfa = run_RPNI(dataset, automaton_type="dfa")
print(f"RPNI model size: {rpni_dfa.size}")

papni_model = run_PAPNI(dataset, vpa_alphabet, algorithm="gsm")
print(f"PAPNI model size: {papni_model.size}")
