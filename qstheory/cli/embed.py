"""The discrete loss that a polyhedral surrogate embeds, and what it is worth for a loss.

  qstheory embed crammer-singer:classes=3
  qstheory embed crammer-singer:classes=3 --loss abstain:classes=3
  qstheory embed surrogate.json --loss my_loss.csv --certificates proof.json

A surrogate is a sum of maxima of affine functions of the scores for every observation. A file gives
these functions, each as its slopes and its constant, or compositions by hinge, max, sum and times:

  {"surrogate": {"no": {"hinge": [1, 1]}, "yes": {"hinge": [-1, 1]}}}

is the hinge loss max(0, 1 + v) and max(0, 1 - v). Shown are the representative scores with their
losses; whether some link from scores to predictions is consistent for the loss, with the largest
separation and the least constant of the linear regret bound; otherwise where none is. Without
--loss the embedded loss is the target. Exit code 0 when all was computed, 3 when a part was too
large, 2 on bad input.
"""

import argparse

from qstheory.cli.options import add_answer, add_loss, answer, loss_of

NAME = "embed"
HELP = "the discrete loss that a polyhedral surrogate embeds, its link and regret bound"
FORMATS = ("text", "json", "md")


def configure(parser: argparse.ArgumentParser) -> None:
    """The surrogate, the loss, and where the answer goes."""
    parser.add_argument("surrogate", metavar="NAME|FILE", help="a known surrogate, or a file")
    add_loss(parser, option=True)
    add_answer(parser, FORMATS)


def run(arguments: argparse.Namespace) -> int:
    """Analyse and print or write."""
    from qstheory.report.embedding_records import RENDERERS, embedding_record
    from qstheory.theory.embedding.analysis import analyse
    from qstheory.work.certificates import dumps
    from qstheory.work.records import to_data
    from qstheory.work.terminal import status

    wanted = arguments.loss is not None or arguments.tree is not None
    loss = loss_of(arguments) if wanted else None
    with status(f"analysing {arguments.surrogate}"):
        found = analyse(arguments.surrogate, loss)
    text = RENDERERS[arguments.format](to_data(embedding_record(found)))
    answer(arguments, text, lambda: dumps(found.items()))
    return 3 if found.target is not None and found.target.limits else 0
