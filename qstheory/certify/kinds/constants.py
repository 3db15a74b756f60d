"""The constants of a decomposition, as rationals: |F|^2, U_max, A^2 and r.

squared-row-norm   ||F||_inf^2 = max_z sum_k F_zk^2
largest-entry      U_max = max_y,k |U_yk|
squared-constant   A^2 = r ||F||_inf^2 U_max^2
dimension          r
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Literal

from qstheory.certify.arithmetic import inner
from qstheory.certify.kinds.decomposition import (
    AffineDecomposition,
    By,
    EveryCount,
    EveryEntry,
    counted,
    require_shape,
    set_sizes,
)
from qstheory.certify.limits import require_evaluations
from qstheory.certify.rules import RELATIONS, Decision, Rule, Tools, require, settled
from qstheory.certify.theorems import COUNTS
from qstheory.certify.weights import Side
from qstheory.losses import resolve
from qstheory.losses.base import Loss, Reference
from qstheory.losses.closed_forms import ClosedForm, CountForm
from qstheory.losses.linear import Sparse

Quantity = Literal["squared-row-norm", "largest-entry", "squared-constant", "dimension"]
QUANTITIES: Mapping[Quantity, str] = {
    "squared-row-norm": "||F||_inf^2",
    "largest-entry": "U_max",
    "squared-constant": "A^2",
    "dimension": "r",
}
"""The quantities as they are written."""


@dataclass(frozen=True)
class ConstantIs:
    """quantity(form) relation value.

    `form` names a closed form of the loss or is explicit; that it holds is another proposition.
    """

    loss: Reference
    form: str | AffineDecomposition
    quantity: Quantity
    relation: Literal["=", "<=", ">="]
    value: Fraction

    def __str__(self) -> str:
        form = self.form if isinstance(self.form, str) else "explicit"
        name = QUANTITIES[self.quantity]
        return f"{self.loss}: {name} {self.relation} {self.value} for the {form} decomposition"


def _square(features: Sparse) -> Fraction:
    return inner(features.values(), features.values())


def _largest(features: Iterable[Sparse]) -> Fraction:
    return max((abs(v) for vector in features for v in vector.values()), default=Fraction(0))


@dataclass(frozen=True)
class Measures:
    """r, max_z |F_z|^2, max_y |U_y|^2 and U_max."""

    r: int
    F: Fraction
    U: Fraction
    largest: Fraction

    @property
    def values(self) -> dict[Quantity, Fraction]:
        """The constants by name."""
        return {
            "squared-row-norm": self.F,
            "largest-entry": self.largest,
            "squared-constant": self.r * self.F * self.largest**2,
            "dimension": Fraction(self.r),
        }


@lru_cache(maxsize=256)
def measures(loss: Loss, form: ClosedForm, by: By) -> Measures:
    """Over all sizes when `by` is counts, otherwise over all labels; raises TooLarge.

    A set of size s has s labels with bit 1 and m - s with 0.
    """
    if by == "counts":
        return _counted_measures(loss, form)
    require_evaluations(loss, loss.predictions.size + loss.observations.size)
    F = max(_square(form.prediction_features(z)) for z in loss.predictions)
    U = [form.observation_features(y) for y in loss.observations]
    return Measures(form.dimension, F, max(map(_square, U)), _largest(U))


def explicit_measures(loss: Loss, given: AffineDecomposition) -> Measures:
    """Those of given matrices."""
    require_shape(loss, given)
    F, U = (max(inner(row, row) for row in rows) for rows in (given.F, given.U))
    largest = max((abs(x) for row in given.U for x in row), default=Fraction(0))
    return Measures(len(given.F[0]), F, U, largest)


def _counted_measures(loss: Loss, form: ClosedForm) -> Measures:
    counts, by_count = counted(loss, form)
    m = counts.m
    z_sizes, y_sizes = set_sizes(loss, counts)
    F = max(_counted_square(by_count, "predictions", s) for s in z_sizes)
    U = max(_counted_square(by_count, "observations", s) for s in y_sizes)
    if by_count.dropped:
        steps = (abs(_step(by_count, s)) for s in y_sizes if 0 < s < m)
        return Measures(form.dimension, F, U, max(steps, default=Fraction(0)))
    present = (
        features
        for s in y_sizes
        for occurs, features in (
            (s > 0, by_count.observation(1, s)),
            (s < m, by_count.observation(0, s)),
            (True, by_count.observation_extra(s)),
        )
        if occurs
    )
    return Measures(form.dimension, F, U, _largest(present))


def _counted_square(form: CountForm, side: Side, size: int) -> Fraction:
    """|F_z|^2 or |U_y|^2 of a set of that size, the most of them where the last is left out."""
    lasts = [bit for bit in (0, 1) if (form.m - size, size)[bit]]
    if form.dropped and side == "observations":
        # The others that differ from the last label differ by the same step.
        return _step(form, size) ** 2 * max((size, form.m - size)[bit] for bit in lasts)
    local, extra = form.prediction, form.prediction_extra
    if side == "observations":
        local, extra = form.observation, form.observation_extra
    inside, outside = _square(local(1, size)), _square(local(0, size))
    left_out = min((outside, inside)[bit] for bit in lasts) if form.dropped else 0
    return size * inside + (form.m - size) * outside + _square(extra(size)) - left_out


def _step(form: CountForm, size: int) -> Fraction:
    """u(1) - u(0) of observations of that size, in the only block."""
    zero, one = (form.observation(bit, size).get(0, Fraction(0)) for bit in (0, 1))
    return one - zero


def check(proposition: ConstantIs, given: EveryEntry | EveryCount, tools: Tools) -> Decision:
    """The features of every label, or of every size, are evaluated; this proves or refutes."""
    loss, form = resolve(proposition.loss), proposition.form
    by: By = "counts" if isinstance(given, EveryCount) else "entries"
    if isinstance(form, AffineDecomposition):
        require(by == "entries", "Explicit matrices are not declared by counts.")
        of = explicit_measures(loss, form)
    else:
        of = measures(loss, loss.closed_form(form), by)
    relation = RELATIONS[proposition.relation]
    return settled(relation(of.values[proposition.quantity], proposition.value))


RULES = (
    Rule(ConstantIs, EveryEntry, check),
    Rule(ConstantIs, EveryCount, check, (COUNTS,)),
)
