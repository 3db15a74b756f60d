"""Options that several commands have."""

import argparse
import os
import sys
from pathlib import Path

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
