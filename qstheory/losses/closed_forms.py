"""Affine decompositions L(z, y) = F_z . U_y + c given by formulas instead of matrices.

A feature vector is sparse: a mapping from coordinate to its non-zero value, coordinates being
0..dimension-1. Nothing is said about features beside what makes them: that they depend on counts,
on weights or on powers of the class is seen from that.

A `CountForm` is a closed form on label sets whose coordinate (j, l) depends only on the bit of
label j and on the size of the set, so that F_z . U_y depends on the three counts |z|, |y|, |z & y|
alone: an identity of such a form with an entry that depends on the counts alone is checked for all
pairs of the 2^m sets by O(m^3) exact comparisons.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property, lru_cache
from math import lcm
from typing import TYPE_CHECKING

from qstheory.errors import IrrationalEntry
from qstheory.losses.linear import LinearEntry, Sparse
from qstheory.losses.spaces import Label, binary, members

if TYPE_CHECKING:
    from qstheory.losses.shared import FormExpressions

Polynomial = tuple[Fraction, ...]
"""Coefficients of 1, x, x^2, ..."""
Coefficients = dict[tuple[int, int], Fraction]
"""The coefficient of z^i y^j at (i, j), without zeros."""


def value(polynomial: Polynomial, x: int) -> Fraction:
    """The value at x.

    >>> value((Fraction(1), Fraction(0), Fraction(2)), 3)
    Fraction(19, 1)
    """
    numerators, shared = _integers(polynomial)
    return Fraction(_horner(numerators, x), shared)


@cache
def _integers(polynomial: Polynomial) -> tuple[tuple[int, ...], int]:
    """The coefficients over one denominator, from the highest to the lowest."""
    shared = lcm(*(a.denominator for a in polynomial))
    return tuple(int(a * shared) for a in reversed(polynomial)), shared


def _horner(coefficients: Iterable[int], x: int) -> int:
    result = 0
    for a in coefficients:
        result = result * x + a
    return result


@dataclass(frozen=True)
class PolynomialEntry:
    """sum_ij a_ij z^i y^j as data: row i has the coefficients of z^i, a polynomial in y."""

    rows: tuple[Polynomial, ...]

    def __call__(self, z: Label, y: Label) -> Fraction:
        """The entry at two classes."""
        assert isinstance(z, int)
        assert isinstance(y, int)
        rows, shared = self._integers
        return Fraction(_horner([_horner(row, y) for row in rows], z), shared)

    @cached_property
    def _integers(self) -> tuple[tuple[tuple[int, ...], ...], int]:
        """The rows over one denominator, from the highest powers to the lowest."""
        shared = lcm(*(a.denominator for row in self.rows for a in row))
        rows = reversed(self.rows)
        return tuple(tuple(int(a * shared) for a in reversed(row)) for row in rows), shared

    def coefficients(self) -> Coefficients:
        """The coefficients that are not 0."""
        return {(i, j): a for i, row in enumerate(self.rows) for j, a in enumerate(row) if a}


@dataclass(frozen=True)
class PolynomialForm:
    """Features of which every coordinate is a polynomial in the class."""

    prediction: tuple[Polynomial, ...]
    observation: tuple[Polynomial, ...]

    def coefficients(self) -> Coefficients:
        """Those of F_z . U_y that are not 0."""
        total: Coefficients = {}
        for f, u in zip(self.prediction, self.observation, strict=True):
            for i, a in enumerate(f):
                for j, b in enumerate(u):
                    total[i, j] = total.get((i, j), Fraction(0)) + a * b
        return {place: a for place, a in total.items() if a}

    @property
    def dimension(self) -> int:
        """The number of coordinates."""
        return len(self.prediction)

    def prediction_features(self, z: Label) -> Sparse:
        """F_z."""
        return _values(self.prediction, z)

    def observation_features(self, y: Label) -> Sparse:
        """U_y."""
        return _values(self.observation, y)


def _values(polynomials: tuple[Polynomial, ...], label: Label) -> Sparse:
    """The value of each coordinate that is not 0."""
    assert isinstance(label, int)
    values = enumerate(value(polynomial, label) for polynomial in polynomials)
    return {k: v for k, v in values if v}


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


def none(*_: object) -> Sparse:
    """No features."""
    return {}


@dataclass(frozen=True)
class Features:
    """F_z and U_y by functions of the labels."""

    dimension: int
    prediction_features: Callable[[Label], Sparse]
    observation_features: Callable[[Label], Sparse]


@dataclass(frozen=True)
class CountForm:
    """Features by coordinate: block l of label j holds f(bit_j, size)[l], and extras e(size).

    F_z . U_y = sum_j sum_l f(z_j, |z|)[l] u(y_j, |y|)[l] + sum_e extra_f(|z|)[e] extra_u(|y|)[e].

    `dropped` tells that the coordinates of F_z, of a single block, sum to 0, so that the last is
    left out: F_z . U_y is the sum over the others of F_zj (U_yj - U_ym). The sets that labels stand
    for are those of a `CountStructure`.
    """

    m: int
    blocks: int
    extras: int
    prediction: Callable[[int, int], Sparse] = none
    observation: Callable[[int, int], Sparse] = none
    prediction_extra: Callable[[int], Sparse] = none
    observation_extra: Callable[[int], Sparse] = none
    dropped: bool = False
    prediction_set: Callable[[Label], int] = binary
    observation_set: Callable[[Label], int] = binary

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
        found = self._spread(self.prediction_set(z), *self._kept[::2])
        if not self.dropped:
            return found
        return {j: x for j, x in found.items() if j < self.m - 1 and x}

    def observation_features(self, y: Label) -> Sparse:
        """U_y as a sparse vector."""
        found = self._spread(self.observation_set(y), *self._kept[1::2])
        if not self.dropped:
            return found
        last = found.get(self.m - 1, Fraction(0))
        moved = {j: found.get(j, Fraction(0)) - last for j in range(self.m - 1)}
        return {j: x for j, x in moved.items() if x}

    def _spread(
        self, chosen: int, local: Callable[[int, int], Sparse], extra: Callable[[int], Sparse]
    ) -> Sparse:
        bits, size = members(chosen, self.m), chosen.bit_count()
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
    -numerator(z, y)[p] for every p, and c = 1. Weights and denominator are those of the entry.
    """

    dimension: int
    prediction: Callable[[Label], Mapping[int, Sparse]]
    observation: Callable[[Label], Sparse]
    entry: LinearEntry

    def prediction_features(self, z: Label) -> Sparse:
        """F_z; raises IrrationalEntry."""
        return {t: self._known(weights) for t, weights in self.prediction(z).items()}

    def observation_features(self, y: Label) -> Sparse:
        """U_y; raises IrrationalEntry."""
        denominator = self._known(self.entry.denominator(y))
        return {t: value / denominator for t, value in self.observation(y).items()}

    def _known(self, form: Sparse) -> Fraction:
        value = self.entry.weights.combine(form)
        if value is None:
            raise IrrationalEntry("The features have irrational weights; compare them by weights.")
        return value

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

    `expressions` are those that the features are computed by, for every size. Features that are
    irrational raise IrrationalEntry.
    """

    name: str
    constant: Fraction
    features: Features | CountForm | LinearForm | PolynomialForm
    source: str
    expressions: "FormExpressions | None" = None

    @property
    def dimension(self) -> int:
        """The number of coordinates."""
        return self.features.dimension

    @property
    def counts(self) -> CountForm | None:
        """The features where they depend on counts."""
        return self.features if isinstance(self.features, CountForm) else None

    @property
    def linear(self) -> LinearForm | None:
        """The features where they are linear in weights."""
        return self.features if isinstance(self.features, LinearForm) else None

    @property
    def polynomial(self) -> PolynomialForm | None:
        """The features where they are polynomials in classes."""
        return self.features if isinstance(self.features, PolynomialForm) else None

    def prediction_features(self, z: Label) -> Sparse:
        """F_z."""
        return self.features.prediction_features(z)

    def observation_features(self, y: Label) -> Sparse:
        """U_y."""
        return self.features.observation_features(y)

    def value(self, z: Label, y: Label) -> Fraction:
        """F_z . U_y + c."""
        return dot(self.prediction_features(z), self.observation_features(y)) + self.constant
