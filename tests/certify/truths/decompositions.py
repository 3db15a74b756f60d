"""Propositions about decompositions of a loss, by enumeration."""

from fractions import Fraction
from itertools import product
from math import log

from qstheory.certify.kinds.constants import ConstantIs
from qstheory.certify.kinds.decomposition import (
    AffineDecomposition,
    ClosedFormHolds,
    DecompositionHolds,
)
from qstheory.losses import resolve
from qstheory.losses.base import Loss, Reference
from qstheory.losses.closed_forms import ClosedForm
from qstheory.losses.linear import Sparse

from .matrices import matrix

Dense = list[list[Fraction]]


def features(
    reference: Reference, form: str | AffineDecomposition
) -> tuple[Dense, Dense, Fraction]:
    """F, U and c as matrices."""
    if isinstance(form, AffineDecomposition):
        return [list(row) for row in form.F], [list(row) for row in form.U], form.c
    loss = resolve(reference)
    closed = loss.closed_form(form)

    def dense(sparse: Sparse) -> list[Fraction]:
        return [Fraction(sparse.get(k, 0)) for k in range(closed.dimension)]

    F = [dense(closed.prediction_features(z)) for z in loss.predictions]
    U = [dense(closed.observation_features(y)) for y in loss.observations]
    return F, U, closed.constant


def _holds_for_weights(loss: Loss, form: ClosedForm) -> bool:
    """The sum over t of F_z,t U_y,t / denominator with 1/log(p + 1) for the weights, in floats."""

    def at(sparse: Sparse) -> float:
        return sum(float(value) / log(p + 1) for p, value in sparse.items())

    assert loss.linear is not None
    assert form.linear is not None
    for z, y in product(loss.predictions, loss.observations):
        scores = {t: at(weights) for t, weights in form.linear.prediction(z).items()}
        features = form.linear.observation(y)
        inner = sum(score * float(features.get(t, 0)) for t, score in scores.items())
        numerator, denominator = at(loss.linear.numerator(z, y)), at(loss.linear.denominator(y))
        if abs(inner + numerator) > 1e-9 * abs(denominator):
            return False
    return True


def holds(reference: Reference, form: str | AffineDecomposition) -> bool:
    """F U^T + c = L by multiplying out."""
    loss = resolve(reference)
    if isinstance(form, str) and loss.linear is not None:
        return _holds_for_weights(loss, loss.closed_form(form))
    F, U, c = features(reference, form)
    multiplied = [[sum(a * b for a, b in zip(f, u, strict=True)) + c for u in U] for f in F]
    return multiplied == matrix(reference)


def _constant(proposition: ConstantIs) -> bool:
    F, U, _ = features(proposition.loss, proposition.form)
    r = len(F[0])
    norm = max(sum(x * x for x in row) for row in F)
    largest = max((abs(x) for row in U for x in row), default=Fraction(0))
    value = {
        "dimension": r,
        "squared-row-norm": norm,
        "largest-entry": largest,
        "squared-constant": r * norm * largest**2,
    }[proposition.quantity]
    relation = proposition.relation
    return {"=": value == proposition.value, "<=": value <= proposition.value}.get(
        relation, value >= proposition.value
    )


TRUTHS = {
    ClosedFormHolds: lambda p, _: holds(p.loss, p.form),
    DecompositionHolds: lambda p, _: holds(p.loss, p.decomposition),
    ConstantIs: lambda p, _: _constant(p),
}
