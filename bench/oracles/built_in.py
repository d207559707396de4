"""built_in.py [DRAWS]: learns every built-in language from ten random accepted words and an oracle.

The calls and returns are given. Prints a table of the questions asked in DRAWS draws of the words (10), and in how many
the model was equal to the language. Needs papni (after make test, build/python/environment has it)."""

import statistics
import sys

import papni

DRAWS = int(sys.argv[1]) if len(sys.argv) > 1 else 10
FIRST = 5001


def words_of(language, seed):
    """Ten accepted words; fewer if the language has no more of up to 20 symbols."""
    accepted = {tuple(word) for word, label in language.generate(80, length=(0, 20), seed=seed) if label}
    return sorted(accepted, key=lambda word: (hash_of(word, seed), word))[:10]


def hash_of(word, seed):
    """An order that differs from seed to seed, and is the same on every machine."""
    number = seed
    for letter in " ".join(word).encode():
        number = (number * 31 + letter) % 1000003
    return number


print("| language | questions: mean | maximum | equal to the language |")
print("|---|---:|---:|---:|")
for name in papni.languages():
    language = papni.language(name)
    questions, equal = [], 0
    for seed in range(FIRST, FIRST + DRAWS):
        model = papni.learn(
            words_of(language, seed),
            oracle=language.accepts,
            call=language.alphabet.call,
            return_=language.alphabet.return_,
            internal=language.alphabet.internal,
        )
        questions.append(sum(model.asked.questions.values()))
        equal += model == language
    print(f"| {name} | {statistics.mean(questions):,.0f} | {max(questions):,} | {equal} of {DRAWS} |", flush=True)
