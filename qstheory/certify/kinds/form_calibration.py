"""Bounds e^2 times a number on the calibration function of a closed form, at every size.

H is that of the surrogate ||v - U_y||^2 with the decoder argmin_z F_z . v, see `calibration`.

Below: an excess risk above e of z over z* needs an observation at which (F_z - F_z*) . U_y > e, and
every pair has H >= e^2 / |F_z - F_z*|^2. So H(e) >= e^2 / D^2 for e > e0, where D is the largest
distance of a pair that has an observation of an excess above e0.

Above: at Pi0 the scores g0 = U^T Pi0 decode to z and z* costs as much; at Pi1 the excess of z over
z* is e1, and scores v1 decode to z too. On the way, at the share e / e1 of it, all this holds with
the excess e and the value (e / e1)^2 |v1 - g1|^2. (If z were better than z* at Pi0, e would be
reached later.)

Scores decode to z when F_z . v is least. For features by counts the least value among the sets of a
size is that of the labels whose bits lower it most; the sets of labels may be among others too.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Literal

from qstheory.certify.certain import apart, distance, elements
from qstheory.certify.components import overlaps
from qstheory.certify.kinds.decomposition import counted, whole
from qstheory.certify.kinds.different_lines import meetings
from qstheory.certify.kinds.finite_instances import Evaluation
from qstheory.certify.limits import require_evaluations
from qstheory.certify.rules import Decision, Rule, Tools, proves_if, require
from qstheory.certify.sets import declared_places
from qstheory.certify.theorems import COUNTS
from qstheory.certify.weights import ListedWeights, require_probabilities
from qstheory.errors import InvalidParameter
from qstheory.losses import resolve
from qstheory.losses.base import Loss, Reference
from qstheory.losses.closed_forms import ClosedForm, CountForm, dot
from qstheory.losses.counts import CountStructure
from qstheory.losses.linear import Sparse
from qstheory.losses.spaces import Label

ZERO = Fraction(0)


@dataclass(frozen=True)
class CalibrationBound:
    """H(e) <= square e^2 for 0 < e <= place, or H(e) >= square e^2 for e > place."""

    loss: Reference
    form: str
    relation: Literal["<=", ">="]
    place: Fraction
    square: Fraction

    def __str__(self) -> str:
        where = "e <= " if self.relation == "<=" else "e > "
        words = f"H(e) {self.relation} {self.square} e^2 for {where}{self.place}"
        return f"{self.loss}: {words}, for the closed form {self.form!r}"


@dataclass(frozen=True)
class Path:
    """z and z*, the distributions Pi0 and Pi1, and v1 = sum_y q_y U_y - step (F_z - F_z*)."""

    z: Label
    best: Label
    start: ListedWeights
    stop: ListedWeights
    scores: ListedWeights
    step: Fraction


def of_all_labels(loss: Loss, form: ClosedForm) -> tuple[CountStructure, CountForm]:
    """How loss and form depend on counts, no coordinate left out; raises InvalidParameter."""
    found = counted(loss, form)
    require(not found[1].dropped, "the form leaves out the coordinate of the last label")
    return found


def plain(form: CountForm) -> tuple[Sparse, Sparse] | None:
    """The features of a label without and with its bit, where sizes do not matter to them."""
    alike = form.prediction(0, 0), form.prediction(1, 0)
    same = all(
        not form.prediction_extra(s) and (form.prediction(0, s), form.prediction(1, s)) == alike
        for s in range(form.m + 1)
    )
    return alike if same else None


def square(left: Sparse, right: Sparse) -> Fraction:
    """|left - right|^2."""
    keys = {*left, *right}
    return sum(((left.get(k, ZERO) - right.get(k, ZERO)) ** 2 for k in keys), ZERO)


@lru_cache(maxsize=8)
def squared_diameter(loss: Loss, form: ClosedForm, place: Fraction) -> Fraction:
    """The largest |F_z - F_z*|^2 of pairs with an excess above `place` >= 0; raises TooLarge."""
    _, by_count = of_all_labels(loss, form)
    if loss.counts is None:
        alike = plain(by_count)
        if alike is None or place:
            raise InvalidParameter("The distances of these features are not bounded by counts.")
        return square(*alike) * _farthest(loss)
    return max((found for found, _ in pairs(loss, form, place)), default=ZERO)


def pairs(
    loss: Loss, form: ClosedForm, place: Fraction
) -> Iterator[tuple[Fraction, tuple[int, int, int]]]:
    """|F_z - F_z*|^2 and |z|, |z*|, |z & z*|: of two of these sizes those that matter.

    The square is affine in |z & z*|, so that its ends have the largest; it is the same the other
    way round, whereas the excess is not.
    """
    counts, by_count = of_all_labels(loss, form)
    sizes = counts.predictions.sizes
    require_evaluations(loss, len(sizes) ** 2 * (counts.m + 1 if place else 2))
    features = [by_count.prediction(bit, s) for s in sizes for bit in (0, 1)]
    local, unit = whole(features)
    extra, extra_unit = whole([by_count.prediction_extra(s) for s in sizes])
    for i, a in enumerate(sizes):
        for j, b in enumerate(sizes):
            if not place and b < a:
                continue
            apart = [[_square(f, g) for g in local[2 * j :][:2]] for f in local[2 * i :][:2]]
            beyond = Fraction(_square(extra[i], extra[j]), extra_unit**2)
            shared = overlaps(by_count.m, a, b)
            for k in shared if place else {shared[0], shared[-1]}:
                if place and _largest(by_count, counts, (a, b, k)) <= place:
                    continue
                one, other, neither = a - k, b - k, by_count.m - a - b + k
                square = k * apart[1][1] + one * apart[1][0] + other * apart[0][1]
                yield beyond + Fraction(square + neither * apart[0][0], unit**2), (a, b, k)


def _square(left: Mapping[int, int], right: Mapping[int, int]) -> int:
    return sum((left.get(k, 0) - right.get(k, 0)) ** 2 for k in {*left, *right})


def _largest(form: CountForm, counts: CountStructure, pair: tuple[int, int, int]) -> Fraction:
    """The largest (F_z - F_z') . U_y, for |z|, |z'| and |z & z'|."""
    a, b, both = pair
    return max(
        form.product(a, size, first) - form.product(b, size, second)
        for size, first, second in meetings(counts.observations, a, both, b - both)
    )


def _farthest(loss: Loss) -> int:
    """How many elements lie in one set of a distance of sets and not in another, at most."""
    places = declared_places(loss) if distance(loss) is not None else None
    if places is not None:
        return places[-1][1] - places[0][1]
    counts = loss.by_counts
    assert counts is not None
    return max(map(max, apart(loss, [counts.prediction_set(z) for z in loss.predictions])))


def decodes(loss: Loss, form: ClosedForm, z: Label, scores: Sparse) -> bool:
    """Whether F_z . v is least; raises TooLarge."""
    counts, by_count = of_all_labels(loss, form)
    return dot(form.prediction_features(z), scores) <= least_score(counts, by_count, scores)


def least_score(counts: CountStructure, form: CountForm, scores: Sparse) -> Fraction:
    """The least F_z . v of the sets z of all sizes that are admitted."""
    m, sizes = form.m, counts.predictions.sizes
    offset = m * form.blocks
    labels = [
        {block: scores.get(block * m + j, ZERO) for block in range(form.blocks)} for j in range(m)
    ]
    extras = {e: scores.get(offset + e, ZERO) for e in range(form.extras)}
    if len(sizes) == m + 1 and (alike := plain(form)) is not None:
        return sum((min(dot(f, v) for f in alike) for v in labels), ZERO)
    return min(_least_of_size(form, s, labels, extras) for s in sizes)


def _least_of_size(
    form: CountForm, size: int, labels: list[dict[int, Fraction]], extras: Sparse
) -> Fraction:
    """The least of the sets of a size: of the labels those that lower it most."""
    without, within = (form.prediction(bit, size) for bit in (0, 1))
    base = [dot(without, v) for v in labels]
    changes = sorted(dot(within, v) - x for v, x in zip(labels, base, strict=True))
    return sum(base, ZERO) + sum(changes[:size], dot(form.prediction_extra(size), extras))


def combined(loss: Loss, form: ClosedForm, weights: ListedWeights) -> dict[int, Fraction]:
    """sum_y q_y U_y, from the weight of the sets of each size, and of those with each label."""
    counts, by_count = of_all_labels(loss, form)
    m, offset = by_count.m, by_count.m * by_count.blocks
    whole: dict[int, Fraction] = {}
    having: dict[tuple[int, int], Fraction] = {}
    for y, w in weights.weights:
        bits = counts.observation_set(y)
        size = bits.bit_count()
        whole[size] = whole.get(size, ZERO) + w
        for element in elements(bits):
            place = size, m - 1 - element
            having[place] = having.get(place, ZERO) + w
    found: dict[int, Fraction] = {}
    for size, w in whole.items():
        local = by_count.observation(0, size), by_count.observation(1, size)
        for j in range(m) if local[0] else [j for s, j in having if s == size]:
            share = having.get((size, j), ZERO)
            for features, part in zip(local, (w - share, share), strict=True):
                for block, x in features.items():
                    k = block * m + j
                    found[k] = found.get(k, ZERO) + part * x
        for e, x in by_count.observation_extra(size).items():
            found[offset + e] = found.get(offset + e, ZERO) + w * x
    return found


def moved(loss: Loss, form: ClosedForm, given: Path) -> tuple[dict[int, Fraction], Sparse]:
    """v1, and F_z - F_z*."""
    own, rival = map(form.prediction_features, (given.z, given.best))
    change = {k: own.get(k, ZERO) - rival.get(k, ZERO) for k in {*own, *rival}}
    scores = combined(loss, form, given.scores)
    for k, x in change.items():
        scores[k] = scores.get(k, ZERO) - given.step * x
    return scores, change


def check_path(proposition: CalibrationBound, given: Path, tools: Tools) -> Decision:
    """What the scores at both ends decode to, the excess and the value at the second."""
    above = proposition.relation == "<=" and proposition.place > 0
    require(above, "a path bounds H from above, up to some e > 0")
    loss = resolve(proposition.loss)
    form = loss.closed_form(proposition.form)
    named = given.z in loss.predictions and given.best in loss.predictions
    require(named, "the pair does not name two predictions")
    for weights in (given.start, given.stop, given.scores):
        require_probabilities(loss, "observations", weights)
    scores, change = moved(loss, form, given)
    both = (combined(loss, form, given.start), scores)
    decoded = all(decodes(loss, form, given.z, v) for v in both)
    require(decoded, "the scores do not decode to the prediction")
    require(dot(change, both[0]) == 0, "the pair does not cost the same at the start")
    truth = combined(loss, form, given.stop)
    reaches = dot(change, truth) >= proposition.place
    require(reaches, "the excess risk does not reach the place")
    value = square(scores, truth)
    return proves_if(
        value <= proposition.square * proposition.place**2, "the value lies above the bound"
    )


def check_diameter(proposition: CalibrationBound, _: Evaluation, tools: Tools) -> Decision:
    """The largest distance of two predictions."""
    below = proposition.relation == ">=" and proposition.place >= 0
    require(below, "the diameter bounds H from below, beyond some e >= 0")
    loss = resolve(proposition.loss)
    found = squared_diameter(loss, loss.closed_form(proposition.form), proposition.place)
    return proves_if(found * proposition.square <= 1, "the diameter shows less")


RULES = (
    Rule(CalibrationBound, Path, check_path, (COUNTS,)),
    Rule(CalibrationBound, Evaluation, check_diameter, (COUNTS,)),
)
