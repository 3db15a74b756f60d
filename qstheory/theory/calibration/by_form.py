"""The calibration function of a closed form by counts, at every size: pieces that are c e^2.

Below, e^2 / D^2 for the largest distance D of two predictions F_z, F_z* of which one can exceed the
other by more than where the piece begins. As much above: from Pi0, at which both are optimal, to
Pi1, at which z costs most beside z*, with the scores U^T Pi1 moved on to where both tie.

In the dossier these pieces, or a formula, are the calibration function at every size.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from decimal import ROUND_FLOOR
from fractions import Fraction

from qstheory.certify.kinds.finite_instances import Evaluation
from qstheory.certify.kinds.form_calibration import (
    CalibrationBound,
    Path,
    combined,
    of_all_labels,
    pairs,
    squared_diameter,
)
from qstheory.certify.sets import declared_places
from qstheory.certify.surds import of
from qstheory.certify.weights import ListedWeights
from qstheory.errors import InvalidParameter, TooLarge
from qstheory.losses import resolve
from qstheory.losses.base import Loss
from qstheory.losses.closed_forms import ClosedForm, dot
from qstheory.losses.counts import CountStructure
from qstheory.losses.distances import SQUARE, expansion_form
from qstheory.losses.spaces import Label, LabelSets, Space
from qstheory.theory.calibration.text import Piece, quadratic_text, rounded_text
from qstheory.theory.decompositions import witness
from qstheory.theory.findings import Evidence, Finding, judged

ZERO, ONE = Fraction(0), Fraction(1)
MOST_PIECES = 4
"""Abstaining takes two; each further one needs all pairs that exceed by more than the last."""


@dataclass(frozen=True)
class SquarePiece:
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
    pieces: tuple[SquarePiece, ...]
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
    of_all_labels(loss, form)
    if loss.bounds is None:
        raise InvalidParameter("The loss declares no bounds.")
    largest = loss.bounds[1] - loss.bounds[0]
    lower = squared_diameter(loss, form, ZERO)
    if not lower:
        raise InvalidParameter("All predictions have the same features.")
    reference = loss.reference
    shown = judged(CalibrationBound(reference, form.name, ">=", ZERO, 1 / lower), Evaluation())
    pieces: list[SquarePiece] = []
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
        pieces.append(SquarePiece(place, path[0], 1 / square, evidence))
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
    counts, _ = of_all_labels(loss, form)
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


FUNCTION, CONVEXIFIED = "calibration-function", "calibration-convexified"


def form_findings(
    loss: Loss, form: ClosedForm, meaning: str, convex_meaning: str
) -> list[Finding] | None:
    """H as counts or a formula give it, and H** where H is c e^2; None where they do not."""
    classes = loss.predictions.size
    if loss.polynomial == SQUARE and form.polynomial == expansion_form(classes).polynomial:
        return [squared_finding(loss.predictions.size, form.name, meaning)]
    try:
        found = by_form(loss, form)
    except (InvalidParameter, TooLarge):
        return None
    pieces, evidence = _merged(found), tuple(e for piece in found.pieces for e in piece.evidence)
    words = f"decomposition {form.name}: {_text(found, pieces)}"
    if not found.exact:
        shown = (found.shown, *evidence)
        return [_interval(found, pieces, words, shown, meaning)]
    H = Finding("calibration", FUNCTION, words, tuple(pieces), evidence, meaning)
    if len(pieces) > 1:
        return [H]
    same = "H is convex: H** = H"
    return [H, Finding("calibration", CONVEXIFIED, same, True, evidence, convex_meaning)]


def _interval(
    found: ByForm, pieces: list[Piece], words: str, evidence: tuple[Evidence, ...], meaning: str
) -> Finding:
    end = pieces[-1][1] if pieces else ZERO
    upper = pieces[0][4] if len(pieces) == 1 else None
    value = (found.lower, upper, end)
    return Finding("calibration", FUNCTION, words, value, evidence, meaning, interval=True)


def _merged(found: ByForm) -> list[Piece]:
    merged: list[Piece] = []
    for piece in found.pieces:
        low = piece.low
        if merged and merged[-1][4] == piece.square:
            low = merged.pop()[0]
        merged.append((low, piece.high, ZERO, ZERO, piece.square))
    return merged


def _text(found: ByForm, pieces: list[Piece]) -> str:
    """The pieces, open on the left after the first, and what is known beyond them."""
    below = f"H(e) >= {rounded_text(found.lower, ROUND_FLOOR)} e^2"
    if not pieces:
        return below
    written = (
        f"{quadratic_text(of(ZERO), of(ZERO), of(square))} on {'(' if low else '['}{low}, {high}]"
        for low, high, _, _, square in pieces
    )
    return f"H(e) = {'; '.join(written)}" + ("" if found.exact else f", and {below} beyond")


def squared_finding(classes: int, name: str, meaning: str) -> Finding:
    """H of (z - y)^2 on n classes, with F_z = (x^2, -2 s x, s^2), U_y = (1, u/s, u^2/s^2).

    Here x = z - s, u = y - s and s = (n - 1)/2 is the middle;

        H(e) = (e/d + d - 1)^2 / ((n - 1)^2 + (n - 2)^2)

    for d (d - 1) <= e <= d (d + 1), d < n - 1, and for the last d = n - 1 up to (n - 1)^2. The
    scores v decode to z only if (2 x - 1) v_0 <= 2 s v_1. With g = (1, mu/s, .) the excess of z
    over z - d is d (2 x - d - 2 mu); if it is e, then 2 x - 1 - 2 mu = e/d + d - 1, which is at
    most |v - g| (4 s^2 + (2 x - 1)^2)^(1/2). That is least for x = s, where the nearest v ties with
    z - 1 and so decodes to z, and for the d nearest to the root of e; mu >= -s as
    d (2 n - 2 - d) >= e. Predictions below the best one are as many steps from the other end.
    """
    n, scale = classes, (classes - 1) ** 2 + (classes - 2) ** 2
    words = f"decomposition {name}: H(e) = (e/d + d - 1)^2/{scale} for d (d - 1) <= e <= d (d + 1)"
    words += f", d = 1, ..., {n - 1}, up to e = {(n - 1) ** 2}"
    details = (("pieces", n - 1), ("largest excess", (n - 1) ** 2))
    return Finding(
        "calibration", FUNCTION, words, f"(e/d + d - 1)^2/{scale}", meaning=meaning, details=details
    )
