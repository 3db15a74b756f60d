"""The largest margin of a loss by counts, through orbits of pairs of label sets.

max over Pi of min over z' of l(z') - l(z) is concave in Pi and invariant under the permutations
that keep z, so that Pi may be taken constant on the orbits of observations, (|y & z|, |y - z|), and
z' one of each orbit of predictions, (|z' & z|, |z' - z|): a game of (a + 1)(m - a + 1) rows for
|z| = a in place of 2^m.
"""

from fractions import Fraction
from math import comb

from qstheory.exact.integer_matrix import common, from_fractions
from qstheory.losses.counts import CountStructure
from qstheory.losses.spaces import LabelSets
from qstheory.solve.games import valued_game

Orbit = tuple[int, int]


def orbits(sets: LabelSets, a: int) -> list[Orbit]:
    """(|y & z|, |y - z|) for the sets y that are admitted."""
    return [(u, v) for u in range(a + 1) for v in range(sets.m - a + 1) if u + v in sets.sizes]


def overlap_weights(size: int, inside: int, chosen: int) -> list[tuple[int, Fraction]]:
    """How a random set of `chosen` of `size` elements meets `inside` fixed ones."""
    everything = comb(size, chosen)
    found = (
        (s, comb(inside, s) * comb(size - inside, chosen - s))
        for s in range(max(0, chosen - size + inside), min(inside, chosen) + 1)
    )
    return [(s, Fraction(count, everything)) for s, count in found]


def mean_loss(counts: CountStructure, a: int, prediction: Orbit, observation: Orbit) -> Fraction:
    """The mean of L(z', y) over the y of an orbit."""
    (p, q), (u, v) = prediction, observation
    inside = overlap_weights(a, p, u)
    outside = overlap_weights(counts.m - a, q, v)
    return sum(
        (x * w * counts.entry(p + q, u + v, s + t) for s, x in inside for t, w in outside),
        Fraction(0),
    )


def largest_margin(counts: CountStructure) -> Fraction | None:
    """max over Pi of gamma(Pi), or None for a single prediction.

    >>> from qstheory import losses
    >>> largest_margin(losses.make("hamming", m=3).counts)
    Fraction(1, 3)
    """
    if counts.predictions.size < 2:
        return None
    best = Fraction(0)
    for a in counts.predictions.sizes:
        observations = orbits(counts.observations, a)
        own = [counts.entry(a, u + v, u) for u, v in observations]
        others = [orbit for orbit in orbits(counts.predictions, a) if orbit != (a, 0)]
        game = [
            [mean_loss(counts, a, z, y) - value for y, value in zip(observations, own, strict=True)]
            for z in others
        ]
        matrix = common(from_fractions(game))
        scale = matrix.denominators[0]
        found = valued_game(matrix.values, best * scale)
        if found.low is not None:
            best = max(best, found.low / scale)
    return best
