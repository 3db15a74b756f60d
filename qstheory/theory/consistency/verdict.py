"""The verdict on a surrogate for a loss, with the smallest distribution at which it fails.

Consistent: at every Pi every minimiser of the surrogate risk decodes, whatever the ties, to
Bayes-optimal predictions only. A failure is an exact Pi, a verified minimiser, what is decoded and
its excess risk. The status is what `decide` says of the certificate.

On a triangle of distributions the failures are convex polygons with exact corners. For scores v the
distributions that v minimises are a polygon P(v). Where a prediction z decoded at v is worse than
another one, l(z) >= l(z'), P(v) is a region of failure. The regions of all v that minimisers of a
grid show are returned; between the points of the grid others may be missing.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Literal, assert_never

from qstheory.certify.arithmetic import Vector, inner
from qstheory.certify.kinds.decomposition import AffineDecomposition, EveryEntry
from qstheory.certify.kinds.dimension_bounds import QuadraticConsistent
from qstheory.certify.kinds.log_linear_consistency import (
    LogLinearConsistent,
    RisksInFeatures,
    WrongModel,
)
from qstheory.certify.kinds.polyhedral import PolyhedralSurrogate, WrongMinimiser
from qstheory.certify.limits import matrix
from qstheory.certify.maxima import Terms
from qstheory.certify.rules import Outcome
from qstheory.errors import NotApplicable, QstheoryError, TooLarge, Undecided
from qstheory.exact.integer_matrix import solve
from qstheory.losses.base import Loss
from qstheory.theory.consistency.polyhedral import (
    Failures,
    decided,
    distributions,
    smallest_failure,
    some_decoder,
    triangle,
)
from qstheory.theory.consistency.programs import active, farthest
from qstheory.theory.consistency.surrogates import LogLinear, Model, Surrogate
from qstheory.theory.findings import Evidence, judged


def log_linear_decided(loss: Loss, model: LogLinear, most: int) -> Evidence:
    """The proof, or the failure at the first of `most` distributions.

    Raises Undecided when there is neither.
    """
    proposition = LogLinearConsistent(loss.reference, model.features, model.decoder)
    certificate = EveryEntry() if model.decoder == "mode" else _risks(loss, model)
    if certificate is not None:
        evidence = judged(proposition, certificate)
        if evidence.proves:
            return evidence
    L = matrix(loss)
    for Pi, potentials in _minimised(model, most):
        wrong = _wrong(L, model, Pi, potentials)
        if wrong is not None:
            return judged(proposition, WrongModel(Pi, potentials, wrong))
    raise Undecided(f"No proof, and no failure at the first {most} distributions.")


def _risks(loss: Loss, model: LogLinear) -> RisksInFeatures | None:
    L = matrix(loss)
    system = [[*map(Fraction, Phi), Fraction(1)] for Phi in model.features]
    found = [solve(system, [a - b for a, b in zip(row, L[0], strict=True)]) for row in L]
    solved = [x for x in found if x is not None]
    if len(solved) < len(found):
        return None
    return RisksInFeatures(tuple(x[:-1] for x in solved), tuple(x[-1] for x in solved))


def _minimised(model: LogLinear, most: int) -> Iterator[tuple[Vector, Vector]]:
    """Distributions whose minimiser is rational in exp(w), with it.

    With a score for each label these are the positive ones and exp(w) = Pi. With the bits of label
    sets they have marginals p_j in (0, 1), and exp(w_j) = p_j / (1 - p_j).
    """
    size = len(model.features)
    indicators = all(sum(row) == 1 and row[i] == 1 for i, row in enumerate(model.features))
    for Pi in distributions(size, most, least=int(indicators)):
        if indicators:
            yield Pi, Pi
            continue
        marginals = [inner(Pi, tuple(map(Fraction, c))) for c in zip(*model.features, strict=True)]
        if all(0 < p < 1 for p in marginals):
            yield Pi, tuple(p / (1 - p) for p in marginals)


def _wrong(L: list[Vector], model: LogLinear, Pi: Vector, potentials: Vector) -> int | None:
    """A decoded prediction that is not optimal."""
    masses = model_masses(model, potentials)
    costs = [-m for m in masses] if model.decoder == "mode" else [inner(row, masses) for row in L]
    risks = [inner(row, Pi) for row in L]
    for z, cost in enumerate(costs):
        if cost == min(costs) and risks[z] > min(risks):
            return z
    return None


def model_masses(model: LogLinear, potentials: Vector) -> Vector:
    """exp(Phi(y) . w), not normalised."""
    masses = []
    for Phi in model.features:
        mass = Fraction(1)
        for u, k in zip(potentials, Phi, strict=True):
            mass *= u**k
        masses.append(mass)
    return tuple(masses)


Status = Literal["consistent", "inconsistent", "undecided", "not applicable"]
MOST = 150
"""Distributions at which the smallest failure of a surrogate is looked for."""
CHEAP = 20
"""So many times more for a log-linear model, which takes no linear programs."""


@dataclass(frozen=True)
class Failure:
    """What goes wrong at a distribution.

    `scores` is a minimiser, exp(w) for a log-linear model; `decoded` are all its predictions by
    index, `wrong` one of them that is not optimal, `optimal` the best ones. `smallest` says that
    every distribution with a smaller denominator was tried.
    """

    distribution: Vector
    scores: Vector
    decoded: tuple[int, ...]
    wrong: int
    optimal: tuple[int, ...]
    excess: Fraction
    smallest: bool = True


@dataclass(frozen=True)
class Consistency:
    """The verdict on one surrogate for one loss.

    For an inconsistent polyhedral surrogate `some_decoder` proves that another decoder would be
    consistent, or refutes it; None when that was not settled.
    """

    loss: Loss
    surrogate: Surrogate
    evidence: Evidence | None = None
    some_decoder: Evidence | None = None
    failure: Failure | None = None
    reason: str = ""
    applicable: bool = True
    attempted: bool = True

    @property
    def status(self) -> Status:
        """What the decision says; without evidence the reason says why."""
        if self.evidence is None or self.evidence.decision.outcome is Outcome.INVALID:
            return "undecided" if self.applicable else "not applicable"
        return "consistent" if self.evidence.proves else "inconsistent"


def consistency(loss: Loss, surrogate: Surrogate, most: int = MOST) -> Consistency:
    """Whether the surrogate is consistent for the loss.

    >>> from qstheory import losses
    >>> from qstheory.theory.consistency.surrogates import surrogate
    >>> found = consistency(losses.make("multiclass", classes=3), surrogate("crammer-singer"))
    >>> found.status, [str(p) for p in found.failure.distribution], found.failure.excess
    ('inconsistent', ['0', '1/2', '1/2'], Fraction(1, 2))
    """
    try:
        return _decided(loss, surrogate, surrogate.build(loss), most)
    except NotApplicable as error:
        return Consistency(loss, surrogate, reason=str(error), applicable=False)
    except TooLarge as error:
        return Consistency(loss, surrogate, reason=str(error), attempted=False)
    except QstheoryError as error:
        return Consistency(loss, surrogate, reason=str(error))


def _decided(loss: Loss, surrogate: Surrogate, model: Model, most: int) -> Consistency:
    match model:
        case AffineDecomposition():
            proposition = QuadraticConsistent(loss.reference, model)
            return Consistency(loss, surrogate, judged(proposition, EveryEntry()))
        case LogLinear():
            return _log_linear(loss, surrogate, model, most)
        case PolyhedralSurrogate():
            return _polyhedral(loss, surrogate, model, most)
        case _:
            assert_never(model)


def _log_linear(loss: Loss, surrogate: Surrogate, model: LogLinear, most: int) -> Consistency:
    evidence = log_linear_decided(loss, model, CHEAP * most)
    found = evidence.certificate
    if not isinstance(found, WrongModel):
        return Consistency(loss, surrogate, evidence)
    masses = model_masses(model, found.potentials)
    L = matrix(loss)
    costs = [-m for m in masses] if model.decoder == "mode" else [inner(row, masses) for row in L]
    failure = failure_at(L, found.distribution, found.potentials, costs, found.prediction)
    return Consistency(loss, surrogate, evidence, failure=failure)


def _polyhedral(
    loss: Loss, surrogate: Surrogate, model: PolyhedralSurrogate, most: int
) -> Consistency:
    evidence = decided(loss, model)
    found = evidence.certificate
    if not isinstance(found, WrongMinimiser):
        return Consistency(loss, surrogate, evidence)
    L = matrix(loss)
    smallest = smallest_failure(L, model, most)
    if smallest is not None:
        found = smallest
        evidence = judged(evidence.proposition, smallest)
    costs = [form.score.at(found.scores) for form in model.decoder]
    least: dict[int, Fraction] = {}
    for form, cost in zip(model.decoder, costs, strict=True):
        least[form.prediction] = min(cost, least.get(form.prediction, cost))
    scored = [least.get(z, max(costs) + 1) for z in range(len(L))]
    wrong = model.decoder[found.form].prediction
    failure = failure_at(L, found.distribution, found.scores, scored, wrong)
    if smallest is None:
        failure = replace(failure, smallest=False)
    return Consistency(loss, surrogate, evidence, _decoder(loss, model, found.scores), failure)


def _decoder(loss: Loss, model: PolyhedralSurrogate, tried: Vector) -> Evidence | None:
    """Whether another decoder would do, when that is found out."""
    try:
        return some_decoder(loss, model.terms, tried)
    except QstheoryError:
        return None


def failure_at(
    L: list[Vector], Pi: Vector, scores: Vector, costs: list[Fraction], wrong: int
) -> Failure:
    """The failure at a minimiser, where the predictions of least cost are decoded."""
    risks = [inner(row, Pi) for row in L]
    cheapest, least = min(costs), min(risks)
    return Failure(
        Pi,
        scores,
        tuple(z for z, cost in enumerate(costs) if cost == cheapest),
        wrong,
        tuple(z for z, risk in enumerate(risks) if risk == least),
        risks[wrong] - least,
    )


Polygon = tuple[Vector, ...]
CORNERS: Polygon = tuple(tuple(Fraction(int(i == j)) for j in range(3)) for i in range(3))


def clip(polygon: Sequence[Vector], normal: Vector) -> Polygon:
    """The part of a convex polygon, corners in order, with normal . p <= 0."""
    kept: list[Vector] = []
    for i, p in enumerate(polygon):
        q = polygon[(i + 1) % len(polygon)]
        a, b = inner(normal, p), inner(normal, q)
        if a <= 0:
            kept.append(p)
        if a * b < 0:
            t = a / (a - b)
            kept.append(tuple(u + t * (v - u) for u, v in zip(p, q, strict=True)))
    return tuple(dict.fromkeys(kept))


def contains(polygon: Polygon, point: Vector) -> bool:
    """Whether a point of the triangle lies in a convex polygon with an area."""
    turns = {_side(p, q, point) for p, q in zip(polygon, (*polygon[1:], polygon[0]), strict=True)}
    return len(polygon) > 2 and not {1, -1} <= turns


def _side(p: Vector, q: Vector, point: Vector) -> int:
    turn = (q[0] - p[0]) * (point[1] - p[1]) - (q[1] - p[1]) * (point[0] - p[0])
    return (turn > 0) - (turn < 0)


def minimised_at(terms: Terms, v: Vector) -> Polygon:
    """P(v) for three observations: its farthest points in the directions of its sides, in order."""
    at = active(terms, v)
    first = farthest(terms, at, CORNERS[0])
    second = farthest(terms, at, tuple(-x for x in CORNERS[0]))
    return tuple(dict.fromkeys((first, *_between(terms, v, first, second), second,
                                *_between(terms, v, second, first))))  # fmt: skip


def _between(terms: Terms, v: Vector, p: Vector, q: Vector) -> Polygon:
    """The corners beyond the side from p to q, in order."""
    # An affine function on the plane of the triangle that is 0 on the line p q, by cross product.
    normal = (p[1] * q[2] - p[2] * q[1], p[2] * q[0] - p[0] * q[2], p[0] * q[1] - p[1] * q[0])
    if not any(normal):
        return ()
    beyond = farthest(terms, active(terms, v), normal)
    if inner(normal, beyond) <= 0:
        return ()
    return (*_between(terms, v, p, beyond), beyond, *_between(terms, v, beyond, q))


def failing_polygons(
    L: list[Vector], surrogate: PolyhedralSurrogate, parts: int
) -> tuple[Polygon, ...]:
    """The regions of failure with an area, from the minimisers at the points of a grid."""
    failures = Failures(L, surrogate)
    found: list[Polygon] = []
    for Pi in triangle(parts):
        if any(contains(polygon, Pi) for polygon in found):
            continue
        failure = failures.at(Pi)
        if failure is None:
            continue
        region = minimised_at(surrogate.terms, failure.scores)
        mine = L[surrogate.decoder[failure.form].prediction]
        for other in L:
            part = clip(region, tuple(b - a for a, b in zip(mine, other, strict=True)))
            if len(part) > 2 and other != mine:
                found.append(part)
    return tuple(dict.fromkeys(found))


def mode_polygons(L: list[Vector]) -> tuple[Polygon, ...]:
    """Where a label of largest probability is not optimal, for three labels."""
    found: list[Polygon] = []
    for z, mine in enumerate(L):
        mode = CORNERS
        for other in CORNERS:
            mode = clip(mode, tuple(b - a for a, b in zip(CORNERS[z], other, strict=True)))
        for row in L:
            part = clip(mode, tuple(b - a for a, b in zip(mine, row, strict=True)))
            if len(part) > 2 and row != mine:
                found.append(part)
    return tuple(dict.fromkeys(found))


def failing_regions(
    L: list[Vector], model: Model, face: Sequence[int], parts: int
) -> tuple[Polygon, ...]:
    """The regions of failure on the distributions on three observations.

    None for log-linear models when there are more observations: they have no minimiser there.
    """
    columns = [tuple(row[y] for y in face) for row in L]
    if isinstance(model, PolyhedralSurrogate):
        restricted = PolyhedralSurrogate(tuple(model.terms[y] for y in face), model.decoder)
        return failing_polygons(columns, restricted, parts)
    if isinstance(model, LogLinear) and model.decoder == "mode" and len(L[0]) == 3:
        return mode_polygons(columns)
    return ()


def best_cells(L: Sequence[Vector]) -> tuple[Polygon, ...]:
    """For each prediction where it is optimal, for three observations; possibly flat or empty."""
    cells = []
    for mine in L:
        cell = CORNERS
        for other in L:
            cell = clip(cell, tuple(a - b for a, b in zip(mine, other, strict=True)))
        cells.append(cell)
    return tuple(cells)
