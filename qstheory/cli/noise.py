"""The command `noise`: low noise at a distribution on finitely many inputs."""

import argparse
from pathlib import Path
from typing import Any

from qstheory.cli.options import add_answer, add_loss, emit, loss_of, save_certificates
from qstheory.cli.parser import Command

FORMATS = ("text", "md", "json")


def configure(parser: argparse.ArgumentParser) -> None:
    """The distribution, the loss, the exponents, and where the answer goes."""
    parser.add_argument("distribution", type=Path, metavar="FILE", help="CSV, TSV or JSON")
    add_loss(parser, option=True)
    parser.add_argument(
        "--p", default="1,2", metavar="P,...", help="exponents, such as 1,2,3/2 (default 1,2)"
    )
    add_answer(parser, FORMATS)


def run(arguments: argparse.Namespace) -> int:
    """Low noise at a distribution on finitely many inputs: margins, moments, and the inequalities.

      qstheory noise distribution.csv --loss hamming:m=2
      qstheory noise distribution.json --loss my_loss.csv --p 1,2,3/2 --format md

    The file has a row for each input: its name, its weight, and the probability of each
    observation.

      input,weight,00,10,01,11
      first,1/2,1/4,1/4,1/4,1/4
      second,1/2,1/2,1/6,1/6,1/6

    A JSON file may also give a path, Pi(t) = (1 - t) A + t B, with a law of t in [0, 1]: p=2 for
    P(t <= u) = u^2, log-p=1, margin=1/4, atom=1/4 or mixed=1/2+t^2.

      {"path": [{"0": "1/2", "1": "1/2"}, {"1": 1}], "law": "p=2"}

    Printed are gamma and gamma+ at every input, P(gamma <= t) as a step function, E gamma^-p, and
    both sides of the inequalities of Section 3.3 for predictors that err where the margin is small:
    as printed in the paper, repaired, and extended. Everything is exact and `qstheory check`
    replays the certificates. Exit code 2 when the input cannot be read.
    """
    from qstheory.errors import InvalidParameter
    from qstheory.inputs.distribution import ReadPath, read_distribution
    from qstheory.report.noise_records import RENDERERS
    from qstheory.theory.margin.low_noise import analyze_noise, surrogate_of

    exponents = _exponents(arguments.p)
    loss = loss_of(arguments)
    given = read_distribution(arguments.distribution)
    if isinstance(given, ReadPath):
        if arguments.certificates:
            raise InvalidParameter("--certificates belongs to finitely many inputs, not to a path.")
        text = _along(loss, given, exponents, arguments.format)
    else:
        found = analyze_noise(_bound(loss, given), surrogate_of(loss), exponents)
        text = RENDERERS[arguments.format](found)
        if arguments.certificates:
            save_certificates(found.certificates(), arguments.certificates)
    emit(text, arguments.output)
    return 0


def _along(loss: Any, given: Any, exponents: list[Any], written: str) -> str:
    """The analysis along a path."""
    from qstheory.report.noise_path import RENDERERS, path_record
    from qstheory.theory.margin.cells import matrix_of
    from qstheory.theory.margin.laws import Path as Segment
    from qstheory.theory.margin.laws import law
    from qstheory.work.files import to_data

    start = _on_observations(loss, given.start, "The start of the path")
    end = _on_observations(loss, given.end, "The end of the path")
    path = Segment(matrix_of(loss), start, end, law(given.law))
    return RENDERERS[written](to_data(path_record(loss, path, exponents, "path")))


def _exponents(text: str) -> list[Any]:
    from fractions import Fraction

    from qstheory.errors import InvalidParameter, UnreadableInput
    from qstheory.inputs.numbers import exact_text

    try:
        found = [exact_text(part) for part in text.split(",")]
    except UnreadableInput as error:
        raise InvalidParameter(
            f"--p {text!r} must be numbers separated by commas, such as 1,2,3/2: {error}."
        ) from None
    return list(dict.fromkeys(map(Fraction, found)))


def _bound(loss: Any, inputs: Any) -> Any:
    """The distribution on the observations of the loss."""
    from qstheory.theory.margin.distribution import FiniteDistribution, Point

    points = (
        Point(x.name, x.weight, _on_observations(loss, x.conditional, f"Input {x.name}"))
        for x in inputs
    )
    return FiniteDistribution(loss, tuple(points))


def _on_observations(loss: Any, given: Any, where: str) -> Any:
    """The probabilities in the order of the observations, 0 where none is given."""
    from fractions import Fraction

    from qstheory.errors import UnreadableInput
    from qstheory.losses.spaces import label
    from qstheory.theory.margin.cells import require_small

    require_small(loss)
    known = [label(y) for y in loss.observations]
    odd = sorted(set(given) - set(known))
    if odd:
        shown = ", ".join(known[:12]) + (", ..." if len(known) > 12 else "")
        raise UnreadableInput(
            f"{where} has a probability for {odd[0]!r}, which is no observation of {loss.title};"
            f" these are {shown}."
        )
    return tuple(given.get(name, Fraction(0)) for name in known)


COMMANDS = (
    Command(
        "noise",
        "margins, p-noise and the inequalities of Section 3.3 at a finite distribution",
        configure,
        run,
    ),
)
