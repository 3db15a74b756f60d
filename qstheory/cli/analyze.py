"""The commands `analyze`, a loss, and `family`, a loss for every size m."""

import argparse
import json
import os
import re
import sys
import time
from collections.abc import Mapping
from math import ceil, inf
from pathlib import Path
from typing import Any, NoReturn

from qstheory.cli.options import (
    add_answer,
    add_loss,
    answer,
    emit,
    loss_of,
    output_file,
    save_certificates,
)
from qstheory.cli.parser import Command
from qstheory.errors import InvalidParameter

FORMATS = ("text", "json", "md", "latex")


def configure(parser: argparse.ArgumentParser) -> None:
    """The loss, its parameters, how to read a file, and where the answer goes."""
    add_loss(parser)
    parser.add_argument("--format", default="text", choices=FORMATS, help="of the dossier")
    parser.add_argument(
        "--full", action="store_true", help="all findings with their certificates, not the card"
    )
    parser.add_argument("--output", type=output_file, metavar="FILE", help="for the dossier")
    parser.add_argument(
        "--certificates", type=output_file, metavar="FILE", help="write the certificates there"
    )
    parser.add_argument(
        "--time",
        default="30s",
        metavar="T",
        help="for all parts together, such as 30s, 5m, 1h or none (30s unless given)",
    )
    parser.add_argument(
        "--part",
        action="append",
        default=[],
        metavar="PART",
        help="only this part; may be repeated",
    )
    parser.add_argument(
        "--limit",
        action="append",
        default=[],
        metavar="PART=T",
        help="time for one part instead of its share; may be repeated",
    )
    parser.add_argument(
        "--memory", default="4GB", metavar="SIZE", help="at most, such as 4GB (so unless given)"
    )
    kept = parser.add_mutually_exclusive_group()
    kept.add_argument(
        "--store", type=Path, metavar="DIR", help="where finished parts are kept and taken up from"
    )
    kept.add_argument("--no-store", action="store_true", help="keep and take up nothing")


READING = 0.05
"""The share of the time that reading the loss has in any case."""
UNITS = {"": 1, "s": 1, "m": 60, "h": 3600}
LEAST_SIZE = 16 * 10**6
"""No process begins in less."""
SIZES = {"": 1, "B": 1, "KB": 10**3, "MB": 10**6, "GB": 10**9, "TB": 10**12}


def seconds(text: str) -> float:
    """A time: a number with s, m or h, or none for no limit.

    >>> seconds("30s"), seconds("1.5m"), seconds("none")
    (30.0, 90.0, inf)
    """
    if text == "none":
        return inf
    return _measured(text, UNITS, "a positive time such as 30s, 5m, 1h or none")


def size(text: str) -> int:
    """A number of bytes.

    >>> size("4GB")
    4000000000
    """
    found = int(_measured(text.upper(), SIZES, "a positive size such as 500MB or 4GB"))
    if found < LEAST_SIZE:
        raise InvalidParameter("--memory must be at least 16MB, without which no process begins.")
    return found


def _measured(text: str, units: Mapping[str, int], wanted: str) -> float:
    found = re.fullmatch(r"([0-9]{1,9}(?:\.[0-9]{1,9})?) ?([A-Za-z]*)", text)
    if found is None or found[2] not in units or float(found[1]) == 0:
        raise InvalidParameter(f"{text!r} is not {wanted}.")
    return float(found[1]) * units[found[2]]


def part_limit(text: str) -> tuple[str, float]:
    """A part and its time.

    >>> part_limit("constants=2m")
    ('constants', 120.0)
    """
    part, equals, time = text.partition("=")
    if not equals:
        raise InvalidParameter(f"{text!r} is not of the form PART=TIME, such as margins=2m.")
    return part, seconds(time)


def store_of(arguments: argparse.Namespace) -> Path | None:
    """The folder for finished parts, None where there is to be none or it cannot be written."""
    from qstheory.theory.dossier_record import default_folder, usable

    if arguments.no_store:
        return None
    folder = arguments.store or default_folder()
    reason = usable(folder)
    if not reason:
        return Path(folder)
    if arguments.store:
        raise InvalidParameter(f"{reason[0].upper()}{reason[1:]}; name another --store.")
    print(f"qstheory: {reason}; --store DIR names another folder.", file=sys.stderr)
    return None


def unread(arguments: argparse.Namespace, time: float) -> str:
    """What there is to say in place of a dossier where the time was over before the loss was read.

    As JSON an object without findings, since not even the shape of the loss is known.
    """
    name = str(arguments.tree or arguments.loss)
    reason = (
        f"not attempted: the time was over before the loss was read, after {time:.2g} s; the same"
        f" command with --time {ceil(4 * max(time, 1))}s goes on"
    )
    if arguments.format == "json":
        return f"{json.dumps({'title': name, 'findings': [], 'reason': reason}, indent=2)}\n"
    return f"{'% ' if arguments.format == 'latex' else ''}{name}: {reason}\n"


def run(arguments: argparse.Namespace) -> int:
    """The dossier of one loss: a built-in family with its parameters, or the matrix in a file.

      qstheory analyze hamming --m 4
      qstheory analyze f-score --m 6 --undefined one
      qstheory analyze my_loss.csv --format md --output dossier.md
      qstheory analyze --tree edges.csv

    A line is proved or refuted by the certificates it names; one that is stated follows from the
    proved lines, the entries or what the loss declares, without a certificate of its own. Not
    attempted is what exceeds a limit, which it names; undecided is what no method could answer.

    A file is CSV, TSV, JSON, NPY or NPZ; rows are predictions, columns observations. --tree takes a
    class hierarchy, a row parent,child for each edge: the leaves are the classes. Exit code 0 when
    every line was decided, 3 when something stayed undecided, 2 when the input cannot be read, 130
    when it was interrupted; then, too, what was found is printed.

    --time is divided over the parts; what did not come about in its share is not attempted, and
    says how long it would take. Where it is over before the loss is read, nothing is, and that is
    said. --part runs that part alone, --limit PART=N gives a part N seconds of its own. A finding
    is exact, an interval, undecided or not attempted.

    Finished parts are kept, by default in $XDG_CACHE_HOME/qstheory/dossiers or ~/.cache in its
    place, and taken up when the same loss is analysed again, by the same version of the package and
    of its libraries: so what is left has all the time. --store DIR names another folder, --no-store
    keeps and takes up nothing. The folder may be removed at any time.
    """
    from qstheory.errors import TimeOver
    from qstheory.memory import memory_limit
    from qstheory.report.dossier_formats import RENDERERS
    from qstheory.theory.card import card_text
    from qstheory.theory.dossier import analyze_loss, parts_of
    from qstheory.theory.effort import in_time
    from qstheory.theory.timed import Allowance
    from qstheory.work.terminal import status

    limits = dict(map(part_limit, arguments.limit))
    memory = size(arguments.memory)
    allowance = Allowance(seconds(arguments.time), limits, memory, began())
    store = store_of(arguments)
    with memory_limit(memory):
        # Where a busy machine took all the time to start, a small loss is still read.
        time = max(allowance.left, READING * allowance.seconds)
        try:
            with status("reading the loss"), in_time(time, "reading the loss"):
                loss = loss_of(arguments)
        except TimeOver:
            emit(unread(arguments, time), arguments.output)
            return 0
        parts_of(loss, chosen=[*arguments.part, *limits])
        with status(f"analysing {loss.title}") as shown:
            dossier = analyze_loss(
                loss,
                progress=lambda part: shown.update(f"{loss.title}: {part}"),
                allowance=allowance,
                parts=arguments.part,
                store=store,
            )
        briefly = arguments.format == "text" and not arguments.full and not arguments.part
        text = card_text(dossier) if briefly else RENDERERS[arguments.format](dossier)
        if arguments.certificates:
            save_certificates(dossier.certificates(), arguments.certificates)
    emit(text, arguments.output)
    if dossier.interrupted:
        return 130
    return 3 if any(finding.status == "undecided" for finding in dossier.findings) else 0


def began() -> float:
    """The start of this process on the monotonic clock: what it waited for counts as well.

    >>> 0 <= time.monotonic() - began() < 10**6
    True
    """
    try:
        # After the name in brackets, which may hold anything, the 20th number is the start.
        ticks = int(
            Path("/proc/self/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[19]
        )
        age = time.clock_gettime(time.CLOCK_BOOTTIME) - ticks / os.sysconf("SC_CLK_TCK")
    except (OSError, ValueError, AttributeError, IndexError):
        age = time.process_time()
    return time.monotonic() - max(0.0, age)


FAMILY_FORMATS = ("text", "md", "json", "latex")
LARGEST = {"sets": 8, "rankings": 4, "trees": 6, "": 6}
OPTIONS = ("undefined", "predicted", "observed", "grade", "children")


def configure_family(parser: argparse.ArgumentParser) -> None:
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
    add_answer(parser, FAMILY_FORMATS)


def run_family(arguments: argparse.Namespace) -> int:
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
    pairs = [_value(text) for text in arguments.parameter]
    parameters = dict(pairs)
    if len(parameters) < len(pairs):
        raise InvalidParameter("A parameter is given twice; leave one value out.")
    if (arguments.name is None) == (arguments.entry is None):
        raise InvalidParameter("Give either a formula with --entry or a built-in loss, not both.")
    if arguments.name is not None:
        return from_name(arguments.name, **given, **parameters)
    return from_formula(arguments.space, arguments.entry, parameters, **given)


def _value(text: str) -> tuple[str, str]:
    from qstheory.errors import InvalidParameter

    name, equals, value = text.partition("=")
    if not equals or not name.strip().isidentifier():
        raise InvalidParameter(f"{text!r} is not of the form NAME=VALUE, such as alpha=1/2.")
    return name.strip(), value.strip()


COMMANDS = (
    Command("analyze", "the dossier of one loss, each line with its certificate", configure, run),
    Command(
        "family",
        "a loss for every m from its formula: values for m = 1..M and closed forms",
        configure_family,
        run_family,
    ),
)
