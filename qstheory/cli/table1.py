"""The paper's Table 1 beside the certified values.

Exit code 0 whatever the table says: `qstheory verify` is the command that judges.
"""

import argparse

from qstheory.cli.options import add_jobs, jobs

NAME = "table1"
HELP = "the paper's Table 1 beside the certified values"
FORMATS = ("text", "md", "json", "csv", "latex")


def configure(parser: argparse.ArgumentParser) -> None:
    """The format."""
    parser.add_argument("--format", default="text", choices=FORMATS)
    add_jobs(parser)


def run(arguments: argparse.Namespace) -> int:
    """Judge the cells' claims, analyse the sizes, print."""
    from qstheory.report.table1 import printed_claims, sized_rows
    from qstheory.report.table1_formats import RENDERERS
    from qstheory.work.terminal import status

    report = printed_claims(jobs(arguments))
    with status("analysing the sizes") as shown:
        rows = sized_rows(report, lambda name: shown.update(f"analysing {name}"))
    print(RENDERERS[arguments.format](rows), end="")
    return 0
