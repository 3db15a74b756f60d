"""Max-margin surrogates of distances between points on a line, at every distribution.

    S(v, y) = max_{y'} (L(y', y) + v_y') - v_y,      d(v) = argmax_z v_z,      L(z, y) = |x_z - x_y|

Let l be the risks and m a median. With v_y = -L(m, y) the triangle inequality gives W <= 2 l(m).
For a distribution Pi' let q couple Pi with Pi' in opposite orders. The gap g_f between neighbours,
with a_f = Pi(left of it) and b_f = Pi'(left of it), is crossed with probability
min(a_f + b_f, 2 - a_f - b_f), so that E_q L = sum_f g_f min(a_f + b_f, 2 - a_f - b_f); for
Pi' = Pi that is 2 l(m), and W >= E_q L + sum_y (Pi'_y - Pi_y) v_y shows that it is the least value.

Let z be decoded at v and not optimal, say Pi(right of z) > 1/2. Let y be the next label on the
right with Pi_y > 0, and Pi' = Pi + s (e_z - e_y) for s = min(Pi_y, Pi(right) - Pi(rest)). Between z
and y, a = a_f < 1/2 is the same everywhere and s <= 1 - 2 a, so that
min(2 a + s, 2 - 2 a - s) > 2 a; the other gaps are crossed as before. As v_z >= v_y,
W(v) >= E_q L > 2 l(m): v is no minimiser. Hence the surrogate is consistent whatever the tie rule
(Nowak-Vila, Rudi and Bach, On the consistency of max-margin losses, AISTATS 2022, treat trees).
"""

from dataclasses import dataclass

from qstheory.certify.finite import Vector
from qstheory.certify.limits import entries
from qstheory.certify.outcome import Decision, proves_if, require
from qstheory.certify.rules import Rule, Tools
from qstheory.certify.theorems import LINE_DISTANCES
from qstheory.losses import resolve
from qstheory.losses.base import Reference


@dataclass(frozen=True)
class MaxMarginConsistent:
    """With a score for each label, at every distribution every minimiser decodes to optima only."""

    loss: Reference

    def __str__(self) -> str:
        return f"{self.loss}: the max-margin surrogate, one score a prediction, is consistent"


@dataclass(frozen=True)
class PointsOnALine:
    """The positions x of the labels, all different, in the order of the loss."""

    positions: Vector


def check(proposition: MaxMarginConsistent, given: PointsOnALine, tools: Tools) -> Decision:
    """Every entry is the distance of the positions."""
    loss, x = resolve(proposition.loss), given.positions
    labels = list(loss.observations)
    require(list(loss.predictions) == labels, "predictions and observations are not the same")
    fit = len(set(x)) == len(x) == len(labels)
    require(fit, "there are not different positions for all labels")
    place = dict(zip(labels, x, strict=True))
    holds = all(value == abs(place[z] - place[y]) for z, y, value in entries(loss))
    return proves_if(holds, "an entry is not the distance of the positions")


RULES = (Rule(MaxMarginConsistent, PointsOnALine, check, (LINE_DISTANCES,)),)
