"""Margins of a loss by counts, through orbits of pairs of label sets.

max over Pi of min over z' of l(z') - l(z) is concave in Pi and invariant under the permutations
that keep z, so that Pi may be taken constant on the orbits of observations, (|y & z|, |y - z|), and
z' one of each orbit of predictions, (|z' & z|, |z' - z|): a game of (a + 1)(m - a + 1) rows for
|z| = a in place of 2^m.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from qstheory.certify.kinds.dominance import Distribution
from qstheory.certify.kinds.finite_instances import Evaluation
from qstheory.certify.kinds.largest_margin import LargestMargin
from qstheory.certify.kinds.margins_by_counts import (
    NoiselessMarginsBySize,
    Orbit,
    OrbitDistribution,
    OrbitMixtures,
    Shares,
    mean_loss,
    noiseless,
    orbits,
    others_in,
    own_loss,
)
from qstheory.certify.limits import require_evaluations
from qstheory.certify.weights import UniformWeights
from qstheory.exact.integer_matrix import IntegerMatrix, common, from_fractions
from qstheory.losses.base import Loss
from qstheory.losses.counts import CountStructure
from qstheory.losses.spaces import LabelSets
from qstheory.solve.games import Weights, valued_game
from qstheory.theory.findings import Evidence, judged


@dataclass(frozen=True)
class LargestBySize:
    """The value, a distribution by orbits that attains it unless it is 0, and mixtures by size."""

    value: Fraction
    point: OrbitDistribution | None
    mixtures: OrbitMixtures


def game_entries(counts: CountStructure) -> int:
    """How many entries the games of all sizes have."""
    first, second = counts.predictions, counts.observations
    return sum(orbit_count(first, a) * orbit_count(second, a) for a in first.sizes)


def orbit_count(sets: LabelSets, a: int) -> int:
    """How many orbits of a set of the size a the sets have."""
    low, high = sets.sizes[0], sets.sizes[-1]
    return sum(
        max(0, min(sets.m - a, high - u) - max(0, low - u) + 1) for u in range(min(a, high) + 1)
    )


def largest_by_counts(counts: CountStructure) -> LargestBySize | None:
    """max over Pi of gamma(Pi), or None for a single prediction.

    >>> from qstheory import losses
    >>> largest_by_counts(losses.make("hamming", m=3).counts).value
    Fraction(1, 3)
    """
    if counts.predictions.size < 2:
        return None
    certain = {a: lead for a in counts.predictions.sizes if (lead := lead_at_itself(counts, a))}
    best, point = max(certain.values(), default=Fraction(0)), None
    if best > 0:
        a = max(certain, key=lambda size: certain[size])
        point = OrbitDistribution(a, (((a, 0), Fraction(1)),))
    best = max(best, Fraction(0))
    mixtures: list[Shares] = []
    for a in counts.predictions.sizes:
        if (rival := near_rival(counts, a, best)) is not None:
            mixtures.append(((rival, Fraction(1)),))
            continue
        game = size_game(counts, a)
        scale = game.excess.denominators[0]
        found = valued_game(game.excess.values, best * scale)
        mixtures.append(shares(game.others, found.mixture))
        if found.low is not None and found.low > best * scale:
            best = found.low / scale
            point = OrbitDistribution(a, shares(game.observations, found.distribution))
    return LargestBySize(best, point, OrbitMixtures(tuple(mixtures)))


def lead_at_itself(counts: CountStructure, a: int) -> Fraction | None:
    """How far another prediction than z of the size a costs more where z is observed, at least."""
    if a not in counts.observations.sizes:
        return None
    others = others_in(counts.predictions, a)
    own = own_loss(counts, a, (a, 0))
    return min((counts.value(p + q, a, p) for p, q in others), default=own) - own


def near_rival(counts: CountStructure, a: int, most: Fraction) -> Orbit | None:
    """Another prediction, by its orbit, that costs at most so much more than z of the size a.

    One label is left out, added or exchanged: whole games are larger by a factor of m^2.
    """
    observations = orbits(counts.observations, a)
    for p, q in ((a, 1), (a - 1, 0), (a - 1, 1)):
        if p >= 0 and q <= counts.m - a and p + q in counts.predictions.sizes:
            excesses = (
                mean_loss(counts, a, (p, q), y) - own_loss(counts, a, y) for y in observations
            )
            if all(excess <= most for excess in excesses):
                return p, q
    return None


@dataclass(frozen=True)
class SizeGame:
    """The excess of other orbits of predictions over one of a size, at orbits of observations."""

    others: list[Orbit]
    observations: list[Orbit]
    excess: IntegerMatrix


def size_game(counts: CountStructure, a: int) -> SizeGame:
    """The game of the predictions of the size a, over one denominator."""
    others, observations = others_in(counts.predictions, a), orbits(counts.observations, a)
    own = [own_loss(counts, a, y) for y in observations]
    game = [
        [mean_loss(counts, a, z, y) - value for y, value in zip(observations, own, strict=True)]
        for z in others
    ]
    return SizeGame(others, observations, common(from_fractions(game)))


def shares(places: list[Orbit], weights: Weights) -> Shares:
    """Weights by position as weights of orbits."""
    return tuple((places[i], w) for i, w in sorted(weights.items()))


def largest_evidence(loss: Loss, found: LargestBySize) -> Iterator[Evidence]:
    """The judged bounds from above and below."""
    yield judged(LargestMargin(loss.reference, "<=", found.value), found.mixtures)
    below = LargestMargin(loss.reference, ">=", found.value)
    yield judged(below, found.point or Distribution(UniformWeights()))


def noiseless_evidence(loss: Loss, counts: CountStructure) -> tuple[tuple[Fraction, ...], Evidence]:
    """gamma at an observation of each size that is certain."""
    require_evaluations(loss, counts.most_triples)
    margins = tuple(noiseless(counts))
    return margins, judged(NoiselessMarginsBySize(loss.reference, margins), Evaluation())
