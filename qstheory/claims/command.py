"""What the command `qstheory verify` does once its arguments are parsed."""

import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import TextIO

from qstheory.claims.formats import FORMATS
from qstheory.claims.verify import Report, VerifyOptions, to_judge, verify
from qstheory.errors import InvalidParameter
from qstheory.work.files import write_whole
from qstheory.work.terminal import progress_bar


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


def watched(options: VerifyOptions, errors: TextIO | None = None) -> Report:
    """What `verify` answers, with a bar on the terminal while it judges."""
    with progress_bar(len(to_judge(options)), "judging", stream=errors) as advance:
        return verify(options, lambda judgement: advance(f"judged {judgement.claim}"))


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
    report = watched(command.options, errors)
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
