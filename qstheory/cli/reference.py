"""The help of every command as data, for the reference in the documentation."""

import argparse
from collections.abc import Iterator

from qstheory.cli import build_parser
from qstheory.cli.parser import HelpFormatter

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
