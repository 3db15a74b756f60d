"""The JSON Schema of certificate files, derived from the dataclasses of propositions.

What a schema cannot say (that a certificate proves its proposition) is in the docstrings of the
dataclasses, which are the descriptions here: together they specify another checker.
"""

from collections.abc import Sequence
from dataclasses import fields, is_dataclass
from fractions import Fraction
from inspect import cleandoc
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin

from qstheory.certify.bundle import FORMAT, REFERENCE, SHARED
from qstheory.certify.codec import INTEGER, kind_name, rational_rows, rationals_alone, resolved
from qstheory.certify.decide import rules
from qstheory.certify.rationals import COMPACT, LOW_RANK, RATIONAL, SEVERAL
from qstheory.losses.coded import LETTERS, CodedMatrix
from qstheory.work.certificates import classes


def schema() -> dict[str, Any]:
    """The schema of a whole file, draft 2020-12.

    >>> sorted(schema()["properties"])
    ['format', 'items', 'shared']
    """
    definitions: dict[str, Any] = {}
    certificates: dict[type, list[type]] = {}
    for rule in rules():
        certificates.setdefault(rule.proposition, []).append(rule.certificate)
    of_any = list(dict.fromkeys(kind for kinds in certificates.values() for kind in kinds))
    item = {
        "type": "object",
        "required": ["proposition", "certificate"],
        "properties": {
            "proposition": _choice(list(certificates), definitions),
            "certificate": _choice(of_any, definitions),
            "expect": {"enum": ["proves", "refutes"]},
            "note": _shareable({"type": "string"}),
        },
        "additionalProperties": False,
        "allOf": [
            {
                "if": {"properties": {"proposition": {"required": ["kind"], **_called([kind])}}},
                "then": {"properties": {"certificate": _shareable(_called(kinds))}},
            }
            for kind, kinds in certificates.items()
        ],
    }
    definitions[SHARED] = {
        "description": 'The value at that position under "shared".',
        "type": "object",
        "required": [REFERENCE],
        "properties": {REFERENCE: {"type": "integer", "minimum": 0}},
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


def name_of(kind: type) -> str:
    """Module and class: two modules may use the same word."""
    return f"{kind.__module__.rpartition('.')[2]}.{kind.__name__}"


def _shareable(made: dict[str, Any]) -> dict[str, Any]:
    """The schema of a value that may be shared."""
    return {"anyOf": [made, {"$ref": f"#/$defs/{SHARED}"}]}


def _reference(kind: Any, definitions: dict[str, Any]) -> dict[str, str]:
    """A reference to the definition of a dataclass, which is added when it is missing."""
    name = name_of(kind)
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


def _called(kinds: Sequence[type]) -> dict[str, Any]:
    """The schema of an object that says it is of one of these kinds."""
    names = [kind_name(kind) for kind in kinds]
    return {"properties": {"kind": {"const": names[0]} if len(names) == 1 else {"enum": names}}}


def _choice(kinds: Sequence[type], definitions: dict[str, Any]) -> dict[str, Any]:
    """Dataclasses of which an object says which it is.

    A validator looks at the members of that one alone, and tells what is wrong with them.
    """
    cases = [{"if": _called([kind]), "then": _reference(kind, definitions)} for kind in kinds]
    made = {"type": "object", "required": ["kind"], **_called(kinds), "allOf": cases}
    return _shareable(made)


COUNT = {"type": "integer", "minimum": 1}
LETTERED = {"type": "string"}
LARGE: dict[str, dict[str, dict[str, Any]]] = {
    COMPACT: {
        "values": {"type": "string", "pattern": f"^{SEVERAL.pattern}$"},
        "width": {"enum": list(LETTERS)},
        "codes": LETTERED,
    },
    LOW_RANK: {
        "modulus": {"type": "integer", "minimum": 3},
        "denominator": COUNT,
        "places": LETTERED,
        "rows": LETTERED,
        "columns": LETTERED,
    },
}
"""Members of large matrices, as `rationals` reads them."""


def _large(kind: str) -> dict[str, Any]:
    shape = {"type": "array", "items": COUNT, "minItems": 2, "maxItems": 2}
    members = {"kind": {"const": kind}, "shape": shape, **LARGE[kind]}
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
        several = classes(expected, module)
        if len(several) < 2:
            return {"anyOf": [_type(a, definitions, module) for a in arguments]}
        others = (_type(a, definitions, module) for a in arguments if not is_dataclass(a))
        return {"anyOf": [_choice(several, definitions), *others]}
    if origin is Literal:
        return {"enum": list(arguments)}
    if origin is tuple:
        return _shareable(_tuple(arguments, definitions, module))
    if expected is CodedMatrix:
        return _type(tuple[tuple[Fraction, ...], ...], definitions, module)
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
    if rationals_alone(arguments):
        return {"type": "string", "pattern": f"^{SEVERAL.pattern}$"}
    if arguments[-1] is not Ellipsis:
        return {
            "type": "array",
            "prefixItems": [_type(argument, definitions, module) for argument in arguments],
            "items": False,
            "minItems": len(arguments),
        }
    rows = {"type": "array", "items": _type(arguments[0], definitions, module)}
    large = [_large(kind) for kind in LARGE] if rational_rows(arguments) else []
    return {"anyOf": [rows, *large]} if large else rows
