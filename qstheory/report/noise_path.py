"""Low noise along a path of distributions as text, Markdown or JSON data."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from typing import Any

import sympy

from qstheory.losses.base import Loss
from qstheory.losses.display import label
from qstheory.report.noise_formats import Block, markdown_of, text_of
from qstheory.theory.margin.band import Measure, polynomial_text
from qstheory.theory.noise.path import Linear, Path

FORMAT = "qstheory-noise-path/1"
MEASURES: Mapping[Measure, str] = {"margin": "gamma", "gap": "gamma+"}
Value = dict[str, str | None] | None


def _value(value: sympy.Expr | None) -> Value:
    """A closed form, with digits if it is irrational; "oo" is infinite, None is not known."""
    if value is None:
        return None
    plain = value == sympy.oo or value.is_Rational
    return {"exact": str(value), "digits": None if plain else str(value.evalf(12))}


def _measured(path: Path, measure: Measure, exponents: Sequence[Fraction]) -> dict[str, Any]:
    exponent = path.exponent(measure)
    return {
        "pieces": [_piece(piece) for piece in path.pieces(measure)],
        "exponent": None if exponent is None else str(exponent),
        "vanishing": exponent is None or path.condition(exponent, "o", measure),
        "at": [
            {
                "p": str(p),
                "finite": path.finite(p, measure),
                "moment": _value(path.moment(p, measure)),
                "bound": _value(path.bound(p, measure)),
            }
            for p in exponents
        ],
    }


def _piece(piece: Linear) -> dict[str, Any]:
    constant = None if piece.constant is None else str(piece.constant)
    return {
        "low": str(piece.low),
        "high": str(piece.high),
        "constant": constant,
        "slope": str(piece.slope),
    }


def record(loss: Loss, path: Path, exponents: Sequence[Fraction], file: str) -> dict[str, Any]:
    """Everything as JSON data; `file` names the record."""
    return {
        "format": FORMAT,
        "file": file,
        "loss": loss.name,
        "observations": [label(y) for y in loss.observations],
        "path": [[str(x) for x in end] for end in (path.start, path.end)],
        "law": path.law.name,
        **{measure: _measured(path, measure, exponents) for measure in MEASURES},
    }


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


def _shown(value: Value, *, finite: bool = True) -> str:
    if value is None:
        return "finite, no closed form here" if finite else "infinite"
    if value["exact"] == "oo":
        return "infinite"
    return " = ".join(filter(None, (value["exact"], value["digits"])))


def as_json(given: Mapping[str, Any]) -> str:
    """The record."""
    return json.dumps(given, indent=1, ensure_ascii=False) + "\n"


def _titled(write: Callable[[str, Iterator[Block]], str], given: Mapping[str, Any]) -> str:
    return write(f"Low noise along a path: {given['loss']}", blocks(given))


RENDERERS: Mapping[str, Callable[[Mapping[str, Any]], str]] = {
    "text": partial(_titled, text_of),
    "json": as_json,
    "md": partial(_titled, markdown_of),
}
