"""Affine decompositions of the F-score, with s = beta^2, a = |z| and b = |y|.

1 - L(z, y) = (1 + s) sum_j z_j y_j / (a + s b), and 1(z = 0) 1(y = 0) where 0/0 is given the value
one. Fixing b makes the sum linear in z_j / (a + s b): one block of m coordinates for every size.
"""

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from math import comb

from qstheory.losses.base import Undefined
from qstheory.losses.closed_forms import ClosedForm, CountForm, Sparse, count_closed_form

Local = Callable[[int, int], Sparse]
Extra = Callable[[int], Sparse]


def _at_own_size(value: Fraction) -> Local:
    """value * 1(bit = 1, size = b) in block b - 1."""
    return lambda bit, size: {size - 1: value} if bit and size else {}


def _over_sizes(m: int, denominator: Callable[[int, int], Fraction], value: Fraction) -> Local:
    """value * 1(bit = 1) / denominator(size, b) in block b - 1, for b = 1..m."""
    return lambda bit, size: (
        {b - 1: value / denominator(size, b) for b in range(1, m + 1)} if bit else {}
    )


def _at_empty(value: int) -> Extra:
    """value * 1(size = 0)."""
    return lambda size: {0: Fraction(value)} if size == 0 and value else {}


def _pair(
    m: int, s: Fraction, *, names: tuple[str, str], factor: Fraction, extra: int, source: str
) -> tuple[ClosedForm, ClosedForm]:
    """Sizes of y fixed by U, then sizes of z fixed by F; `extra` is the value at empty, empty."""
    width = 1 if extra else 0
    fix_observation = CountForm(
        m,
        m,
        width,
        _over_sizes(m, lambda a, b: a + s * b, -factor),
        _at_own_size(Fraction(1)),
        _at_empty(extra),
        _at_empty(1 if extra else 0),
    )
    fix_prediction = CountForm(
        m,
        m,
        width,
        _at_own_size(Fraction(-1)),
        _over_sizes(m, lambda b, a: a + s * b, factor),
        _at_empty(extra),
        _at_empty(1 if extra else 0),
    )
    first, second = names
    return (
        count_closed_form(first, Fraction(1), source, fix_observation),
        count_closed_form(second, Fraction(1), source, fix_prediction),
    )


def merged_form(m: int, s: Fraction, name: str, with_empty: bool) -> ClosedForm:
    """As the first decomposition, with the m equal coordinates 1(y_j = 1, |y| = m) made one.

    Dimension m (m - 1) + 1, and one more for 1(z = 0) 1(y = 0).
    """

    def prediction(bit: int, size: int) -> Sparse:
        return {b - 1: -(1 + s) / (size + s * b) for b in range(1, m)} if bit else {}

    def observation(bit: int, size: int) -> Sparse:
        return {size - 1: Fraction(1)} if bit and 0 < size < m else {}

    def prediction_extra(size: int) -> Sparse:
        if size == 0:
            return {1: Fraction(-1)} if with_empty else {}
        return {0: -(1 + s) * size / (size + s * m)}

    def observation_extra(size: int) -> Sparse:
        if size == 0:
            return {1: Fraction(1)} if with_empty else {}
        return {0: Fraction(1)} if size == m else {}

    extras = 2 if with_empty else 1
    form = CountForm(m, m - 1, extras, prediction, observation, prediction_extra, observation_extra)
    return count_closed_form(name, Fraction(1), "1(y_j = 1, |y| = m) does not depend on j", form)


def _ones_coefficients(m: int, s: Fraction) -> list[Fraction]:
    """w_1..w_m with sum_b w_b / (a + s b) = -1 / ((1 + s) a) for a = 1..m.

    The left side plus 1 / ((1 + s) a) is C prod_i (a - i) / (a prod_b (a + s b)) with residue
    1 / (1 + s) at 0; w_b = -prod_i (s b + i) / ((1 + s) b prod_{i != b} (i - b)) is its residue at
    -s b. For s = 1 that is (-1)^b C(m+b, b) C(m, b) / 2.
    """
    if s == 1:
        return [Fraction((-1) ** b * comb(m + b, b) * comb(m, b), 2) for b in range(1, m + 1)]
    coefficients = []
    for b in range(1, m + 1):
        value = -1 / ((1 + s) * b)
        for i in range(1, m + 1):
            value *= (s * b + i) / (i - b if i != b else 1)
        coefficients.append(value)
    return coefficients


def centred_form(m: int, s: Fraction) -> ClosedForm:
    """The merged form with c = 1 - 1 / (1 + m H_m), which takes one dimension less.

    In the merged form L - 1 = F U^T the constant one is F w (`_ones_coefficients`, w_empty = -1)
    and U v (v_b = 1/b for b < m, v_m = v_empty = 1), with v . w = -1 - m H_m. So
    L - c = F (I - w v^T / (v . w)) U^T has a rank one lower; its coordinate of the empty set is
    minus the v-weighted sum of the others and is eliminated.
    """
    harmonic = sum((Fraction(1, i) for i in range(1, m + 1)), Fraction(0))
    total = -1 - m * harmonic

    @cache
    def shift() -> tuple[Sparse, Fraction]:
        *lower, last = (-w / total for w in _ones_coefficients(m, s))
        return dict(enumerate(lower)), last

    def prediction(bit: int, size: int) -> Sparse:
        if size == 0:
            return {b - 1: Fraction(1, b) for b in range(1, m)}
        return {b - 1: -(1 + s) / (size + s * b) for b in range(1, m)} if bit else {}

    def observation(bit: int, size: int) -> Sparse:
        everywhere, _ = shift()
        if bit and 0 < size < m:
            return {**everywhere, size - 1: everywhere[size - 1] + 1}
        return everywhere

    def prediction_extra(size: int) -> Sparse:
        return {0: -(1 + s) * size / (size + s * m) if size else Fraction(1)}

    def observation_extra(size: int) -> Sparse:
        return {0: shift()[1] + (size == m)}

    form = CountForm(m, m - 1, 1, prediction, observation, prediction_extra, observation_extra)
    source = "the merged form with the constant one taken out of the spans of both F and U"
    return count_closed_form("minimal", 1 + 1 / total, source, form)


def balanced_form(m: int, with_empty: bool) -> ClosedForm:
    """U_y = (s_j(y) h_|y|)_j and m copies of h_|y|: nothing but signs, A^2 <= 2 m; for beta = 1.

    s_j = 2 y_j - 1, and the h are orthogonal rows of a Sylvester matrix of order d, one for each
    size. By 2 y_j = 1 + s_j the score 2 sum_j z_j y_j / (|z| + |y|) is the sum over the sizes b of
    (sum_j z_j s_j + |z|) / (|z| + b) at b = |y|, which F_z reads off with h_b / d. So |F_z|^2 is
    (a + a^2 / m) sum_b (a + b)^-2 / d <= 1 / d at a = |z|, and r = 2 m d.
    """
    d = 1 << (m if with_empty else m - 1).bit_length()
    first = 0 if with_empty else 1

    @cache
    def row(size: int) -> list[int]:
        return [(-1) ** ((size - first) & e).bit_count() for e in range(d)]

    @cache
    def reading(size: int) -> list[Fraction]:
        """-(1/d) sum_b h_b / (size + b)."""
        weights = [Fraction(-1, d * (size + b)) for b in range(1, m + 1)]
        rows = [row(b) for b in range(1, m + 1)]
        return [
            sum((w * h[e] for w, h in zip(weights, rows, strict=True)), Fraction(0))
            for e in range(d)
        ]

    def prediction(bit: int, size: int) -> Sparse:
        return dict(enumerate(reading(size))) if bit else {}

    def observation(bit: int, size: int) -> Sparse:
        return (
            {e: Fraction((2 * bit - 1) * h) for e, h in enumerate(row(size))}
            if size >= first
            else {}
        )

    def copies(values: list[Fraction]) -> Sparse:
        return {copy * d + e: value for copy in range(m) for e, value in enumerate(values)}

    def prediction_extra(size: int) -> Sparse:
        if size:
            return copies([Fraction(size, m) * value for value in reading(size)])
        return copies([Fraction(-h, d * m) for h in row(0)]) if with_empty else {}

    def observation_extra(size: int) -> Sparse:
        return copies([Fraction(h) for h in row(size)]) if size >= first else {}

    form = CountForm(m, d, m * d, prediction, observation, prediction_extra, observation_extra)
    return count_closed_form("balanced", Fraction(1), "signs for bits, codes for sizes", form)


def closed_forms(m: int, s: Fraction, undefined: Undefined) -> tuple[ClosedForm, ...]:
    """As printed (for beta = 1 and F(empty, empty) = 1), repaired, and of least dimension."""
    one = undefined == "one"
    printed: tuple[ClosedForm, ...] = ()
    if s == 1 and one:
        printed = _pair(
            m,
            s,
            names=("printed-1", "printed-2"),
            factor=Fraction(1),
            extra=1,
            source="App. B.3, F-score, decompositions 1 and 2",
        )
    repaired = _pair(
        m,
        s,
        names=("repaired-1", "repaired-2"),
        factor=1 + s,
        extra=-1 if one else 0,
        source="as printed, with the factor 1 + beta^2 and the sign of the last term",
    )
    balanced = (balanced_form(m, one),) if s == 1 else ()
    if one:
        merged, minimal = merged_form(m, s, "merged", True), centred_form(m, s)
        return (*printed, *repaired, *balanced, merged, minimal)
    return (*printed, *repaired, *balanced, merged_form(m, s, "minimal", False))
