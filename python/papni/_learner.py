"""A learner with the manners of scikit-learn, which need not be installed."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Iterable, Mapping
from typing import Any

from ._learn import learn
from ._model import Model
from ._settings import with_settings
from ._words import Symbol

# Labels that mean accepted, whatever the other class is called.
_ACCEPTED = (True, 1, "+")


class Learner:
    """Learns as `papni.learn` does, as an estimator for ``GridSearchCV``, ``cross_val_score`` and pipelines.

    `X` is a list or an array of words, `y` their labels. There may be one or two classes; the
    accepted one is True, 1 or ``"+"``, otherwise the last in order. After `fit`, `model_` is the
    `papni.Model`, and `classes_` are the classes.

    >>> X, y = ["()", "(())", "", "()()", "("], [True, True, False, False, False]
    >>> learner = Learner(call="(", return_=")").fit(X, y)
    >>> [bool(found) for found in learner.predict(["((()))", "(()"])]
    [True, False]
    >>> learner.score(X, y)
    1.0
    >>> learner.model_
    <papni.Model: vpa with 2 states and 3 transitions>
    """

    _estimator_type = "classifier"
    model_: Model
    classes_: Any

    @with_settings
    def __init__(
        self,
        *,
        call: Iterable[Symbol] = (),
        return_: Iterable[Symbol] = (),
        internal: Iterable[Symbol] = (),
        pairs: Iterable[Any] | Mapping[Any, Any] = (),
        patterns: Iterable[Any] | Mapping[str, str] = (),
        lexer: str | None = None,
        **chosen: str | int | None,
    ) -> None:
        """The arguments are those of `papni.learn`: the declared symbols, the lexer, and the settings."""
        own = {"call": call, "return_": return_, "internal": internal, "pairs": pairs, "patterns": patterns}
        known = self._names()
        for name in chosen:
            if name not in known:
                raise TypeError(f"Learner() got an unexpected keyword argument {name!r}")
        self.__dict__.update(own, lexer=lexer, **{n: chosen.get(n) for n in known if n not in own and n != "lexer"})

    @classmethod
    def _names(cls) -> list[str]:
        signature = cls.__init__.__signature__  # type: ignore[attr-defined]
        return [name for name in signature.parameters if name != "self"]

    def get_params(self, deep: bool = True) -> dict[str, Any]:
        """The arguments, by name."""
        return {name: getattr(self, name) for name in self._names()}

    def set_params(self, **params: Any) -> Learner:
        """Changes arguments.

        >>> Learner().set_params(model="dfa").get_params()["model"]
        'dfa'
        """
        for name in params:
            if name not in self._names():
                raise ValueError(f"{name}: Learner has no such parameter; it has {', '.join(self._names())}")
        self.__dict__.update(params)
        return self

    def __repr__(self) -> str:
        """The arguments that were given."""
        defaults = type(self)().get_params()
        given = [f"{name}={value!r}" for name, value in self.get_params().items() if value != defaults[name]]
        return f"Learner({', '.join(given)})"

    def fit(self, X: Any, y: Any = None) -> Learner:
        """Learns from words and their labels; without labels, all words are accepted."""
        words = _words(X)
        labels = [True] * len(words) if y is None else _labels(y)
        if len(labels) != len(words):
            raise ValueError(f"y: expected {len(words)} labels, one per word, got {len(labels)}")
        classes = _classes(labels)
        accepted = classes[-1] if len(classes) == 2 or classes[-1] in _ACCEPTED else _NOTHING
        samples = [(word, label == accepted) for word, label in zip(words, labels)]
        self.model_ = learn(samples, **self.get_params())
        self.classes_ = _array(classes)
        self.n_features_in_ = _features(X)
        return self

    def predict(self, X: Any) -> Any:
        """The class of each word."""
        if not hasattr(self, "model_"):
            raise _not_fitted()
        words, features = _words(X), _features(X)
        if features != self.n_features_in_ and None not in (features, self.n_features_in_):
            raise ValueError(
                f"X has {features} features, but Learner is expecting {self.n_features_in_} features as input"
            )
        rejected, accepted = self.classes_[0], self.classes_[-1]
        return _array([accepted if found else rejected for found in self.model_.accepts_many(words)])

    def score(self, X: Any, y: Any) -> float:
        """The fraction of words that are classified correctly."""
        labels, found = _listed(y, "y"), list(self.predict(X))
        if len(labels) != len(found):
            raise ValueError(f"y: expected {len(found)} labels, one per word, got {len(labels)}")
        return sum(bool(a == b) for a, b in zip(found, labels)) / len(labels) if labels else 0.0

    def __sklearn_is_fitted__(self) -> bool:
        """Was `fit` called?"""
        return hasattr(self, "model_")

    def __sklearn_tags__(self) -> Any:
        """What scikit-learn wants to know."""
        from sklearn.utils import (  # type: ignore[import-untyped,import-not-found,unused-ignore]
            ClassifierTags,
            InputTags,
            Tags,
            TargetTags,
        )

        return Tags(
            estimator_type="classifier",
            target_tags=TargetTags(required=False),
            classifier_tags=ClassifierTags(multi_class=False),
            input_tags=InputTags(two_d_array=True, string=True, allow_nan=True),
        )


_NOTHING = object()


def _words(X: Any) -> list[Any]:
    """Words: the items of a list, the values of a Series, the rows of an array."""
    if isinstance(X, str):
        raise TypeError(f"X: expected a list of words, got a str: use [{X!r}]")
    if hasattr(X, "todense"):
        raise TypeError("X: sparse data was passed, but words are needed: a list of words, or a dense array")
    if hasattr(X, "__array__") and not hasattr(X, "tolist") and not hasattr(X, "columns"):
        X = X.__array__()
    if hasattr(X, "tolist"):
        if X.dtype.kind == "c":
            raise ValueError("X: Complex data not supported: expected words")
        if getattr(X, "ndim", 1) == 2 and not X.shape[1]:
            raise ValueError(f"X: 0 feature(s) (shape={X.shape}) while a minimum of 1 is required.")
        if getattr(X, "ndim", 1) not in (1, 2):
            raise ValueError(
                f"X: expected words, or an array of one or two dimensions. Reshape your data: it has {X.ndim}"
            )
        if getattr(X, "ndim", 1) == 1 and X.dtype.kind in "fiu":
            raise ValueError("X: Reshape your data: expected words, or rows of symbols, got numbers")
        X = X.tolist()
    elif hasattr(X, "columns"):
        X = X.values.tolist()
    words = _listed(X, "X")
    if not words:
        raise ValueError("X: no words: 0 sample(s), while a minimum of 1 is required")
    return words


def _listed(values: Any, name: str) -> list[Any]:
    try:
        if hasattr(values, "__array__") and not hasattr(values, "tolist"):
            values = values.__array__()
        return values.tolist() if hasattr(values, "tolist") else list(values)
    except TypeError:
        raise TypeError(f"{name}: expected a list or an array, got {type(values).__name__}") from None


def _labels(y: Any) -> list[Any]:
    """Labels, one per word; a column of them is taken for a list."""
    if len(getattr(y, "shape", ())) == 2 and y.shape[1] == 1:
        kind: type[Warning] = UserWarning
        if "sklearn" in sys.modules:
            from sklearn import exceptions  # type: ignore[import-untyped,import-not-found,unused-ignore]

            kind = exceptions.DataConversionWarning
        message = "A column-vector y was passed when a 1d array was expected"
        warnings.warn(message, kind, stacklevel=3)
        y = y.reshape(-1)
    labels = _listed(y, "y")
    for label in labels:
        if isinstance(label, float) and not label.is_integer():
            problem = "Input y contains NaN or infinity" if label - label != 0 else "Unknown label type: continuous"
            raise ValueError(f"y: {problem}: expected two classes, got {label}")
    return labels


def _features(X: Any) -> int | None:
    shape: Any = getattr(X, "shape", ())
    return int(shape[1]) if len(shape) == 2 else None


def _classes(labels: list[Any]) -> list[Any]:
    try:
        found = sorted(set(labels))
    except TypeError:
        raise ValueError("y: Unknown label type: expected labels of one kind, such as True and False") from None
    if len(found) > 2:
        raise ValueError(f"y: Only binary classification is supported: expected at most two classes, got {len(found)}")
    if len(found) == 2 and found[0] in _ACCEPTED and found[1] not in _ACCEPTED:
        found.reverse()
    return found


def _array(values: list[Any]) -> Any:
    """An array if NumPy is in use, otherwise the list."""
    numpy = sys.modules.get("numpy")
    return values if numpy is None else numpy.array(values)


def _not_fitted() -> Exception:
    message = "this Learner is not fitted yet: call fit first"
    if "sklearn" in sys.modules:
        from sklearn import exceptions  # type: ignore[import-untyped,import-not-found,unused-ignore]

        return exceptions.NotFittedError(message)  # type: ignore[no-any-return]
    return ValueError(message)
