"""The loss that a command is about, with its parameters and how its file is read."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
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
    file = parser.add_argument_group("reading a file")
    file.add_argument(
        "--tree", type=Path, metavar="FILE",
        help="instead of a loss: edges parent,child, whose leaves are classes at tree distance",
    )  # fmt: skip
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


def loss_of(arguments: argparse.Namespace) -> "Loss":
    """The loss that the arguments name; what its reader warns of goes to the standard error.

    Raises QstheoryError.
    """
    import sys
    import warnings

    from qstheory.errors import InvalidParameter
    from qstheory.inputs import as_loss, read_tree

    parameters = {
        name.removeprefix("parameter_"): value
        for name, value in vars(arguments).items()
        if name.startswith("parameter_") and value is not None
    }
    header, labels = ANSWER[arguments.header], ANSWER[arguments.labels]
    if arguments.tree is not None:
        for name in ("loss", "labels", "array", "rationalise"):
            if getattr(arguments, name) or parameters:
                other = next(iter(parameters), name)
                raise InvalidParameter(f"--tree gives the whole loss; leave out {other}.")
        return read_tree(arguments.tree, header)
    if arguments.loss is None:
        raise InvalidParameter("Name a loss or a file, or give --tree FILE.")
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        loss = as_loss(
            arguments.loss,
            rationalise=arguments.rationalise,
            header=header,
            labels=labels,
            array=arguments.array,
            **parameters,
        )
    for warning in caught:
        print(f"qstheory: {warning.message}", file=sys.stderr)
    return loss
