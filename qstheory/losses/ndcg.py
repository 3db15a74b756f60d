"""NDCG-type losses: L(sigma, r) = 1 - (1/N(r)) sum_j G(r_j) D_sigma(j), N(r) the largest such sum.

The gain G and the discount D are parameters, as are the grades low..R and a cut-off k that keeps
the positions up to k. With the log discount the entries are irrational, and enclosed by rigorous
rational enclosures of logarithms.
"""

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from qstheory.errors import InvalidParameter
from qstheory.losses.base import DecoderNote, Loss, Undefined
from qstheory.losses.closed_forms import ClosedForm, LinearForm
from qstheory.losses.linear import Enclosure, LinearEntry, Sparse, Weights, twice_atanh
from qstheory.losses.parameters import (
    LossFamily,
    integer,
    rational,
    rationals,
    refuse_undefined,
    undefined,
    word_or,
)
from qstheory.losses.shared import (
    ONE,
    Expression,
    FormExpressions,
    Grades,
    constantly,
    relabelling,
    same,
)
from qstheory.losses.spaces import Label, Permutations

GAINS = ("exponential", "linear", "eru")
DISCOUNTS = ("reciprocal", "eru", "log")
DISCOUNTED = Expression(lambda weight: -weight, (r"D_{\sigma(j)}",), "j")
GAINED = Expression(lambda gain, best: ONE * gain / best, ("G(r_j)", "N(r)"), "j")


def log2_enclosure(n: int, bits: int) -> Enclosure:
    """Rationals lo <= log2(n) <= hi with hi - lo <= 2^-bits, equal for powers of two; n >= 1.

    >>> lo, hi = log2_enclosure(3, 20)
    >>> float(lo) < 1.5849625007211563 < float(hi), hi - lo <= Fraction(1, 2**20)
    (True, True)
    """
    whole = n.bit_length() - 1
    if n == 1 << whole:
        return Fraction(whole), Fraction(whole)
    precision = bits + 20
    while True:
        low, high = twice_atanh(n - (1 << whole), n + (1 << whole), precision)
        two_low, two_high = twice_atanh(1, 3, precision)
        lo, hi = whole + Fraction(low, two_high), whole + Fraction(high, two_low)
        if hi - lo <= Fraction(1, 1 << bits):
            return lo, hi
        precision *= 2


def gain_function(
    gain: str | tuple[Fraction, ...], neutral: Fraction, low: int, high: int
) -> Callable[[int], Fraction]:
    """G(t): 2^t - 1, t, max(t - neutral, 0), or the listed values for t = low..high."""
    if isinstance(gain, tuple):
        if len(gain) != high - low + 1 or any(g < 0 for g in gain) or list(gain) != sorted(gain):
            raise InvalidParameter(
                f"gain must list {high - low + 1} increasing numbers that are not negative,"
                f" one for each grade from {low} to {high}."
            )
        return lambda t: gain[t - low]
    if gain == "exponential":
        return lambda t: Fraction((1 << t) - 1)
    if gain == "linear":
        return Fraction
    return lambda t: max(t - neutral, Fraction(0))


def _rational_weights(value: Callable[[int], Fraction]) -> Weights:
    def enclose(p: int, bits: int) -> Enclosure:
        exact = value(p)
        return exact, exact

    return Weights(value, enclose, rational=True)


def _inverse_log2(p: int) -> Fraction | None:
    """1 / log2(p + 1) where that is rational: where p + 1 is a power of two."""
    n = p + 1
    whole = n.bit_length() - 1
    return Fraction(1, whole) if n == 1 << whole else None


def _inverse_log2_enclosure(p: int, bits: int) -> Enclosure:
    low, high = log2_enclosure(p + 1, bits)
    return 1 / high, 1 / low


def discount_weights(discount: str | tuple[Fraction, ...], m: int, positions: int) -> Weights:
    """D_p: 1/p, 2^(1-p), 1/log2(p+1), or the listed values, for the first `positions` of m.

    1/log2(p+1) is at most 1 and log2 at least 1, so its enclosure is no wider than that of log2.
    """
    if isinstance(discount, tuple):
        falling = list(discount) == sorted(discount, reverse=True)
        if len(discount) != m or not falling or discount[-1] < 0 or discount[0] <= 0:
            raise InvalidParameter(
                f"discount must list {m} decreasing numbers, the first positive and none negative."
            )
        return _rational_weights(lambda p: discount[p - 1])
    if discount == "reciprocal":
        return _rational_weights(lambda p: Fraction(1, p))
    if discount == "eru":
        return _rational_weights(lambda p: Fraction(1, 1 << (p - 1)))
    return Weights(_inverse_log2, _inverse_log2_enclosure, rational=positions == 1)


def ndcg_entry(
    gain: Callable[[int], Fraction], weights: Weights, positions: int, undefined: Undefined
) -> LinearEntry:
    """The entry over the discounts of the first positions.

    Where all gains are zero the ratio is 0 / D_1 (policy zero) or sum_p D_p / sum_p D_p (one).
    """
    everywhere = {p: Fraction(1) for p in range(1, positions + 1)} if undefined == "one" else {}

    def numerator(sigma: Label, r: Label) -> Sparse:
        assert isinstance(sigma, tuple)
        assert isinstance(r, tuple)
        gained = {
            p: gain(grade)
            for p, grade in zip(sigma, r, strict=True)
            if p <= positions and gain(grade)
        }
        return gained if any(map(gain, r)) else everywhere

    def denominator(r: Label) -> Sparse:
        assert isinstance(r, tuple)
        best = sorted(map(gain, r), reverse=True)[:positions]
        if best[0]:
            return {p: value for p, value in enumerate(best, 1) if value}
        return everywhere or {1: Fraction(1)}

    return LinearEntry(weights, numerator, denominator)


def marginal_form(
    name: str, m: int, positions: int, gain: Callable[[int], Fraction], entry: LinearEntry
) -> ClosedForm:
    """F = -(D_sigma(j))_j, U = (G(r_j) / N(r))_j, c = 1.

    For zero gains at the value one, U = 1 / sum_p D_p throughout: the F's sum to -sum_p D_p.
    """
    zero_gains = Fraction(0) if name == "printed" else Fraction(1)

    def prediction(sigma: Label) -> Mapping[int, Sparse]:
        assert isinstance(sigma, tuple)
        return {j: {p: DISCOUNTED(1)} for j, p in enumerate(sigma) if p <= positions}

    def observation(r: Label) -> Sparse:
        assert isinstance(r, tuple)
        gains = list(map(gain, r))
        if not any(gains):
            gains = [zero_gains] * m
        return {j: GAINED(value, 1) for j, value in enumerate(gains) if value}

    return ClosedForm(
        name,
        Fraction(1),
        LinearForm(m, prediction, observation, entry),
        "Sec. 3.2 and App. B.3, NDCG-type",
        FormExpressions((DISCOUNTED,), (GAINED,), constantly(1), Expression(same, ("m",))),
    )


def _cut_off(m: int, k: int | str) -> tuple[int, int | str]:
    """How many positions count, and the canonical k."""
    if isinstance(k, str):
        return m, k
    if k > m:
        raise InvalidParameter(f"k must be at most m = {m}, not {k}.")
    return k, ("all" if k == m else k)


def build(
    *,
    m: int,
    R: int,
    low: int,
    gain: str | tuple[Fraction, ...],
    neutral: Fraction,
    discount: str | tuple[Fraction, ...],
    k: int | str,
    undefined: Undefined,
) -> Loss:
    """The NDCG-type loss; raises UndefinedLoss if gains can all be zero and the policy is raise."""
    if low > R:
        raise InvalidParameter(f"R must be at least the lowest grade {low}, not {R}.")
    positions, k = _cut_off(m, k)
    G = gain_function(gain, neutral, low, R)
    weights = discount_weights(discount, m, positions)
    worthless = next((t for t in range(low, R + 1) if G(t)), R + 1)
    if worthless > R:
        raise InvalidParameter("The gain must be positive for some grade up to R.")
    policy = undefined if worthless > low else None
    if policy == "raise":
        raise refuse_undefined("ndcg", "items that all have gain zero")
    without = (range(low, worthless),) if policy == "drop" else ()
    entry = ndcg_entry(G, weights, positions, undefined)
    form_name = "repaired" if policy == "one" else "printed"
    return Loss(
        reference=FAMILY.reference(
            m=m,
            R=R,
            low=low,
            gain=gain,
            neutral=neutral if gain == "eru" else Fraction(0),
            discount=discount,
            k=k,
            undefined=policy or "raise",
        ),
        predictions=Permutations(m),
        observations=Grades(m, low, R, without=without),
        entry=entry,
        bounds=(Fraction(0), Fraction(1)),
        closed_forms=(marginal_form(form_name, m, positions, G, entry),),
        symmetries=relabelling(m),
        undefined=policy,
        conventions=(
            "sigma(j) is the position of item j",
            *(("the base of the logarithm cancels in the ratio",) if discount == "log" else ()),
            *(_undefined_note(policy) if policy else ()),
        ),
        decoder=DecoderNote("sort by the scores of the normalised gains", "O(m log m)", "App. B.3"),
    )


def _undefined_note(policy: Undefined) -> tuple[str, ...]:
    if policy == "drop":
        return ("observations without gain are left out",)
    return (f"the loss is {int(policy == 'zero')} where no item has a gain",)


def _many(**fixed: Any) -> tuple[dict[str, object], ...]:
    """The example for every rational discount."""
    return tuple({**fixed, "discount": discount} for discount in ("reciprocal", "eru"))


FAMILY = LossFamily(
    name="ndcg",
    title="NDCG-type",
    definition=(
        r"L(\sigma,r)=1-\frac{1}{N(r)}\sum_{j=1}^mG(r_j)D_{\sigma(j)},"
        r"\quad N(r)=\max_\sigma\sum_{j=1}^mG(r_j)D_{\sigma(j)}"
    ),
    source="Table 1; Sec. 3.2; App. B.3",
    parameters=(
        integer("m", "number of items", 1, maximum=10_000),
        integer("R", "highest grade", 1, maximum=1000),
        integer("low", "lowest grade", 0, 1),
        word_or(
            GAINS,
            rationals(
                "gain",
                "exponential 2^t - 1, linear t, eru max(t - neutral, 0), or the gain of each grade",
            ),
            "exponential",
        ),
        rational(
            "neutral", "neutral grade of the eru gain", lambda n: n >= 0, "at least 0", Fraction(0)
        ),
        word_or(
            DISCOUNTS,
            rationals(
                "discount",
                "reciprocal 1/p, eru 2^(1-p), log 1/log2(p+1), or the discount of each position",
            ),
            "log",
        ),
        word_or(("all",), integer("k", "number of positions that count, or all", 1), "all"),
        undefined("all gains zero"),
    ),
    build=build,
    examples=(
        *_many(m=3, R=3),
        *_many(m=3, R=2, gain="linear", k=2),
        *_many(m=3, R=2, gain="eru", neutral=1, undefined="drop"),
        *_many(m=3, R=2, low=0, undefined="zero"),
        *_many(m=3, R=1, low=0, undefined="one", k=1),
        {"m": 1, "R": 2, "discount": "log"},
        {"m": 2, "R": 2, "discount": "log", "low": 0, "undefined": "drop"},
        {"m": 3, "R": 2, "discount": "log"},
        {"m": 3, "R": 1, "discount": "log", "low": 0, "undefined": "one"},
        {"m": 3, "R": 2, "discount": "log", "low": 0, "k": 2, "undefined": "zero"},
        {"m": 3, "R": 2, "discount": "1;1/3;0", "gain": "0 1 5/2", "low": 0, "undefined": "one"},
    ),
    aliases=("ndcg-at-k",),
)
