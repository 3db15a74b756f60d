"""The calibration function of a closed form by counts, at every size: pieces that are c e^2.

Below, e^2 / D^2 for the largest distance D of two predictions F_z, F_z* of which one can exceed the
other by more than where the piece begins. As much above: from Pi0, at which both are optimal, to
Pi1, at which z costs most beside z*, with the scores U^T Pi1 moved on to where both tie.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from qstheory.certify.kinds.finite_instances import Evaluation
from qstheory.certify.kinds.form_calibration import (
    CalibrationBound,
    Path,
    combined,
    counted,
    pairs,
    squared_diameter,
)
from qstheory.certify.sets import declared_places
from qstheory.certify.weights import ListedWeights
from qstheory.errors import InvalidParameter
from qstheory.losses import resolve
from qstheory.losses.base import Loss
from qstheory.losses.closed_forms import ClosedForm, dot
from qstheory.losses.counts import CountStructure
from qstheory.losses.spaces import Label, LabelSets, Space
from qstheory.theory.closed_forms import witness
from qstheory.theory.findings import Evidence, judged

ZERO, ONE = Fraction(0), Fraction(1)
MOST_PIECES = 4
"""Abstaining takes two; each further one needs all pairs that exceed by more than the last."""


@dataclass(frozen=True)
class Piece:
    """H(e) = square e^2 for low < e <= high, with what shows it from below and above."""

    low: Fraction
    high: Fraction
    square: Fraction
    evidence: tuple[Evidence, ...]


@dataclass(frozen=True)
class ByForm:
    """H(e) >= lower e^2 everywhere, and the pieces that are known; `whole` tells if there are more.

    No excess risk is larger than `largest`.
    """

    lower: Fraction
    shown: Evidence
    pieces: tuple[Piece, ...]
    largest: Fraction

    @property
    def exact(self) -> bool:
        """Whether the pieces are all of H."""
        return bool(self.pieces) and self.pieces[-1].high >= self.largest


def by_form(loss: Loss, form: ClosedForm) -> ByForm:
    """What counts tell of H; raises InvalidParameter and TooLarge.

    >>> from qstheory import losses
    >>> loss = losses.make("hamming", m=20)
    >>> [(p.high, p.square) for p in by_form(loss, loss.closed_forms[0]).pieces]
    [(Fraction(1, 1), Fraction(20, 1))]
    """
    loss = resolve(loss.reference)  # What is computed of its forms here need not be twice.
    form = loss.closed_form(form.name)
    counted(loss, form)
    if loss.bounds is None:
        raise InvalidParameter("The loss declares no bounds.")
    largest = loss.bounds[1] - loss.bounds[0]
    lower = squared_diameter(loss, form, ZERO)
    if not lower:
        raise InvalidParameter("All predictions have the same features.")
    reference = loss.reference
    shown = judged(CalibrationBound(reference, form.name, ">=", ZERO, 1 / lower), Evaluation())
    pieces: list[Piece] = []
    place, square = ZERO, lower
    while place < largest and len(pieces) < MOST_PIECES:
        if pieces:
            square = squared_diameter(loss, form, place)
            if not square:
                largest = place
                break
        path = next(_paths(loss, form, place, square), None)
        if path is None or path[0] <= place:
            break
        above = CalibrationBound(reference, form.name, "<=", path[0], 1 / square)
        below = CalibrationBound(reference, form.name, ">=", place, 1 / square)
        evidence = (judged(below, Evaluation()) if place else shown, judged(above, path[1]))
        if not all(each.proves for each in evidence):
            break
        pieces.append(Piece(place, path[0], 1 / square, evidence))
        place = path[0]
        if loss.counts is None:  # The farthest of a distance of sets: no excess is larger.
            largest = min(largest, place)
    return ByForm(1 / lower, shown, tuple(pieces), largest)


def _paths(
    loss: Loss, form: ClosedForm, place: Fraction, squared: Fraction
) -> Iterator[tuple[Fraction, Path]]:
    """Ways on which the bound e^2 / D^2 may be attained, with the excess at their ends."""
    for z, best in _farthest(loss, form, place, squared):
        stop, mirror = (_apart(loss, *each) for each in ((z, best), (best, z)))
        if stop is None or mirror is None:
            continue
        own, rival = map(form.prediction_features, (z, best))

        ends = [combined(loss, form, weights) for weights in (stop, mirror)]
        most, least = (dot(own, end) - dot(rival, end) for end in ends)
        if most <= 0 or least >= 0:
            continue
        start = _mixed(stop, mirror, -least / (most - least))
        yield most, Path(z, best, start, stop, stop, most / squared)


def _farthest(
    loss: Loss, form: ClosedForm, place: Fraction, squared: Fraction
) -> Iterator[tuple[Label, Label]]:
    """Pairs at that distance, one for each orbit."""
    counts, _ = counted(loss, form)
    if loss.counts is None:
        yield from _farthest_sets(loss, counts)
        return
    for found, (a, b, both) in pairs(loss, form, place):
        if found == squared:
            pair = _labels(loss.predictions, counts, a, b, both)
            if pair is not None:
                yield pair


def _farthest_sets(loss: Loss, counts: CountStructure) -> Iterator[tuple[Label, Label]]:
    """The ends of a line; in a tree a node farthest from any, and one farthest from that."""
    places = declared_places(loss)
    if places is not None:
        yield places[0][0], places[-1][0]
        return
    sets = {z: counts.prediction_set(z) for z in loss.predictions}
    ends = [next(iter(sets))]
    for _ in range(2):
        own = sets[ends[-1]]
        ends.append(max(sets, key=lambda z: (sets[z] ^ own).bit_count()))
    yield ends[1], ends[2]


def _labels(
    space: Space, counts: CountStructure, a: int, b: int, both: int
) -> tuple[Label, Label] | None:
    """Two predictions whose sets have these sizes and so many labels in common."""
    if isinstance(space, LabelSets):
        return witness(counts, a, b, both)
    sets = [(z, counts.prediction_set(z)) for z in space]
    z, own = next(pair for pair in sets if pair[1].bit_count() == a)
    return next(
        (
            (z, best)
            for best, rival in sets
            if best != z and rival.bit_count() == b and (own & rival).bit_count() == both
        ),
        None,
    )


def _apart(loss: Loss, z: Label, best: Label) -> ListedWeights | None:
    """Where z costs most beside another prediction: where that one, or a part of it, is observed.

    That is the observation of the same set, or those of one label that only the other one has, with
    half the weight for those in both, so that these stay best; where it has none, all not in z.
    """
    counts = loss.by_counts
    assert counts is not None
    own, rival = counts.prediction_set(z), counts.prediction_set(best)
    if counts.observations.sizes != range(1, 2):
        same = best in loss.observations and counts.observation_set(best) == rival
        return ListedWeights(((best, ONE),)) if same else None
    twice = rival & ~own or ~own
    bits = ((y, counts.observation_set(y)) for y in loss.observations)
    shares = {y: 2 if each & twice else 1 for y, each in bits if each & (twice | own & rival)}
    total = sum(shares.values())
    return ListedWeights(tuple((y, Fraction(x, total)) for y, x in shares.items())) or None


def _mixed(stop: ListedWeights, mirror: ListedWeights, share: Fraction) -> ListedWeights:
    """That share of the first, the rest of the mirror."""
    weights: dict[Label, Fraction] = {}
    for given, part in ((stop, share), (mirror, 1 - share)):
        for y, w in given.weights:
            weights[y] = weights.get(y, ZERO) + part * w
    return ListedWeights(tuple(sorted(weights.items(), key=lambda pair: str(pair[0]))))
