"""What is wrong in the paper: where, the smallest counterexample, and what is right.

Every claim is judged first; finished verdicts are taken up.
"""

import argparse
import os
from pathlib import Path

NAME = "errata"
HELP = "what is wrong in the paper, with counterexamples and repairs"


def configure(parser: argparse.ArgumentParser) -> None:
    """Which claims, where to and with how many workers."""
    parser.add_argument("patterns", nargs="*", metavar="PATTERN", help="ids or patterns of claims")
    parser.add_argument("--output", type=Path, metavar="FILE", help="write the document there")
    parser.add_argument(
        "--jobs", type=int, default=os.cpu_count() or 1, metavar="N", help="worker processes"
    )


def run(arguments: argparse.Namespace) -> int:
    """Judge, and write the document as Markdown."""
    from rich.console import Console

    from qstheory.claims.verify import VerifyOptions, verify
    from qstheory.report.errata import errata_markdown
    from qstheory.report.files import write_text

    options = VerifyOptions(patterns=tuple(arguments.patterns), workers=arguments.jobs)
    with Console(stderr=True).status("judging") as status:
        report = verify(options, lambda judgement: status.update(f"judged {judgement.claim}"))
    document = errata_markdown(report)
    if arguments.output:
        write_text(arguments.output, document)
    else:
        print(document, end="")
    return 0
