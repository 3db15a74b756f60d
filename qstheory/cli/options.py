"""Options that several commands have, such as the loss and how its file is read."""

import argparse
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from qstheory.errors import InvalidParameter, UnwritableOutput

MOST_JOBS = 1024
"""Most worker processes: more than the processors of any machine that this runs on."""


def add_jobs(parser: argparse.ArgumentParser) -> None:
    """--jobs N, by default one for each processor that this process may use."""
    parser.add_argument(
        "--jobs", type=int, metavar="N", help="worker processes (default: one a processor)"
    )


def jobs(arguments: argparse.Namespace) -> int:
    """The number of worker processes; raises InvalidParameter unless from 1 to MOST_JOBS."""
    if arguments.jobs is None:
        from qstheory.work.engine import processors

        return processors()
    if arguments.jobs < 1:
        raise InvalidParameter("--jobs must be at least 1.")
    if arguments.jobs > MOST_JOBS:
        raise InvalidParameter(f"--jobs must be at most {MOST_JOBS}.")
    return int(arguments.jobs)


def output_file(text: str) -> Path:
    """The path of a file to write, refused before any work is done for it.

    Neither the file nor its folder need exist. Raises UnwritableOutput.
    """
    return _writable(Path(text), folder=False)


def output_folder(text: str) -> Path:
    """The path of a folder to write files into, which need not exist."""
    return _writable(Path(text), folder=True)


def _writable(path: Path, folder: bool) -> Path:
    try:
        reason = _obstacle(path, folder)
    except (OSError, ValueError) as error:  # Such as a name that is too long.
        reason = getattr(error, "strerror", None) or "its name is malformed"
    if reason:
        raise UnwritableOutput(f"{path} cannot be written: {reason}.")
    return path


def _obstacle(path: Path, folder: bool) -> str:
    """Why a file or folder cannot be written, empty where nothing is in the way."""
    if str(path) == "-":
        return "it stands for the standard output, which has the answer without the option"
    if path.is_dir() and not folder:
        return "it is a folder; name a file in it"
    if path.is_file() and folder:
        return "it is a file; name a folder"
    if path.exists() and not path.is_dir() and not path.is_file():
        return "it is not a regular file; without the option the standard output has it"
    place = Path(os.path.realpath(path))
    while not place.exists() and place != place.parent:
        if place.is_symlink():
            return "its links lead in a circle"
        place = place.parent
    if not path.exists() and not place.is_dir():
        return f"{place} is no folder"
    return "" if os.access(place, os.W_OK) else f"no permission to write {place}"


def add_answer(parser: argparse.ArgumentParser, formats: Sequence[str]) -> None:
    """--format, and where the answer and its certificates go."""
    parser.add_argument("--format", default="text", choices=formats)
    parser.add_argument("--output", type=output_file, metavar="FILE", help="write the answer there")
    parser.add_argument(
        "--certificates", type=output_file, metavar="FILE", help="write the certificates there"
    )


def answer(arguments: argparse.Namespace, text: str, certificates: Callable[[], str]) -> None:
    """Write what those options ask for."""
    if arguments.certificates:
        save_certificates(certificates(), arguments.certificates)
    emit(text, arguments.output)


def save_certificates(text: str, output: Path) -> None:
    """Write the certificates, and say on the standard error what replays them."""
    from qstheory.work.files import write_text

    write_text(output, text)
    print(f"certificates are in {output}: 'qstheory check {output}' replays them", file=sys.stderr)


def emit(text: str, output: Path | None) -> None:
    """Write an answer to its file, whole or not at all, or to the standard output."""
    if output is None:
        print(text, end="")
        return
    from qstheory.work.files import write_text

    write_text(output, text)


if TYPE_CHECKING:
    from qstheory.inputs.read import Options
    from qstheory.losses.base import Loss

ANSWER = {"yes": True, "no": False, None: None}


def add_loss(parser: argparse.ArgumentParser, option: bool = False) -> None:
    """The loss as an argument, or as --loss; --tree instead of it; parameters and reading."""
    from qstheory.losses.catalogue import families

    said = "a built-in loss, such as hamming:m=3 (see `qstheory losses`), or a file"
    if option:
        parser.add_argument("--loss", help=said)
    else:
        parser.add_argument("loss", nargs="?", help=said)
    add_reading(parser).add_argument(
        "--tree", type=Path, metavar="FILE",
        help="instead of a loss: edges parent,child, whose leaves are classes at tree distance",
    )  # fmt: skip
    group = parser.add_argument_group("parameters of the built-in losses")
    users: dict[str, list[str]] = {}
    for family in families().values():
        for parameter in family.parameters:
            users.setdefault(parameter.name, []).append(family.name)
    for name, names in sorted(users.items()):
        group.add_argument(
            f"--{name}", dest=f"parameter_{name}", metavar="VALUE", help=f"of {', '.join(names)}"
        )


def add_reading(parser: argparse.ArgumentParser) -> argparse._ArgumentGroup:
    """How the file of a loss is read, the same for every command."""
    file = parser.add_argument_group("reading a file")
    file.add_argument(
        "--rationalise",
        action="store_true",
        help="take binary floats as the shortest decimals, not at their exact value",
    )
    file.add_argument("--header", choices=("yes", "no"), help="whether the first row has names")
    file.add_argument("--labels", choices=("yes", "no"), help="whether the first column has names")
    file.add_argument("--array", metavar="NAME", help="which array of an NPZ file")
    return file


def reading_of(arguments: argparse.Namespace) -> "Options":
    """How the arguments say that a file is read."""
    from qstheory.inputs.read import Options

    return Options(
        arguments.rationalise, ANSWER[arguments.header], ANSWER[arguments.labels], arguments.array
    )


@contextmanager
def announced() -> Iterator[None]:
    """What a reader warns of goes to the standard error."""
    import sys
    import warnings

    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        yield
    for warning in caught:
        print(f"qstheory: {warning.message}", file=sys.stderr)


def loss_of(arguments: argparse.Namespace) -> "Loss":
    """The loss that the arguments name; raises QstheoryError."""
    from qstheory.errors import InvalidParameter
    from qstheory.inputs import as_loss, read_tree

    parameters = {
        name.removeprefix("parameter_"): value
        for name, value in vars(arguments).items()
        if name.startswith("parameter_") and value is not None
    }
    reading = reading_of(arguments)
    if arguments.tree is not None:
        for name in ("loss", "labels", "array", "rationalise"):
            if getattr(arguments, name) or parameters:
                other = next(iter(parameters), name)
                raise InvalidParameter(f"--tree gives the whole loss; leave out {other}.")
        return read_tree(arguments.tree, reading.header)
    if arguments.loss is None:
        raise InvalidParameter("Name a loss or a file, or give --tree FILE.")
    with announced():
        return as_loss(arguments.loss, **vars(reading), **parameters)
