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
    from qstheory.losses.catalogue import families, family
    from qstheory.report.typeset import plain_math
    from qstheory.tables import Table
    from qstheory.work.terminal import fitted, sheet

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
    rows = []
    for shown in families().values():
        parameters = ", ".join(
            p.name if p.default is None else f"{p.name} ({p.default})" for p in shown.parameters
        )
        rows.append((shown.name, shown.title, parameters or "-", shown.source))
    table = Table(("name", "loss", "parameters (default)", "source"), rows)
    print(sheet(table, ratios=(0, 3, 2, 2)), end="")
    return 0
