"""The JSON Schema of certificate files, derived from the dataclasses of propositions.

What a schema cannot say (that a certificate proves its proposition) is in the docstrings of the
dataclasses, which are the descriptions here: together they specify another checker.
"""

from dataclasses import fields, is_dataclass
from fractions import Fraction
from inspect import cleandoc
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin

from qstheory.certify.bundle import FORMAT, SHARED
from qstheory.certify.codec import (
    INTEGER,
    LENGTH,
    RATIONAL,
    classes,
    kind_name,
    rational_rows,
    resolved,
)
from qstheory.certify.compact import KIND, LETTERS
from qstheory.certify.decide import rules
from qstheory.certify.low_rank import KIND as LOW_RANK


def schema() -> dict[str, Any]:
    """The schema of a whole file, draft 2020-12.

    >>> sorted(schema()["properties"])
    ['format', 'items', 'shared']
    """
    definitions: dict[str, Any] = {}
    pairs = [
        {
            "properties": {
                "proposition": _kind(rule.proposition, definitions),
                "certificate": _kind(rule.certificate, definitions),
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
            "note": _shareable({"type": "string"}),
        },
        "additionalProperties": False,
        "anyOf": pairs,
    }
    definitions[SHARED] = {
        "description": 'The value at that position under "shared".',
        "type": "object",
        "required": [SHARED],
        "properties": {SHARED: {"type": "integer", "minimum": 0}},
        "additionalProperties": False,
    }
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": FORMAT,
        "type": "object",
        "required": ["format", "items"],
        "properties": {
            "format": {"const": FORMAT},
            SHARED: {"type": "array", "items": {"type": ["object", "array", "string"]}},
            "items": {"type": "array", "items": item},
        },
        "additionalProperties": False,
        "$defs": definitions,
    }


def _name(kind: type) -> str:
    """Module and class: two modules may use the same word."""
    return f"{kind.__module__.rpartition('.')[2]}.{kind.__name__}"


def _shareable(made: dict[str, Any]) -> dict[str, Any]:
    """The schema of a value that may be shared."""
    return {"anyOf": [made, {"$ref": f"#/$defs/{SHARED}"}]}


def _reference(kind: Any, definitions: dict[str, Any]) -> dict[str, str]:
    """A reference to the definition of a dataclass, which is added when it is missing."""
    name = _name(kind)
    if name not in definitions:
        definitions[name] = {}
        members = {f.name: _type(f.type, definitions, kind.__module__) for f in fields(kind)}
        definitions[name] = {
            "description": cleandoc(kind.__doc__),
            "type": "object",
            "required": list(members),
            "properties": {"kind": {"const": kind_name(kind)}, **members},
            "additionalProperties": False,
        }
    return {"$ref": f"#/$defs/{name}"}


def _kind(kind: Any, definitions: dict[str, Any]) -> dict[str, Any]:
    """A dataclass that says which it is, where several are admitted."""
    return _shareable({**_reference(kind, definitions), "required": ["kind"]})


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


def _low_rank() -> dict[str, Any]:
    """The schema of a large matrix, as `low_rank` writes it."""
    count = {"type": "integer", "minimum": 1}
    members = {
        "kind": {"const": LOW_RANK},
        "shape": {"type": "array", "items": count, "minItems": 2, "maxItems": 2},
        "modulus": {"type": "integer", "minimum": 3},
        "denominator": count,
        "places": {"type": "string"},
        "rows": {"type": "string"},
        "columns": {"type": "string"},
    }
    return {
        "type": "object",
        "required": list(members),
        "properties": members,
        "additionalProperties": False,
    }


def _type(expected: Any, definitions: dict[str, Any], module: str) -> dict[str, Any]:
    """The schema of a declared type, as `codec.reader` reads it."""
    expected = resolved(expected, module)
    origin, arguments = get_origin(expected), get_args(expected)
    if origin in (Union, UnionType):
        alone = len(classes(expected, module)) == 1
        return {
            "anyOf": [
                _kind(a, definitions)
                if is_dataclass(a) and not alone
                else _type(a, definitions, module)
                for a in arguments
            ]
        }
    if origin is Literal:
        return {"enum": list(arguments)}
    if origin is tuple:
        return _shareable(_tuple(arguments, definitions, module))
    if is_dataclass(expected):
        return _shareable({**_reference(expected, definitions)})
    plain: dict[Any, dict[str, Any]] = {
        Fraction: _shareable({"type": "string", "pattern": f"^{RATIONAL.pattern}$"}),
        int: {
            "anyOf": [{"type": "integer"}, {"type": "string", "pattern": f"^{INTEGER.pattern}$"}]
        },
        str: _shareable({"type": "string"}),
        NoneType: {"type": "null"},
    }
    return plain[expected]


def _tuple(arguments: tuple[Any, ...], definitions: dict[str, Any], module: str) -> dict[str, Any]:
    if arguments[-1] is not Ellipsis:
        return {
            "type": "array",
            "prefixItems": [_type(argument, definitions, module) for argument in arguments],
            "items": False,
            "minItems": len(arguments),
        }
    rows = {"type": "array", "items": _type(arguments[0], definitions, module)}
    rational = _type(Fraction, definitions, module)
    if rational_rows(arguments):
        compact = _compact({"type": "array", "items": rational})
        return {"anyOf": [rows, compact, _low_rank()]}
    if arguments[0] is Fraction:
        sparse = {
            "type": "object",
            "required": [LENGTH],
            "properties": {LENGTH: {"type": "integer", "minimum": 0}},
            "additionalProperties": rational,
        }
        return {"anyOf": [rows, sparse]}
    return rows
