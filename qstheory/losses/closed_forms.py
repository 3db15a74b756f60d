"""Affine decompositions L(z, y) = F_z . U_y + c given by formulas instead of matrices.

A feature vector is sparse: a mapping from coordinate to its non-zero value, coordinates being
0..dimension-1. A `CountForm` is a closed form on label sets whose coordinate (j, l) depends only on
the bit of label j and on the size of the set, so that F_z . U_y depends on the three counts
|z|, |y|, |z & y| alone: an identity of such a form with an entry that depends on the counts alone
is checked for all pairs of the 2^m sets by O(m^3) exact comparisons.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

from qstheory.losses.polynomials import PolynomialForm
from qstheory.losses.spaces import Label

if TYPE_CHECKING:
    from qstheory.losses.expressions import FormExpressions

Sparse = Mapping[int, Fraction]


def dot(left: Sparse, right: Sparse) -> Fraction:
    """Inner product of two sparse vectors, numerators being added for each denominator."""
    if len(right) < len(left):
        left, right = right, left
    sums: dict[int, int] = {}
    for k, v in left.items():
        if k in right:
            (p, q), (s, t) = v.as_integer_ratio(), right[k].as_integer_ratio()
            sums[q * t] = sums.get(q * t, 0) + p * s
    return sum((Fraction(top, bottom) for bottom, top in sums.items()), Fraction(0))


def none(*_: int) -> Sparse:
    """No features."""
    return {}


@dataclass(frozen=True)
class CountForm:
    """Features by coordinate: block l of label j holds f(bit_j, size)[l], and extras e(size).

    F_z . U_y = sum_j sum_l f(z_j, |z|)[l] u(y_j, |y|)[l] + sum_e extra_f(|z|)[e] extra_u(|y|)[e].

    `dropped` tells that the coordinates of F_z, of a single block, sum to 0, so that the last is
    left out: F_z . U_y is the sum over the others of F_zj (U_yj - U_ym).
    """

    m: int
    blocks: int
    extras: int
    prediction: Callable[[int, int], Sparse] = none
    observation: Callable[[int, int], Sparse] = none
    prediction_extra: Callable[[int], Sparse] = none
    observation_extra: Callable[[int], Sparse] = none
    dropped: bool = False

    @property
    def dimension(self) -> int:
        """The number of coordinates."""
        return self.m * self.blocks + self.extras - self.dropped

    def product(self, a: int, b: int, both: int) -> Fraction:
        """F_z . U_y for |z| = a, |y| = b, |z & y| = both."""
        intercept, slope = self._line(a, b)
        return intercept + both * slope

    @cached_property
    def _kept(self) -> tuple[Callable[..., Sparse], ...]:
        """The four functions, each of which keeps recent values: many labels share them."""
        given = self.prediction, self.observation, self.prediction_extra, self.observation_extra
        return tuple(lru_cache(maxsize=4096)(each) for each in given)

    @cached_property
    def _line(self) -> Callable[[int, int], tuple[Fraction, Fraction]]:
        """(a, b) to the intercept and slope of the product in |z & y|; recent ones are kept.

        There are |z & y| labels in both, a - |z & y| in z alone, b - |z & y| in y alone and
        m - a - b + |z & y| in neither.
        """

        prediction, observation, *extras = self._kept

        @lru_cache(maxsize=4096)
        def line(a: int, b: int) -> tuple[Fraction, Fraction]:
            cell = [[dot(prediction(i, a), observation(j, b)) for j in (0, 1)] for i in (0, 1)]
            (neither, y_only), (z_only, both) = cell
            intercept = dot(extras[0](a), extras[1](b))
            intercept += a * z_only + b * y_only + (self.m - a - b) * neither
            return intercept, both - z_only - y_only + neither

        return line

    def prediction_features(self, z: Label) -> Sparse:
        """F_z as a sparse vector."""
        found = self._spread(z, *self._kept[::2])
        if not self.dropped:
            return found
        return {j: x for j, x in found.items() if j < self.m - 1 and x}

    def observation_features(self, y: Label) -> Sparse:
        """U_y as a sparse vector."""
        found = self._spread(y, *self._kept[1::2])
        if not self.dropped:
            return found
        last = found.get(self.m - 1, Fraction(0))
        moved = {j: found.get(j, Fraction(0)) - last for j in range(self.m - 1)}
        return {j: x for j, x in moved.items() if x}

    def _spread(
        self, bits: Label, local: Callable[[int, int], Sparse], extra: Callable[[int], Sparse]
    ) -> Sparse:
        assert isinstance(bits, tuple)
        size = sum(bits)
        parts = {bit: local(bit, size) for bit in set(bits)}
        spread = {
            block * self.m + j: value
            for j, bit in enumerate(bits)
            for block, value in parts[bit].items()
        }
        offset = self.m * self.blocks
        return spread | {offset + e: value for e, value in extra(size).items()}


@dataclass(frozen=True)
class LinearForm:
    """Features of a loss 1 - numerator / denominator that is linear in weights d_1, d_2, ...

    F_z has the coordinates sum_p d_p prediction(z)[t][p], U_y has observation(y)[t] / denominator.
    The form holds for all weights when sum_t prediction(z)[t][p] observation(y)[t] is
    -numerator(z, y)[p] for every p, and c = 1.
    """

    prediction: Callable[[Label], Mapping[int, Sparse]]
    observation: Callable[[Label], Sparse]

    def product(self, z: Label, y: Label) -> Sparse:
        """The coefficients of the weights in F_z . U_y times the denominator, without zeros."""
        shares = self.observation(y)
        total: dict[int, Fraction] = {}
        for t, weights in self.prediction(z).items():
            for p, coefficient in weights.items():
                total[p] = total.get(p, Fraction(0)) + coefficient * shares.get(t, Fraction(0))
        return {p: coefficient for p, coefficient in total.items() if coefficient}


@dataclass(frozen=True)
class ClosedForm:
    """L(z, y) = F_z . U_y + c by formula. `source` names the equation or the derivation.

    `counts`, `linear` or `polynomial` say more about features that depend on counts, on weights
    linearly, or on classes as polynomials; `expressions` are those that the features are computed
    by, for every size. Features that are irrational raise IrrationalEntry.
    """

    name: str
    dimension: int
    constant: Fraction
    prediction_features: Callable[[Label], Sparse]
    observation_features: Callable[[Label], Sparse]
    source: str
    counts: CountForm | None = None
    linear: LinearForm | None = None
    polynomial: PolynomialForm | None = None
    expressions: "FormExpressions | None" = None

    def value(self, z: Label, y: Label) -> Fraction:
        """F_z . U_y + c."""
        features = dot(self.prediction_features(z), self.observation_features(y))
        return features + self.constant
