"""The largest margin max over Pi of gamma(Pi), exactly, with the mixtures that bound it.

A matrix game for each prediction: max over Pi of min over the others of l(z') - l(z). Rows that
occur twice need none: their margin is 0, and the twin is the mixture. Nor does a prediction with
another one that is nowhere worse by more than the margin at some observation. The game is solved
exactly only where a rounded mixture does not show that another prediction has as large a margin.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from qstheory.certify.certain import distance
from qstheory.certify.kinds.finite_instances import Evaluation
from qstheory.certify.kinds.margins import Distribution, LargestMargin
from qstheory.certify.kinds.margins_by_counts import (
    NoiselessMargins,
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
from qstheory.certify.sets import declared_places
from qstheory.certify.weights import UniformWeights
from qstheory.exact.games import RowGames, Weights, canonical_point, valued_game
from qstheory.exact.integer_matrix import (
    INT64_MAX,
    IntegerMatrix,
    common,
    from_fractions,
    magnitude,
    minus,
)
from qstheory.losses.base import Loss
from qstheory.losses.counts import CountStructure
from qstheory.losses.spaces import LabelSets
from qstheory.theory.findings import Evidence, judged

CANONICAL = 600
"""Most entries of a loss for which one of several distributions is chosen by a rule."""


COMPARED, CANDIDATES = 1 << 29, 16
"""Differences of entries, about a second, by which a near rival is sought among that many rows: in
all columns up to 800 rows. For a tree of 400 leaves a quarter of the columns has the same largest
bound, 4, an eighth the mean 2.25 for 2.08, and a sixteenth the largest 7."""


@dataclass(frozen=True)
class Largest:
    """The value, a distribution that attains it, and for each prediction weights on the others."""

    value: Fraction
    distribution: Weights
    mixtures: tuple[Weights, ...]


def largest_margin(L: IntegerMatrix) -> Largest:
    """The largest margin of a loss with at least two predictions.

    >>> from qstheory.exact.integer_matrix import from_fractions
    >>> Q = Fraction
    >>> rows = ((Q(0), Q(1)), (Q(1), Q(0)), (Q(1, 4), Q(1, 4)))
    >>> largest_margin(from_fractions(rows)).value
    Fraction(1, 4)
    """
    matrix = common(L)
    found = _largest(matrix.values)
    return Largest(found.value / matrix.denominators[0], found.distribution, found.mixtures)


def _largest(values: NDArray[Any]) -> Largest:
    count = len(values)
    twins: dict[tuple[int, ...], list[int]] = {}
    for z, row in enumerate(values.tolist()):
        twins.setdefault(tuple(row), []).append(z)
    mixtures: dict[int, Weights] = {}
    for group in twins.values():
        for z in group if len(group) > 1 else ():
            mixtures[z] = {next(k for k in group if k != z): Fraction(1)}
    # Those that are alone at an observation by far are likely to have the largest margin.
    if magnitude(values) > INT64_MAX // 4:
        values = values.astype(object)
    least, second = np.sort(values, axis=0)[:2]
    leads = second - least
    lead = np.zeros(count, dtype=values.dtype)
    np.maximum.at(lead, values.argmin(axis=0), leads)
    y = int(leads.argmax())
    best, point, attained = Fraction(int(leads[y])), {y: Fraction(1)}, int(values[:, y].argmin())
    alone = [z for z in range(count) if z not in mixtures]
    wide = values.dtype == object
    rivals = {} if wide else nearest(values, alone)
    games = None if wide else RowGames(values)
    for z in sorted(alone, key=lambda z: -int(lead[z])):
        worse, rival = rivals.get(z, (None, 0))
        if worse is not None and worse <= best:
            mixtures[z] = {rival: Fraction(1)}
            continue
        if games is not None and (mixture := games.mixture(z, best)) is not None:
            mixtures[z] = mixture
            continue
        others = [k for k in range(count) if k != z]
        game = valued_game(minus(values[others], values[z][None, :]), best)
        mixtures[z] = {others[i]: w for i, w in game.mixture.items()}
        if game.low is not None and game.low > best:
            best, point, attained = game.low, game.distribution, z
    if best and values.size <= CANONICAL:
        others = [k for k in range(count) if k != attained]
        point = canonical_point(minus(values[others], values[attained][None, :]), best)
    return Largest(best, point, tuple(mixtures[z] for z in range(count)))


def quick_bounds(L: IntegerMatrix) -> tuple[Largest, Fraction] | None:
    """Bounds on the largest margin without a program; None for numbers of many digits.

    The lower one is the margin at a certain observation, the upper one from single rivals.

    >>> from qstheory.exact.integer_matrix import from_fractions
    >>> Q = Fraction
    >>> found = quick_bounds(from_fractions(((Q(0), Q(1)), (Q(1), Q(0)), (Q(1, 2), Q(1, 2)))))
    >>> found[0].value, found[1]
    (Fraction(1, 2), Fraction(1, 2))
    """
    matrix = common(L)
    values, shared = matrix.values, matrix.denominators[0]
    if magnitude(values) > INT64_MAX // 4:
        return None
    least, second = np.sort(values, axis=0)[:2]
    y = int((second - least).argmax())
    found = nearest(values, range(len(values)))
    low = Fraction(int(second[y] - least[y]), shared)
    high = Fraction(max(worse for worse, _ in found.values()), shared)
    rivals = tuple({found[z][1]: Fraction(1)} for z in range(len(values)))
    return Largest(low, {y: Fraction(1)}, rivals), high


def nearest(values: NDArray[np.int64], rows: Iterable[int]) -> dict[int, tuple[int, int]]:
    """For each of the rows z, max_y L(k, y) - L(z, y) at a row k where that is small, and k.

    It is the least one among the rows that are best on some of the columns.
    """
    found = {}
    width = min(values.shape[1], max(1, COMPARED // len(values) ** 2))
    columns = np.linspace(0, values.shape[1] - 1, width).astype(int)
    few = np.ascontiguousarray(values[:, columns])
    for z in rows:
        seen = (few - few[z]).max(axis=1)
        seen[z] = INT64_MAX
        best = np.argsort(seen, kind="stable")[:CANDIDATES]
        best = best[best != z]
        worse = (values[best] - values[z]).max(axis=1)
        found[z] = int(worse.min()), int(best[worse.argmin()])
    return found


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
    return margins, judged(NoiselessMargins(loss.reference, "size", margins), Evaluation())


def is_declared(loss: Loss) -> bool:
    """Whether a loss is declared as a distance of sets, or as convex along a line."""
    return (loss.some_counts is not None and distance(loss) is not None) or (
        loss.polynomial is not None and declared_places(loss) is not None
    )
