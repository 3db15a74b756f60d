"""Low noise along a path of distributions as text, Markdown or JSON data."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import Any, ClassVar

import sympy

from qstheory.losses.base import Loss
from qstheory.losses.catalogue import parse
from qstheory.losses.spaces import label
from qstheory.report.noise_records import Block, markdown_of, text_of
from qstheory.theory.margin.cells import Measure, matrix_of, polynomial_text
from qstheory.theory.margin.laws import Linear, law
from qstheory.theory.margin.laws import Path as Segment
from qstheory.work.files import to_json, write_text

MEASURES: Mapping[Measure, str] = {"margin": "gamma", "gap": "gamma+"}
PATHS: Mapping[str, tuple[str, tuple[str, str], str, tuple[str, ...]]] = MappingProxyType(
    {
        "lemma-lp": ("hamming:m=1", ("1/2 1/2", "0 1"), "log-p=1", ("1/2", "1")),
        "power": ("multiclass:classes=3", ("2/5 2/5 1/5", "1 0 0"), "p=2", ("1", "3/2", "2")),
        "across": ("multiclass:classes=3", ("1 0 0", "0 1/3 2/3"), "p=3", ("1/2", "1")),
    }
)
"""A loss, the ends of a path, a law and exponents: P(gamma <= e) = o(e^p) although the moment of
order p is infinite, a power law, and a boundary that is crossed inside, where the exponent is 1."""


@dataclass(frozen=True)
class ClosedValue:
    """A closed form, oo for infinite, with leading digits when it is irrational."""

    exact: str
    digits: str | None


@dataclass(frozen=True)
class AtExponent:
    """E m^-p and sup_e P(m <= e)/e^p; null where finite without a closed form."""

    p: Fraction
    finite: bool
    moment: ClosedValue | None
    bound: ClosedValue | None


@dataclass(frozen=True)
class MarginAlong:
    """One of gamma and gamma+ along the path, and its largest exponent.

    `vanishing` says whether o holds at the exponent and not only O.
    """

    pieces: tuple[Linear, ...]
    exponent: Fraction | None
    vanishing: bool
    at: tuple[AtExponent, ...]


@dataclass(frozen=True)
class PathRecord:
    """Margins along a path of distributions, their exponents, moments and constants."""

    FORMAT: ClassVar[str] = "qstheory-noise-path/1"
    file: str
    loss: str
    observations: tuple[str, ...]
    path: tuple[tuple[Fraction, ...], tuple[Fraction, ...]]
    law: str
    margin: MarginAlong
    gap: MarginAlong


def _value(value: sympy.Expr | None) -> ClosedValue | None:
    """A closed form; None is not known."""
    if value is None:
        return None
    plain = value == sympy.oo or value.is_Rational
    return ClosedValue(str(value), None if plain else str(value.evalf(12)))


def _measured(path: Segment, measure: Measure, exponents: Sequence[Fraction]) -> MarginAlong:
    exponent = path.exponent(measure)
    return MarginAlong(
        path.pieces(measure),
        exponent,
        exponent is None or path.condition(exponent, "o", measure),
        tuple(
            AtExponent(
                p,
                path.finite(p, measure),
                _value(path.moment(p, measure)),
                _value(path.bound(p, measure)),
            )
            for p in exponents
        ),
    )


def path_record(loss: Loss, path: Segment, exponents: Sequence[Fraction], file: str) -> PathRecord:
    """Everything along a path; `file` names the record."""
    return PathRecord(
        file,
        loss.given_as or loss.name,
        tuple(map(label, loss.observations)),
        (tuple(path.start), tuple(path.end)),
        path.law.name,
        _measured(path, "margin", exponents),
        _measured(path, "gap", exponents),
    )


def write_path(name: str, output: Path) -> None:
    """The record of a path."""
    loss_name, (start, end), written, exponents = PATHS[name]
    loss = parse(loss_name)
    first, last = (tuple(map(Fraction, place.split())) for place in (start, end))
    path = Segment(matrix_of(loss), first, last, law(written))
    along = path_record(loss, path, [Fraction(p) for p in exponents], name)
    write_text(output / "noise" / f"path-{name}.json", to_json(along))


def blocks(given: Mapping[str, Any]) -> Iterator[Block]:
    """The tables of a record."""
    ends = " to ".join(f"({', '.join(end)})" for end in given["path"])
    yield (
        f"Margins along Pi(t) from {ends}, t with the law {given['law']}",
        ("margin", "pieces", "largest exponent p", "there"),
        [_row(name, given[measure]) for measure, name in MEASURES.items()],
    )
    yield (
        "E m^-p = ||1/m||_p^p and B = sup_e P(m <= e)/e^p",
        ("margin", "p", "E m^-p", "B"),
        [
            (name, at["p"], _shown(at["moment"], finite=at["finite"]), _shown(at["bound"]))
            for measure, name in MEASURES.items()
            for at in given[measure]["at"]
        ],
    )


def _row(name: str, found: Mapping[str, Any]) -> tuple[str, ...]:
    pieces = "; ".join(
        f"{_line(piece)} on [{piece['low']}, {piece['high']}]" for piece in found["pieces"]
    )
    if found["exponent"] is None:
        return name, pieces, "every p", "o"
    return name, pieces, found["exponent"], "o" if found["vanishing"] else "O, not o"


def _line(piece: Mapping[str, Any]) -> str:
    if piece["constant"] is None:
        return "infinite"
    return polynomial_text((Fraction(piece["constant"]), Fraction(piece["slope"])), "t")


def _shown(value: Mapping[str, Any] | None, *, finite: bool = True) -> str:
    if value is None:
        return "finite, no closed form here" if finite else "infinite"
    if value["exact"] == "oo":
        return "infinite"
    return " = ".join(filter(None, (value["exact"], value["digits"])))


def as_json(given: Mapping[str, Any]) -> str:
    """The record."""
    return to_json(given)


def _titled(write: Callable[[str, Iterator[Block]], str], given: Mapping[str, Any]) -> str:
    return write(f"Low noise along a path: {given['loss']}", blocks(given))


RENDERERS: Mapping[str, Callable[[Mapping[str, Any]], str]] = {
    "text": partial(_titled, text_of),
    "json": as_json,
    "md": partial(_titled, markdown_of),
}
