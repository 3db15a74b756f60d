"""The paper's Table 1 beside the certified values.

Exit code 0 whatever the table says: `qstheory verify` is the command that judges.
"""

import argparse
import os

NAME = "table1"
HELP = "the paper's Table 1 beside the certified values"
FORMATS = ("text", "md", "json", "csv", "latex")


def configure(parser: argparse.ArgumentParser) -> None:
    """The format."""
    parser.add_argument("--format", default="text", choices=FORMATS)
    parser.add_argument(
        "--jobs", type=int, default=os.cpu_count() or 1, metavar="N", help="worker processes"
    )


def run(arguments: argparse.Namespace) -> int:
    """Judge the cells' claims, analyse the sizes, print."""
    from rich.console import Console

    from qstheory.report.table1 import printed_claims, sized_rows
    from qstheory.report.table1_formats import RENDERERS

    with Console(stderr=True).status("judging the cells of Table 1") as status:
        rows = sized_rows(printed_claims(arguments.jobs), status.update)
    print(RENDERERS[arguments.format](rows), end="")
    return 0
