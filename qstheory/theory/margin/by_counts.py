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
    OrbitDistribution,
    OrbitMixtures,
    Shares,
    mean_loss,
    noiseless,
    orbits,
    own_loss,
)
from qstheory.certify.limits import require_evaluations
from qstheory.certify.weights import UniformWeights
from qstheory.exact.integer_matrix import common, from_fractions
from qstheory.losses.base import Loss
from qstheory.losses.counts import CountStructure
from qstheory.losses.spaces import LabelSets
from qstheory.solve.games import valued_game
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
    return sum(_count(first, a) * _count(second, a) for a in first.sizes)


def _count(sets: LabelSets, a: int) -> int:
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
    best, point = Fraction(0), None
    mixtures: list[Shares] = []
    for a in counts.predictions.sizes:
        observations = orbits(counts.observations, a)
        own = [own_loss(counts, a, y) for y in observations]
        others = [orbit for orbit in orbits(counts.predictions, a) if orbit != (a, 0)]
        game = [
            [mean_loss(counts, a, z, y) - value for y, value in zip(observations, own, strict=True)]
            for z in others
        ]
        matrix = common(from_fractions(game))
        scale = matrix.denominators[0]
        found = valued_game(matrix.values, best * scale)
        mixtures.append(tuple((others[i], w) for i, w in sorted(found.mixture.items())))
        if found.low is not None and found.low > best * scale:
            best = found.low / scale
            weights = sorted(found.distribution.items())
            point = OrbitDistribution(a, tuple((observations[j], w) for j, w in weights))
    return LargestBySize(best, point, OrbitMixtures(tuple(mixtures)))


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
