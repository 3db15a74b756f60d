"""The command `check`, which loads the standard library alone, and the code that ran in a replay.

That code is what the answers rest on, and no more: the functions and methods that were called, the
fields of their classes and of what the certificate file holds, and the constants that these name,
file by file. The standard library is not listed, nor are the definitions that were loaded and not
called.
"""

from __future__ import annotations

import argparse
import ast
import io
import sys
import tokenize
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, fields, is_dataclass
from pathlib import Path
from types import CodeType, FrameType
from typing import TYPE_CHECKING

from qstheory.cli.options import output_file
from qstheory.cli.parser import Command

if TYPE_CHECKING:
    from qstheory.certify.replay import Replayed

SHOWN, LONGEST = 4, 40
"""Most names of a matrix's predictions that are told, and most characters of one."""


def configure(parser: argparse.ArgumentParser) -> None:
    """Files, and the opt-in fast arithmetic."""
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE", help="certificate files")
    parser.add_argument(
        "--fast",
        action="store_true",
        help="use python-flint for determinants modulo a prime; the output names it",
    )
    parser.add_argument(
        "--export-coq",
        type=Path,
        metavar="DIR",
        help="write what Coq can replay, minors, equal-risk points, semidefinite matrices, as .v",
    )
    parser.add_argument(
        "--code",
        type=output_file,
        metavar="FILE",
        help="write the code of this package that ran there: all that the answers rest on",
    )
    parser.add_argument(
        "--quiet", action="store_true", help="print only what fails and the closing counts"
    )


def run(arguments: argparse.Namespace) -> int:
    """Replay certificate files and print one line for each item.

    The standard library alone does this: no solver and none of the code that found the certificates
    is imported. `--fast` opts in to python-flint for large minors and says so. Exit code 0: every
    certificate does what its item expects; 1: one does the opposite, refutes what is to be proved
    or proves what is to be refuted; 3: none does, but some are invalid or of a kind that is not
    known here; 2: a file is unreadable, or none holds anything to replay.
    """
    from qstheory.certify.decide import STANDARD_LIBRARY
    from qstheory.certify.replay import escaped, exit_code, replay_file
    from qstheory.errors import UnreadableCertificate
    from qstheory.work.terminal import fitted

    tools = STANDARD_LIBRARY
    if arguments.fast:
        from qstheory.exact.span import FLINT

        tools = FLINT
        print("replayed with python-flint arithmetic (--fast), not the standard library alone")
    done: list[Replayed] = []
    ran: set[CodeType] = set()
    for path in arguments.files:
        with nullcontext() if arguments.code is None else recorded(ran):
            replayed = replay_file(path, tools)
        if not replayed and len(arguments.files) > 1:
            # What is measured or cited has no certificate: its file is said to be empty.
            print(f"{escaped(str(path))} holds no item")
        names, heads = _names(replayed)
        for head in () if arguments.quiet else heads:
            print(fitted(f"{path}: {head}"), end="")
        for each in replayed:
            if not (each.as_expected and arguments.quiet):
                line = each.line
                for hashed, name in names.items():
                    line = line.replace(hashed, name)
                print(fitted(line, hanging=len("proves   ")), end="")
        done += replayed
    if not done:
        files = ", ".join(map(str, arguments.files))
        raise UnreadableCertificate(f"{files} holds no item, so nothing was checked.")
    if arguments.export_coq is not None:
        _export([each for each in done if each.as_expected], arguments.export_coq)
    if arguments.code is not None:
        _write_code(ran, done, arguments.code)
    good, skipped = sum(e.as_expected for e in done), sum(e.skipped for e in done)
    unknown = f", {skipped} of them of an unknown kind" if skipped else ""
    print(f"{good} as expected, {len(done) - good} not{unknown}")
    return exit_code(done)


def _names(replayed: list[Replayed]) -> tuple[dict[str, str], list[str]]:
    """For each matrix of a file by its hash: the name that lines give it, and what it is."""
    from qstheory.losses.base import MatrixReference

    given = (getattr(each.item.proposition, "loss", None) for each in replayed)
    matrices = {str(loss): loss for loss in given if isinstance(loss, MatrixReference)}
    names, heads = {}, []
    for place, (hashed, matrix) in enumerate(matrices.items(), 1):
        name = names[hashed] = "L" if len(matrices) == 1 else f"L_{place}"
        rows, columns = len(matrix.predictions), len(matrix.observations)
        heads.append(
            f"{name} is a {rows} x {columns} matrix, predictions {_few(matrix.predictions)},"
            f" observations {_few(matrix.observations)}, SHA-256 {matrix.sha256[:12]}"
        )
    return names, heads


def _few(names: tuple[str, ...]) -> str:
    """The first of some names.

    >>> _few(("a", "b")), _few(tuple("abcdefg"))
    ('a, b', 'a, b, c, d and 3 more')
    """
    from qstheory.certify.replay import escaped

    shown = escaped(", ".join(name[:LONGEST] for name in names[:SHOWN]))
    return f"{shown} and {len(names) - SHOWN} more" if len(names) > SHOWN else shown


def _write_code(ran: set[CodeType], replayed: list[Replayed], path: Path) -> None:
    """The functions that were called, file by file."""
    from qstheory.work.files import write_whole

    found = listings(ran, [each.item for each in replayed])
    parts = [f"# {each.path}: {each.lines} lines of code\n\n{each.text}\n" for each in found]
    write_whole(path, "\n\n".join(parts))
    total = sum(each.lines for each in found)
    print(f"{total:,} lines of code of {len(found)} files ran, which are in {path}")


def _export(replayed: list[Replayed], folder: Path) -> None:
    """Files item_1.v, ... for the items, valid as they are, that Coq can replay."""
    from qstheory.proofs.export import exported
    from qstheory.work.files import write_whole

    found = list(exported([each.item for each in replayed]))
    folder.mkdir(parents=True, exist_ok=True)
    for place, made in found:
        write_whole(folder / f"item_{place + 1}.v", made.text)
    print(f"{len(found)} of {len(replayed)} items written for Coq into {folder}: compile them with")
    print("  coqc -R verification/coq qstheory item_1.v")


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


COMMANDS = (
    Command("check", "replay certificates with the standard library alone", configure, run),
)
