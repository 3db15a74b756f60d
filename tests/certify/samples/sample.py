"""A proposition with a certificate, and the losses that the samples share."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal

from qstheory.losses.base import matrix_loss
from qstheory.losses.catalogue import parse


@dataclass(frozen=True)
class Sample:
    """What `decide` is to answer for a proposition and a certificate."""

    proposition: Any
    certificate: Any
    expect: Literal["proves", "refutes"] = "proves"


def rows(*given: tuple[int | str | Fraction, ...]) -> tuple[tuple[Fraction, ...], ...]:
    """Rows of exact rationals."""
    return tuple(tuple(Fraction(x) for x in row) for row in given)


HAMMING = parse("hamming:m=2").reference
ZERO_ONE = parse("zero-one:m=1").reference
F_SCORE = parse("f-score:m=2,undefined=one").reference
PREC = parse("prec-at-k:m=2,k=1").reference
ABSTAIN = parse("abstain:classes=2").reference
MULTICLASS = parse("multiclass:classes=3").reference
ORDINAL = parse("ordinal-absolute:classes=3").reference
SQUARED = parse("ordinal-squared:classes=3").reference
TREE = parse("tree:classes=a/x a/y b").reference
RECIPROCAL = parse("ndcg:m=2,R=1,low=0,discount=reciprocal,undefined=drop").reference
TRIANGULAR = matrix_loss(rows((1, 0), (2, 1))).reference
DOMINATED = matrix_loss(rows((0, 2), (2, 0), (3, 3))).reference
REPEATED = matrix_loss(rows((0, 1, 1), (1, 0, 0), (0, 1, 1)), "abc", "xyz").reference
BITS = ((0, 0), (0, 1), (1, 0), (1, 1))
