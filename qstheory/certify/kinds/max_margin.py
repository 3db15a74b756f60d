"""Max-margin surrogates (structural SVM) with linear scores, Z = Y in the same order.

    S(w, y) = max_{y'} (L(y', y) + (Phi(y') - Phi(y)) . w),      d(w) = argmax_z Phi(z) . w

At a distribution Pi on Y let W(w) = sum_y Pi_y S(w, y). For q >= 0 on pairs (y, y') with first
marginal Pi and second marginal q',

    W(w) >= E_q L(y', y) + (sum_y q'_y Phi(y) - sum_y Pi_y Phi(y)) . w.

When the bracket is 0 this bounds W everywhere. When it is sum_y lambda_y (Phi(z) - Phi(y)) with
lambda >= 0 it bounds W wherever z is among the decoded predictions.
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from qstheory.certify.arithmetic import inner
from qstheory.certify.finite import (
    Vector,
)
from qstheory.certify.kinds.decomposition import EveryEntry, Vectors
from qstheory.certify.limits import submatrix
from qstheory.certify.outcome import PROVES, REFUTES, Decision, invalid, refutes_if
from qstheory.certify.rules import Rule, Tools
from qstheory.certify.theorems import MAX_MARGIN
from qstheory.certify.words import numbers
from qstheory.losses import resolve
from qstheory.losses.base import Loss, Reference

Order = Literal["prediction-first", "observation-first"]


@dataclass(frozen=True)
class MaxMarginConsistentAt:
    """Every minimiser of W decodes to Bayes-optimal predictions only, whatever the tie rule."""

    loss: Reference
    features: Vectors
    distribution: Vector

    def __str__(self) -> str:
        point = numbers(self.distribution)
        return f"{self.loss}: the max-margin surrogate with linear scores is consistent at {point}"


@dataclass(frozen=True)
class MaxMarginFailure:
    """A minimiser w, q whose value is W(w), and a decoded prediction that is not optimal."""

    weights: Vector
    coupling: Vectors
    prediction: int


@dataclass(frozen=True)
class Cell:
    """q and lambda for the weights that decode to z."""

    prediction: int
    coupling: Vectors
    multipliers: Vector


@dataclass(frozen=True)
class MaxMarginSuccess:
    """Weights w, and for each prediction that is not optimal a cell bound above W(w)."""

    weights: Vector
    cells: tuple[Cell, ...]


@dataclass(frozen=True)
class MarginBoundsLoss:
    """max_{y'} (v_{y'} + M(y', y)) - v_y >= L(z, y) for all v and y and every z in argmax v.

    M is L ("prediction-first") or its transpose ("observation-first"). Over the v that decode to z
    the left side has the least value max(M(y, y), M(z, y)): put v_y = v_z and the rest far below.
    """

    loss: Reference
    order: Order

    def __str__(self) -> str:
        entry = "L(y', y)" if self.order == "prediction-first" else "L(y, y')"
        return f"{self.loss}: max over y' of v_y' + {entry} - v_y >= L(z, y) for z decoded at v"


def _square(loss: Loss) -> list[Vector]:
    """L row by row; Z and Y must be the same list."""
    return list(map(tuple, submatrix(loss, list(loss.predictions), list(loss.observations))))


def _problem_fault(loss: Loss, proposition: MaxMarginConsistentAt) -> str:
    features, Pi = proposition.features, proposition.distribution
    if list(loss.predictions) != list(loss.observations):
        return "predictions and observations are not the same"
    if len(features) != len(Pi) or len(Pi) != loss.observations.size:
        return "there are not features and a probability for each observation"
    if len({len(row) for row in features}) != 1:
        return "the features have different lengths"
    return "" if min(Pi) >= 0 and sum(Pi) == 1 else "the probabilities are none"


def _scores(features: Vectors, w: Vector) -> list[Fraction]:
    places = [k for k, x in enumerate(w) if x]
    few = tuple(w[k] for k in places)
    return [inner(tuple(row[k] for k in places), few) for row in features]


def _surrogate_risk(L: list[Vector], scores: list[Fraction], Pi: Vector) -> Fraction:
    return sum(
        (
            Pi[y] * (max(row[y] + score for row, score in zip(L, scores, strict=True)) - scores[y])
            for y in range(len(Pi))
            if Pi[y]
        ),
        Fraction(0),
    )


def _coupling_fault(q: Vectors, Pi: Vector) -> str:
    if len(q) != len(Pi) or any(len(row) != len(Pi) for row in q):
        return "the coupling does not have one entry for each pair"
    if any(x < 0 for row in q for x in row if x) or any(
        sum((x for x in row if x), Fraction(0)) != p for row, p in zip(q, Pi, strict=True)
    ):
        return "the coupling is negative or does not have the first marginal Pi"
    return ""


def _tilt(q: Vectors, features: Vectors, Pi: Vector) -> Vector:
    """sum_y (q'_y - Pi_y) Phi(y)."""
    reached = [Fraction(0)] * len(Pi)
    for row in q:
        for k, x in enumerate(row):
            if x:
                reached[k] += x
    difference = tuple(x - p for x, p in zip(reached, Pi, strict=True))
    moved = [(x, features[k]) for k, x in enumerate(difference) if x]
    few = tuple(x for x, _ in moved)
    columns = zip(*(row for _, row in moved), strict=True) if moved else ((),) * len(features[0])
    return tuple(inner(few, column) for column in columns)


def _coupled_loss(L: list[Vector], q: Vectors) -> Fraction:
    coupled = (y for y in range(len(q)) if any(q[y]))
    return sum((inner(q[y], tuple(row[y] for row in L)) for y in coupled), Fraction(0))


def check_failure(
    proposition: MaxMarginConsistentAt, given: MaxMarginFailure, tools: Tools
) -> Decision:
    """An optimal w, by equal values, that decodes to a prediction of larger risk."""
    loss, features, Pi = resolve(proposition.loss), proposition.features, proposition.distribution
    fault = _problem_fault(loss, proposition) or _coupling_fault(given.coupling, Pi)
    if fault or len(given.weights) != len(features[0]) or not 0 <= given.prediction < len(Pi):
        return invalid(fault or "the weights or the prediction do not belong to the problem")
    L = _square(loss)
    if any(_tilt(given.coupling, features, Pi)):
        return invalid("the coupling changes the mean of the features")
    scores = _scores(features, given.weights)
    if _coupled_loss(L, given.coupling) != _surrogate_risk(L, scores, Pi):
        return invalid("the coupling does not show that the weights are optimal")
    risks = _scores(tuple(L), Pi)
    z = given.prediction
    return refutes_if(
        scores[z] == max(scores) and risks[z] > min(risks),
        "the prediction is not decoded or it is optimal",
    )


def check_success(
    proposition: MaxMarginConsistentAt, given: MaxMarginSuccess, tools: Tools
) -> Decision:
    """Wherever a prediction that is not optimal is decoded, W is larger than at w."""
    loss, features, Pi = resolve(proposition.loss), proposition.features, proposition.distribution
    fault = _problem_fault(loss, proposition)
    if fault or len(given.weights) != len(features[0]):
        return invalid(fault or "the weights do not have the length of the features")
    L = _square(loss)
    value = _surrogate_risk(L, _scores(features, given.weights), Pi)
    risks = _scores(tuple(L), Pi)
    least = min(risks)
    worse = {z for z, risk in enumerate(risks) if risk > least}
    if {cell.prediction for cell in given.cells} != worse:
        return invalid("there is not one cell for each prediction that is not optimal")
    for cell in given.cells:
        fault = _coupling_fault(cell.coupling, Pi)
        if fault or len(cell.multipliers) != len(Pi) or min(cell.multipliers) < 0:
            return invalid(fault or "there is not one multiplier >= 0 for each prediction")
        origin = features[cell.prediction]
        cone = tuple(
            inner(cell.multipliers, tuple(at - x for x in column))
            for at, column in zip(origin, zip(*features, strict=True), strict=True)
        )
        if _tilt(cell.coupling, features, Pi) != cone:
            return invalid("the multipliers do not account for the change of the mean")
        if _coupled_loss(L, cell.coupling) <= value:
            return invalid("the bound of a cell is not above the value at the weights")
    return PROVES


def check_margin(proposition: MarginBoundsLoss, _: EveryEntry, tools: Tools) -> Decision:
    """Compare max(M(y, y), M(z, y)) with L(z, y) for all pairs."""
    loss = resolve(proposition.loss)
    if list(loss.predictions) != list(loss.observations):
        return invalid("predictions and observations are not the same")
    L = _square(loss)
    M = L if proposition.order == "prediction-first" else list(zip(*L, strict=True))
    holds = all(max(M[y][y], M[z][y]) >= L[z][y] for z in range(len(L)) for y in range(len(L)))
    return PROVES if holds else REFUTES


RULES = (
    Rule(MaxMarginConsistentAt, MaxMarginFailure, check_failure, (MAX_MARGIN,)),
    Rule(MaxMarginConsistentAt, MaxMarginSuccess, check_success, (MAX_MARGIN,)),
    Rule(MarginBoundsLoss, EveryEntry, check_margin),
)
