"""Evidence about the best constants A* and gamma_2 that several claims share."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial
from typing import Any, Literal

from qstheory.certify.kinds.best_constants import (
    BestConstant,
    DiagonalDual,
    Quantity,
    Shift,
    WeightedColumns,
)
from qstheory.certify.kinds.decomposition import AffineDecomposition, NamedForm
from qstheory.certify.kinds.wide_constants import FormNorms, PartDual
from qstheory.claims import Bound, Case, Claimed, Evidence, equality
from qstheory.claims.statements import Shown
from qstheory.losses.base import Loss, Reference
from qstheory.theory.best_constants.findings import Entry, two_entries

A_STAR, GAMMA_2 = "A*", "gamma_2"
PARTS: dict[Quantity, str] = {"A": A_STAR, "gamma-2": GAMMA_2}
Rows = tuple[tuple[Fraction, ...], ...]
ZERO, ONE = Fraction(0), Fraction(1)


SCALAR, BY_OBSERVATION = "L = F U^T + c with a scalar c", "c may be a function of y"


def with_either_shift(
    evidence: Callable[[Shift, Case, Claimed], Iterator[Evidence]],
) -> dict[str, Shown]:
    """The evidence with a scalar c, and with a c for each observation."""
    shifts: dict[str, Shift] = {SCALAR: "scalar", BY_OBSERVATION: "by-observation"}
    return {name: Shown(evidence=partial(evidence, shift)) for name, shift in shifts.items()}


def a_star(loss: Loss, relation: Literal["<=", ">="], value: int | Fraction) -> BestConstant:
    """The bound on the least A^2 over all decompositions with one c."""
    return BestConstant(loss.reference, "A", "scalar", relation, Fraction(value))


def entry_range(first: Entry, second: Entry) -> PartDual:
    """A^2 >= (L(z, y) - L(z', y'))^2 / 4, which is 0 where the two entries are one."""
    if first != second:
        return two_entries(first, second)
    (z, y), zero = first, DiagonalDual(((ZERO,),), (ONE,), (ONE,))
    return PartDual((z,), (y,), zero)


def isometry(W: Rows, s: Fraction) -> DiagonalDual:
    """A^2 >= <W, L>^2 / (s |Z| |Y|) for W of sum 0 with W^T W <= s."""
    return DiagonalDual(W, (ONE,) * len(W), (s,) * len(W[0]))


def from_above(certificate: Any) -> Any:
    """What shows that A* is at most the A of a closed form or of an explicit decomposition."""
    if isinstance(certificate, NamedForm):
        return FormNorms(certificate)
    if not isinstance(certificate, AffineDecomposition):
        return certificate
    F, U, c = certificate.F, certificate.U, certificate.c
    largest = max((abs(x) for row in U for x in row), default=ONE) or ONE
    return WeightedColumns(
        tuple(tuple(x * largest for x in row) for row in F),
        tuple(tuple(x / largest for x in row) for row in U),
        (Fraction(1, len(F[0])),) * len(F[0]),
        (c,) * len(U),
    )


def decided(
    loss: Reference,
    quantity: Quantity,
    shift: Shift,
    claimed: int | Fraction,
    bounds: tuple[Bound, Bound],
    *,
    part: str = "",
) -> Iterator[Evidence]:
    """The square of the quantity is the claimed value: bounds from below and above."""
    yield from equality(
        claimed,
        lambda value: BestConstant(loss, quantity, shift, ">=", Fraction(value)),
        lambda value: BestConstant(loss, quantity, shift, "<=", Fraction(value)),
        lower=bounds[0],
        upper=bounds[1],
        part=part or PARTS[quantity],
    )
