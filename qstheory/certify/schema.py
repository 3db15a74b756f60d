"""The JSON Schema of certificate files, derived from the dataclasses of propositions.

What a schema cannot say (that a certificate proves its proposition) is in the docstrings of the
dataclasses, which are the descriptions here: together they specify another checker.
"""

import sys
from dataclasses import fields, is_dataclass
from fractions import Fraction
from inspect import cleandoc
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin

from qstheory.certify.bundle import FORMAT, STORED
from qstheory.certify.codec import RATIONAL, rational_rows
from qstheory.certify.compact import KIND, LETTERS
from qstheory.certify.decide import rules
from qstheory.losses.base import MatrixReference


def schema() -> dict[str, Any]:
    """The schema of a whole file, draft 2020-12.

    >>> sorted(schema()["properties"])
    ['format', 'items', 'matrices']
    """
    definitions: dict[str, Any] = {}
    pairs = [
        {
            "properties": {
                "proposition": _reference(rule.proposition, definitions),
                "certificate": _reference(rule.certificate, definitions),
            }
        }
        for rule in rules()
    ]
    item = {
        "type": "object",
        "required": ["proposition", "certificate"],
        "properties": {
            "proposition": {"type": "object"},
            "certificate": {"type": "object"},
            "expect": {"enum": ["proves", "refutes"]},
            "note": {"type": "string"},
        },
        "additionalProperties": False,
        "anyOf": pairs,
    }
    _reference(MatrixReference, definitions)
    matrix = definitions[_name(MatrixReference)]
    definitions[_name(MatrixReference)] = {
        "description": 'A matrix under "matrices", by its hash.',
        "type": "object",
        "required": ["kind", "sha256"],
        "properties": {"kind": {"const": STORED}, "sha256": {"type": "string"}},
        "additionalProperties": False,
    }
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": FORMAT,
        "type": "object",
        "required": ["format", "items"],
        "properties": {
            "format": {"const": FORMAT},
            "matrices": {"type": "array", "items": matrix},
            "items": {"type": "array", "items": item},
        },
        "additionalProperties": False,
        "$defs": definitions,
    }


def _name(kind: type) -> str:
    """Module and class: two modules may use the same word."""
    return f"{kind.__module__.rpartition('.')[2]}.{kind.__name__}"


def _reference(kind: Any, definitions: dict[str, Any]) -> dict[str, str]:
    """A reference to the definition of a dataclass, which is added when it is missing."""
    name = _name(kind)
    if name not in definitions:
        definitions[name] = {}
        members = {f.name: _type(f.type, definitions, kind.__module__) for f in fields(kind)}
        definitions[name] = {
            "description": cleandoc(kind.__doc__),
            "type": "object",
            "required": ["kind", *members],
            "properties": {"kind": {"const": kind.__name__}, **members},
            "additionalProperties": False,
        }
    return {"$ref": f"#/$defs/{name}"}


def _compact(values: dict[str, Any]) -> dict[str, Any]:
    """The schema of a large matrix, as `compact` writes it."""
    count = {"type": "integer", "minimum": 1}
    members = {
        "kind": {"const": KIND},
        "shape": {"type": "array", "items": count, "minItems": 2, "maxItems": 2},
        "values": values,
        "width": {"enum": list(LETTERS)},
        "codes": {"type": "string"},
    }
    return {
        "type": "object",
        "required": list(members),
        "properties": members,
        "additionalProperties": False,
    }


def _type(expected: Any, definitions: dict[str, Any], module: str) -> dict[str, Any]:
    """The schema of a declared type, as `codec.decode` reads it."""
    if isinstance(expected, str):
        expected = getattr(sys.modules[module], expected)
    origin, arguments = get_origin(expected), get_args(expected)
    if origin in (Union, UnionType):
        return {"anyOf": [_type(argument, definitions, module) for argument in arguments]}
    if origin is Literal:
        return {"enum": list(arguments)}
    if origin is tuple and rational_rows(arguments):
        rows = {"type": "array", "items": _type(arguments[0], definitions, module)}
        values = {"type": "array", "items": _type(Fraction, definitions, module)}
        return {"anyOf": [rows, _compact(values)]}
    if origin is tuple and arguments[-1] is Ellipsis:
        return {"type": "array", "items": _type(arguments[0], definitions, module)}
    if origin is tuple:
        return {
            "type": "array",
            "prefixItems": [_type(argument, definitions, module) for argument in arguments],
            "items": False,
            "minItems": len(arguments),
        }
    if is_dataclass(expected):
        return _reference(expected, definitions)
    plain: dict[Any, dict[str, Any]] = {
        Fraction: {"type": "string", "pattern": f"^{RATIONAL.pattern}$"},
        int: {"type": "integer"},
        str: {"type": "string"},
        NoneType: {"type": "null"},
    }
    return plain[expected]
