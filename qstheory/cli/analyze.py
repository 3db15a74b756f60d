"""The dossier of one loss: a built-in family with its parameters, or the matrix in a file.

  qstheory analyze hamming --m 4
  qstheory analyze f-score --m 6 --undefined one
  qstheory analyze my_loss.csv --format md --output dossier.md

A line is proved or refuted by the certificates it names; one that is stated follows from the proved
lines, the entries or what the loss declares, without a certificate of its own. Not attempted is
what exceeds a limit, which it names; undecided is what no method could answer.

A file is CSV, TSV, JSON, NPY or NPZ; rows are predictions, columns observations. Exit code 0 when
every line was decided, 3 when something stayed undecided, 2 when the input cannot be read.
"""

import argparse
import os
from pathlib import Path
from typing import Any

from qstheory.cli.options import emit, output_file

NAME = "analyze"
HELP = "the dossier of one loss, each line with its certificate"
FORMATS = ("text", "json", "md", "latex")
READING = ("rationalise", "header", "labels", "array")
"""The options that say how a file is read."""


def configure(parser: argparse.ArgumentParser) -> None:
    """The loss, its parameters, how to read a file, and where the answer goes."""
    from qstheory.losses.catalogue import families

    parser.add_argument("loss", help="a built-in loss (see `qstheory losses`) or a file")
    parser.add_argument("--format", default="text", choices=FORMATS, help="of the dossier")
    parser.add_argument("--output", type=output_file, metavar="FILE", help="for the dossier")
    parser.add_argument(
        "--certificates", type=output_file, metavar="FILE", help="write the certificates there"
    )
    file = parser.add_argument_group("reading a file")
    file.add_argument(
        "--rationalise",
        action="store_true",
        help="take binary floats as the shortest decimals, not at their exact value",
    )
    file.add_argument("--header", choices=("yes", "no"), help="whether the first row has names")
    file.add_argument("--labels", choices=("yes", "no"), help="whether the first column has names")
    file.add_argument("--array", metavar="NAME", help="which array of an NPZ file")
    group = parser.add_argument_group("parameters of the built-in losses")
    users: dict[str, list[str]] = {}
    for family in families().values():
        for parameter in family.parameters:
            users.setdefault(parameter.name, []).append(family.name)
    for name, names in sorted(users.items()):
        group.add_argument(
            f"--{name}", dest=f"parameter_{name}", metavar="VALUE", help=f"of {', '.join(names)}"
        )


def run(arguments: argparse.Namespace) -> int:
    """Analyse and print or write."""
    from qstheory.report.dossier_formats import RENDERERS
    from qstheory.theory.dossier import analyze_loss
    from qstheory.work.files import write_text
    from qstheory.work.terminal import status

    loss = _loss(arguments)
    with status(f"analysing {loss.name}") as shown:
        dossier = analyze_loss(loss, progress=lambda part: shown.update(f"{loss.name}: {part}"))
    text = RENDERERS[arguments.format](dossier)
    if arguments.certificates:
        write_text(arguments.certificates, dossier.certificates())
    emit(text, arguments.output)
    return 3 if any(finding.status == "undecided" for finding in dossier.findings) else 0


def _loss(arguments: argparse.Namespace) -> Any:
    from qstheory.errors import InvalidParameter, UnknownLoss
    from qstheory.losses.catalogue import family

    given = {
        name.removeprefix("parameter_"): value
        for name, value in vars(arguments).items()
        if name.startswith("parameter_") and value is not None
    }
    path = Path(arguments.loss)
    if path.suffix or os.path.exists(path):  # Path.exists raises on a name that is too long.
        if given:
            raise InvalidParameter(f"A file takes no parameters such as --{next(iter(given))}.")
        return _read(path, arguments)
    for option in READING:
        if getattr(arguments, option):
            raise InvalidParameter(
                f"--{option} is about reading a file; {arguments.loss!r} is not a file."
            )
    try:
        found = family(arguments.loss)
    except UnknownLoss:
        raise UnknownLoss(
            f"{arguments.loss!r} is neither a file nor a built-in loss; `qstheory losses` lists"
            " these."
        ) from None
    return found.make(**given)


def _read(path: Path, arguments: argparse.Namespace) -> Any:
    import sys
    import warnings

    from qstheory.inputs import read_loss

    answer = {"yes": True, "no": False, None: None}
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        loss = read_loss(
            path,
            rationalise=arguments.rationalise,
            header=answer[arguments.header],
            labels=answer[arguments.labels],
            array=arguments.array,
        )
    for warning in caught:
        print(f"qstheory: {warning.message}", file=sys.stderr)
    return loss
