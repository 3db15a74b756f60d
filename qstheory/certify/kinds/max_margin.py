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
from qstheory.certify.finite import Vector
from qstheory.certify.kinds.decomposition import EveryEntry, Vectors
from qstheory.certify.limits import submatrix
from qstheory.certify.outcome import (
    PROVES,
    REFUTES,
    Decision,
    refutes_if,
    require,
    require_distribution,
)
from qstheory.certify.rules import Rule, Tools
from qstheory.certify.theorems import MAX_MARGIN
from qstheory.certify.words import numbers
from qstheory.losses import resolve
from qstheory.losses.base import Reference

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


def _square(reference: Reference) -> list[Vector]:
    """L row by row; raises InvalidParameter unless Z and Y are the same list."""
    loss = resolve(reference)
    labels = list(loss.observations)
    require(list(loss.predictions) == labels, "predictions and observations are not the same")
    return list(map(tuple, submatrix(loss, labels, labels)))


def _problem(proposition: MaxMarginConsistentAt) -> list[Vector]:
    """L, where features and probabilities fit it."""
    features, Pi = proposition.features, proposition.distribution
    L = _square(proposition.loss)
    fit = len(features) == len(L) and len({len(row) for row in features}) == 1
    require(fit, "there are not features of one length for each observation")
    require_distribution(Pi, len(L))
    return L


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


def _require_coupling(q: Vectors, Pi: Vector) -> None:
    fit = len(q) == len(Pi) and all(len(row) == len(Pi) for row in q)
    require(fit, "the coupling does not have one entry for each pair")
    given = not any(x < 0 for row in q for x in row if x) and all(
        sum((x for x in row if x), Fraction(0)) == p for row, p in zip(q, Pi, strict=True)
    )
    require(given, "the coupling is negative or does not have the first marginal Pi")


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
    L, features, Pi = _problem(proposition), proposition.features, proposition.distribution
    _require_coupling(given.coupling, Pi)
    z = given.prediction
    fit = len(given.weights) == len(features[0]) and 0 <= z < len(Pi)
    require(fit, "the weights or the prediction do not belong to the problem")
    still = not any(_tilt(given.coupling, features, Pi))
    require(still, "the coupling changes the mean of the features")
    scores = _scores(features, given.weights)
    optimal = _coupled_loss(L, given.coupling) == _surrogate_risk(L, scores, Pi)
    require(optimal, "the coupling does not show that the weights are optimal")
    risks = _scores(tuple(L), Pi)
    return refutes_if(
        scores[z] == max(scores) and risks[z] > min(risks),
        "the prediction is not decoded or it is optimal",
    )


def check_success(
    proposition: MaxMarginConsistentAt, given: MaxMarginSuccess, tools: Tools
) -> Decision:
    """Wherever a prediction that is not optimal is decoded, W is larger than at w."""
    L, features, Pi = _problem(proposition), proposition.features, proposition.distribution
    fit = len(given.weights) == len(features[0])
    require(fit, "the weights do not have the length of the features")
    value = _surrogate_risk(L, _scores(features, given.weights), Pi)
    risks = _scores(tuple(L), Pi)
    worse = {z for z, risk in enumerate(risks) if risk > min(risks)}
    each = {cell.prediction for cell in given.cells} == worse
    require(each, "there is not one cell for each prediction that is not optimal")
    for cell in given.cells:
        _require_coupling(cell.coupling, Pi)
        fit = len(cell.multipliers) == len(Pi) and min(cell.multipliers) >= 0
        require(fit, "there is not one multiplier >= 0 for each prediction")
        cone = tuple(
            inner(cell.multipliers, tuple(at - x for x in column))
            for at, column in zip(
                features[cell.prediction], zip(*features, strict=True), strict=True
            )
        )
        met = _tilt(cell.coupling, features, Pi) == cone
        require(met, "the multipliers do not account for the change of the mean")
        above = _coupled_loss(L, cell.coupling) > value
        require(above, "the bound of a cell is not above the value at the weights")
    return PROVES


def check_margin(proposition: MarginBoundsLoss, _: EveryEntry, tools: Tools) -> Decision:
    """Compare max(M(y, y), M(z, y)) with L(z, y) for all pairs."""
    L = _square(proposition.loss)
    M = L if proposition.order == "prediction-first" else list(zip(*L, strict=True))
    holds = all(max(M[y][y], M[z][y]) >= L[z][y] for z in range(len(L)) for y in range(len(L)))
    return PROVES if holds else REFUTES


RULES = (
    Rule(MaxMarginConsistentAt, MaxMarginFailure, check_failure, (MAX_MARGIN,)),
    Rule(MaxMarginConsistentAt, MaxMarginSuccess, check_success, (MAX_MARGIN,)),
    Rule(MarginBoundsLoss, EveryEntry, check_margin),
)
