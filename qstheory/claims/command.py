"""What the command `qstheory verify` does once its arguments are parsed."""

import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import TextIO

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from qstheory.claims.formats import FORMATS
from qstheory.claims.verdict import Judgement
from qstheory.claims.verify import Report, VerifyOptions, to_judge, verify
from qstheory.errors import InvalidParameter
from qstheory.work.files import write_whole
from qstheory.work.terminal import console


@dataclass(frozen=True)
class VerifyCommand:
    """What to judge, and where the answer goes.

    `format` is one of `text`, `json`, `junit`, `md`; `output` a file to write it to instead of the
    standard output; `certificates` a folder for a certificate file of each selected claim.
    """

    options: VerifyOptions = field(default_factory=VerifyOptions)
    format: str = "text"
    output: Path | None = None
    certificates: Path | None = None


def _verify_with_progress(options: VerifyOptions, errors: TextIO) -> Report:
    bar = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        console=console(errors),
        transient=True,
    )
    with bar:
        task = bar.add_task("judging", total=len(to_judge(options)))

        def advance(judgement: Judgement) -> None:
            bar.update(task, advance=1, description=judgement.claim)

        return verify(options, advance)


def run_verify(
    command: VerifyCommand, out: TextIO | None = None, errors: TextIO | None = None
) -> int:
    """Judge, print or write the report, and return the exit code.

    0: every claim is proved or as recorded; 1: a verdict changed; 3: a claim is undecided and none
    changed. Raises InvalidParameter for an unknown format, UnreadableInput and DuplicateName for a
    wrong ledger or pattern; the caller turns these into exit code 2. Nothing is written then.
    """
    if command.format not in FORMATS:
        raise InvalidParameter(
            f"The format must be one of {', '.join(FORMATS)}, not {command.format!r}."
        )
    report = _verify_with_progress(command.options, errors or sys.stderr)
    text = FORMATS[command.format](report)
    if command.output is None:
        (out or sys.stdout).write(text)
    try:
        if command.output is not None:
            write_whole(command.output, text)
        if command.certificates is not None:
            report.save_certificates(command.certificates)
    except OSError as error:
        raise InvalidParameter(
            f"The report or the certificates cannot be written: {error.strerror}."
        ) from None
    return report.exit_code
