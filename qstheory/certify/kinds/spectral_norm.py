"""The spectral norm of a loss matrix, squared so that it stays rational."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from qstheory.certify.arithmetic import integers
from qstheory.certify.definite import least_eigenvalue_sign
from qstheory.certify.limits import submatrix
from qstheory.certify.rules import RELATIONS, Decision, Rule, Tools, require, settled
from qstheory.losses import resolve
from qstheory.losses.base import Reference

ORDER_LIMIT = 128
"""Most rows or columns, whichever are fewer: the matrix of their products is eliminated exactly."""


@dataclass(frozen=True)
class SpectralNorm:
    """|L|^2 relation squared."""

    loss: Reference
    relation: Literal["<", "<=", ">=", ">"]
    squared: Fraction

    def __str__(self) -> str:
        return f"{self.loss}: the squared spectral norm of L is {self.relation} {self.squared}"


@dataclass(frozen=True)
class Elimination:
    """|L|^2 <= s exactly when s I - L L^T is positive semidefinite; < when it is regular as well.

    The replay eliminates; this proves or refutes.
    """


def check_elimination(proposition: SpectralNorm, _: Elimination, tools: Tools) -> Decision:
    """The sign of the least eigenvalue of s I - L L^T."""
    loss = resolve(proposition.loss)
    predictions, observations = tuple(loss.predictions), tuple(loss.observations)
    few = 0 < min(len(predictions), len(observations)) <= ORDER_LIMIT
    require(few, f"the loss has more than {ORDER_LIMIT} rows and columns")
    L = submatrix(loss, predictions, observations)
    rows, shared = integers(L if len(L) <= len(L[0]) else list(zip(*L, strict=True)))
    scaled = proposition.squared * shared * shared
    gram = [[sum(a * b for a, b in zip(x, y, strict=True)) for y in rows] for x in rows]
    gap = [
        [scaled.numerator * (i == j) - scaled.denominator * x for j, x in enumerate(row)]
        for i, row in enumerate(gram)
    ]
    sign = least_eigenvalue_sign(gap)
    return settled(RELATIONS[proposition.relation](0, sign))


RULES = (Rule(SpectralNorm, Elimination, check_elimination),)
