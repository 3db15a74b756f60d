"""Propositions and certificates made from their declared types alone, and small losses.

Nothing is copied from a valid certificate: words, numbers, labels and shapes are drawn, where it
can be so that they fit the loss that is spoken of, since most of what does not fit is refused
at once.
"""

from dataclasses import fields, is_dataclass
from fractions import Fraction
from functools import cache
from random import Random
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin

from qstheory.certify.codec import resolved
from qstheory.losses.base import Loss, LossReference, MatrixReference, matrix_loss
from qstheory.losses.catalogue import parse

NAMED = (
    "hamming:m=1", "zero-one:m=1", "hamming:m=2", "multiclass:classes=2", "multiclass:classes=3",
    "ordinal-absolute:classes=3", "abstain:classes=2", "f-score:m=1,undefined=one",
    "f-score:m=2,undefined=one", "prec-at-k:m=2,k=1", "ordinal-squared:classes=2",
    "ndcg:m=2,R=1,low=0,discount=reciprocal,undefined=drop",
)  # fmt: skip
NUMBERS = tuple(
    map(Fraction, ("0", "0", "0", "1", "1", "1", "-1", "-1", "1/2", "1/2", "-1/2", "2", "1/4", "3"))
)
DEPTH = 6


def _ends(kind: Any) -> bool:
    """Whether a class has no field that is one of several, as a branch of a tree has."""
    module = resolved(kind, __name__).__module__
    types = [resolved(f.type, module) for f in fields(kind)]
    return all(get_origin(each) not in (Union, UnionType) for each in types)


_named = cache(parse)


@cache
def _parts(expected: Any, module: str) -> tuple[Any, Any, tuple[Any, ...]]:
    """A declared type with its origin and its arguments."""
    found = resolved(expected, module)
    return found, get_origin(found), get_args(found)


_fields = cache(fields)


class Grammar:
    """Draws values of declared types about one loss."""

    def __init__(self, source: Random) -> None:
        self.source = source
        self.loss = self._drawn_loss()
        self.predictions, self.observations = map(
            list, (self.loss.predictions, self.loss.observations)
        )
        self.width = source.choice((1, 1, 2, 2, 3))

    def _drawn_loss(self) -> Loss:
        if self.source.random() < 0.5:
            return _named(self.source.choice(NAMED))
        rows, columns = self.source.choices((1, 2, 2, 3), k=2)
        entries = [[self.source.choice(NUMBERS) for _ in range(columns)] for _ in range(rows)]
        return matrix_loss(entries)

    def value(self, expected: Any, module: str, name: str = "", depth: int = 0) -> Any:
        """A value of a declared type; the name of its field suggests what it is about."""
        expected, origin, arguments = _parts(expected, module)
        if expected in (LossReference, MatrixReference) or (
            origin in (Union, UnionType) and MatrixReference in arguments
        ):
            return self.loss.reference
        if origin in (Union, UnionType) and set(arguments) >= {int, str}:
            return self._label(name)
        if origin in (Union, UnionType):
            simple = [a for a in arguments if not is_dataclass(a)] or [
                a for a in arguments if _ends(a)
            ]
            among = simple if simple and depth > DEPTH else arguments
            return self.value(self.source.choice(among), module, name, depth)
        if origin is Literal:
            return self.source.choice(arguments)
        if origin is tuple:
            return self._tuple(arguments, module, name, depth)
        if is_dataclass(expected):
            assert isinstance(expected, type)
            return expected(**{
                f.name: self.value(f.type, expected.__module__, f.name, depth + 1)
                for f in _fields(expected)
            })  # fmt: skip
        return self._scalar(expected, name)

    def _scalar(self, expected: Any, name: str) -> Any:
        if expected is Fraction:
            return self.source.choice(NUMBERS)
        if expected is int:
            small = name in ("modulus", "bits", "tau", "n")
            return (
                self.source.choice((2, 3, 5, 7, 64)) if small else self.source.choice(range(-1, 4))
            )
        if expected is NoneType:
            return None
        forms = [form.name for form in self.loss.closed_forms]
        return self.source.choice([*forms, "x"])

    def _label(self, name: str) -> Any:
        side = self.predictions if "prediction" in name or self.source.random() < 0.5 else None
        return self.source.choice(side or self.observations)

    def _length(self, name: str) -> int:
        sides = {"predictions": self.predictions, "observations": self.observations}
        if name in ("F", "predictions", "multipliers", "left", "phi", "G", "B", "q", "twins"):
            chosen = len(self.predictions)
        elif name in ("U", "observations", "distribution", "conditional", "d", "psi", "shift"):
            chosen = len(self.observations)
        else:
            chosen = self.source.choice((self.width, *map(len, sides.values()), 1, 2))
        return chosen if self.source.random() < 0.95 else self.source.choice(range(4))

    def _tuple(self, arguments: tuple[Any, ...], module: str, name: str, depth: int) -> Any:
        if arguments[-1] is not Ellipsis:
            return tuple(self.value(a, module, name, depth + 1) for a in arguments)
        length = 0 if depth > DEPTH else self._length(name)
        row, origin, parts = _parts(arguments[0], module)
        if origin is tuple and parts == (Fraction, Ellipsis):
            width = self.source.choice((self.width, self.width, len(self.observations)))
            return tuple(self._vector(width) for _ in range(length))
        if row is Fraction:
            return self._vector(length)
        drawn = tuple(self.value(row, module, name, depth + 1) for _ in range(length))
        if name in ("predictions", "observations") and len(set(map(repr, drawn))) < len(drawn):
            side = self.predictions if name == "predictions" else self.observations
            if all(label in side for label in drawn):
                return tuple(self.source.sample(side, min(length, len(side))))
        return drawn

    def _vector(self, length: int) -> tuple[Fraction, ...]:
        """Numbers, a distribution, or numbers of sum 0."""
        drawn = [self.source.choice(NUMBERS) for _ in range(length)]
        kind = self.source.random()
        total = sum(map(abs, drawn))
        if kind < 0.35 and total:
            return tuple(abs(x) / total for x in drawn)
        if kind < 0.5 and drawn:
            drawn[-1] -= sum(drawn)
        return tuple(drawn)
