"""The command `check`, which loads the standard library alone."""

from __future__ import annotations

import argparse
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING

from qstheory.cli.options import output_file
from qstheory.cli.parser import Command

if TYPE_CHECKING:
    from contextlib import AbstractContextManager
    from types import CodeType

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
    known here; 2: a file is unreadable or holds nothing to replay.
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
        with nullcontext() if arguments.code is None else _recorded(ran):
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


def _recorded(ran: set[CodeType]) -> AbstractContextManager[None]:
    """Add the functions that are called meanwhile."""
    from qstheory.report.deciding_code import recorded

    return recorded(ran)


def _write_code(ran: set[CodeType], replayed: list[Replayed], path: Path) -> None:
    """The functions that were called, file by file."""
    from qstheory.report.deciding_code import listings
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


COMMANDS = (
    Command("check", "replay certificates with the standard library alone", configure, run),
)
