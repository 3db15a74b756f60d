"""The parser of the command: help that fits the terminal, a word on what was meant, completion."""

import argparse
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from inspect import getdoc
from itertools import chain
from pathlib import Path
from textwrap import wrap
from typing import Any, NoReturn

import qstheory.cli
from qstheory.cli.options import output_file
from qstheory.discovery import modules
from qstheory.losses.catalogue import nearest
from qstheory.version import VERSION


class HelpFormatter(argparse.HelpFormatter):
    """Paragraphs are filled to the terminal; an indented line is an example and stays one."""

    def add_argument(self, action: argparse.Action) -> None:
        """Help begins beside the longest name of a command too: argparse forgets its inset."""
        super().add_argument(action)
        for command in self._iter_indented_subactions(action):
            length = len(self._format_action_invocation(command)) + self._current_indent
            self._action_max_length = max(self._action_max_length, length)

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        return "\n\n".join(_filled(block, width) for block in text.split("\n\n"))


def _filled(block: str, width: int) -> str:
    lines = block.splitlines()
    if any(line.startswith(" ") for line in lines):
        return "\n".join(line.rstrip() for line in lines)
    return "\n".join(wrap(plain_words(" ".join(lines)), width, break_on_hyphens=False))


def plain_words(text: str) -> str:
    """Text for a terminal, where backticks mean nothing.

    >>> plain_words("see `qstheory losses`")
    "see 'qstheory losses'"
    """
    return text.replace("`", "'")


class Parser(argparse.ArgumentParser):
    """argparse's parser, whose complaints name what is nearest to a word that is not known."""

    def __init__(self, **options: Any) -> None:
        super().__init__(allow_abbrev=False, formatter_class=HelpFormatter, **options)

    def options(self) -> list[str]:
        """The names of all options."""
        return [name for action in self._actions for name in action.option_strings]

    def parse_known_args(  # type: ignore[override]
        self, args: Sequence[str] | None = None, namespace: argparse.Namespace | None = None
    ) -> tuple[argparse.Namespace, list[str]]:
        """Nothing is left over: a word that is not known is refused here, with the own usage."""
        words = list(sys.argv[1:] if args is None else args)
        # Before anything is missed that a word with a typing error stands for.
        for word in words[:1] if self._subparsers is not None else words:
            if word == "--":
                break
            if word.startswith("--") and word.partition("=")[0] not in self.options():
                self._unknown(word)
        parsed, left = super().parse_known_args(words, namespace)
        for word in left:
            self._unknown(word)
        self._require_apart(parsed)
        return parsed, left

    def _require_apart(self, parsed: argparse.Namespace) -> None:
        """No file is written twice, nor over one that the command reads."""
        places: dict[str, str] = {}
        for action in self._actions:
            path = getattr(parsed, action.dest, None)
            if action.type is output_file and path is not None:
                option, place = action.option_strings[0], os.path.realpath(path)
                if place in places:
                    self.error(f"{places[place]} and {option} name the same file, {path}")
                places[place] = option
        for action in self._actions if places else ():
            given = getattr(parsed, action.dest, None)
            for text in given if isinstance(given, list) else [given]:
                if not isinstance(text, str | Path) or action.type is output_file:
                    continue
                place = "" if "\0" in str(text) else os.path.realpath(text)
                if place in places:
                    self.error(f"{places[place]} would be written over {text}, which is read")

    def _unknown(self, word: str) -> NoReturn:
        name, equals, _ = word.partition("=")
        if word.startswith("-"):
            self.error(f"{name} is not known here; {nearest(name, self.options())}")
        near = "a loss is given as --loss LOSS" if "--loss" in self.options() else ""
        if equals and f"--{name}" in self.options():
            near = f"write --{word}"
        self.error(f"{word} is not known here; {near}")

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        if action.choices is not None and value not in action.choices:
            known = [str(choice) for choice in action.choices]
            near = nearest(str(value), known) or f"it is one of {', '.join(known)}"
            raise argparse.ArgumentError(action, f"{value!r} is not known; {near}")

    def error(self, message: str) -> NoReturn:
        """One sentence on the standard error, and where the help is; exit code 2."""
        said = plain_words(message).rstrip("; .")
        end = "" if said.endswith("?") else "."
        self.exit(2, f"{self.prog}: {said}{end} See '{self.prog} --help'.\n")

    def format_help(self) -> str:
        """The help for a terminal."""
        return plain_words(super().format_help())


@dataclass(frozen=True)
class Command:
    """A subcommand: `configure` adds its options, `run` returns the exit code.

    The docstring of `run` is what its help says.
    """

    name: str
    help: str
    configure: Callable[[argparse.ArgumentParser], None]
    run: Callable[[argparse.Namespace], int]


def commands() -> list[Command]:
    """The commands in the order of their names."""
    found = (getattr(module, "COMMANDS", ()) for module in modules(qstheory.cli))
    return sorted(chain.from_iterable(found), key=lambda command: command.name)


def build_parser() -> Parser:
    """The parser with every subcommand; the documentation is generated from it."""
    parser = Parser(
        prog="qstheory", description="Exact, checkable analysis of learning with discrete losses."
    )
    parser.add_argument("--version", action="version", version=f"qstheory {VERSION}")
    subparsers = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for command in commands():
        subparser = subparsers.add_parser(
            command.name, help=command.help, description=getdoc(command.run)
        )
        command.configure(subparser)
        subparser.set_defaults(run=command.run)
    return parser


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


def configure_completion(parser: argparse.ArgumentParser) -> None:
    """The shell."""
    parser.add_argument("shell", choices=tuple(LOSSES), help="which shell reads the output")


def run_completion(arguments: argparse.Namespace) -> int:
    """Completion of commands, options, their words and names of losses in a shell.

    In the file that bash starts with, or once for zsh:

      eval "$(qstheory completion bash)"
      qstheory completion zsh > ~/.zfunc/_qstheory
    """
    print(script(arguments.shell), end="")
    return 0


def script(shell: str) -> str:
    """The script for one shell."""
    import shtab

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


COMMANDS = (
    Command(
        "completion",
        "what a shell needs to complete commands and options",
        configure_completion,
        run_completion,
    ),
)
