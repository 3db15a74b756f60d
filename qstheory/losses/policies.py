"""What a loss does with the empty observation, where its ratio reads 0/0."""

from dataclasses import dataclass
from fractions import Fraction

from qstheory.losses.base import Undefined, refuse_undefined
from qstheory.losses.spaces import LabelSets


@dataclass(frozen=True)
class EmptyPolicy:
    """The observations that are left, the loss at 0/0, and the convention in words."""

    observations: LabelSets
    loss: Fraction
    convention: str


def empty_policy(family: str, m: int, undefined: Undefined, where: str) -> EmptyPolicy:
    """For a loss 1 - ratio whose ratio is 0/0 `where`; raises UndefinedLoss for `raise`."""
    if undefined == "raise":
        raise refuse_undefined(family, where)
    if undefined == "drop":
        return EmptyPolicy(LabelSets(m, 1), Fraction(1), "the empty observation is left out")
    value = Fraction(0 if undefined == "one" else 1)
    return EmptyPolicy(LabelSets(m), value, f"the loss is {value} for {where}")
