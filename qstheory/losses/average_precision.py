"""Losses on rankings by the positions of the relevant items: average precision, reciprocal rank.

Average precision is L(sigma, y) = 1 - (1/|y|) sum_{j in y} (relevant up to j) / sigma(j), where the
count of relevant items up to position sigma(j) includes j itself; the mean over queries is the
expectation over observations. Reciprocal rank is 1 - 1 / min {sigma(j) : y_j = 1}.
"""

from fractions import Fraction
from itertools import combinations
from math import lcm

from qstheory.losses.base import DecoderNote, Loss, Undefined
from qstheory.losses.closed_forms import ClosedForm, Features
from qstheory.losses.linear import Sparse
from qstheory.losses.parameters import LossFamily, empty_policy, integer, undefined
from qstheory.losses.shared import HALF, ONE, Expression, FormExpressions, constantly, relabelling
from qstheory.losses.spaces import Label, Permutations

PARAMETERS = (integer("m", "number of items", 1, maximum=10_000), undefined("no relevant item"))
POSITIONS = "sigma(j) is the position of item j"
PAIRS = r"j\le\ell"
LAST = Expression(lambda last: ONE / last, (r"\max(\sigma(j),\sigma(\ell))",), PAIRS)
RELEVANT = Expression(lambda both, size: -ONE * both / size, (r"[y]_j[y]_\ell", "|y|"), PAIRS)


def _last_positions(sigma: Label) -> Sparse:
    """1 / max(sigma(j), sigma(l)): the m single items first, then the pairs j < l."""
    assert isinstance(sigma, tuple)
    return dict(enumerate([*map(LAST, sigma), *(LAST(max(p)) for p in combinations(sigma, 2))]))


def pairs_form(m: int, empty: Fraction) -> ClosedForm:
    """F = 1 / max(sigma(j), sigma(l)), U = -y_j y_l / |y| for j <= l, c = 1.

    The F's of one sigma sum to m, so U = (empty - 1) / m throughout gives the value `empty` at the
    empty observation; as printed, where that value is 1.
    """

    def observation(y: Label) -> Sparse:
        assert isinstance(y, tuple)
        size = sum(y)
        if not size:
            return {t: (empty - 1) / m for t in range(m * (m + 1) // 2) if empty != 1}
        bits = [*y, *(a * b for a, b in combinations(y, 2))]
        return {t: RELEVANT(bit, size) for t, bit in enumerate(bits) if bit}

    name = "printed" if empty == 1 else "repaired"
    pairs = Expression(lambda m: HALF * m * (m + 1), ("m",))
    return ClosedForm(
        name,
        ONE,
        Features(m * (m + 1) // 2, _last_positions, observation),
        "App. B.3, MAP",
        FormExpressions((LAST,), (RELEVANT,), constantly(1), pairs),
    )


def dependent_form(full: ClosedForm, m: int) -> ClosedForm:
    """The pairs form without the coordinate of the last single item, in dimension m (m+1)/2 - 1.

    sum_j 1/sigma(j) = H_m and sum_{j<l} 1/max(sigma(j), sigma(l)) = m - H_m do not depend on sigma,
    so 1/sigma(m) = H_m / (m - H_m) sum_{j<l} 1/max(sigma(j), sigma(l)) - sum_{j<m} 1/sigma(j).
    """
    harmonic = sum((Fraction(1, i) for i in range(1, m + 1)), Fraction(0))
    ratio = harmonic / (m - harmonic)
    last = m - 1

    def prediction(sigma: Label) -> Sparse:
        features = full.prediction_features(sigma)
        return {t - (t > last): value for t, value in features.items() if t != last}

    def observation(y: Label) -> Sparse:
        features = full.observation_features(y)
        moved = features.get(last, Fraction(0))
        zero = Fraction(0)
        return {
            t - (t > last): features.get(t, zero) + (moved * ratio if t > last else -moved)
            for t in range(full.dimension)
            if t != last and (moved or t in features)
        }

    source = "two sums of the coordinates of F do not depend on sigma"
    features = Features(full.dimension - 1, prediction, observation)
    return ClosedForm("minimal", full.constant, features, source)


def average_precision(m: int, undefined: Undefined) -> Loss:
    """The average precision loss on m items; raises UndefinedLoss for the policy `raise`."""
    empty = empty_policy("map", m, undefined, "no relevant item")

    def entry(sigma: Label, y: Label) -> Fraction:
        assert isinstance(sigma, tuple)
        assert isinstance(y, tuple)
        positions = sorted(position for position, bit in zip(sigma, y, strict=True) if bit)
        if not positions:
            return empty.loss
        shared = lcm(*positions)
        found = sum(rank * (shared // at) for rank, at in enumerate(positions, 1))
        return 1 - Fraction(found, shared * len(positions))

    full = pairs_form(m, empty.loss)
    return Loss(
        reference=AVERAGE_PRECISION.reference(m=m, undefined=undefined),
        predictions=Permutations(m),
        observations=empty.observations,
        entry=entry,
        bounds=(Fraction(0), Fraction(1)),
        closed_forms=(full, dependent_form(full, m)) if m > 1 else (full,),
        symmetries=relabelling(m),
        undefined=undefined,
        conventions=(POSITIONS, empty.convention),
        decoder=DecoderNote(
            "quadratic assignment over subsets of items", "O(2^m m)", "App. B.3, MAP"
        ),
    )


AVERAGE_PRECISION = LossFamily(
    name="map",
    title="Average precision",
    definition=(
        r"L(\sigma,y)=1-\frac{1}{|y|}\sum_{j:y_j=1}\frac{1}{\sigma(j)}"
        r"\sum_{\ell=1}^{\sigma(j)}y_{\sigma^{-1}(\ell)}"
    ),
    source="Table 1; App. B.3",
    parameters=PARAMETERS,
    build=average_precision,
    examples=tuple(
        {"m": m, "undefined": policy} for m in (1, 2, 3, 4) for policy in ("drop", "zero", "one")
    ),
    aliases=("mean-average-precision", "average-precision"),
)


def reciprocal_rank(m: int, undefined: Undefined) -> Loss:
    """The reciprocal rank loss on m items; raises UndefinedLoss for the policy `raise`."""
    empty = empty_policy("reciprocal-rank", m, undefined, "no relevant item")

    def entry(sigma: Label, y: Label) -> Fraction:
        assert isinstance(sigma, tuple)
        assert isinstance(y, tuple)
        positions = [position for position, bit in zip(sigma, y, strict=True) if bit]
        return 1 - Fraction(1, min(positions)) if positions else empty.loss

    return Loss(
        reference=RECIPROCAL_RANK.reference(m=m, undefined=undefined),
        predictions=Permutations(m),
        observations=empty.observations,
        entry=entry,
        bounds=(Fraction(0), Fraction(1)),
        symmetries=relabelling(m),
        undefined=undefined,
        conventions=(POSITIONS, empty.convention),
        decoder=DecoderNote("dynamic programming over subsets of items", "O(2^m m)"),
    )


RECIPROCAL_RANK = LossFamily(
    name="reciprocal-rank",
    title="Reciprocal rank",
    definition=r"L(\sigma,y)=1-\frac{1}{\min\{\sigma(j):y_j=1\}}",
    source="Voorhees 1999",
    parameters=PARAMETERS,
    build=reciprocal_rank,
    examples=tuple(
        {"m": m, "undefined": policy} for m in (1, 3, 4) for policy in ("drop", "zero", "one")
    ),
    aliases=("mrr",),
)
