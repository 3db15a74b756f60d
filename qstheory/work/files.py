"""Files written whole or not at all, what identifies the code that wrote them, and records in them.

A record is a frozen dataclass. As plain JSON data it is an object with its fields, behind its
`FORMAT` where it has one; an enumeration is its value, a tuple an array, a fraction the text "p/q".
`DERIVED` names properties of a dataclass that are written beside its fields. What JSON Schema can
say beyond a type stands with the type: `Annotated[int, ("minimum", 1)]`. Descriptions are the
docstrings.

Reading is strict: data of any other form raises ValueError, so that a damaged record is never
taken up.
"""

import json
import os
import re
import sys
import tempfile
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from errno import EINVAL
from fractions import Fraction
from functools import cache
from hashlib import sha256
from inspect import cleandoc
from pathlib import Path
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    Literal,
    TypeVar,
    Union,
    cast,
    get_args,
    get_origin,
    get_type_hints,
)

from qstheory.errors import UnreadableInput


def write_whole(path: Path, content: str | bytes) -> None:
    """Write bytes, or text in UTF-8, making the folder; at no time does `path` hold a part of it.

    The file is readable like any other. A link is followed, and a device, pipe or socket never
    replaced; raises OSError.
    """
    path = Path(os.path.realpath(path))  # Path.resolve has a RuntimeError for links in a circle.
    if path.exists() and not path.is_file() and not path.is_dir():
        raise OSError(EINVAL, "it is not a regular file")
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.", suffix=".tmp")
    temporary = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content if isinstance(content, bytes) else content.encode())
        temporary.chmod(0o644)
        temporary.replace(path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


def cache_folder(name: str) -> Path:
    """`$XDG_CACHE_HOME/qstheory/NAME`, or below `~/.cache`, as the XDG specification has it."""
    base = Path(os.environ.get("XDG_CACHE_HOME", ""))
    return (base if base.is_absolute() else Path.home() / ".cache") / "qstheory" / name


def file_name(loss_name: str) -> str:
    """A loss's name as a file name without extension.

    >>> file_name("f-score:m=2,beta=1/2")
    'f-score-m=2-beta=1-2'
    """
    return re.sub(r"[^A-Za-z0-9.=]+", "-", loss_name)


def write_text(path: Path, text: str) -> None:
    """Write a text file atomically; see `write_bytes`."""
    write_bytes(path, text.encode())


def write_bytes(path: Path, content: bytes) -> None:
    """Write a file atomically; one that has this content already is left alone.

    Raises UnreadableInput with the reason when that fails.
    """
    try:
        if not path.is_file() or path.read_bytes() != content:
            write_whole(path, content)
    except OSError as error:
        raise UnreadableInput(f"{path} cannot be written: {error.strerror}.") from None


LIBRARIES = ("numpy", "scipy", "sympy", "python-flint", "highspy", "cvxpy", "clarabel")
UNRELATED = ("cli", "report", "testing.py")
"""Parts of the package that show verdicts and do not make any."""


def folder_digest(folder: Path, without: tuple[str, ...] = ()) -> str:
    """SHA-256 of the Python files in a folder and below, less some of its sub-folders."""
    digest = sha256()
    for path in sorted(folder.rglob("*.py")):
        name = path.relative_to(folder)
        if name.parts[0] not in without and path.is_file():
            content = sha256(path.read_bytes()).hexdigest()
            digest.update(f"{name.as_posix()} {content}\n".encode())
    return digest.hexdigest()


def _installed(library: str) -> str:
    from importlib.metadata import PackageNotFoundError, version  # With it comes all of email.

    try:
        return version(library)
    except PackageNotFoundError:
        return "absent"


@cache
def package_version() -> str:
    """SHA-256 of the package and the versions of Python and the libraries, as of first use."""
    digest = sha256(f"python {sys.version_info[:3]}\n".encode())
    for library in LIBRARIES:
        digest.update(f"{library} {_installed(library)}\n".encode())
    digest.update(folder_digest(Path(__file__).parents[1], UNRELATED).encode())
    return digest.hexdigest()


RATIONAL = "^-?[0-9]+(/[1-9][0-9]*)?$"
Positive = Annotated[int, ("minimum", 1)]
Natural = Annotated[int, ("minimum", 0)]
NotNegative = Annotated[float, ("minimum", 0)]
Digits = Annotated[str, ("pattern", "^[0-9]+$")]
"""A count that may exceed 2^53, which other readers of JSON round: as text."""
Pair = tuple[Fraction, Fraction]
Document = dict[str, Any]
T = TypeVar("T")


def copied(kind: type[T], source: Any, **others: Any) -> T:
    """A dataclass with these members, and the attributes of the source for those not named.

    >>> from dataclasses import make_dataclass
    >>> copied(make_dataclass("Part", ["numerator", "name"]), Fraction(1, 2), name="half")
    Part(numerator=1, name='half')
    """
    names = (f.name for f in fields(cast(Any, kind)) if f.name not in others)
    return kind(**{name: getattr(source, name) for name in names}, **others)


def to_data(value: Any) -> Any:
    """A record, or part of one, as JSON data.

    >>> from qstheory.work.files import to_data
    >>> to_data((Fraction(1, 2), None, ("a", 3)))
    ['1/2', None, ['a', 3]]
    """
    if is_dataclass(value) and not isinstance(value, type):
        kind = type(value)
        begin = {"format": kind.FORMAT} if hasattr(kind, "FORMAT") else {}
        return begin | {key: to_data(getattr(value, name)) for key, name in _members(kind).items()}
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, Fraction):
        return str(value)
    if isinstance(value, Mapping):
        return {key: to_data(item) for key, item in value.items()}
    if isinstance(value, tuple):
        return [to_data(item) for item in value]
    return value


def to_json(record: Any) -> str:
    """A record, or its data, as the text of a file."""
    return json.dumps(to_data(record), indent=1, ensure_ascii=False) + "\n"


@cache
def _members(kind: type) -> dict[str, str]:
    """The names of a dataclass's attributes by those of its members in JSON."""
    own = {f.metadata.get("name", f.name): f.name for f in fields(kind)}
    return own | {name: name for name in getattr(kind, "DERIVED", ())}


@cache
def _hints(kind: type, *, extras: bool = False) -> dict[str, Any]:
    return get_type_hints(kind, include_extras=extras)


def from_data(data: Any, expected: Any) -> Any:
    """JSON data as a value of the expected type; raises ValueError when it is not one."""
    if get_origin(expected) is UnionType:
        optional = [kind for kind in get_args(expected) if kind is not NoneType]
        return None if data is None else from_data(data, optional[0])
    if get_origin(expected) is tuple:
        if not isinstance(data, list):
            raise ValueError("an array is missing")
        return tuple(from_data(item, get_args(expected)[0]) for item in data)
    if is_dataclass(expected) and isinstance(expected, type):
        if not isinstance(data, dict) or set(data) != {f.name for f in fields(expected)}:
            raise ValueError(f"not the members of {expected.__name__}")
        hints = _hints(expected)
        return expected(**{name: from_data(item, hints[name]) for name, item in data.items()})
    if isinstance(expected, type) and issubclass(expected, Enum):
        return expected(data)
    if expected is float and type(data) is int:
        return float(data)
    if type(data) is not expected:
        raise ValueError(f"not of type {expected}")
    return data


def schema(kind: Any) -> Document:
    """The JSON Schema (draft 2020-12) of a kind of record.

    Members are as `to_data` writes them, all of them required, and no others.

    Parameters
    ----------
    kind : type
        A dataclass with a `FORMAT`, "name/version", which is the schema's title.

    >>> from dataclasses import dataclass
    >>> from typing import ClassVar
    >>> @dataclass(frozen=True)
    ... class Coin:
    ...     '''Which side is up with which probability.'''
    ...     FORMAT: ClassVar[str] = "coin/1"
    ...     heads: Fraction
    >>> schema(Coin)["properties"]["heads"]["pattern"]
    '^-?[0-9]+(/[1-9][0-9]*)?$'
    """
    definitions: Document = {}
    made = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": kind.FORMAT,
        **_object(kind, definitions),
    }
    return made | ({"$defs": definitions} if definitions else {})


def _object(kind: Any, definitions: Document) -> Document:
    hints = _hints(kind, extras=True)
    members: Document = {"format": {"const": kind.FORMAT}} if hasattr(kind, "FORMAT") else {}
    for key, name in _members(kind).items():
        if name not in hints:
            hints = hints | {name: get_type_hints(getattr(kind, name).fget)["return"]}
        members[key] = _type(hints[name], definitions)
    return {
        "description": cleandoc(kind.__doc__),
        "type": "object",
        "required": list(members),
        "properties": members,
        "additionalProperties": False,
    }


def _reference(kind: type, definitions: Document) -> Document:
    """A reference to the definition of a dataclass, which is added when it is missing."""
    name = f"{kind.__module__.rpartition('.')[2]}.{kind.__name__}"
    if name not in definitions:
        definitions[name] = {}
        definitions[name] = _object(kind, definitions)
    return {"$ref": f"#/$defs/{name}"}


def _type(expected: Any, definitions: Document) -> Document:
    origin, arguments = get_origin(expected), get_args(expected)
    if origin is Annotated:
        made = _type(arguments[0], definitions)
        return made | dict(arguments[1:])
    if origin in (Union, UnionType):
        return {"anyOf": [_type(argument, definitions) for argument in arguments]}
    if origin is Literal:
        return {"enum": list(arguments)}
    if origin is tuple:
        return _array(arguments, definitions)
    if origin is not None and issubclass(origin, Mapping):
        return {"type": "object", "additionalProperties": _type(arguments[1], definitions)}
    if is_dataclass(expected) and isinstance(expected, type):
        return _reference(expected, definitions)
    if isinstance(expected, type) and issubclass(expected, Enum):
        return {"enum": [member.value for member in expected]}
    plain: dict[Any, Document] = {
        Any: {},
        Fraction: {"type": "string", "pattern": RATIONAL},
        str: {"type": "string"},
        bool: {"type": "boolean"},
        int: {"type": "integer"},
        float: {"type": "number"},
        NoneType: {"type": "null"},
    }
    return dict(plain[expected])


def _array(arguments: tuple[Any, ...], definitions: Document) -> Document:
    made = [_type(argument, definitions) for argument in arguments if argument is not Ellipsis]
    if arguments[-1] is Ellipsis:
        return {"type": "array", "items": made[0]}
    size = {"minItems": len(made), "maxItems": len(made)}
    if all(each == made[0] for each in made):
        return {"type": "array", "items": made[0], **size}
    return {"type": "array", "prefixItems": made, "items": False, "minItems": len(made)}
