"""Learn visibly pushdown automata from labelled words.

>>> import papni
>>> model = papni.learn([("()", True), ("(())", True), ("", False), ("()()", False)], call="(", return_=")")
>>> model.accepts("((()))")
True

`papni.aalpy` has the functions of AALpy.
"""

from ._check import Explanation, Step, Unusual, Verdict
from ._coverage import Coverage, Taken
from ._documents import Token, lex
from ._encode import encode
from ._errors import Cancelled, ContradictionError, Error, FileError, InputError, PapniWarning, UsageError
from ._export import import_model
from ._languages import language, languages
from ._learn import auto, learn
from ._learner import Learner
from ._machines import OutputEvaluation
from ._model import Model
from ._nesting import BrokenWord, Nest, Nesting, find_nesting
from ._papni import ffi as _ffi
from ._papni import lib as _lib
from ._progress import Progress
from ._results import (
    Alphabet,
    Asked,
    Attempt,
    Attempts,
    Contradiction,
    Counts,
    Difference,
    Evaluation,
    Gathered,
    Matching,
    Misjudged,
    Score,
    State,
    Statistics,
    Suggestion,
    Suspect,
    Transition,
)
from ._settings import Setting, settings
from ._sources import Source
from ._suggest import suggest
from ._tools import contradictions, matching, split
from ._tree import Tree, merge_trees
from ._words import Label, Symbol, Word, Words

__version__: str = _ffi.string(_lib.papni_version()).decode()

__all__ = [
    "Alphabet",
    "Asked",
    "Attempt",
    "Attempts",
    "BrokenWord",
    "Cancelled",
    "Contradiction",
    "ContradictionError",
    "Counts",
    "Coverage",
    "Difference",
    "Error",
    "Evaluation",
    "Explanation",
    "FileError",
    "Gathered",
    "InputError",
    "Label",
    "Learner",
    "Matching",
    "Misjudged",
    "Model",
    "Nest",
    "Nesting",
    "OutputEvaluation",
    "PapniWarning",
    "Progress",
    "Score",
    "Setting",
    "Source",
    "State",
    "Statistics",
    "Step",
    "Suggestion",
    "Suspect",
    "Symbol",
    "Taken",
    "Token",
    "Transition",
    "Tree",
    "Unusual",
    "UsageError",
    "Verdict",
    "Word",
    "Words",
    "auto",
    "contradictions",
    "encode",
    "find_nesting",
    "import_model",
    "language",
    "languages",
    "learn",
    "lex",
    "matching",
    "merge_trees",
    "settings",
    "split",
    "suggest",
]
