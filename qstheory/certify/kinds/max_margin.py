"""Max-margin surrogates (structural SVM) with a score for each label, Z = Y in the same order.

    S(v, y) = max_{y'} (L(y', y) + v_y') - v_y,      d(v) = argmax_z v_z

At a distribution Pi let W(v) = sum_y Pi_y S(v, y). For q >= 0 on pairs (y, y') with the first
marginal Pi and the second Pi'

    W(v) >= E_q L(y', y) + sum_y (Pi'_y - Pi_y) v_y,

a bound everywhere when both marginals are Pi.

Distances between points on a line, L(z, y) = |x_z - x_y|: let l be the risks and m a median. With
v_y = -L(m, y) the triangle inequality gives W <= 2 l(m). For a distribution Pi' let q couple Pi
with Pi' in opposite orders. The gap g_f between neighbours, with a_f = Pi(left of it) and
b_f = Pi'(left of it), is crossed with probability min(a_f + b_f, 2 - a_f - b_f), so that
E_q L = sum_f g_f min(a_f + b_f, 2 - a_f - b_f); for Pi' = Pi that is 2 l(m), the least value.

Let z be decoded at v and not optimal, say Pi(right of z) > 1/2. Let y be the next label on the
right with Pi_y > 0, and Pi' = Pi + s (e_z - e_y) for s = min(Pi_y, Pi(right) - Pi(rest)). Between z
and y, a = a_f < 1/2 is the same everywhere and s <= 1 - 2 a, so that
min(2 a + s, 2 - 2 a - s) > 2 a; the other gaps are crossed as before. As v_z >= v_y,
W(v) >= E_q L > 2 l(m): v is no minimiser. Hence the surrogate is consistent whatever the tie rule
(Nowak-Vila, Rudi and Bach, On the consistency of max-margin losses, AISTATS 2022, treat trees).
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar, Literal

from qstheory.certify.arithmetic import Vector, Vectors, inner
from qstheory.certify.kinds.decomposition import EveryEntry
from qstheory.certify.limits import require_listed, submatrix
from qstheory.certify.rules import (
    Decision,
    Rule,
    Tools,
    proves_if,
    refutes_if,
    require,
    require_distribution,
    settled,
)
from qstheory.certify.theorems import LINE_DISTANCES, MAX_MARGIN
from qstheory.losses import resolve
from qstheory.losses.base import Reference

Order = Literal["prediction-first", "observation-first"]


@dataclass(frozen=True)
class MaxMarginConsistent:
    """At every distribution every minimiser decodes to Bayes-optimal predictions only."""

    loss: Reference

    def __str__(self) -> str:
        return f"{self.loss}: the max-margin surrogate, one score a prediction, is consistent"


@dataclass(frozen=True)
class PointsOnALine:
    """The positions x of the labels, all different, in the order of the loss."""

    positions: Vector


@dataclass(frozen=True)
class MaxMarginFailure:
    """Pi, a minimiser v, a coupling q of Pi with itself whose value is W(v), and a prediction that
    v decodes to and that is not optimal.
    """

    VERSION: ClassVar[int] = 2
    distribution: Vector
    scores: Vector
    coupling: Vectors
    prediction: int


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


def _square(reference: Reference) -> list[list[Fraction]]:
    """L row by row; raises InvalidParameter unless Z and Y are the same list."""
    loss = resolve(reference)
    require_listed(loss)
    labels = list(loss.observations)
    require(list(loss.predictions) == labels, "predictions and observations are not the same")
    return submatrix(loss, labels, labels)


def check_line(proposition: MaxMarginConsistent, given: PointsOnALine, tools: Tools) -> Decision:
    """Every entry is the distance of the positions."""
    L, x = _square(proposition.loss), given.positions
    fit = len(set(x)) == len(x) == len(L)
    require(fit, "there are not different positions for all labels")
    holds = all(row == [abs(a - b) for b in x] for row, a in zip(L, x, strict=True))
    return proves_if(holds, "an entry is not the distance of the positions")


def check_failure(
    proposition: MaxMarginConsistent, given: MaxMarginFailure, tools: Tools
) -> Decision:
    """A v that is optimal, by equal values, and decodes to a prediction of larger risk."""
    L, Pi, v, q = _square(proposition.loss), given.distribution, given.scores, given.coupling
    n, z = len(L), given.prediction
    require_distribution(Pi, n)
    fit = len(v) == n and 0 <= z < n and [len(row) for row in q] == [n] * n
    require(fit, "the scores, the coupling or the prediction do not belong to the loss")
    marginals = [sum(line, Fraction(0)) for line in (*q, *zip(*q, strict=True))]
    couples = min(map(min, q)) >= 0 and marginals == [*Pi, *Pi]
    require(couples, "the coupling is negative or does not have the marginals Pi")
    columns = list(zip(*L, strict=True))
    here = [y for y in range(n) if Pi[y]]
    coupled = sum((inner(q[y], columns[y]) for y in here), Fraction(0))
    lead = (max(x + score for x, score in zip(columns[y], v, strict=True)) - v[y] for y in here)
    optimal = coupled == inner((Pi[y] for y in here), lead)
    require(optimal, "the coupling does not show that the scores are optimal")
    risks = [inner(row, Pi) for row in L]
    return refutes_if(
        v[z] == max(v) and risks[z] > min(risks), "the prediction is not decoded or it is optimal"
    )


def check_margin(proposition: MarginBoundsLoss, _: EveryEntry, tools: Tools) -> Decision:
    """Compare max(M(y, y), M(z, y)) with L(z, y) for all pairs."""
    L = _square(proposition.loss)
    M = L if proposition.order == "prediction-first" else list(zip(*L, strict=True))
    holds = all(max(M[y][y], M[z][y]) >= L[z][y] for z in range(len(L)) for y in range(len(L)))
    return settled(holds)


RULES = (
    Rule(MaxMarginConsistent, PointsOnALine, check_line, (LINE_DISTANCES,)),
    Rule(MaxMarginConsistent, MaxMarginFailure, check_failure, (MAX_MARGIN,)),
    Rule(MarginBoundsLoss, EveryEntry, check_margin),
)
