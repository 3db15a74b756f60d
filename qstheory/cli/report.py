"""Write the whole report: dossiers with certificates, the judged ledger, Table 1 and the errata.

Finished verdicts are taken up; the rest runs in parallel, with progress shown.
"""

import argparse
from collections.abc import Iterator
from pathlib import Path

from qstheory.cli import build_parser
from qstheory.cli.options import add_jobs, jobs, output_folder
from qstheory.cli.parser import HelpFormatter

NAME = "report"
HELP = "write Table 1, the errata, the ledger, certificates and the site"


def configure(parser: argparse.ArgumentParser) -> None:
    """Where to, and with how many workers."""
    parser.add_argument(
        "--output", type=output_folder, default=Path("reports"), metavar="DIR", help="to write into"
    )
    add_jobs(parser)


def run(arguments: argparse.Namespace) -> int:
    """Build everything."""
    import json

    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

    from qstheory.report.build import build
    from qstheory.report.errata import tally
    from qstheory.work.files import write_text

    workers = jobs(arguments)
    write_text(arguments.output / "commands.json", json.dumps(command_help(), indent=1) + "\n")
    columns = (TextColumn("{task.description:10}"), BarColumn(), MofNCompleteColumn())
    with Progress(*columns) as bar:
        tasks: dict[str, object] = {}

        def progress(stage: str, done: int, total: int) -> None:
            if stage not in tasks:
                tasks[stage] = bar.add_task(stage, total=total)
            bar.update(tasks[stage], completed=done, total=total)  # type: ignore[arg-type]

        report = build(arguments.output, workers, progress)
    print(f"{len(report.selected)} claims judged. {tally(report)}: see {arguments.output}")
    return 0


WIDTH = 80
"""Columns of what is written, whatever the terminal of the one who writes it."""


class _FixedWidth(HelpFormatter):
    """Help for a page."""

    def __init__(self, prog: str) -> None:
        super().__init__(prog, width=WIDTH - 2)


def _parsers(parser: argparse.ArgumentParser) -> Iterator[tuple[str, argparse.ArgumentParser]]:
    yield "", parser
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            yield from action.choices.items()


def command_help() -> dict[str, str]:
    """What `qstheory --help` and `qstheory COMMAND --help` print, by command; '' is the first."""
    shown = {}
    for name, parser in _parsers(build_parser()):
        parser.formatter_class = _FixedWidth
        shown[name] = parser.format_help()
    return shown
