"""Log-linear surrogates (conditional random fields) at every distribution.

    S(w, y) = log sum_{y'} exp(Phi(y') . w) - Phi(y) . w,      P_w(y) ~ exp(Phi(y) . w)

The surrogate risk W at Pi has the gradient E_{P_w} Phi - E_Pi Phi and a bounded second derivative.
So |grad W|^2 is at most a constant times W - inf W: along scores whose surrogate risk tends to its
infimum the mean features tend to those of Pi, whether or not there is a minimiser (where Pi has
zeros there may be none). Consistency is meant in this sense: a prediction that is decoded again and
again along such scores is Bayes-optimal. Three cases follow.

- Least risk under the model, when L(z, y) - L(z_0, y) is affine in Phi(y): the risks under P_w,
  up to a common number, tend to those under Pi.
- A mode of the model, a score for each label, L(z, y) = b_y - a 1(z = y) with a >= 0: P_w tends to
  Pi, whose modes are optimal.
- A mode of the model, a score for each of m labels with Phi(y) = y, L = a #{j : z_j != y_j} with
  a >= 0: the model is a product whose marginals tend to those of Pi; majorities are optimal.
"""

from dataclasses import dataclass
from fractions import Fraction
from math import prod
from typing import Literal

from qstheory.certify.arithmetic import Vector, Vectors, inner
from qstheory.certify.intervals import BITS_LIMIT
from qstheory.certify.kinds.decomposition import EveryEntry
from qstheory.certify.limits import matrix
from qstheory.certify.rules import (
    Decision,
    Rule,
    Tools,
    proves_if,
    refutes_if,
    require,
    require_distribution,
)
from qstheory.certify.theorems import LOG_LINEAR
from qstheory.errors import TooLarge
from qstheory.losses import resolve
from qstheory.losses.base import Loss, Reference
from qstheory.losses.spaces import LabelSets


@dataclass(frozen=True)
class LogLinearConsistent:
    """The decoder is Bayes-optimal at every distribution, in the sense above.

    The features have a row Phi(y) for each observation. A mode needs Z = Y in the same order.
    """

    loss: Reference
    features: tuple[tuple[int, ...], ...]
    decoder: Literal["mode", "least-risk"]

    def __str__(self) -> str:
        return (
            f"{self.loss}: the log-linear surrogate, decoded by its {self.decoder}, is consistent"
        )


@dataclass(frozen=True)
class RisksInFeatures:
    """L(z, y) - L(z_0, y) = rows_z . Phi(y) + constants_z, with z_0 the first prediction."""

    rows: Vectors
    constants: Vector


@dataclass(frozen=True)
class WrongModel:
    """A distribution, exp(w_k) of its minimising w, and a decoded prediction, not optimal."""

    distribution: Vector
    potentials: Vector
    prediction: int


def _problem(proposition: LogLinearConsistent) -> tuple[Loss, list[Vector]]:
    """The loss and L; raises InvalidParameter where the features or the decoder do not fit it."""
    loss, features = resolve(proposition.loss), proposition.features
    fit = len(features) == loss.observations.size and len({len(row) for row in features}) == 1
    require(fit, "there is not a row of features for each observation")
    same = proposition.decoder != "mode" or list(loss.predictions) == list(loss.observations)
    require(same, "predictions and observations are not the same")
    return loss, matrix(loss)


def check_rows(proposition: LogLinearConsistent, given: RisksInFeatures, tools: Tools) -> Decision:
    """Compare every difference of entries."""
    (_, L), features = _problem(proposition), proposition.features
    require(proposition.decoder == "least-risk", "a mode is not decoded by risks")
    each = len(given.rows) == len(given.constants) == len(L)
    require(each, "there is not a row and a constant for each prediction")
    fit = all(len(row) == len(features[0]) for row in given.rows)
    require(fit, "a row does not have the length of the features")
    columns = [tuple(map(Fraction, row)) for row in features]
    holds = all(
        L[z][y] - L[0][y] == inner(row, Phi) + constant
        for z, (row, constant) in enumerate(zip(given.rows, given.constants, strict=True))
        for y, Phi in enumerate(columns)
    )
    return proves_if(holds, "a difference of entries is not the affine function of the features")


def check_entries(proposition: LogLinearConsistent, _: EveryEntry, tools: Tools) -> Decision:
    """Compare with b_y - a 1(z = y), or with a multiple of the number of disagreements."""
    (loss, L), features = _problem(proposition), proposition.features
    mode = proposition.decoder == "mode"
    require(mode, "least risk is shown by risks that are affine in the features")
    n = len(L)
    if features == tuple(tuple(int(i == j) for j in range(n)) for i in range(n)):
        others = [{L[z][y] for z in range(n) if z != y} for y in range(n)]
        gains = {max(other, default=L[y][y]) - L[y][y] for y, other in enumerate(others)}
        holds = all(len(other) <= 1 for other in others) and len(gains) == 1 and min(gains) >= 0
        return proves_if(holds, "the loss is not b_y - a 1(z = y)")
    bits = features == tuple(loss.observations) and loss.observations == LabelSets(len(features[0]))
    require(bits, "the features are neither one for each label nor the bits of label sets")
    apart = [[sum(a != b for a, b in zip(z, y, strict=True)) for y in features] for z in features]
    scale = L[0][-1] / apart[0][-1] if apart[0][-1] else Fraction(0)
    multiple = [tuple(scale * k for k in counts) for counts in apart]
    holds = scale >= 0 and multiple == L
    return proves_if(holds, "the loss is no multiple of the number of disagreements")


def model_of(features: tuple[tuple[int, ...], ...], potentials: Vector) -> Vector:
    """P_w(y) ~ prod_k exp(w_k)^Phi_k(y); raises TooLarge when that has too many digits."""
    sizes = [max(u.numerator.bit_length(), u.denominator.bit_length()) for u in potentials]
    digits = sum(abs(k) * size for row in features for k, size in zip(row, sizes, strict=True))
    if digits > BITS_LIMIT:
        raise TooLarge(f"The model has more than {BITS_LIMIT:,} binary digits.")
    masses = [
        prod((u**k for u, k in zip(potentials, row, strict=True)), start=Fraction(1))
        for row in features
    ]
    return tuple(mass / sum(masses) for mass in masses)


def check_model(proposition: LogLinearConsistent, given: WrongModel, tools: Tools) -> Decision:
    """The model has the mean features of Pi, so w minimises; it decodes to a larger risk."""
    (_, L), features, Pi = _problem(proposition), proposition.features, given.distribution
    require_distribution(Pi, len(features))
    base = given.potentials
    fit = len(features[0]) == len(base) and base and min(base) > 0
    require(fit, "there is not one positive potential for each feature")
    model = model_of(features, base)
    gap = tuple(p - q for p, q in zip(Pi, model, strict=True))
    means = (inner(gap, tuple(map(Fraction, column))) for column in zip(*features, strict=True))
    require(not any(means), "the model does not have the mean features of the distribution")
    if proposition.decoder == "mode":
        costs = [-mass for mass in model]
    else:
        costs = [inner(row, model) for row in L]
    risks, z = [inner(row, Pi) for row in L], given.prediction
    return refutes_if(
        0 <= z < len(L) and costs[z] == min(costs) and risks[z] > min(risks),
        "the prediction is not decoded or it is optimal",
    )


RULES = (
    Rule(LogLinearConsistent, RisksInFeatures, check_rows, (LOG_LINEAR,)),
    Rule(LogLinearConsistent, EveryEntry, check_entries, (LOG_LINEAR,)),
    Rule(LogLinearConsistent, WrongModel, check_model, (LOG_LINEAR,)),
)
