"""Rational weights on the predictions or the observations of a loss, and their product with L.

`ListedWeights` names labels, `UniformWeights` is 1/n on each of n labels, and `SizeWeights` gives
each size s of label sets of {1..m} a total that is spread evenly over the (m choose s) sets of that
size. The last two go through the declared counts, so 2^m labels cost O(m^3) exact operations.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import comb, lcm
from operator import mul
from typing import Literal

from qstheory.certify.arithmetic import over_common_denominator
from qstheory.certify.limits import BLOCK, require_evaluations, submatrix
from qstheory.certify.packed import line_sums
from qstheory.certify.rules import refuse, require
from qstheory.errors import InvalidParameter
from qstheory.losses.base import Loss, MatrixReference
from qstheory.losses.counts import AffineEntry
from qstheory.losses.spaces import Label, Space

Side = Literal["predictions", "observations"]


@dataclass(frozen=True)
class ListedWeights:
    """The weight of each label listed, 0 for all others."""

    weights: tuple[tuple[Label, Fraction], ...]


@dataclass(frozen=True)
class UniformWeights:
    """1/n for each of the n labels."""


@dataclass(frozen=True)
class SizeWeights:
    """For each size s listed, the total weight of all label sets of that size, spread evenly."""

    weights: tuple[tuple[int, Fraction], ...]


Weights = ListedWeights | UniformWeights | SizeWeights


def side_of(loss: Loss, side: Side) -> Space:
    """The space that the weights live on."""
    return loss.predictions if side == "predictions" else loss.observations


def weights_fault(loss: Loss, side: Side, given: Weights) -> str:
    """Why the weights do not name distinct labels or sizes of that side, or ''."""
    if isinstance(given, UniformWeights):
        return "" if side_of(loss, side).size else f"there are no {side}"
    keys = [key for key, _ in given.weights]
    if isinstance(given, ListedWeights):
        space = side_of(loss, side)
        known = all(key in space for key in keys)
    elif loss.counts is None:
        return "the loss is not declared by counts"
    else:
        sets = loss.counts.predictions if side == "predictions" else loss.counts.observations
        known = all(key in sets.sizes for key in keys)
    if len(set(keys)) != len(keys) or not known:
        return f"a weight is repeated or belongs to none of the {side}"
    return ""


def total(given: Weights) -> Fraction:
    """The sum of all weights."""
    if isinstance(given, UniformWeights):
        return Fraction(1)
    return sum((weight for _, weight in given.weights), Fraction(0))


def least(loss: Loss, side: Side, given: Weights) -> Fraction:
    """The smallest weight of any label of that side, up to a positive factor."""
    if isinstance(given, UniformWeights):
        return Fraction(1)
    if isinstance(given, ListedWeights):
        everywhere = len(given.weights) == side_of(loss, side).size
    else:
        assert loss.counts is not None
        sets = loss.counts.predictions if side == "predictions" else loss.counts.observations
        everywhere = len(given.weights) == len(sets.sizes)
    listed = [weight for _, weight in given.weights]
    return min(listed if everywhere else [*listed, Fraction(0)])


def require_probabilities(loss: Loss, side: Side, given: Weights) -> None:
    """Check that these are weights >= 0 of sum 1 on that side."""
    refuse(weights_fault(loss, side, given))
    fit = total(given) == 1 and least(loss, side, given) >= 0
    require(fit, "the weights are not >= 0 with sum 1")


def weight_at(loss: Loss, side: Side, given: Weights, label: Label) -> Fraction:
    """The weight of one label of that side, up to a positive factor."""
    if isinstance(given, UniformWeights):
        return Fraction(1)
    if isinstance(given, ListedWeights):
        return dict(given.weights).get(label, Fraction(0))
    counts = loss.counts
    assert counts is not None
    set_of = counts.prediction_set if side == "predictions" else counts.observation_set
    return dict(given.weights).get(set_of(label).bit_count(), Fraction(0))


def products(loss: Loss, side: Side, given: Weights) -> Iterator[tuple[Label, Fraction]]:
    """All values of the weighted sum over `side` of L, one for each label of the other side.

    Yields (label, value), or (size, value) once for all label sets of a size when the weights go
    by counts. Raises TooLarge.
    """
    if loss.counts is not None and not isinstance(given, ListedWeights):
        yield from _by_counts(loss, side, given)
        return
    if isinstance(given, SizeWeights):
        raise InvalidParameter("Weights by size need a loss that is declared by counts.")
    space = side_of(loss, side)
    if isinstance(given, UniformWeights):
        require_evaluations(loss, space.size)
        weights = [(label, Fraction(1, space.size)) for label in space]
    else:
        weights = [(label, weight) for label, weight in given.weights if weight]
    if isinstance(loss.reference, MatrixReference):
        yield from _stored(loss, loss.reference, side, dict(weights))
        return
    other = loss.observations if side == "predictions" else loss.predictions
    require_evaluations(loss, len(weights) * other.size)
    shared = lcm(*(weight.denominator for _, weight in weights))
    labels, scaled = [at for at, _ in weights], [int(weight * shared) for _, weight in weights]
    others = list(other)
    for k in range(0, len(others), BLOCK):
        block = others[k : k + BLOCK]
        if side == "predictions":
            lines: Iterable[Sequence[Fraction]] = zip(*submatrix(loss, labels, block), strict=True)
        else:
            lines = submatrix(loss, block, labels)
        if scaled == [1] == [shared]:
            yield from ((label, line[0]) for label, line in zip(block, lines, strict=True))
        elif scaled:
            for label, line in zip(block, lines, strict=True):
                yield label, _sum(zip(scaled, line, strict=True), shared)
        else:
            yield from ((label, Fraction(0)) for label in block)


def _sum(terms: Iterable[tuple[int, Fraction]], shared: int) -> Fraction:
    """Sum of weight * entry / shared: numerators are added for each denominator of an entry."""
    sums: dict[int, int] = {}
    for weight, entry in terms:
        top, bottom = entry.as_integer_ratio()
        sums[bottom] = sums.get(bottom, 0) + weight * top
    if len(sums) == 1:
        ((bottom, top),) = sums.items()
        return Fraction(top, bottom * shared)
    return sum((Fraction(top, bottom * shared) for bottom, top in sums.items()), Fraction(0))


def risk_values(loss: Loss, given: Weights) -> Iterator[tuple[Label, object]]:
    """The weighted sum of L(z, .) for each z, up to an injective map.

    Where the weights in a loss are irrational and it has no exact entries, the sums are taken as
    linear forms in those weights, one for each denominator: equal forms are equal sums.
    """
    entry = loss.linear
    if entry is None or entry.weights.rational:
        yield from products(loss, "observations", given)
        return
    require_evaluations(loss, loss.predictions.size * loss.observations.size)
    if isinstance(given, SizeWeights):
        raise InvalidParameter("Weights by size need a loss that is declared by counts.")
    uniform = ListedWeights(tuple((y, Fraction(1)) for y in loss.observations))
    listed = given.weights if isinstance(given, ListedWeights) else uniform.weights
    for z in loss.predictions:
        sums: dict[tuple[object, int], Fraction] = {}
        for y, weight in listed:
            divisor = tuple(sorted((p, v) for p, v in entry.denominator(y).items() if v))
            for p, coefficient in entry.numerator(z, y).items():
                sums[divisor, p] = sums.get((divisor, p), Fraction(0)) + weight * coefficient
        yield z, frozenset((key, value) for key, value in sums.items() if value)


def _stored(
    loss: Loss, matrix: MatrixReference, side: Side, weights: dict[Label, Fraction]
) -> Iterator[tuple[Label, Fraction]]:
    """Line by line over integers: the entries are at hand."""
    found = stored_numerators(loss, matrix, side, weights)
    if found is not None:
        denominator, numerators = found
        yield from ((label, Fraction(value, denominator)) for label, value in numerators)
        return
    by_rows = side == "predictions"
    other = loss.observations if by_rows else loss.predictions
    places, (shared, integers) = _places(side_of(loss, side), weights)
    lines, given = matrix.entries.lines("columns" if by_rows else "rows"), matrix.entries.values
    for label, line in zip(other, lines, strict=True):
        factor, values = over_common_denominator([given[line[k]] for k in places])
        yield label, Fraction(sum(map(mul, integers, values)), shared * factor)


def stored_numerators(
    loss: Loss, matrix: MatrixReference, side: Side, weights: dict[Label, Fraction]
) -> tuple[int, Iterator[tuple[Label, int]]] | None:
    """One denominator of the weighted sums and their numerators; None if it has many digits."""
    together = matrix.entries.over_one_denominator
    if together is None:
        return None
    by_rows = side == "predictions"
    other = loss.observations if by_rows else loss.predictions
    places, (shared, integers) = _places(side_of(loss, side), weights)
    sums = line_sums(matrix.entries, "rows" if by_rows else "columns", places, integers)
    return shared * together[0], zip(other, sums, strict=True)


def _places(
    space: Space, weights: dict[Label, Fraction]
) -> tuple[list[int], tuple[int, list[int]]]:
    """The places of the weights in their space, and these as integers over one denominator."""
    places = [k for k, label in enumerate(space) if label in weights]
    return places, over_common_denominator([weights[y] for y in space if y in weights])


def _by_counts(
    loss: Loss, side: Side, given: UniformWeights | SizeWeights
) -> Iterator[tuple[Label, Fraction]]:
    """Value at a set of size t: sum over s and overlaps k of

    weight_s C(t, k) C(m - t, s - k) / C(m, s) L(s, t, k), the hypergeometric average. Where L is
    affine in s, t and k the average is L(s, t, s t / m), k at its mean.
    """
    counts = loss.counts
    assert counts is not None
    m = counts.m
    here, there = counts.predictions, counts.observations
    if side == "observations":
        here, there = there, here
    if isinstance(given, UniformWeights):
        weights = [(s, Fraction(comb(m, s), here.size)) for s in here.sizes]
    else:
        weights = [(s, weight) for s, weight in given.weights if weight]
    if isinstance(counts.entry, AffineEntry):
        yield from _affine(counts.entry, side, m, weights, there.sizes)
        return
    require_evaluations(loss, len(there.sizes) * len(weights) * (m + 1))
    for t in there.sizes:
        value = Fraction(0)
        for s, weight in weights:
            average = Fraction(0)
            for k in range(max(0, s + t - m), min(s, t) + 1):
                entry = counts.entry(s, t, k) if side == "predictions" else counts.entry(t, s, k)
                average += comb(t, k) * comb(m - t, s - k) * entry
            value += weight * average / comb(m, s)
        yield t, value


def _affine(
    entry: AffineEntry,
    side: Side,
    m: int,
    weights: Sequence[tuple[int, Fraction]],
    sizes: Iterable[int],
) -> Iterator[tuple[Label, Fraction]]:
    """Sums of weight_s and of s weight_s are all that an affine entry needs: O(m) in all."""
    mass = sum((weight for _, weight in weights), Fraction(0))
    moment = sum((s * weight for s, weight in weights), Fraction(0))
    near, far = entry.prediction, entry.observation
    if side == "observations":
        near, far = far, near
    for t in sizes:
        yield t, mass * (entry.constant + far * t) + moment * (near + entry.both * Fraction(t, m))
