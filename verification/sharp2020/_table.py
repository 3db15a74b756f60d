"""What the claims about a row of Table 1 have in common, whatever the loss.

Each function here is one sort of claim, as what the readings of the printed claim and of its repair
share: the evidence, the parts that it is about and what they range over. The claims differ in the
constants, which are taken from them.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any, TypeAlias

from qstheory.certify.kinds.affine_dimension import DifferenceMinor
from qstheory.certify.kinds.calibration_dimension import FeasibleSubspace
from qstheory.certify.kinds.constants import Quantity
from qstheory.certify.kinds.decomposition import AffineDecomposition
from qstheory.certify.kinds.rank import Minor
from qstheory.certify.weights import UniformWeights
from qstheory.claims import Bound, Case, Claimed, Evidence
from qstheory.claims.evidence import WHOLE
from qstheory.claims.statements import Shown
from qstheory.losses.base import Loss

from . import _evidence

Losses: TypeAlias = Callable[[Case], Loss]
"""The loss of a case."""
Found: TypeAlias = Callable[[Case], tuple[Bound, Bound]]
"""Bounds at a case, from below and from above, with their certificates."""
FACTORS, SIZE = "L = F U^T + c", "r"
ROW_NORM, U_MAX = "||F||", "U_max"
MEASURED: dict[str, tuple[Quantity, str]] = {
    "||F||^2": ("squared-row-norm", ROW_NORM),
    "U_max": ("largest-entry", U_MAX),
    "A^2": ("squared-constant", WHOLE),
    "r": ("dimension", SIZE),
}
"""The constants of a decomposition by the names that claims have for them, each with its part."""
AT_M: Mapping[str, str] = {
    "0-1": "zero-one:m={m}",
    "block 0-1": "block-zero-one:m={m},blocks=parity",
    "Hamming": "hamming:m={m}",
    "Prec@1": "prec-at-k:m={m},k=1",
    "NDCG": "ndcg:m={m},R=2,discount=reciprocal",
    "PD": "pairwise-disagreement:m={m},undefined=drop",
    "MAP": "map:m={m},undefined=drop",
    "F-score": "f-score:m={m},undefined=one",
}
"""A loss of each row for every m, by name."""
LEAST_RANK = "the least rank of L - c over scalars c"
SHARP = "Table 1; end of Sec. 3.1 and title of Sec. 3.2"
"""Where the constants are called sharp."""
OVER_ALL = "the least A over all decompositions of any r"
LOWER, UPPER = "lower bound", "upper bound"


def decomposition(
    loss: Losses,
    every: str,
    F: Callable[[Case], _evidence.Features],
    U: Callable[[Case], _evidence.Features],
) -> Shown:
    """L = F U^T + c, F being the claimed multiple of what is given, and the claimed size r."""

    def evidence(at: Case, said: Claimed) -> Iterator[Evidence]:
        L, weight, rows = loss(at), said("weight of F", at), F(at)
        yield _evidence.decomposes(
            L, lambda z: [weight * x for x in rows(z)], U(at), said("c", at), FACTORS
        )
        yield _evidence.constant_is(L, "printed", "dimension", said("r", at), part=SIZE)

    return Shown(evidence=evidence, ranges_over=every, parts=(FACTORS, SIZE))


def constants(
    loss: Losses,
    every: str,
    *names: str,
    form: str | Callable[[Case], AffineDecomposition] = "printed",
    relation: _evidence.Relation = "=",
) -> Shown:
    """The named constants of a form, a closed or a given one, are or are at most the claimed."""

    def evidence(at: Case, said: Claimed) -> Iterator[Evidence]:
        L, given = loss(at), form if isinstance(form, str) else form(at)
        for name in names:
            quantity, part = MEASURED[name]
            yield _evidence.constant_is(
                L, given, quantity, said(name, at), part=part, relation=relation
            )

    parts = tuple(MEASURED[name][1] for name in names)
    return Shown(evidence=evidence, ranges_over=every, parts=parts)


def dimensions(
    loss: Losses, every: str, minor: Callable[[Case], Minor], form: Callable[[Case], Any]
) -> tuple[Shown, Shown, Shown]:
    """Three dimensions from a minor of the differences of predictions and a form of its order.

    The affine dimension, the rank of the differences, and the convex calibration dimension at the
    uniform distribution, where every prediction is optimal.
    """

    def bounds(at: Case, certificate: Callable[[Minor], Any]) -> tuple[Bound, Bound]:
        found = minor(at)
        r = len(found.predictions)
        return Bound(r, certificate(found)), Bound(r, form(at))

    def affine(at: Case, said: Claimed) -> Iterator[Evidence]:
        found = bounds(at, partial(DifferenceMinor, "prediction-differences"))
        yield from _evidence.affine_dimension(loss(at), said("dimension", at), *found)

    def differences(at: Case, said: Claimed) -> Iterator[Evidence]:
        found = bounds(at, lambda found: found)
        yield from _evidence.difference_rank(loss(at), said("dimension", at), *found)

    def calibration(at: Case, said: Claimed) -> Iterator[Evidence]:
        found = bounds(at, partial(FeasibleSubspace, UniformWeights()))
        yield _evidence.equal_risk(loss(at))
        yield from _evidence.calibration_dimension(loss(at), said("r", at), *found)

    return (
        Shown(evidence=affine, ranges_over=every),
        Shown(evidence=differences, ranges_over=every),
        Shown(
            evidence=calibration, ranges_over=every, parts=(_evidence.EQUAL_RISK, _evidence.OPTIMAL)
        ),
    )


def least(loss: Losses, every: str, found: Found) -> Shown:
    """The least A^2 over all decompositions is the claimed one."""

    def evidence(at: Case, said: Claimed) -> Iterator[Evidence]:
        yield from _evidence.least_constant(loss(at), said("least A^2", at), *found(at))

    return Shown(evidence=evidence, ranges_over=every)


def least_between(
    loss: Losses, every: str, found: Found, parts: tuple[str, str] = (LOWER, UPPER)
) -> Shown:
    """The least A^2 over all decompositions lies between the claimed bounds."""

    def evidence(at: Case, said: Claimed) -> Iterator[Evidence]:
        claimed = said("lower A^2", at), said("upper A^2", at)
        yield from _evidence.least_constant_between(loss(at), claimed, found(at), parts)

    return Shown(evidence=evidence, ranges_over=every, parts=parts)
