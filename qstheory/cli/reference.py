"""The help of every command as data, for the reference in the documentation."""

import argparse

from qstheory.cli import build_parser


def command_help() -> dict[str, str]:
    """What `qstheory --help` and `qstheory COMMAND --help` print, by command; '' is the first."""
    parser = build_parser()
    shown = {"": parser.format_help()}
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            shown |= {name: subparser.format_help() for name, subparser in action.choices.items()}
    return shown
