"""Options that several commands have."""

import argparse
import os
from pathlib import Path

from qstheory.errors import InvalidParameter, UnwritableOutput


def add_jobs(parser: argparse.ArgumentParser) -> None:
    """--jobs N, by default one for each processor that this process may use."""
    parser.add_argument(
        "--jobs", type=int, metavar="N", help="worker processes (default: one a processor)"
    )


def jobs(arguments: argparse.Namespace) -> int:
    """The number of worker processes; raises InvalidParameter below 1."""
    if arguments.jobs is None:
        from qstheory.work.engine import processors

        return processors()
    if arguments.jobs < 1:
        raise InvalidParameter("--jobs must be at least 1.")
    return int(arguments.jobs)


def output_file(text: str) -> Path:
    """The path of a file to write, refused before any work is done for it.

    Neither the file nor its folder need exist. Raises UnwritableOutput.
    """
    path = Path(text)
    if path.is_dir():
        raise UnwritableOutput(f"{path} cannot be written: it is a folder; name a file in it.")
    return _writable(path, path.exists())


def output_folder(text: str) -> Path:
    """The path of a folder to write files into, which need not exist."""
    path = Path(text)
    if path.exists() and not path.is_dir():
        raise UnwritableOutput(f"{path} cannot be written into: it is a file; name a folder.")
    return _writable(path, path.exists())


def _writable(path: Path, exists: bool) -> Path:
    place = path.absolute()
    try:
        while not place.exists() and place != place.parent:
            place = place.parent
        folder = place.is_dir()
    except OSError as error:  # Such as a name that is too long.
        raise UnwritableOutput(f"{path} cannot be written: {error.strerror}.") from None
    if not exists and not folder:
        raise UnwritableOutput(f"{path} cannot be written: {place} is no folder.")
    if not os.access(place, os.W_OK):
        raise UnwritableOutput(f"{path} cannot be written: no permission to write {place}.")
    return path


def emit(text: str, output: Path | None) -> None:
    """Write an answer to its file, whole or not at all, or to the standard output."""
    if output is None:
        print(text, end="")
        return
    from qstheory.work.files import write_text

    write_text(output, text)
