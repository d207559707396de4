"""Machines with outputs: traces from Python, and what a machine answers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from ._callbacks import patiently
from ._errors import InputError, check, new_error, text
from ._papni import ffi, lib
from ._sources import Samples, is_path, pairs_in, symbols_in
from ._words import Symbol, names_of, plain_words

if TYPE_CHECKING:
    from ._model import Model

MACHINES = ("moore", "mealy", "mc", "mdp", "smm", "vpt")  # learned from traces
ANSWERING = ("moore", "mealy", "vpt")  # one output for each input


class OutputEvaluation(NamedTuple):
    """How many outputs of traces a machine gets right."""

    traces: int
    right_traces: int
    outputs: int
    right_outputs: int

    @property
    def accuracy(self) -> float:
        """The part of the outputs that are right; 0 without any."""
        return self.right_outputs / self.outputs if self.outputs else 0.0

    @property
    def trace_accuracy(self) -> float:
        """The part of the traces whose outputs are all right."""
        return self.right_traces / self.traces if self.traces else 0.0


def split_name(name: str) -> tuple[str, str]:
    """The input and the output in the name of a symbol; ? is an unknown output."""
    given, slash, output = name.rpartition("/")
    return (given, output) if slash else (name, "?")


class PairNames(dict[str, Symbol]):
    """From names of symbols, input/output, to pairs of an input and an output."""

    def __init__(self, pairs: Iterable[tuple[Any, Any]], more: Iterable[Any] = ()) -> None:
        """Names the inputs and the outputs of pairs, and more inputs."""
        listed = list(dict.fromkeys(pairs))
        self._inputs = names_of([*(i for i, _ in listed if i is not None), *more])
        self._outputs = names_of(o for _, o in listed if o is not None)
        super().__init__((self.name(pair), pair) for pair in listed)
        for output, name in self._outputs.items():
            if "/" in name or name == "?":
                raise ValueError(f"samples: the output {output!r} must not contain / or be ?")

    def name(self, pair: tuple[Any, Any]) -> str:
        """The name of a pair; None is an input or an output that there is not."""
        given, output = pair
        return ("" if given is None else self._inputs[given]) + "/" + ("?" if output is None else self._outputs[output])

    def input_name(self, given: Any) -> str:
        """The name of an input."""
        return self._inputs[given]

    def get(self, name: str, default: Any = None) -> Any:  # a model may have pairs that no trace has
        """The pair of a name, whether or not traces have it."""
        if name in self:
            return self[name]
        given, output = split_name(name)
        inputs = {n: i for i, n in self._inputs.items()}
        outputs: dict[str, Any] = {n: o for o, n in self._outputs.items()}
        return (inputs[given], None if output == "?" else outputs[output]) if given in inputs else default


def step_of(step: Any, trace: int) -> tuple[Any, Any]:
    """An input and an output: a pair, or a str such as ``"coin/tea"``."""
    if isinstance(step, str):
        given, slash, output = step.rpartition("/")
        if not slash:
            return step, None
        if not output:
            raise ValueError(f"samples: trace {trace}: {step!r} has no output after the slash")
        return given or None, None if output == "?" else output
    if not isinstance(step, tuple) or len(step) != 2:
        raise TypeError(
            f"samples: trace {trace}: expected pairs of an input and an output, or texts such as 'coin/tea';"
            f" got {step!r}"
        )
    return step


def traces_of(samples: Any) -> list[list[tuple[Any, Any]]]:
    """Traces from Python, as lists of pairs."""
    if isinstance(samples, str):
        raise TypeError("samples: expected traces")
    found = []
    for number, trace in enumerate(samples, 1):
        steps = trace.split() if isinstance(trace, str) else trace
        found.append([step_of(step, number) for step in steps])
    return found


def chain_samples(samples: Any) -> Samples:
    """The samples of words of outputs, for a Markov chain."""
    words = plain_words(samples, "samples", str.split)
    if not len(words):
        raise InputError("samples: no words")
    found = Samples(more=words.symbols)
    found.add(words)
    return found


def machine_samples(samples: Any, how: Mapping[str, Any], model: str, declared: Mapping[str, Any]) -> Samples:
    """The samples of traces: of files, or of lists of pairs."""
    if model == "mc" and not is_path(samples):
        return chain_samples(samples)
    if is_path(samples):
        words = Samples(**declared)
        words.read(samples, how, True)
        return words
    traces = traces_of(samples)
    if not traces:
        raise InputError("samples: no traces")
    inputs = [s for name in ("call", "return_", "internal") for s in symbols_in(name, declared.get(name, ()))]
    inputs += [s for pair in pairs_in(declared.get("pairs", ())) for s in pair]
    pairs = PairNames((pair for trace in traces for pair in trace), inputs)
    names: dict[Any, str] = {pair: name for name, pair in pairs.items()}
    names.update((s, pairs.input_name(s)) for s in inputs)
    words = Samples(**declared, names=names)
    words.symbols = pairs
    words.add(plain_words(traces, "samples"))
    return words


def with_outputs(symbols: Iterable[Any], call: Any, return_: Any, pairs: Any) -> tuple[Any, Any, Any]:
    """Calls, returns and pairs of inputs as those of symbols, which are inputs with outputs."""
    by_input: dict[Any, list[Any]] = {}
    for symbol in symbols:
        by_input.setdefault(step_of(symbol, 1)[0], []).append(symbol)
    calls, returns = ([s for i in listed for s in by_input.get(i, ())] for listed in (call, return_))
    return calls, returns, [(c, r) for i, o in pairs_in(pairs) for c in by_input[i] for r in by_input[o]]


# ---- asking a machine ----


def input_names(model: Model) -> dict[Any, str]:
    """The names of the inputs of a machine."""
    found: dict[Any, str] = {}
    for symbol, name in zip(model._symbols, model._names):
        given = split_name(name)[0]
        found[symbol[0] if isinstance(symbol, tuple) else given] = given
    return found


def _output_values(model: Model) -> dict[str, Any]:
    outputs = ((symbol, split_name(name)[1]) for symbol, name in zip(model._symbols, model._names))
    values = {output: symbol[1] if isinstance(symbol, tuple) else output for symbol, output in outputs}
    return {**values, "?": None}


def output_of(model: Model, state: int) -> Any:
    """The output of a state of a Moore machine, or None."""
    found = lib.papni_model_output(model._handle, state)
    return _output_values(model).get(text(found), text(found)) if found else None


def run(model: Model, inputs: Iterable[Any]) -> list[Any]:
    """The outputs of a machine for some inputs, as far as it has transitions."""
    names, values = input_names(model), _output_values(model)
    error, handle = new_error(), model._new_run()
    found: list[Any] = []
    for given in inputs:
        name = names.get(given)
        if name is None:
            break
        symbol = lib.papni_run_answer(handle, name.encode(), len(name.encode()))
        check(lib.papni_run_step(handle, symbol, error), error)
        if lib.papni_run_position(handle) == len(found):
            break
        found.append(values[split_name(model._names[symbol])[1]])
    return found


def dropped_trace(samples: Samples) -> str:
    """The inputs of the first trace that is not well-matched."""
    error, inputs = new_error(), Samples()
    check(patiently(lambda: int(lib.papni_samples_inputs(samples.handle, inputs.handle, error))), error)
    encoder = ffi.gc(lib.papni_encoder_new(inputs.alphabet, error), lib.papni_encoder_free)
    cursor, word, encoding = ffi.new("papni_cursor *"), ffi.new("papni_word *"), ffi.new("papni_encoding *")
    while lib.papni_samples_next(inputs.handle, cursor, word):
        check(lib.papni_encode(encoder, word.symbols, word.length, encoding, error), error)
        if encoding.mismatch:
            break
    return " ".join(map(str, inputs.word_of(word, inputs.known())))


def evaluate_outputs(model: Model, traces: Iterable[Any]) -> OutputEvaluation:
    """Compares the outputs of traces with those of a machine."""
    counts = [0, 0, 0, 0]
    for trace in traces_of(traces):
        start = output_of(model, 0)
        steps = [(given, output) for given, output in trace if given is not None]
        answers = run(model, (given for given, _ in steps))
        answers += [None] * (len(steps) - len(answers))
        pairs = [(output, start) for given, output in trace if given is None]
        pairs += [(output, answer) for (_, output), answer in zip(steps, answers)]
        known = [output == answer for output, answer in pairs if output is not None]
        counts = [counts[0] + 1, counts[1] + all(known), counts[2] + len(known), counts[3] + sum(known)]
    return OutputEvaluation(*counts)
