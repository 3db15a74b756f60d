"""Log-linear surrogates (conditional random fields) with integer features, Z = Y in order.

    S(w, y) = log sum_{y'} exp(Phi(y') . w) - Phi(y) . w

At a distribution Pi the surrogate risk is convex in w, so w minimises it exactly when the model
P_w(y) ~ exp(Phi(y) . w) has the mean features of Pi. It is strictly convex in the scores up to a
constant, so all minimisers give the same model.
"""

from dataclasses import dataclass
from fractions import Fraction
from math import prod
from typing import Literal

from qstheory.certify.arithmetic import BIT_LIMIT
from qstheory.certify.finite import Vector, inner
from qstheory.certify.limits import entries
from qstheory.certify.outcome import PROVES, REFUTES, Decision, invalid
from qstheory.certify.rules import Rule, Tools
from qstheory.certify.theorems import LOG_LINEAR
from qstheory.certify.words import numbers
from qstheory.errors import TooLarge
from qstheory.losses import resolve
from qstheory.losses.base import Reference
from qstheory.losses.spaces import Label


@dataclass(frozen=True)
class LogLinearConsistentAt:
    """Every decoded prediction of the minimising model is Bayes-optimal at Pi.

    The decoder takes a mode of the model, or a prediction of least risk under the model.
    """

    loss: Reference
    features: tuple[tuple[int, ...], ...]
    distribution: Vector
    decoder: Literal["mode", "least-risk"]

    def __str__(self) -> str:
        surrogate = f"log-linear surrogate, decoded by its {self.decoder},"
        return f"{self.loss}: the {surrogate} is consistent at {numbers(self.distribution)}"


@dataclass(frozen=True)
class Potentials:
    """exp(w_k) for each feature; the replay checks that w minimises and decodes."""

    potentials: Vector


def check_potentials(
    proposition: LogLinearConsistentAt, given: Potentials, tools: Tools
) -> Decision:
    """Compare the mean features, then the decoded predictions with the optimal ones."""
    loss, features, Pi = resolve(proposition.loss), proposition.features, proposition.distribution
    if list(loss.predictions) != list(loss.observations):
        return invalid("predictions and observations are not the same")
    if len(features) != len(Pi) or len(Pi) != loss.observations.size:
        return invalid("there are not features and a probability for each observation")
    if min(Pi) < 0 or sum(Pi) != 1:
        return invalid("the probabilities are none")
    base = given.potentials
    if any(len(row) != len(base) for row in features) or not base or min(base) <= 0:
        return invalid("there is not one positive potential for each feature")
    model = model_of(features, base)
    if any(inner(model, c) != inner(Pi, c) for c in _columns(features)):
        return invalid("the model does not have the mean features of the distribution")
    rows: dict[Label, list[Fraction]] = {z: [] for z in loss.predictions}
    for z, _, value in entries(loss):
        rows[z].append(value)
    risks = [inner(tuple(row), Pi) for row in rows.values()]
    if proposition.decoder == "mode":
        costs = [-mass for mass in model]
    else:
        costs = [inner(tuple(row), model) for row in rows.values()]
    optimal = all(
        risk == min(risks) for risk, cost in zip(risks, costs, strict=True) if cost == min(costs)
    )
    return PROVES if optimal else REFUTES


def model_of(features: tuple[tuple[int, ...], ...], potentials: Vector) -> Vector:
    """P_w(y) ~ prod_k exp(w_k)^Phi_k(y); raises TooLarge when that has too many digits."""
    sizes = [max(u.numerator.bit_length(), u.denominator.bit_length()) for u in potentials]
    digits = sum(abs(k) * size for row in features for k, size in zip(row, sizes, strict=True))
    if digits > BIT_LIMIT:
        raise TooLarge(f"The model has more than {BIT_LIMIT:,} binary digits.")
    masses = [
        prod((u**k for u, k in zip(potentials, row, strict=True)), start=Fraction(1))
        for row in features
    ]
    return tuple(mass / sum(masses) for mass in masses)


def _columns(features: tuple[tuple[int, ...], ...]) -> list[Vector]:
    return [tuple(map(Fraction, column)) for column in zip(*features, strict=True)]


RULES = (Rule(LogLinearConsistentAt, Potentials, check_potentials, (LOG_LINEAR,)),)
