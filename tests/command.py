"""The command in a process of its own, forked from this one, which has imported what it needs.

A new interpreter takes a second to begin, most of it imports. What is about the start of one, its
streams or its memory begins one all the same.
"""

import os
import subprocess
import sys
from collections.abc import Mapping
from multiprocessing import get_context
from pathlib import Path
from tempfile import TemporaryDirectory

from qstheory.cli import main

FORK = get_context("fork")


def run(
    *given: str | Path,
    folder: Path,
    timeout: float = 300,
    environment: Mapping[str, str] | None = None,
) -> subprocess.CompletedProcess[str]:
    """`qstheory WORDS` in a folder: its exit code and what it wrote."""
    words = tuple(map(str, given))
    variables = dict(os.environ if environment is None else environment)
    with TemporaryDirectory() as streams:
        out, err = Path(streams) / "out", Path(streams) / "err"
        process = FORK.Process(target=_begun, args=(words, folder, variables, out, err))
        process.start()
        process.join(timeout)
        if process.exitcode is None:
            process.kill()
            raise subprocess.TimeoutExpired(words, timeout)
        return subprocess.CompletedProcess(
            words, process.exitcode, out.read_text("utf-8"), err.read_text("utf-8")
        )


def _begun(words: tuple[str, ...], folder: Path, variables: dict[str, str], *files: Path) -> None:
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(variables)
    for number, file in enumerate(files, start=1):
        os.dup2(os.open(file, os.O_WRONLY | os.O_CREAT), number)
    encoding = variables.get("PYTHONIOENCODING", "utf-8")
    sys.stdout, sys.stderr = (
        open(number, "w", encoding=encoding, closefd=False)  # noqa: SIM115
        for number in (1, 2)
    )
    sys.argv = ["qstheory", *words]
    sys.exit(main(words))
