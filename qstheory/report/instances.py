"""What a certificate shows at one instance, in numbers: recomputed from the definitions.

`explain(item)` gives a few lines for the proposition-certificate pairs that refutations use most,
and otherwise names the two.
"""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from qstheory.certify.bundle import Item
from qstheory.certify.kinds.affine_dimension import AffineDimensionAtLeast, AffineDimensionAtMost
from qstheory.certify.kinds.calibration_dimension import (
    CalibrationDimensionAtLeast,
    CalibrationDimensionAtMost,
)
from qstheory.certify.kinds.constants import (
    ConstantIs,
    enumerated_measures,
    explicit_measures,
)
from qstheory.certify.kinds.decoding import Counterweights, OptimalWherever
from qstheory.certify.kinds.decomposition import (
    AffineDecomposition,
    BadEntry,
    ClosedFormHolds,
    DecompositionHolds,
)
from qstheory.certify.kinds.equal_risk import EqualRiskPointExists
from qstheory.certify.kinds.least_constant import LeastConstantAtLeast, LeastConstantAtMost
from qstheory.certify.replay import describe
from qstheory.losses import resolve
from qstheory.losses.base import reference_name
from qstheory.losses.closed_forms import ClosedForm
from qstheory.losses.display import label

QUANTITIES = {
    "squared-row-norm": "||F||_inf^2",
    "largest-entry": "U_max",
    "squared-constant": "A^2",
    "dimension": "r",
}


def _bad_closed_form(proposition: ClosedFormHolds, bad: BadEntry) -> list[str]:
    loss = resolve(proposition.loss)
    value = loss.closed_form(proposition.form).value(bad.prediction, bad.observation)
    return _mismatch(loss.entry(bad.prediction, bad.observation), value, bad)


def _bad_matrices(proposition: DecompositionHolds, bad: BadEntry) -> list[str]:
    loss, given = resolve(proposition.loss), proposition.decomposition
    F_z = given.F[list(loss.predictions).index(bad.prediction)]
    U_y = given.U[list(loss.observations).index(bad.observation)]
    value = sum((a * b for a, b in zip(F_z, U_y, strict=True)), given.c)
    return _mismatch(loss.entry(bad.prediction, bad.observation), value, bad)


def _mismatch(entry: Fraction, value: Fraction, bad: BadEntry) -> list[str]:
    pair = f"z = {label(bad.prediction)}, y = {label(bad.observation)}"
    return [f"at {pair}: L(z, y) = {entry}, but F_z . U_y + c = {value}"]


def _constant(proposition: ConstantIs, certificate: Any) -> list[str]:
    loss, form = resolve(proposition.loss), proposition.form
    if isinstance(form, AffineDecomposition):
        r, norm, largest = explicit_measures(loss, form)
    else:
        named: ClosedForm = loss.closed_form(form)
        r, norm, largest = enumerated_measures(loss, named)
    values = {
        "squared-row-norm": norm,
        "largest-entry": largest,
        "squared-constant": r * norm * largest * largest,
        "dimension": Fraction(r),
    }
    name = QUANTITIES[proposition.quantity]
    return [
        f"for {reference_name(proposition.loss)}: {name} = {values[proposition.quantity]},"
        f" claimed {proposition.relation} {proposition.value}"
    ]


def _dimension(proposition: Any, certificate: Any) -> list[str]:
    bound = "at least" if "AtLeast" in type(proposition).__name__ else "at most"
    what = (
        "the convex calibration dimension"
        if "Calibration" in type(proposition).__name__
        else "the affine dimension"
    )
    size = getattr(proposition, "r", getattr(proposition, "d", ""))
    return [f"for {reference_name(proposition.loss)}: {what} is {bound} {size}"]


def _no_equal_risk(proposition: EqualRiskPointExists, certificate: Any) -> list[str]:
    return [
        f"for {reference_name(proposition.loss)}: no interior distribution gives every prediction"
        " the same risk, as a combination of rows with weights of sum 0 is >= 0 and not 0"
    ]


def _least_constant(proposition: Any, certificate: Any) -> list[str]:
    name = reference_name(proposition.loss)
    if isinstance(proposition, LeastConstantAtMost):
        return [f"for {name}: some decomposition has A^2 <= {proposition.value}"]
    return [f"for {name}: every decomposition has A^2 >= {proposition.value}"]


def _decoder(proposition: OptimalWherever, certificate: Any) -> list[str]:
    name, z = reference_name(proposition.loss), label(proposition.prediction)
    if not isinstance(certificate, Counterweights):
        return [f"for {name}: z = {z} is optimal wherever the rule picks it"]
    observations = list(resolve(proposition.loss).observations)
    weights = ", ".join(
        f"{w} on {label(y)}" for w, y in zip(certificate.weights, observations, strict=True) if w
    )
    return [
        f"for {name}, weights {weights}: the rule picks z = {z},"
        f" z = {label(certificate.better)} is better"
    ]


EXPLANATIONS: dict[type, Callable[[Any, Any], list[str]]] = {
    ConstantIs: _constant,
    AffineDimensionAtLeast: _dimension,
    AffineDimensionAtMost: _dimension,
    CalibrationDimensionAtLeast: _dimension,
    CalibrationDimensionAtMost: _dimension,
    EqualRiskPointExists: _no_equal_risk,
    LeastConstantAtLeast: _least_constant,
    LeastConstantAtMost: _least_constant,
    OptimalWherever: _decoder,
}


def explain(item: Item) -> list[str]:
    """Lines with the exact numbers that the item shows."""
    proposition, certificate = item.proposition, item.certificate
    if isinstance(certificate, BadEntry):
        if isinstance(proposition, ClosedFormHolds):
            return _bad_closed_form(proposition, certificate)
        if isinstance(proposition, DecompositionHolds):
            return _bad_matrices(proposition, certificate)
    explanation = EXPLANATIONS.get(type(proposition))
    if explanation is not None:
        return explanation(proposition, certificate)
    return [f"{describe(certificate)} {item.expect} {describe(proposition)}"]
