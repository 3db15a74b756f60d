"""A family of losses as text, Markdown, JSON and LaTeX: values for every m, then formulas in m."""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial
from typing import Any, ClassVar

import sympy

from qstheory.losses.views import exact_size, number_text, size_text
from qstheory.markup import Table
from qstheory.report.typeset import tex
from qstheory.theory.decompositions import Constants, square_root
from qstheory.theory.families.family import QUANTITIES, AnalyzedFamily
from qstheory.theory.families.formulas import DerivedForm
from qstheory.theory.families.point import FamilyPoint
from qstheory.work.files import Digits, Positive, to_json
from qstheory.work.terminal import fitted, grid


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
    r: Fraction | None
    squared_row_norm: Fraction | None = field(metadata={"name": "||F||^2"})
    largest_entry: Fraction | None = field(metadata={"name": "U_max"})
    squared_constant: Fraction | None = field(metadata={"name": "A^2"})
    dimension_lower: Fraction = field(metadata={"name": "calibration dimension, lower bound"})
    dimension_upper: Fraction = field(metadata={"name": "calibration dimension, upper bound"})
    largest_margin: Fraction | None = field(metadata={"name": "largest margin"})
    constant: Fraction | None = field(metadata={"name": "c of the decomposition"})
    equal_risk: bool | None = field(metadata={"name": "equal risk"})
    blocks: tuple[tuple[int, int], ...]
    limits: tuple[str, ...]
    calibration: str | None = field(metadata={"name": "H(e)"})


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
    dimension_below: str | None = field(metadata={"name": "calibration dimension at every size >="})
    calibration: str | None = field(metadata={"name": "H(e) at every size"})
    missing: Mapping[str, str]


def family_record(found: AnalyzedFamily) -> FamilyRecord:
    """The analysis as a record."""
    forms = {
        name: FormRecord(
            str(form.expression),
            _latex(form),
            form.label,
            tuple(form.proof) if isinstance(form, DerivedForm) else (),
        )
        for name, form in found.closed_forms.items()
    }
    points = tuple(map(_point, found.points))
    missing = {str(m): reason for m, reason in found.missing.items()}
    told = None if found.calibration is None else found.calibration.told
    return FamilyRecord(found.family.name, points, forms, found.dimension_below, told, missing)


def _point(at: FamilyPoint) -> PointRecord:
    found = (quantity(at) for quantity in QUANTITIES.values())
    values: list[Any] = [None if value is None else Fraction(value) for value in found]
    H = None if at.calibration is None else at.calibration.words
    values += (at.constant, at.equal_risk, at.blocks, at.limits, H)
    sizes = (exact_size(at.loss.predictions.size), exact_size(at.loss.observations.size))
    return PointRecord(at.m, at.loss.name, *sizes, *values)


DIGITS = 12
"""Most characters of a fraction in a table of text."""
_short = partial(number_text, longest=DIGITS, digits=6)


def _root(value: Fraction) -> str:
    """Five digits of a square root, as a power of ten where they are far from the point."""
    text = square_root(value, 5)
    return text if len(text) <= DIGITS else number_text(Fraction(text), longest=DIGITS, digits=5)


def _of(at: FamilyPoint, said: Callable[[Constants], str]) -> str:
    """A constant of the decomposition, where there is one."""
    return "-" if at.constants is None else said(at.constants)


COLUMNS: tuple[tuple[str, Callable[[FamilyPoint], str]], ...] = (
    ("m", lambda at: str(at.m)),
    ("|Z| x |Y|", lambda at: " x ".join(map(size_text, at.loss.shape))),
    ("rank L", lambda at: str(at.rank)),
    ("affine dim", lambda at: str(at.affine_dimension)),
    ("Z diff", lambda at: str(at.prediction_differences)),
    ("Y diff", lambda at: str(at.observation_differences)),
    ("c", lambda at: _short(at.shift)),
    ("r of A", lambda at: _of(at, lambda found: str(found.dimension))),
    ("||F||", lambda at: _of(at, lambda found: _root(found.squared_row_norm))),
    ("U_max", lambda at: _of(at, lambda found: _short(found.largest_entry))),
    ("A", lambda at: _of(at, lambda found: _root(found.squared_constant))),
    ("equal risk", lambda at: {True: "yes", False: "no", None: "-"}[at.equal_risk]),
    ("ccdim", lambda at: interval(at.calibration_dimension)),
    ("max gamma", lambda at: "-" if at.largest_margin is None else _short(at.largest_margin)),
)


def interval(bounds: tuple[int, int]) -> str:
    """One number, or both bounds."""
    low, high = bounds
    return size_text(low) if low == high else f"[{size_text(low)}, {size_text(high)}]"


def text(found: AnalyzedFamily) -> str:
    """Aligned columns, then a line for each formula, and why sizes are missing."""
    known = found.closed_forms.items()
    lines = [f"{name} = {_written(form)}  {form.label}" for name, form in known]
    lines += _calibration(found)
    lines += _proof(found)
    lines += _by_reason(found.missing.items(), "")
    limits = [(at.m, limit) for at in found.points for limit in at.limits]
    lines += _by_reason(limits, "not attempted: ")
    return f"{fitted(found.family.name)}{grid(_points(found))}{fitted(chr(10).join(lines))}"


def _calibration(found: AnalyzedFamily) -> list[str]:
    """A bound on the calibration dimension and H for every size, H at those where it was found."""
    values = [(at.m, at.calibration.words) for at in found.points if at.calibration is not None]
    below = found.dimension_below
    words = [] if below is None else [f"calibration dimension >= {below}"]
    words += [] if found.calibration is None else [f"H(e) = {found.calibration.told}"]
    return [*words, *_by_reason(values, "H(e) = ")]


def _by_reason(given: Iterable[tuple[int, str]], said: str) -> list[str]:
    """A line for each reason, with the sizes that it is given for."""
    sizes: dict[str, list[int]] = {}
    for m, reason in given:
        sizes.setdefault(reason, []).append(m)
    return [f"m = {', '.join(map(str, at))}: {said}{reason}" for reason, at in sizes.items()]


def _points(found: AnalyzedFamily) -> Table:
    """A row for each size."""
    heads = [name for name, _ in COLUMNS]
    return Table(heads, ([cell(at) for _, cell in COLUMNS] for at in found.points))


def _written(form: Any) -> str:
    """A closed form as people write it on a line."""
    return str(form.expression).replace("**", "^")


HARMONIC = re.compile(r"\\operatorname\{harmonic\}\{\\left\((\w+) \\right\)\}")


def _latex(form: Any) -> str:
    """A closed form in LaTeX, harmonic numbers as H_m."""
    return HARMONIC.sub(r"H_{\1}", sympy.latex(form.expression))


def _proof(found: AnalyzedFamily) -> list[str]:
    """The lines of the proofs, each once."""
    proofs = (form.proof for form in found.closed_forms.values() if isinstance(form, DerivedForm))
    return list(dict.fromkeys(f"  because {line}" for proof in proofs for line in proof))


def markdown(found: AnalyzedFamily) -> str:
    """Two tables."""
    forms = Table(
        ("quantity", "for every m", "known as"),
        ((name, f"${_latex(form)}$", form.label) for name, form in found.closed_forms.items()),
    )
    lines = [f"# {found.family.name}", "", _points(found).markdown(), "", forms.markdown()]
    more = [*(f"- {line}" for line in _calibration(found)), "", *map(str.strip, _proof(found))]
    return "\n".join([*lines, "", *more]).rstrip() + "\n"


def latex(found: AnalyzedFamily) -> str:
    """One row for each formula, to paste; needs booktabs."""
    rows = []
    for name, form in found.closed_forms.items():
        said = name.replace("||F||^2", r"$\|F\|_\infty^2$").replace("U_max", r"$U_{\max}$")
        said = said.replace("A^2", "$A^2$")
        rows.append((said, f"${_latex(form)}$", tex(form.label)))
    if found.calibration is not None:
        known = tex(found.calibration.standing)
        rows.append((r"$H(\varepsilon)$", f"${found.calibration.latex}$", known))
    table = Table(("quantity", "for every $m$", "known as"), rows)
    return f"% needs \\usepackage{{booktabs}}\n{table.latex('lll')}\n"


def as_json(found: AnalyzedFamily) -> str:
    """The record, indented."""
    return to_json(family_record(found))


RENDERERS: Mapping[str, Callable[[AnalyzedFamily], str]] = {
    "text": text,
    "md": markdown,
    "json": as_json,
    "latex": latex,
}
