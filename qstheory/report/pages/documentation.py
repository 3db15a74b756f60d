"""The documentation proper: the written pages, the commands, and the reference of the package."""

import argparse
from collections.abc import Iterator
from importlib.resources import files

from qstheory.report.pages.page import Page, title, toctree
from qstheory.report.sphinx_ext.records import Records

ORDER = 60
PACKAGES = (
    "qstheory.losses",
    "qstheory.certify",
    "qstheory.inputs",
    "qstheory.theory",
    "qstheory.claims",
    "qstheory.learn",
    "qstheory.testing",
    "qstheory.errors",
)


def pages(records: Records) -> Iterator[Page]:
    """The written pages of the folder docs, then what is generated."""
    written = []
    for source in sorted(files("qstheory.report").joinpath("docs").iterdir(), key=lambda p: p.name):
        if source.name.endswith(".md"):
            name = source.name.removesuffix(".md")
            written.append(name)
            yield Page(f"docs/{name}", source.read_text(encoding="utf-8"))
    yield Page("docs/commands", command_reference())
    menu = toctree([*written, "commands"], hidden=False)
    yield Page("docs/index", "\n".join([title("Documentation"), menu]), top=True)


def command_reference() -> str:
    """Every command with its help, as the commands print it."""
    from qstheory.cli import build_parser

    parser = build_parser()
    lines = [title("Commands"), "```text", parser.format_help().rstrip(), "```", ""]
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for name, subparser in action.choices.items():
                lines += [title(f"qstheory {name}", 2), "```text"]
                lines += [subparser.format_help().rstrip(), "```", ""]
    return "\n".join(lines)
