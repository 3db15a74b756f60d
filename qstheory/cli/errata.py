"""What is wrong in the paper: where, the smallest counterexample, and what is right.

Every claim is judged first; finished verdicts are taken up.
"""

import argparse

from qstheory.cli.options import add_jobs, emit, jobs, output_file

NAME = "errata"
HELP = "what is wrong in the paper, with counterexamples and repairs"


def configure(parser: argparse.ArgumentParser) -> None:
    """Which claims, where to and with how many workers."""
    parser.add_argument("patterns", nargs="*", metavar="PATTERN", help="ids or patterns of claims")
    parser.add_argument("--output", type=output_file, metavar="FILE", help="for the document")
    parser.add_argument(
        "--format", default="md", choices=("md", "latex"), help="Markdown or a LaTeX document"
    )
    add_jobs(parser)


def run(arguments: argparse.Namespace) -> int:
    """Judge, and write the letter."""
    from qstheory.claims.verify import VerifyOptions, verify
    from qstheory.report.errata import RENDERERS
    from qstheory.work.terminal import status

    options = VerifyOptions(patterns=tuple(arguments.patterns), workers=jobs(arguments))
    with status("judging") as shown:
        report = verify(options, lambda judgement: shown.update(f"judged {judgement.claim}"))
    emit(RENDERERS[arguments.format](report), arguments.output)
    return 0
