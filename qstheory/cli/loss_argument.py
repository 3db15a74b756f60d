"""The loss that a command is about, with its parameters and how its file is read."""

import argparse
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from qstheory.inputs.read import Options
    from qstheory.losses.base import Loss

ANSWER = {"yes": True, "no": False, None: None}


def add_loss(parser: argparse.ArgumentParser, option: bool = False) -> None:
    """The loss as an argument, or as --loss; --tree instead of it; parameters and reading."""
    from qstheory.losses.catalogue import families

    said = "a built-in loss, such as hamming:m=3 (see `qstheory losses`), or a file"
    if option:
        parser.add_argument("--loss", help=said)
    else:
        parser.add_argument("loss", nargs="?", help=said)
    add_reading(parser).add_argument(
        "--tree", type=Path, metavar="FILE",
        help="instead of a loss: edges parent,child, whose leaves are classes at tree distance",
    )  # fmt: skip
    group = parser.add_argument_group("parameters of the built-in losses")
    users: dict[str, list[str]] = {}
    for family in families().values():
        for parameter in family.parameters:
            users.setdefault(parameter.name, []).append(family.name)
    for name, names in sorted(users.items()):
        group.add_argument(
            f"--{name}", dest=f"parameter_{name}", metavar="VALUE", help=f"of {', '.join(names)}"
        )


def add_reading(parser: argparse.ArgumentParser) -> argparse._ArgumentGroup:
    """How the file of a loss is read, the same for every command."""
    file = parser.add_argument_group("reading a file")
    file.add_argument(
        "--rationalise",
        action="store_true",
        help="take binary floats as the shortest decimals, not at their exact value",
    )
    file.add_argument("--header", choices=("yes", "no"), help="whether the first row has names")
    file.add_argument("--labels", choices=("yes", "no"), help="whether the first column has names")
    file.add_argument("--array", metavar="NAME", help="which array of an NPZ file")
    return file


def reading_of(arguments: argparse.Namespace) -> "Options":
    """How the arguments say that a file is read."""
    from qstheory.inputs.read import Options

    return Options(
        arguments.rationalise,
        ANSWER[arguments.header],
        ANSWER[arguments.labels],
        arguments.array,
    )


@contextmanager
def announced() -> Iterator[None]:
    """What a reader warns of goes to the standard error."""
    import sys
    import warnings

    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        yield
    for warning in caught:
        print(f"qstheory: {warning.message}", file=sys.stderr)


def loss_of(arguments: argparse.Namespace) -> "Loss":
    """The loss that the arguments name; raises QstheoryError."""
    from qstheory.errors import InvalidParameter
    from qstheory.inputs import as_loss, read_tree

    parameters = {
        name.removeprefix("parameter_"): value
        for name, value in vars(arguments).items()
        if name.startswith("parameter_") and value is not None
    }
    reading = reading_of(arguments)
    if arguments.tree is not None:
        for name in ("loss", "labels", "array", "rationalise"):
            if getattr(arguments, name) or parameters:
                other = next(iter(parameters), name)
                raise InvalidParameter(f"--tree gives the whole loss; leave out {other}.")
        return read_tree(arguments.tree, reading.header)
    if arguments.loss is None:
        raise InvalidParameter("Name a loss or a file, or give --tree FILE.")
    with announced():
        return as_loss(arguments.loss, **vars(reading), **parameters)
