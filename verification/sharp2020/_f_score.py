"""The F-score and its two printed decompositions, with their factor and sign as parameters."""

from collections.abc import Callable
from fractions import Fraction

from qstheory import losses
from qstheory.claims import Case
from qstheory.losses.base import Loss

PLACE = "App. B.3, F-score"
EVERY_M = "every m >= 1"
POLICIES = {
    "one": "F(empty, empty) = 1",
    "zero": "F(empty, empty) = 0",
    "drop": "the empty observation left out",
}
Row = list[Fraction]
Features = Callable[[tuple[int, ...]], Row]


def f_score(at: Case, undefined: str = "one") -> Loss:
    """The F-score on m labels; the policy of the paper, F(empty, empty) = 1, unless another."""
    return losses.make("f-score", m=at.integer("m"), undefined=undefined)


def ratios(m: int, factor: Fraction | int) -> Features:
    """factor bit_j / (size + l) at (l, j) for l, j = 1..m."""

    def row(label: tuple[int, ...]) -> Row:
        size = sum(label)
        return [Fraction(factor * bit, size + b) for b in range(1, m + 1) for bit in label]

    return row


def own_size(m: int, factor: Fraction | int = 1) -> Features:
    """factor 1(bit_j = 1, size = l) at (l, j) for l, j = 1..m."""

    def row(label: tuple[int, ...]) -> Row:
        size = sum(label)
        return [Fraction(factor * bit * (size == b)) for b in range(1, m + 1) for bit in label]

    return row


def with_empty(features: Features, value: Fraction | int) -> Features:
    """One coordinate more: the value at the empty set."""
    return lambda label: [*features(label), Fraction(value if sum(label) == 0 else 0)]
