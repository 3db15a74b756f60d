"""The largest margin that a loss admits, and what it says about gamma_p (Sec. 3.3)."""

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from itertools import permutations
from math import comb

from qstheory import losses
from qstheory.certify.kinds.margins import Distribution, LargestMargin, Mixture, Mixtures
from qstheory.certify.weights import ListedWeights
from qstheory.claims import Case, Claimed, Constant, Evidence, Theorem, always, cases
from qstheory.claims.statements import extension, tried
from qstheory.losses.base import Loss
from qstheory.losses.spaces import Label

from ._evidence import bits

Bits = tuple[int, ...]
Bound = tuple[Loss, Mixtures, Distribution]


def bounded(
    loss: Loss, mixture: Callable[[Bits], Mapping[Bits, Fraction]], point: Mapping[Bits, Fraction]
) -> Bound:
    """The loss with a mixture for each prediction and a distribution."""

    def listed(weights: Mapping[Bits, Fraction]) -> ListedWeights:
        return ListedWeights(tuple(weights.items()))

    given = (Mixture(listed(mixture(_bits(z)))) for z in loss.predictions)
    return loss, Mixtures(tuple(given)), Distribution(listed(point))


def _bits(z: Label) -> Bits:
    assert isinstance(z, tuple)
    return z


def _flipped(z: Bits, j: int) -> Bits:
    return (*z[:j], 1 - z[j], *z[j + 1 :])


def zero_one(m: int) -> Iterator[Bound]:
    """Any other prediction costs at most 1 more; at certainty all do."""
    sure = {(0,) * m: Fraction(1)}
    yield bounded(losses.make("zero-one", m=m), lambda z: {_flipped(z, 0): Fraction(1)}, sure)


def hamming(m: int) -> Iterator[Bound]:
    """One label flipped, each with weight 1/m; certainty."""
    sure = {(0,) * m: Fraction(1)}

    def flips(z: Bits) -> dict[Bits, Fraction]:
        return {_flipped(z, j): Fraction(1, m) for j in range(m)}

    yield bounded(losses.make("hamming", m=m), flips, sure)


def prec(m: int) -> Iterator[Bound]:
    """One label exchanged for another; certainty of a set of k labels."""

    def exchanged(z: Bits) -> dict[Bits, Fraction]:
        return {_flipped(_flipped(z, z.index(1)), z.index(0)): Fraction(1)}

    for k in range(1, m):
        sure = {(1,) * k + (0,) * (m - k): Fraction(1)}
        yield bounded(losses.make("prec-at-k", m=m, k=k), exchanged, sure)


def pairs(m: int) -> Iterator[Bound]:
    """The items at s and s + 1 exchanged, with weight s (m - s) / C(m + 1, 3); the top s sets."""
    weights = {s: Fraction(s * (m - s), comb(m + 1, 3)) for s in range(1, m)}

    def swaps(sigma: Bits) -> dict[Bits, Fraction]:
        return {_swapped(sigma, s): weight for s, weight in weights.items()}

    tops = {(1,) * s + (0,) * (m - s): weight for s, weight in weights.items()}
    loss = losses.make("pairwise-disagreement", m=m, undefined="drop")
    assert set(loss.predictions) == set(permutations(range(1, m + 1)))
    yield bounded(loss, swaps, tops)


def _swapped(sigma: Bits, s: int) -> Bits:
    exchanged = {s: s + 1, s + 1: s}
    return tuple(exchanged.get(position, position) for position in sigma)


BOUNDS: Mapping[str, Callable[[int], Iterator[Bound]]] = {
    "0-1": zero_one,
    "Hamming": hamming,
    "Prec@k": prec,
    "PD": pairs,
}


def labels_of(loss: Loss) -> int:
    """k of Prec@k: how many labels a prediction has."""
    first, *_ = loss.predictions
    return sum(bits(first))


def largest(at: Case, said: Claimed) -> Iterator[Evidence]:
    """max gamma = the claimed value, from both sides."""
    m = at.integer("m")
    for part, bounds in BOUNDS.items():
        for loss, mixtures, point in bounds(m):
            scale = labels_of(loss) if part == "Prec@k" else Fraction(1)
            value = said(part, at) / scale
            for relation in ("<=", ">="):
                proposition = LargestMargin(loss.reference, relation, value)
                yield Evidence(proposition, (mixtures, point), part)


CLAIMS = (
    extension("x.noise.largest-margin", "extends Sec. 3.3")(
        text="The largest margin of any distribution is 1 for the 0-1 loss, 1/m for Hamming, 1/k"
        " for Prec@k and 6/((m - 1) m (m + 1)) for PD with binary relevances; gamma_p is at least"
        " its inverse, so the constant of the improved comparison inequality grows with m.",
        latex=r"\|1/\gamma\|_{L_p}\ge\frac1{\max_\Pi\gamma}=1,\ m,\ k,\ \tbinom{m+1}3",
        reading="binary relevances, 0 < k < m",
        **tried(largest, cases(m=(2, 3, 4)), "every m >= 2", *BOUNDS),
        claimed={
            "0-1": always(Fraction(1), ("doubled", "halved")),
            "Hamming": Constant(lambda m: Fraction(1, m), ("doubled", "halved", "squared")),
            "Prec@k": always(Fraction(1), ("doubled", "halved")),
            "PD": Constant(
                lambda m: Fraction(1, comb(m + 1, 3)), ("doubled", "halved", "plus one")
            ),
        },
        theorems=(Theorem("LargestMargin.margins_largest", axioms="reals"),),
        derivation=r"A mixture of other predictions exceeds the loss of $z$ by at most the"
        r" value at every $y$: one flip of $m$, one exchange, and for PD the exchanges of"
        r" neighbours with weights $s(m-s)/\binom{m+1}3$, by summation by parts, as"
        r" $\sum_sy_{(s)}(m-2s+1)\le|y|(m-|y|)$. Certainty attains it, and for PD the"
        r" law with those weights on the sets of the first $s$ items.",
        remark="For PD with m >= 3 certainty does not attain it: every noiseless problem has"
        " gamma = 0.",
    ),
)
