"""Which surrogates are consistent for a loss: built-in ones, or a polyhedral one from a file.

  qstheory consistency hamming:m=2
  qstheory consistency my_loss.csv --surrogate crammer-singer
  qstheory consistency multiclass:classes=2 --surrogate hinge.json

Consistent means: for every distribution every minimiser of the surrogate risk decodes, whatever
the ties, to predictions of least risk. Otherwise the first distribution by denominator at which it
fails is shown, with what is decoded there. A file gives sums of maxima of affine functions:

  {"surrogate": {"0": [[[0, 0], [1, 1]]], "1": [[[0, 0], [-1, 1]]]},
   "decoder": [{"prediction": "0", "score": [1, 0]},
               {"prediction": "1", "score": [-1, 0]}]}

is the hinge loss max(0, 1 + v) and max(0, 1 - v), decoded to the prediction of the smallest score.
Exit code 0 when every surrogate was decided, 3 when one stayed undecided, 2 on bad input.
"""

import argparse
import os
from pathlib import Path
from typing import Any

from qstheory.cli.options import add_answer, add_loss, answer, loss_of

NAME = "consistency"
HELP = "which surrogates are consistent for a loss, each with its certificate"
FORMATS = ("text", "json", "md")
LARGEST = 100
"""Most entries of a loss whose surrogates are decided."""


def configure(parser: argparse.ArgumentParser) -> None:
    """The loss, the surrogate, and where the answer goes."""
    add_loss(parser)
    parser.add_argument(
        "--surrogate", metavar="NAME|FILE", help="one surrogate instead of all built-in ones"
    )
    add_answer(parser, FORMATS)


def run(arguments: argparse.Namespace) -> int:
    """Decide and print or write."""
    from qstheory.errors import TooLarge
    from qstheory.report.consistency_records import RENDERERS, consistency_record, items, verdicts
    from qstheory.theory.consistency.max_margin import verdict_on
    from qstheory.work.certificates import dumps
    from qstheory.work.records import to_data
    from qstheory.work.terminal import status

    loss = loss_of(arguments)
    if loss.predictions.size * loss.observations.size > LARGEST:
        raise TooLarge(f"Surrogates are decided for losses of up to {LARGEST} entries.")
    with status(f"deciding surrogates for {loss.title}"):
        if arguments.surrogate is None:
            found = verdicts(loss)
        else:
            found = (verdict_on(loss, _surrogate(arguments.surrogate, loss)),)
    text = RENDERERS[arguments.format](to_data(consistency_record(loss, found)))
    answer(arguments, text, lambda: dumps(items(found)))
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
