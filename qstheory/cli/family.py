"""The command `family`: a loss for every size m."""

import argparse
from typing import Any, NoReturn

from qstheory.cli.options import add_answer, answer
from qstheory.cli.parser import Command

FORMATS = ("text", "md", "json", "latex")
LARGEST = {"sets": 8, "rankings": 4, "trees": 6, "": 6}
OPTIONS = ("undefined", "predicted", "observed", "grade", "children")


def configure(parser: argparse.ArgumentParser) -> None:
    """The formula or the built-in loss, the sizes, and where the answer goes."""
    parser.add_argument(
        "name", nargs="?", metavar="LOSS", help="a built-in loss without m, instead of a formula"
    )
    parser.add_argument("--space", choices=("sets", "rankings", "trees"), default="sets")
    parser.add_argument("--entry", metavar="FORMULA", help="L(z, y)")
    parser.add_argument(
        "--parameter",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="an exact value of a name in the formula; may be repeated",
    )
    parser.add_argument(
        "--undefined", choices=("raise", "drop", "zero", "one"), help="what 0/0 is (default raise)"
    )
    for name, said in (
        ("predicted", "sizes of predicted sets, such as k or 1;m"),
        ("observed", "sizes of observed sets"),
        ("grade", "the largest grade of an item"),
        ("children", "of a node at each depth of the tree, such as m;2"),
    ):
        parser.add_argument(f"--{name}", metavar="SIZES", help=said)
    parser.add_argument("--m", type=_range_instead, help=argparse.SUPPRESS)
    parser.add_argument("--from", dest="first", type=int, default=1, metavar="M", help="(1)")
    parser.add_argument("--to", dest="last", type=int, metavar="M", help="the largest size")
    add_answer(parser, FORMATS)


def run(arguments: argparse.Namespace) -> int:
    """A loss for every size m: dimensions, constants and margins for m = 1..M, and formulas in m.

      qstheory family --space sets --entry "1 - 2*i/(a+b)" --undefined one
      qstheory family --entry "1 - i/k" --parameter k=2 --predicted k
      qstheory family --entry "1 - i/(i+alpha*(a-i)+beta*(b-i))" \\
          --parameter alpha=1/2 --parameter beta=1/2 --undefined drop
      qstheory family --space rankings --to 5 --undefined drop \\
          --entry "1 - sum(j=1..m, y[j]/s[j])/sum(j=1..m, y[j])"
      qstheory family --space trees --children "m;2" --entry "i < 1"
      qstheory family f-score:undefined=one

    On label sets i = |z & y|, a = |z|, b = |y| and m is the number of labels. On rankings s[j] is
    the position of item j and y[j] its grade. On trees i is the depth of the lowest common ancestor
    of two leaves, m the depth of leaves; in --children m is the size of the member. A formula has +
    - * / ^, comparisons (1 or 0), and, or, not, x if c else y, abs, sign, floor, ceil, min, max,
    binomial, factorial, sum(j=1..m, ...) and prod. Nothing is evaluated as code.

    Losses on label sets go by orbits, not by their 2^m x 2^m entries, and so do rankings of items
    with bits, not by m! x 2^m. A formula in m is derived for every m where its kernels are
    recognised, and says why; otherwise it is found on half of the sizes, tested on the rest and
    called conjectured. `qstheory check` replays --certificates.
    """
    from qstheory.claims.ledger import load_ledger
    from qstheory.claims.theorems import with_theorems
    from qstheory.errors import InvalidParameter
    from qstheory.report.family_formats import RENDERERS
    from qstheory.theory.families.family import analyze_family
    from qstheory.work.terminal import status

    space = "" if arguments.name else arguments.space
    last = LARGEST[space] if arguments.last is None else arguments.last
    if not 1 <= arguments.first <= last:
        raise InvalidParameter(f"--from {arguments.first} --to {last} is no range of sizes m >= 1.")
    family = _family(arguments)
    with status(f"analysing {family.name}") as shown:
        found = analyze_family(
            family,
            range(arguments.first, last + 1),
            lambda m: shown.update(f"{family.name}: m = {m}"),
        )
        if arguments.name is not None:
            shown.update(f"{family.name}: theorems")
            found = with_theorems(found, load_ledger())
    answer(arguments, RENDERERS[arguments.format](found), found.certificates)
    return 0


def _range_instead(size: str) -> NoReturn:
    raise argparse.ArgumentTypeError(f"a family has a range of sizes: --from 1 --to {size[:9]}")


def _family(arguments: argparse.Namespace) -> Any:
    from qstheory.errors import InvalidParameter
    from qstheory.theory.families.family import from_formula, from_name

    options = {name: getattr(arguments, name) for name in OPTIONS}
    given = {name: value for name, value in options.items() if value is not None}
    pairs = [_parameter(text) for text in arguments.parameter]
    parameters = dict(pairs)
    if len(parameters) < len(pairs):
        raise InvalidParameter("A parameter is given twice; leave one value out.")
    if (arguments.name is None) == (arguments.entry is None):
        raise InvalidParameter("Give either a formula with --entry or a built-in loss, not both.")
    if arguments.name is not None:
        return from_name(arguments.name, **given, **parameters)
    return from_formula(arguments.space, arguments.entry, parameters, **given)


def _parameter(text: str) -> tuple[str, str]:
    from qstheory.errors import InvalidParameter

    name, equals, value = text.partition("=")
    if not equals or not name.strip().isidentifier():
        raise InvalidParameter(f"{text!r} is not of the form NAME=VALUE, such as alpha=1/2.")
    return name.strip(), value.strip()


COMMANDS = (
    Command(
        "family",
        "a loss for every m from its formula: values for m = 1..M and closed forms",
        configure,
        run,
    ),
)
