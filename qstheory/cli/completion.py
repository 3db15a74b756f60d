"""Completion of commands, options, their words and names of losses in a shell.

eval "$(qstheory completion bash)"
qstheory completion zsh > ~/.zfunc/_qstheory
"""

import argparse
from collections.abc import Iterator

NAME = "completion"
HELP = "what a shell needs to complete commands and options"
LOSSES = {
    "bash": """\
_qstheory_losses() {{
  compgen -W '{names}' -- "$1"
  compgen -f -- "$1"
}}
""",
    "zsh": """\
_qstheory_losses() {{
  compadd -- {names}
  _files
}}
""",
    "tcsh": "",
}
"""What completes a loss: its names, and files."""
COMPLETE = {"bash": "_qstheory_losses", "zsh": "_qstheory_losses", "tcsh": "f"}


def configure(parser: argparse.ArgumentParser) -> None:
    """The shell."""
    parser.add_argument("shell", choices=tuple(LOSSES), help="which shell reads the output")


def run(arguments: argparse.Namespace) -> int:
    """Print the script."""
    print(script(arguments.shell), end="")
    return 0


def script(shell: str) -> str:
    """The script for one shell."""
    import shtab

    from qstheory.cli import build_parser
    from qstheory.losses.catalogue import families

    parser = build_parser()
    for action in _actions(parser):
        if action.dest == "loss":
            action.complete = COMPLETE  # type: ignore[attr-defined]
        elif action.metavar in ("FILE", "DIR"):
            action.complete = shtab.FILE  # type: ignore[attr-defined]
    preamble = {name: text.format(names=" ".join(families())) for name, text in LOSSES.items()}
    made: str = shtab.complete(parser, shell=shell, preamble=preamble)
    return made if made.endswith("\n") else f"{made}\n"


def _actions(parser: argparse.ArgumentParser) -> Iterator[argparse.Action]:
    """The actions of a parser and of its commands."""
    for action in parser._actions:
        yield action
        if isinstance(action, argparse._SubParsersAction):
            for command in action.choices.values():
                yield from _actions(command)
