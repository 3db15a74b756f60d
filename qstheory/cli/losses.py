"""List the built-in losses with their parameters and conventions.

`qstheory losses NAME` shows one in full.
"""

import argparse

NAME = "losses"
HELP = "what is built in, with parameters and conventions"


def configure(parser: argparse.ArgumentParser) -> None:
    """The optional name of one loss."""
    parser.add_argument("name", nargs="?", help="show this loss in full")


def run(arguments: argparse.Namespace) -> int:
    """Print a table of all families, or one family."""
    from rich import box
    from rich.markup import escape
    from rich.table import Table

    from qstheory.losses.catalogue import families, family
    from qstheory.report.typeset import plain_math
    from qstheory.work.terminal import fitted, plain

    if arguments.name:
        shown = family(arguments.name)
        lines = [f"{shown.name}: {shown.title}"]
        if shown.aliases:
            lines.append(f"also called {', '.join(shown.aliases)}")
        lines += [f"definition  {plain_math(shown.definition)}", f"source      {shown.source}"]
        for parameter in shown.parameters:
            default = "required" if parameter.default is None else f"default {parameter.default}"
            lines.append(f"--{parameter.name}  {parameter.description} ({default})")
        print(fitted("\n".join(lines)), end="")
        return 0
    table = Table(box=box.SIMPLE_HEAD)
    table.add_column("name", no_wrap=True)
    for heading in ("loss", "parameters (default)", "source"):
        table.add_column(heading, overflow="fold")
    for shown in families().values():
        parameters = ", ".join(
            p.name if p.default is None else f"{p.name} ({p.default})" for p in shown.parameters
        )
        row = (shown.name, shown.title, parameters or "-", shown.source)
        table.add_row(*map(escape, row))
    print(plain(table), end="")
    return 0
