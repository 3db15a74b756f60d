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
    from rich.console import Console
    from rich.markup import escape
    from rich.table import Table

    from qstheory.losses.catalogue import families, family

    console = Console()
    if arguments.name:
        shown = family(arguments.name)
        console.print(f"[bold]{shown.name}[/bold]: {escape(shown.title)}")
        if shown.aliases:
            console.print(f"also called {', '.join(shown.aliases)}")
        console.print(escape(f"definition  {shown.definition}"))
        console.print(escape(f"source      {shown.source}"))
        for parameter in shown.parameters:
            default = "required" if parameter.default is None else f"default {parameter.default}"
            console.print(escape(f"--{parameter.name}  {parameter.description} ({default})"))
        return 0
    table = Table(title="Built-in losses", show_lines=False)
    for heading in ("name", "loss", "parameters (default)", "source"):
        table.add_column(heading, overflow="fold")
    for shown in families().values():
        parameters = ", ".join(
            p.name if p.default is None else f"{p.name} ({p.default})" for p in shown.parameters
        )
        row = (shown.name, shown.title, parameters or "-", shown.source)
        table.add_row(*map(escape, row))
    console.print(table)
    return 0
