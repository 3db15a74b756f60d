"""The dossier of one loss: a built-in family with its parameters, or the matrix in a file.

  qstheory analyze hamming --m 4
  qstheory analyze f-score --m 6 --undefined one
  qstheory analyze my_loss.csv --format md --output dossier.md
  qstheory analyze --tree edges.csv

A line is proved or refuted by the certificates it names; one that is stated follows from the proved
lines, the entries or what the loss declares, without a certificate of its own. Not attempted is
what exceeds a limit, which it names; undecided is what no method could answer.

A file is CSV, TSV, JSON, NPY or NPZ; rows are predictions, columns observations. --tree takes a
class hierarchy, a row parent,child for each edge: the leaves are the classes. Exit code 0 when
every line was decided, 3 when something stayed undecided, 2 when the input cannot be read.
"""

import argparse

from qstheory.cli.loss_argument import add_loss, loss_of
from qstheory.cli.options import emit, output_file

NAME = "analyze"
HELP = "the dossier of one loss, each line with its certificate"
FORMATS = ("text", "json", "md", "latex")


def configure(parser: argparse.ArgumentParser) -> None:
    """The loss, its parameters, how to read a file, and where the answer goes."""
    add_loss(parser)
    parser.add_argument("--format", default="text", choices=FORMATS, help="of the dossier")
    parser.add_argument("--output", type=output_file, metavar="FILE", help="for the dossier")
    parser.add_argument(
        "--certificates", type=output_file, metavar="FILE", help="write the certificates there"
    )


def run(arguments: argparse.Namespace) -> int:
    """Analyse and print or write."""
    from qstheory.report.dossier_formats import RENDERERS
    from qstheory.theory.dossier import analyze_loss
    from qstheory.work.files import write_text
    from qstheory.work.terminal import status

    loss = loss_of(arguments)
    with status(f"analysing {loss.title}") as shown:
        dossier = analyze_loss(loss, progress=lambda part: shown.update(f"{loss.title}: {part}"))
    text = RENDERERS[arguments.format](dossier)
    if arguments.certificates:
        write_text(arguments.certificates, dossier.certificates())
    emit(text, arguments.output)
    return 3 if any(finding.status == "undecided" for finding in dossier.findings) else 0
