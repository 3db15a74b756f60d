"""The code of this package that ran in a replay: what its answers rest on, and no more.

Listed are the functions and methods that were called, the fields of their classes and of what the
certificate file holds, and the constants that these name, file by file. The standard library is
not, nor are the definitions that were loaded and not called.
"""

import ast
import io
import sys
import tokenize
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, fields, is_dataclass
from pathlib import Path
from types import CodeType, FrameType

ROOT = Path(__file__).resolve().parent.parent
SILENT = {
    tokenize.COMMENT,
    tokenize.NL,
    tokenize.NEWLINE,
    tokenize.INDENT,
    tokenize.DEDENT,
    tokenize.ENDMARKER,
}
Definition = ast.FunctionDef | ast.ClassDef


@dataclass(frozen=True)
class Listing:
    """The part of a file that ran: its path from the package, the text, and its lines of code."""

    path: str
    text: str
    lines: int


@contextmanager
def recorded(ran: set[CodeType]) -> Iterator[None]:
    """Add the functions that are called meanwhile."""

    def hook(frame: FrameType, event: str, _: object) -> None:
        if event == "call":
            ran.add(frame.f_code)

    before = sys.getprofile()
    sys.setprofile(hook)
    try:
        yield
    finally:
        sys.setprofile(before)


def listings(ran: Iterable[CodeType], held: Iterable[object]) -> list[Listing]:
    """Of every file that took part, what ran, and the classes of the values that were replayed."""
    called: dict[Path, set[int]] = {}
    for code in ran:
        path = Path(code.co_filename)
        if path.is_relative_to(ROOT) and code.co_name != "<module>":
            called.setdefault(path, set()).add(code.co_firstlineno)
    classes: dict[Path, set[str]] = {}
    for kind in {kind for value in held for kind in _kinds(value)}:
        path = Path(str(sys.modules[kind.__module__].__file__))
        if path.is_relative_to(ROOT):
            classes.setdefault(path, set()).add(kind.__name__)
    paths = sorted(called.keys() | classes.keys())
    found = [_listing(p, called.get(p, set()), classes.get(p, set())) for p in paths]
    return [listing for listing in found if listing.lines]


def _kinds(value: object) -> Iterator[type]:
    if is_dataclass(value):
        yield type(value)
        for field in fields(value):
            yield from _kinds(getattr(value, field.name))
    elif isinstance(value, tuple):
        for part in value:
            yield from _kinds(part)


def _listing(path: Path, called: set[int], classes: set[str]) -> Listing:
    source = path.read_text(encoding="utf-8")
    tree = ast.parse(source)
    kept: set[int] = set()
    for node in tree.body:
        if isinstance(node, Definition):
            kept |= _taken(node, called, classes)
    names = {"RULES"} if kept else set()
    for node in tree.body:
        for inside in ast.walk(node):
            match inside:
                case ast.Name(id=name, lineno=line) if line in kept:
                    names.add(name)
    for node in tree.body:
        targets = node.targets if isinstance(node, ast.Assign) else []
        if isinstance(node, ast.AnnAssign):
            targets = [node.target]
        if any(isinstance(each, ast.Name) and each.id in names for each in targets):
            kept |= _span(node)
    lines = source.splitlines()
    shown: list[str] = []
    last = 0
    for number in sorted(kept):
        # As many blank lines as there are between definitions, where something is left out.
        shown += ["", ""][: 0 if number == last + 1 else 1 if lines[number - 1][:1] == " " else 2]
        shown.append(lines[number - 1])
        last = number
    text = "\n".join(shown).strip("\n")
    where = path.relative_to(ROOT.parent).as_posix()
    return Listing(where, text, len(code_lines(source) & kept))


def _taken(node: Definition, called: set[int], classes: set[str]) -> set[int]:
    """The lines of a function that was called, or of a class without the methods that were not."""
    if isinstance(node, ast.FunctionDef):
        # A decorated function begins with its decorator.
        starts = {node.lineno, *(each.lineno for each in node.decorator_list)}
        return _span(node) if starts & called else set()
    methods = [part for part in node.body if isinstance(part, ast.FunctionDef)]
    taken = [_taken(method, called, classes) for method in methods]
    if not any(taken) and node.name not in classes:
        return set()
    rest = _span(node).difference(*map(_span, methods))
    return rest.union(*taken)


def _span(node: ast.stmt) -> set[int]:
    first = min((node.lineno, *(d.lineno for d in getattr(node, "decorator_list", ()))))
    return set(range(first, (node.end_lineno or node.lineno) + 1))


def code_lines(source: str) -> set[int]:
    """The lines that are neither blank, nor a comment, nor in a docstring.

    >>> code_lines('"Words."\\n\\nx = 1  # One.\\n# More.\\n')
    {3}
    """
    words: set[int] = set()
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Expr(value=ast.Constant(value=str())):
                words |= _span(node)
    code: set[int] = set()
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type not in SILENT:
            code |= set(range(token.start[0], token.end[0] + 1))
    return code - words
