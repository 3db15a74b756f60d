"""The verdict on a surrogate for a loss, with the smallest distribution at which it fails.

Consistent: at every Pi every minimiser of the surrogate risk decodes, whatever the ties, to
Bayes-optimal predictions only. A failure is an exact Pi, a verified minimiser, what is decoded and
its excess risk. The status is what `decide` says of the certificate.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Literal, assert_never

from qstheory.certify.arithmetic import inner
from qstheory.certify.finite import Vector
from qstheory.certify.kinds.decomposition import AffineDecomposition, EveryEntry
from qstheory.certify.kinds.log_linear_consistency import (
    LogLinearConsistent,
    RisksInFeatures,
    WrongModel,
)
from qstheory.certify.kinds.polyhedral import PolyhedralSurrogate, WrongMinimiser
from qstheory.certify.kinds.quadratic_surrogate import QuadraticConsistent
from qstheory.certify.maxima import matrix
from qstheory.certify.outcome import Outcome
from qstheory.errors import NotApplicable, QstheoryError, TooLarge, Undecided
from qstheory.exact.integer_matrix import solve
from qstheory.losses.base import Loss
from qstheory.theory.consistency.polyhedral import (
    decided,
    distributions,
    smallest_failure,
    some_decoder,
)
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
