"""The commands on surrogates: which are consistent, what one embeds, which a loss has."""

import argparse
import os
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

from qstheory.cli.options import add_answer, add_loss, answer, loss_of
from qstheory.cli.parser import Command

FORMATS = ("text", "json", "md")
LARGEST = 100
"""Most entries of a loss whose surrogates are decided."""


def _answer(
    arguments: argparse.Namespace,
    renderers: Mapping[str, Callable[[dict[str, Any]], str]],
    record: Any,
    items: Callable[[], Iterable[Any]],
) -> None:
    """The record in the format asked for, and its certificates where they are asked for."""
    from qstheory.work.certificates import dumps
    from qstheory.work.files import to_data

    text = renderers[arguments.format](to_data(record))
    answer(arguments, text, lambda: dumps(items()))


def configure_consistency(parser: argparse.ArgumentParser) -> None:
    """The loss, the surrogate, and where the answer goes."""
    add_loss(parser)
    parser.add_argument(
        "--surrogate", metavar="NAME|FILE", help="one surrogate instead of all built-in ones"
    )
    add_answer(parser, FORMATS)


def run_consistency(arguments: argparse.Namespace) -> int:
    """Which surrogates are consistent for a loss: built-in ones, or a polyhedral one from a file.

      qstheory consistency hamming:m=2
      qstheory consistency my_loss.csv --surrogate crammer-singer
      qstheory consistency multiclass:classes=2 --surrogate hinge.json

    Consistent means: for every distribution every minimiser of the surrogate risk decodes, whatever
    the ties, to predictions of least risk. Otherwise the first distribution by denominator at which
    it fails is shown, with what is decoded there. A file gives sums of maxima of affine functions:

      {"surrogate": {"0": [[[0, 0], [1, 1]]], "1": [[[0, 0], [-1, 1]]]},
       "decoder": [{"prediction": "0", "score": [1, 0]},
                   {"prediction": "1", "score": [-1, 0]}]}

    is the hinge loss max(0, 1 + v) and max(0, 1 - v), decoded to the prediction of the smallest
    score. Exit code 0 when every surrogate was decided, 3 when one stayed undecided, 2 on bad
    input.
    """
    from qstheory.errors import TooLarge
    from qstheory.report.consistency_records import RENDERERS, consistency_record, items, verdicts
    from qstheory.theory.consistency.findings import verdict_on
    from qstheory.work.terminal import status

    loss = loss_of(arguments)
    if loss.predictions.size * loss.observations.size > LARGEST:
        raise TooLarge(f"Surrogates are decided for losses of up to {LARGEST} entries.")
    with status(f"deciding surrogates for {loss.title}"):
        if arguments.surrogate is None:
            found = verdicts(loss)
        else:
            found = (verdict_on(loss, _surrogate(arguments.surrogate, loss)),)
    _answer(arguments, RENDERERS, consistency_record(loss, found), lambda: items(found))
    return 3 if any(verdict.status == "undecided" for verdict in found) else 0


def _surrogate(name: str, loss: Any) -> Any:
    """The built-in surrogate, or the one in a file, which must fit the loss."""
    from qstheory.inputs.surrogate import read_surrogate
    from qstheory.theory.consistency.surrogates import given_surrogate, surrogate

    if not os.path.exists(name) and not Path(name).suffix:
        return surrogate(name)
    found = given_surrogate(read_surrogate(name), Path(name).name)
    found.build(loss)  # Names that do not fit, or a surrogate that is not bounded, end here.
    return found


def configure_embed(parser: argparse.ArgumentParser) -> None:
    """The surrogate, the loss, and where the answer goes."""
    parser.add_argument("surrogate", metavar="NAME|FILE", help="a known surrogate, or a file")
    add_loss(parser, option=True)
    add_answer(parser, FORMATS)


def run_embed(arguments: argparse.Namespace) -> int:
    """The discrete loss that a polyhedral surrogate embeds, and what it is worth for a loss.

      qstheory embed crammer-singer:classes=3
      qstheory embed crammer-singer:classes=3 --loss abstain:classes=3
      qstheory embed surrogate.json --loss my_loss.csv --certificates proof.json

    A surrogate is a sum of maxima of affine functions of the scores for every observation. A file
    gives these functions, each as its slopes and its constant, or compositions by hinge, max, sum
    and times:

      {"surrogate": {"no": {"hinge": [1, 1]}, "yes": {"hinge": [-1, 1]}}}

    is the hinge loss max(0, 1 + v) and max(0, 1 - v). Shown are the representative scores with
    their losses; whether some link from scores to predictions is consistent for the loss, with the
    largest separation and the least constant of the linear regret bound; otherwise where none is.
    Without --loss the embedded loss is the target. Exit code 0 when all was computed, 3 when a part
    was too large, 2 on bad input.
    """
    from qstheory.report.embedding_records import RENDERERS, embedding_record
    from qstheory.theory.embedding.analysis import analyse
    from qstheory.work.terminal import status

    wanted = arguments.loss is not None or arguments.tree is not None
    loss = loss_of(arguments) if wanted else None
    with status(f"analysing {arguments.surrogate}"):
        found = analyse(arguments.surrogate, loss)
    _answer(arguments, RENDERERS, embedding_record(found), found.items)
    return 3 if found.target is not None and found.target.limits else 0


def configure_design(parser: argparse.ArgumentParser) -> None:
    """The loss, and where the answer goes."""
    add_loss(parser)
    add_answer(parser, FORMATS)


def run_design(arguments: argparse.Namespace) -> int:
    """The consistent surrogates that a loss has, side by side, and which to take.

      qstheory design my_loss.csv
      qstheory design abstain:classes=4 --format md --certificates proof.json

    Shown are the quadratic surrogate in the least dimension and in the best basis, the polyhedral
    embedding by the conjugate of the Bayes risk and the smallest one that a search finds, and the
    log-linear model decoded by least risk: for each the number of scores, the excess risk that an
    excess x of the surrogate risk allows, what it costs, and its certificates; and whether the
    max-margin surrogate with a score for each label is consistent, yes or no. In Python,
    `qstheory.theory.design.designs.design(loss)` has them as functions with gradients and decoders.
    Exit code 0, or 2 on bad input.
    """
    from qstheory.report.design_records import RENDERERS, design_record
    from qstheory.theory.design.designs import design
    from qstheory.work.terminal import status

    loss = loss_of(arguments)
    with status(f"designing surrogates for {loss.title}"):
        found = design(loss)
    _answer(arguments, RENDERERS, design_record(found), found.items)
    return 0


COMMANDS = (
    Command(
        "consistency",
        "which surrogates are consistent for a loss, each with its certificate",
        configure_consistency,
        run_consistency,
    ),
    Command(
        "embed",
        "the discrete loss that a polyhedral surrogate embeds, its link and regret bound",
        configure_embed,
        run_embed,
    ),
    Command(
        "design",
        "the consistent surrogates of a loss, side by side, with certificates",
        configure_design,
        run_design,
    ),
)
