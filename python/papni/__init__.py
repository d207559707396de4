"""Learn visibly pushdown automata from labelled words.

>>> import papni
>>> model = papni.learn([("()", True), ("(())", True), ("", False), ("()()", False)], call="(", return_=")")
>>> model.accepts("((()))")
True

`papni.aalpy` has the functions of AALpy.
"""

from ._callbacks import Progress
from ._encode import encode
from ._errors import Cancelled, ContradictionError, Error, FileError, InputError, PapniWarning, UsageError
from ._languages import language, languages
from ._learn import learn
from ._model import Model
from ._papni import ffi as _ffi
from ._papni import lib as _lib
from ._results import Alphabet, Asked, Attempt, Difference, Evaluation, State, Statistics, Transition
from ._settings import Setting, settings
from ._sources import Source
from ._tree import Tree
from ._words import Label, Symbol, Word, Words

__version__: str = _ffi.string(_lib.papni_version()).decode()

__all__ = [
    "Alphabet",
    "Asked",
    "Attempt",
    "Cancelled",
    "ContradictionError",
    "Difference",
    "Error",
    "Evaluation",
    "FileError",
    "InputError",
    "Label",
    "Model",
    "PapniWarning",
    "Progress",
    "Setting",
    "Source",
    "State",
    "Statistics",
    "Symbol",
    "Transition",
    "Tree",
    "UsageError",
    "Word",
    "Words",
    "encode",
    "language",
    "languages",
    "learn",
    "settings",
]
