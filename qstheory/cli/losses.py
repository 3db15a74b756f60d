"""The commands that show a loss: what is built in, and pictures of one."""

import argparse
from re import findall
from typing import Any
from warnings import catch_warnings, simplefilter

from qstheory.cli.options import add_loss, loss_of, output_file
from qstheory.cli.parser import Command


def configure_losses(parser: argparse.ArgumentParser) -> None:
    """The optional name of one loss."""
    parser.add_argument("name", nargs="?", help="show this loss in full")


def run_losses(arguments: argparse.Namespace) -> int:
    """List the built-in losses with their parameters and conventions.

    `qstheory losses NAME` shows one in full.
    """
    from qstheory.losses.catalogue import families, family
    from qstheory.markup import Table
    from qstheory.report.typeset import plain_math
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


LABELS = 1000
"""Most predictions and observations of a loss whose simplex is drawn."""


def configure_plot(parser: argparse.ArgumentParser) -> None:
    """The loss and what to draw."""
    add_loss(parser)
    parser.add_argument(
        "--face", metavar="Y1,Y2,Y3", help="three observations, when the loss has more"
    )
    parser.add_argument(
        "--epsilon", default="1/10", metavar="P/Q", help="width of the margin band (default 1/10)"
    )
    parser.add_argument(
        "--measure", choices=("gap", "margin"), default="gap", help="gamma+ or gamma (default gap)"
    )
    parser.add_argument("--calibration", action="store_true", help="draw the calibration function")
    parser.add_argument(
        "--output",
        type=output_file,
        required=True,
        metavar="FILE",
        help="ends in .svg, .png or .pdf",
    )


def run_plot(arguments: argparse.Namespace) -> int:
    """Pictures of a loss: the simplex of three observations, or the calibration function.

      qstheory plot multiclass:classes=3 --epsilon 1/10 --output simplex.svg
      qstheory plot hamming:m=2 --face 00,01,10 --output face.svg
      qstheory plot multiclass:classes=4 --calibration --output H.svg

    The simplex shows where each prediction is optimal and the band of distributions whose margin is
    at most epsilon: gamma+ (`--measure gap`), or gamma as printed (`--measure margin`), which is 0
    where two predictions have the same risk everywhere. Labels that contain commas are separated by
    semicolons. A loss is named by family and parameters, or is a file as for `qstheory analyze`.
    """
    from qstheory.errors import InvalidParameter
    from qstheory.report.pictures import UNDATED, drawn
    from qstheory.work.files import write_bytes
    from qstheory.work.terminal import fitted

    kind = arguments.output.suffix.lower().removeprefix(".")
    if kind not in UNDATED:
        raise InvalidParameter(f"--output must end in .{', .'.join(UNDATED)}.")
    loss = loss_of(arguments)
    draw = _calibration if arguments.calibration else _simplex
    with catch_warnings(record=True) as told:
        simplefilter("always")
        write_bytes(arguments.output, drawn(draw(loss, arguments), kind))
    what = "the calibration function" if arguments.calibration else "the simplex"
    print(fitted(f"{what} of {loss.title} is in {arguments.output}"), end="")
    codes = {int(code) for each in told for code in findall(r"^Glyph (\d+) ", str(each.message))}
    if codes:
        lacking = " ".join(map(chr, sorted(codes)))
        print(fitted(f"the font of the picture has no {lacking}: boxes stand for them"), end="")
    return 0


def _simplex(loss: Any, arguments: argparse.Namespace) -> Any:
    from qstheory.errors import InvalidParameter
    from qstheory.losses.spaces import label
    from qstheory.report.pictures import simplex_picture

    if max(loss.predictions.size, loss.observations.size) > LABELS:
        raise InvalidParameter(f"Simplices are drawn for losses with up to {LABELS} labels.")
    observations = {label(y): y for y in loss.observations}
    separator = ";" if ";" in (arguments.face or "") else ","
    chosen = arguments.face.split(separator) if arguments.face else list(observations)
    names = _three(chosen, list(observations))
    L = tuple(tuple(loss.entry(z, observations[name]) for name in names) for z in loss.predictions)
    epsilon = _positive(arguments.epsilon)
    predictions = [label(z) for z in loss.predictions]
    return simplex_picture(L, names, predictions, epsilon, measure=arguments.measure)


def _three(chosen: list[str], known: list[str]) -> list[str]:
    from qstheory.errors import InvalidParameter

    if len(chosen) != 3 or len(set(chosen)) != 3 or not set(chosen) <= set(known):
        shown = ", ".join(known[:12]) + (", ..." if len(known) > 12 else "")
        raise InvalidParameter(f"Give --face three different observations among {shown}.")
    return chosen


def _positive(text: str) -> Any:
    from qstheory.errors import InvalidParameter, UnreadableInput
    from qstheory.inputs.numbers import exact_text

    try:
        value = exact_text(text)
    except UnreadableInput:
        value = None
    if value is None or value < 0:
        raise InvalidParameter(f"--epsilon {text!r} must be a fraction such as 1/10, at least 0.")
    return value


def _calibration(loss: Any, arguments: argparse.Namespace) -> Any:
    from qstheory.errors import InvalidParameter
    from qstheory.report.pictures import DRAWN, calibration_picture, floats
    from qstheory.theory.calibration.convex_envelope import convexified
    from qstheory.theory.calibration.envelope import calibration_function
    from qstheory.theory.calibration.findings import chosen_problem
    from qstheory.theory.calibration.text import is_convex, merged_pieces
    from qstheory.theory.effort import DEFAULT
    from qstheory.theory.subject import Subject

    if arguments.face:
        raise InvalidParameter("--face belongs to the simplex, not to --calibration.")
    if loss.predictions.size * loss.observations.size > DEFAULT.calibration:
        raise InvalidParameter(
            f"Calibration functions are drawn up to {DEFAULT.calibration} entries of the loss."
        )
    _, problem = chosen_problem(Subject(loss, DEFAULT))
    bounds = {DRAWN[0]: problem.squared_diameter, DRAWN[1]: 4 * problem.squared_norm}
    H = calibration_function(problem)
    if not H.pieces and not H.gaps:
        raise InvalidParameter(
            "Every prediction has the same risk everywhere: there is no excess risk, and so no"
            " calibration function to draw."
        )
    pieces = () if is_convex(H) else convexified(H).proposition.pieces
    envelope = [(p.low, p.high, p.constant, p.linear, p.square) for p in pieces]
    return calibration_picture(
        [floats(piece) for piece in merged_pieces(H)], [floats(p) for p in envelope], bounds
    )


COMMANDS = (
    Command(
        "losses", "what is built in, with parameters and conventions", configure_losses, run_losses
    ),
    Command(
        "plot",
        "the simplex of three observations with its margin band, or the calibration function",
        configure_plot,
        run_plot,
    ),
)
