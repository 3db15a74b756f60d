"""Margins of a loss by counts and how its predictions can be optimal, by orbits of label sets.

The permutations of the labels that keep a set z of size a move a set y as they like within
(|y & z|, |y - z|) = (u, v). Weights that are spread evenly over these orbits meet any set of the
orbit (p, q) in s + t labels, s hypergeometric of p among u in a labels, t of q among v in m - a.
So a distribution by orbits has one risk for each orbit of predictions, and a mixture of
predictions by orbits one mean loss for each orbit of observations.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from heapq import nsmallest
from math import comb, lcm
from typing import ClassVar, Literal

from qstheory.certify.certain import certain
from qstheory.certify.kinds.finite_instances import Evaluation
from qstheory.certify.kinds.margins import LargestMargin
from qstheory.certify.limits import require_evaluations
from qstheory.certify.rules import Decision, Rule, Tools, from_above, from_below, require, settled
from qstheory.certify.theorems import COUNTS, MIXTURES, Theorem
from qstheory.certify.words import numbers
from qstheory.errors import InvalidParameter
from qstheory.losses import resolve
from qstheory.losses.base import Loss, Reference
from qstheory.losses.counts import AffineEntry, CountStructure
from qstheory.losses.spaces import LabelSets

Orbit = tuple[int, int]
Shares = tuple[tuple[Orbit, Fraction], ...]


Standing = Literal["alone", "tied", "never"]


@dataclass(frozen=True)
class NoiselessMargins:
    """gamma where an observation is certain: at each in their order, or for each size of them."""

    VERSION: ClassVar[int] = 2
    loss: Reference
    by: Literal["observation", "size"]
    margins: tuple[Fraction, ...]

    def __str__(self) -> str:
        each = (
            f"{numbers(self.margins)}, by their size"
            if self.by == "size"
            else numbers(self.margins)
        )
        return f"{self.loss}: the margins at certain observations are {each}"


@dataclass(frozen=True)
class StandingsBySize:
    """How a prediction of each size, in order, can be optimal.

    `alone`: at some distribution it is the only optimum; `tied`: it is optimal at some, and never
    the only optimum; `never`: it is optimal at none.
    """

    loss: Reference
    standings: tuple[Standing, ...]

    def __str__(self) -> str:
        standings = ", ".join(self.standings)
        return f"{self.loss}: predictions are optimal alone, tied or never, by size: {standings}"


@dataclass(frozen=True)
class OrbitDistribution:
    """The size of z, and the total weight of each orbit of observations, spread evenly."""

    size: int
    weights: Shares


@dataclass(frozen=True)
class OrbitMixtures:
    """For each size of z, in order, a mixture of orbits of other predictions."""

    mixtures: tuple[Shares, ...]


@dataclass(frozen=True)
class OrbitStandings:
    """For each size of z a distribution by orbits of observations and a mixture of other orbits.

    z alone needs the distribution, z tied both, z that is never optimal the mixture; what is not
    needed is empty.
    """

    points: tuple[Shares, ...]
    mixtures: tuple[Shares, ...]


def orbits(sets: LabelSets, a: int) -> list[Orbit]:
    """(|y & z|, |y - z|) for |z| = a and the sets y that are admitted."""
    return [(u, v) for u in range(a + 1) for v in range(sets.m - a + 1) if u + v in sets.sizes]


@lru_cache(maxsize=1 << 14)
def overlap_weights(size: int, inside: int, chosen: int) -> tuple[tuple[int, int], ...]:
    """How many sets of `chosen` of `size` elements have how many of `inside` fixed ones."""
    return tuple(
        (s, comb(inside, s) * comb(size - inside, chosen - s))
        for s in range(max(0, chosen - size + inside), min(inside, chosen) + 1)
    )


def mean_loss(counts: CountStructure, a: int, prediction: Orbit, observation: Orbit) -> Fraction:
    """The mean of L(z', y) over the y of an orbit, or over the z' of one."""
    (p, q), (u, v), b = prediction, observation, counts.m - a
    if isinstance(counts.entry, AffineEntry):
        entry = counts.entry
        both = Fraction(p * u, a or 1) + Fraction(q * v, b or 1)
        alone = entry.prediction * (p + q) + entry.observation * (u + v)
        return entry.constant + alone + entry.both * both
    inside, outside = overlap_weights(a, p, u), overlap_weights(b, q, v)
    ways: dict[int, int] = {}
    for s, x in inside:
        for t, w in outside:
            ways[s + t] = ways.get(s + t, 0) + x * w
    ratios = [(w, counts.value(p + q, u + v, k).as_integer_ratio()) for k, w in ways.items()]
    shared = lcm(*(bottom for _, (_, bottom) in ratios))
    total = sum(w * top * (shared // bottom) for w, (top, bottom) in ratios)
    return Fraction(total, shared * comb(a, u) * comb(b, v))


def own_loss(counts: CountStructure, a: int, observation: Orbit) -> Fraction:
    """L(z, y) for the y of an orbit."""
    u, v = observation
    return counts.value(a, u + v, u)


def several_by_counts(loss: Loss) -> CountStructure:
    """How the entries depend on counts; raises InvalidParameter unless there are predictions."""
    counts = loss.counts
    if counts is None or loss.predictions.size < 2:
        raise InvalidParameter("the loss is not declared by counts, or has one prediction")
    return counts


def others_in(sets: LabelSets, a: int) -> list[Orbit]:
    """The orbits of the sets other than one of the size a."""
    return [orbit for orbit in orbits(sets, a) if orbit != (a, 0)]


def margin_at(loss: Loss, counts: CountStructure, a: int, weights: Shares) -> Fraction:
    """How far any other prediction has a larger risk than a z of the size a; negative if not."""
    others = others_in(counts.predictions, a)
    require_evaluations(loss, len(others) * len(weights) * (counts.m + 1))
    own = sum((w * own_loss(counts, a, y) for y, w in weights), Fraction(0))
    return (
        min(sum((w * mean_loss(counts, a, z, y) for y, w in weights), Fraction(0)) for z in others)
        - own
    )


def excess_of(loss: Loss, counts: CountStructure, a: int, mixture: Shares) -> Fraction:
    """How far the mean loss of a mixture exceeds that of a z of the size a, where most."""
    observations = orbits(counts.observations, a)
    require_evaluations(loss, len(observations) * len(mixture) * (counts.m + 1))
    return max(
        sum((w * mean_loss(counts, a, z, y) for z, w in mixture), -own_loss(counts, a, y))
        for y in observations
    )


def require_shares(shares: Shares, admitted: list[Orbit]) -> None:
    """Check that these are weights >= 0 of sum 1 of different orbits among those admitted."""
    names = [orbit for orbit, _ in shares]
    fit = len(set(names)) == len(names) and all(orbit in admitted for orbit in names)
    require(fit, "an orbit is repeated or is none of the loss")
    fit = all(w >= 0 for _, w in shares) and sum(w for _, w in shares) == 1
    require(fit, "the weights are not >= 0 with sum 1")


def check_distribution(
    proposition: LargestMargin, given: OrbitDistribution, tools: Tools
) -> Decision:
    """The risk of every other orbit of predictions beside that of z.

    What is negative is not the margin, which is larger.
    """
    loss, a = resolve(proposition.loss), given.size
    counts = several_by_counts(loss)
    require(a in counts.predictions.sizes, "the loss has no prediction of that size")
    require_shares(given.weights, orbits(counts.observations, a))
    margin = margin_at(loss, counts, a, given.weights)
    return from_below(proposition.relation, margin, proposition.value)


def check_mixtures(proposition: LargestMargin, given: OrbitMixtures, tools: Tools) -> Decision:
    """For z of each size the mean loss of the mixture beside that of z, at every orbit."""
    loss = resolve(proposition.loss)
    counts = several_by_counts(loss)
    sizes, bounds = counts.predictions.sizes, []
    require(len(given.mixtures) == len(sizes), "the loss has another number of sizes")
    for a, mixture in zip(sizes, given.mixtures, strict=True):
        require_shares(mixture, others_in(counts.predictions, a))
        bounds.append(excess_of(loss, counts, a, mixture))
    return from_above(proposition.relation, max(bounds), proposition.value)


def check_standings(proposition: StandingsBySize, given: OrbitStandings, _: Tools) -> Decision:
    """The margin at each distribution and the excess of each mixture; this proves or refutes."""
    loss = resolve(proposition.loss)
    counts = several_by_counts(loss)
    sizes, shown = counts.predictions.sizes, []
    lengths = {len(proposition.standings), len(given.points), len(given.mixtures)}
    require(lengths == {len(sizes)}, "the loss has another number of sizes")
    for a, point, mixture in zip(sizes, given.points, given.mixtures, strict=True):
        margin = excess = None
        if point:
            require_shares(point, orbits(counts.observations, a))
            margin = margin_at(loss, counts, a, point)
        if mixture:
            require_shares(mixture, others_in(counts.predictions, a))
            excess = excess_of(loss, counts, a, mixture)
        shown.append(standing(margin, excess))
        require(shown[-1], f"what is given for the size {a} does not decide it")
    return settled(tuple(shown) == proposition.standings)


def standing(margin: Fraction | None, excess: Fraction | None) -> Standing | None:
    """What a margin at some distribution and an excess of some mixture show.

    >>> standing(Fraction(1, 2), None), standing(Fraction(0), Fraction(0))
    ('alone', 'tied')
    """
    if margin is not None and margin > 0:
        return "alone"
    if excess is not None and excess < 0:
        return "never"
    decided = margin is not None and excess is not None and margin >= 0 and excess <= 0
    return "tied" if decided else None


def noiseless(counts: CountStructure) -> Iterator[Fraction]:
    """gamma at an observation of each size: the two least entries of a column."""
    m = counts.m
    for b in counts.observations.sizes:
        column: list[Fraction] = []
        for a in counts.predictions.sizes:
            for k in range(max(0, a + b - m), min(a, b) + 1):
                several = min(2, comb(b, k) * comb(m - b, a - k))
                column += [counts.value(a, b, k)] * several
        least, second = nsmallest(2, column)
        yield second - least


def check_noiseless(proposition: NoiselessMargins, _: Evaluation, tools: Tools) -> Decision:
    """The two smallest entries of a column, of each size or of all; this proves or refutes."""
    loss = resolve(proposition.loss)
    require(loss.predictions.size > 1, "there is only one prediction")
    if proposition.by == "size":
        counts = several_by_counts(loss)
        require_evaluations(loss, counts.most_triples)
        found = tuple(noiseless(counts))
    else:
        found = tuple(lead for _, _, lead in certain(loss))
    require(len(found) == len(proposition.margins), f"there is not one margin an {proposition.by}")
    return settled(found == proposition.margins)


def noiseless_theorems(proposition: NoiselessMargins, _: Evaluation) -> tuple[Theorem, ...]:
    """A column of each size stands for all of that size."""
    return (COUNTS,) if proposition.by == "size" else ()


RULES = (
    Rule(LargestMargin, OrbitDistribution, check_distribution, (COUNTS,)),
    Rule(LargestMargin, OrbitMixtures, check_mixtures, (COUNTS, MIXTURES)),
    Rule(StandingsBySize, OrbitStandings, check_standings, (COUNTS, MIXTURES)),
    Rule(NoiselessMargins, Evaluation, check_noiseless, noiseless_theorems),
)
