"""A family of losses as a record: what `qstheory family --format json` writes."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, ClassVar

import sympy

from qstheory.losses.display import exact_size
from qstheory.theory.families.derivation import DerivedForm
from qstheory.theory.families.family import QUANTITIES, AnalyzedFamily
from qstheory.theory.families.point import FamilyPoint
from qstheory.work.records import Digits, Positive


@dataclass(frozen=True)
class PointRecord:
    """The quantities at one m; null is what was not attempted, and the limits say why.

    r, ||F||^2, U_max and A^2 are those of a decomposition L = F U^T + c with its own c; `c` lowers
    the rank. A block is the multiplicity and the rank of a component.
    """

    m: Positive
    loss: str
    predictions: Digits
    observations: Digits
    rank: Fraction
    affine_dimension: Fraction = field(metadata={"name": "affine dimension"})
    prediction_differences: Fraction = field(metadata={"name": "prediction differences"})
    observation_differences: Fraction = field(metadata={"name": "observation differences"})
    c: Fraction
    r: Fraction
    squared_row_norm: Fraction = field(metadata={"name": "||F||^2"})
    largest_entry: Fraction = field(metadata={"name": "U_max"})
    squared_constant: Fraction = field(metadata={"name": "A^2"})
    dimension_lower: Fraction = field(metadata={"name": "calibration dimension, lower bound"})
    dimension_upper: Fraction = field(metadata={"name": "calibration dimension, upper bound"})
    largest_margin: Fraction | None = field(metadata={"name": "largest margin"})
    constant: Fraction = field(metadata={"name": "c of the decomposition"})
    equal_risk: bool | None = field(metadata={"name": "equal risk"})
    blocks: tuple[tuple[int, int], ...]
    limits: tuple[str, ...]


@dataclass(frozen=True)
class FormRecord:
    """A quantity as a formula in m, what it is known as, and the lines of its proof."""

    expression: str
    latex: str
    known_as: str
    proof: tuple[str, ...]


@dataclass(frozen=True)
class FamilyRecord:
    """A family of losses: values at the sizes, formulas for every m, and the sizes that lack."""

    FORMAT: ClassVar[str] = "qstheory-family/1"
    family: str
    points: tuple[PointRecord, ...]
    closed_forms: Mapping[str, FormRecord]
    missing: Mapping[str, str]


def family_record(found: AnalyzedFamily) -> FamilyRecord:
    """The analysis as a record."""
    forms = {
        name: FormRecord(
            str(form.expression),
            sympy.latex(form.expression),
            form.label,
            tuple(form.proof) if isinstance(form, DerivedForm) else (),
        )
        for name, form in found.closed_forms.items()
    }
    missing = {str(m): reason for m, reason in found.missing.items()}
    return FamilyRecord(found.family.name, tuple(map(_point, found.points)), forms, missing)


def _point(at: FamilyPoint) -> PointRecord:
    found = (quantity(at) for quantity in QUANTITIES.values())
    values: list[Any] = [None if value is None else Fraction(value) for value in found]
    values += (at.constant, at.equal_risk, at.blocks, at.limits)
    sizes = (exact_size(at.loss.predictions.size), exact_size(at.loss.observations.size))
    return PointRecord(at.m, at.loss.name, *sizes, *values)
