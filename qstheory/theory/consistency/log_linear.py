"""Whether a log-linear surrogate is consistent: a proof, or the first failing distribution."""

from collections.abc import Iterator
from fractions import Fraction

from qstheory.certify.arithmetic import inner
from qstheory.certify.finite import Vector
from qstheory.certify.kinds.decomposition import EveryEntry
from qstheory.certify.kinds.log_linear_consistency import (
    LogLinearConsistent,
    RisksInFeatures,
    WrongModel,
)
from qstheory.certify.maxima import matrix
from qstheory.errors import Undecided
from qstheory.exact.integer_matrix import solve
from qstheory.losses.base import Loss
from qstheory.theory.consistency.distributions import distributions
from qstheory.theory.consistency.surrogate import LogLinear
from qstheory.theory.findings import Evidence, judged


def decided(loss: Loss, model: LogLinear, most: int) -> Evidence:
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
