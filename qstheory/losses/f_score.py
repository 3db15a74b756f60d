"""F-score: L(z, y) = 1 - (1 + beta^2) |z & y| / (|z| + beta^2 |y|) on label sets.

Its affine decompositions are with s = beta^2, a = |z| and b = |y|:
1 - L(z, y) = (1 + s) sum_j z_j y_j / (a + s b), and 1(z = 0) 1(y = 0) where 0/0 is given the value
one. Fixing b makes the sum linear in z_j / (a + s b): one block of m coordinates for every size.
"""

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache
from math import comb
from typing import Any

from qstheory.losses.base import DecoderNote, Loss, Undefined
from qstheory.losses.closed_forms import ClosedForm, CountForm
from qstheory.losses.counts import CountStructure
from qstheory.losses.linear import Sparse
from qstheory.losses.parameters import (
    CountFormula,
    LossFamily,
    empty_policy,
    integer,
    rational,
    undefined,
)
from qstheory.losses.shared import (
    HALF,
    ONE,
    Expression,
    FormExpressions,
    constantly,
    relabelling,
    same,
)
from qstheory.losses.spaces import LabelSets

Local = Callable[[int, int], Sparse]
Extra = Callable[[int], Sparse]


OVER_ALL, OVER_LESS = r"j,\ell", r"j,\ell<m"
EMPTY, EMPTY_OBSERVED = ("1(z=0)",), ("1(y=0)",)


def _score(factor: Fraction, s: Fraction, over: str) -> Expression:
    """-factor z_j / (|z| + s l)."""
    return Expression(
        lambda bit, a, b: -factor * bit / (a + s * b), ("[z]_j", "|z|", r"\ell"), over
    )


def _whole_score(s: Fraction) -> Expression:
    """-(1 + s) |z| / (|z| + s m): all labels of the coordinates of the size m together."""
    return Expression(lambda a, m: -(1 + s) * a / (a + s * m), ("|z|", "m"))


def _bits_of_size(of: Callable[[Any, Any], Any], label: str, over: str) -> Expression:
    """`of` the bit and whether the size is l."""
    return Expression(of, (f"[{label}]_j", rf"1(|{label}|=\ell)"), over)


def _at_own_size(coordinate: Expression, below: int) -> Local:
    """The value in block b - 1 for a bit of a set of b labels, b < below."""
    return lambda bit, size: {size - 1: coordinate(1, 1)} if bit and 0 < size < below else {}


def _over_sizes(coordinate: Expression, sizes: range) -> Local:
    """The value at bit, |z| and b in block b - 1, for all sizes b."""
    return lambda bit, size: {b - 1: coordinate(bit, size, b) for b in sizes} if bit else {}


def _at_empty(coordinates: Sequence[Expression]) -> Extra:
    """The values where size = 0."""
    return lambda size: {} if size else {e: own(1) for e, own in enumerate(coordinates)}


def _pair(
    m: int, s: Fraction, *, names: tuple[str, str], factor: Fraction, extra: int, source: str
) -> tuple[ClosedForm, ClosedForm]:
    """Sizes of y fixed by U, then sizes of z fixed by F; `extra` is the value at empty, empty."""
    empty = (Expression(lambda own: extra * own, EMPTY),) if extra else ()
    unseen = (Expression(same, EMPTY_OBSERVED),) if extra else ()
    r = Expression(lambda m: m**2 + len(empty), ("m",))
    bits, minus_bits = (lambda bit, own: bit * own), (lambda bit, own: -bit * own)
    by_observation = FormExpressions(
        (_score(factor, s, OVER_ALL), *empty),
        (_bits_of_size(bits, "y", OVER_ALL), *unseen),
        constantly(1),
        r,
    )
    by_prediction = FormExpressions(
        (_bits_of_size(minus_bits, "z", OVER_ALL), *empty),
        (
            Expression(
                lambda bit, b, a: factor * bit / (a + s * b), ("[y]_j", "|y|", r"\ell"), OVER_ALL
            ),
            *unseen,
        ),
        constantly(1),
        r,
    )
    sizes = range(1, m + 1)
    extras = _at_empty(empty), _at_empty(unseen)
    width = len(empty)
    first, second = names
    fix_observation = CountForm(
        m,
        m,
        width,
        _over_sizes(by_observation.prediction[0], sizes),
        _at_own_size(by_observation.observation[0], m + 1),
        *extras,
    )
    fix_prediction = CountForm(
        m,
        m,
        width,
        _at_own_size(by_prediction.prediction[0], m + 1),
        _over_sizes(by_prediction.observation[0], sizes),
        *extras,
    )
    return (
        ClosedForm(first, ONE, fix_observation, source, by_observation),
        ClosedForm(second, ONE, fix_prediction, source, by_prediction),
    )


def merged_form(m: int, s: Fraction, name: str, with_empty: bool) -> ClosedForm:
    """As the first decomposition, with the m equal coordinates 1(y_j = 1, |y| = m) made one.

    Dimension m (m - 1) + 1, and one more for 1(z = 0) 1(y = 0).
    """
    share = _score(1 + s, s, OVER_LESS)
    bits = _bits_of_size(lambda bit, own: bit * own, "y", OVER_LESS)
    whole, all_of_them = _whole_score(s), Expression(same, ("1(|y|=m)",))
    empty = (Expression(lambda own: -own, EMPTY),) if with_empty else ()
    unseen = (Expression(same, EMPTY_OBSERVED),) if with_empty else ()

    def prediction_extra(size: int) -> Sparse:
        if size == 0:
            return {1: empty[0](1)} if empty else {}
        return {0: whole(size, m)}

    def observation_extra(size: int) -> Sparse:
        if size == 0:
            return {1: unseen[0](1)} if unseen else {}
        return {0: all_of_them(1)} if size == m else {}

    form = CountForm(
        m,
        m - 1,
        1 + len(empty),
        _over_sizes(share, range(1, m)),
        _at_own_size(bits, m),
        prediction_extra,
        observation_extra,
    )
    written = FormExpressions(
        (share, whole, *empty),
        (bits, all_of_them, *unseen),
        constantly(1),
        Expression(lambda m: m * (m - 1) + 1 + len(empty), ("m",)),
    )
    source = "1(y_j = 1, |y| = m) does not depend on j"
    return ClosedForm(name, ONE, form, source, written)


ONES_COEFFICIENT = Expression(
    lambda sign, above, below: HALF * sign * above * below,
    (r"(-1)^\ell", r"\binom{m+\ell}{\ell}", r"\binom{m}{\ell}"),
)
CENTRED_WEIGHT = Expression(
    lambda sign, above, below, m, harmonic: (
        ONES_COEFFICIENT.of(sign, above, below) / (1 + m * harmonic)
    ),
    (*ONES_COEFFICIENT.names, "m", "H_m"),
)


def _ones_coefficients(m: int, s: Fraction) -> list[Fraction]:
    """w_1..w_m with sum_b w_b / (a + s b) = -1 / ((1 + s) a) for a = 1..m.

    The left side plus 1 / ((1 + s) a) is C prod_i (a - i) / (a prod_b (a + s b)) with residue
    1 / (1 + s) at 0; w_b = -prod_i (s b + i) / ((1 + s) b prod_{i != b} (i - b)) is its residue at
    -s b. For s = 1 that is (-1)^b C(m+b, b) C(m, b) / 2.
    """
    if s == 1:
        return [ONES_COEFFICIENT((-1) ** b, comb(m + b, b), comb(m, b)) for b in range(1, m + 1)]
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
    written = _centred_expressions(s)
    share, whole = written.prediction
    bits, all_of_them = written.observation

    @cache
    def shift() -> tuple[list[Fraction], Fraction]:
        *lower, last = (-w / total for w in _ones_coefficients(m, s))
        return lower, last

    def prediction(bit: int, size: int) -> Sparse:
        if bit or not size:
            return {b - 1: share(bit, size, b, not size) for b in range(1, m)}
        return {}

    @cache
    def everywhere() -> Sparse:
        return {b: bits(value, 0, 0) for b, value in enumerate(shift()[0])}

    def observation(bit: int, size: int) -> Sparse:
        if bit and 0 < size < m:
            return {**everywhere(), size - 1: bits(shift()[0][size - 1], 1, 1)}
        return everywhere()

    def prediction_extra(size: int) -> Sparse:
        return {0: whole(size, m, not size)}

    def observation_extra(size: int) -> Sparse:
        return {0: all_of_them(shift()[1], size == m)}

    form = CountForm(m, m - 1, 1, prediction, observation, prediction_extra, observation_extra)
    source = "the merged form with the constant one taken out of the spans of both F and U"
    constant = written.constant(m, harmonic)
    return ClosedForm("minimal", constant, form, source, written)


def _centred_expressions(s: Fraction) -> FormExpressions:
    """Those of the centred form; the weight of a size is written for s = 1."""
    score, whole = _score(1 + s, s, OVER_LESS), _whole_score(s)
    return FormExpressions(
        (
            Expression(
                lambda bit, a, b, empty: score.of(bit, a, b) + ONE * empty / b,
                (*score.names, *EMPTY),
                OVER_LESS,
            ),
            Expression(lambda a, m, empty: whole.of(a, m) + empty, (*whole.names, *EMPTY)),
        ),
        (
            Expression(
                lambda weight, bit, own: weight + bit * own,
                (r"\alpha_\ell", "[y]_j", r"1(|y|=\ell)"),
                OVER_LESS,
            ),
            Expression(lambda weight, own: weight + own, (r"\alpha_m", "1(|y|=m)")),
        ),
        Expression(lambda m, harmonic: 1 - ONE / (1 + m * harmonic), ("m", "H_m")),
        Expression(lambda m: m * (m - 1) + 1, ("m",)),
        ((r"\alpha_\ell", CENTRED_WEIGHT),) if s == 1 else (),
    )


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
    return ClosedForm("balanced", Fraction(1), form, "signs for bits, codes for sizes")


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


def build(m: int, beta: Fraction, undefined: Undefined) -> Loss:
    """The F_beta loss on m labels; raises UndefinedLoss for the policy `raise`."""
    empty = empty_policy("f-score", m, undefined, "the empty prediction and the empty observation")
    weight = beta**2
    predictions = LabelSets(m)

    def entry(a: int, b: int, both: int) -> Fraction:
        if a == b == 0:
            return empty.loss
        return 1 - (1 + weight) * both / (a + weight * b)

    counts = CountStructure(m, predictions, empty.observations, entry)
    return Loss(
        reference=FAMILY.reference(m=m, beta=beta, undefined=undefined),
        predictions=predictions,
        observations=empty.observations,
        entry=counts,
        bounds=(Fraction(0), Fraction(1)),
        closed_forms=closed_forms(m, weight, undefined),
        symmetries=relabelling(m),
        undefined=undefined,
        conventions=(empty.convention,),
        decoder=DecoderNote("best set of each size, then the best size", "O(m^2)", "App. B.3"),
    )


FAMILY = LossFamily(
    name="f-score",
    title="F-score",
    definition=r"L(z,y)=1-\frac{(1+\beta^2)|z\cap y|}{|z|+\beta^2|y|}",
    source="Table 1; App. B.3",
    parameters=(
        integer("m", "number of labels", 1, maximum=2000),
        rational("beta", "weight of recall", lambda b: b > 0, "positive", Fraction(1)),
        undefined("empty prediction and empty observation"),
    ),
    build=build,
    formula=CountFormula("1 - (1 + beta^2)*i/(a + beta^2*b)"),
    examples=tuple(
        {"m": m, "undefined": policy, "beta": beta}
        for m, beta in ((1, 1), (2, 1), (3, 1), (3, 2), (4, "1/2"))
        for policy in ("one", "zero", "drop")
    ),
    aliases=("f-beta", "f1"),
)
