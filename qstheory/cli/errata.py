"""What is wrong in the paper: where, the smallest counterexample, and what is right.

Every claim is judged first; finished verdicts are taken up.
"""

import argparse

from qstheory.cli.options import add_jobs, emit, jobs, output_file

NAME = "errata"
HELP = "what is wrong in the paper, with counterexamples and repairs"

FORMATS = ("text", "md", "latex")
SUFFIXES = {".md": "md", ".tex": "latex"}


def configure(parser: argparse.ArgumentParser) -> None:
    """Which claims, where to and with how many workers."""
    parser.add_argument("patterns", nargs="*", metavar="PATTERN", help="ids or patterns of claims")
    parser.add_argument("--output", type=output_file, metavar="FILE", help="for the document")
    parser.add_argument(
        "--format", choices=FORMATS, help="text, or what the suffix of --output says"
    )
    add_jobs(parser)


def run(arguments: argparse.Namespace) -> int:
    """Judge, and write the letter."""
    from qstheory.claims.formats import watched
    from qstheory.claims.ledger import load_ledger
    from qstheory.claims.verify import VerifyOptions
    from qstheory.report.errata import RENDERERS

    suffix = "" if arguments.output is None else arguments.output.suffix
    form = arguments.format or SUFFIXES.get(suffix, "text")
    chosen = tuple(arguments.patterns)
    if chosen:  # What is right is judged as well.
        ledger = load_ledger()
        repairs = {ledger[claim].repaired_by for claim in ledger.select(chosen)} - {""}
        chosen += tuple(sorted(repairs))
    report = watched(VerifyOptions(patterns=chosen, workers=jobs(arguments)))
    emit(RENDERERS[form](report), arguments.output)
    return 0
