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

import argparse

from qstheory.cli.options import add_answer, add_loss, answer, loss_of

NAME = "design"
HELP = "the consistent surrogates of a loss, side by side, with certificates"
FORMATS = ("text", "json", "md")


def configure(parser: argparse.ArgumentParser) -> None:
    """The loss, and where the answer goes."""
    add_loss(parser)
    add_answer(parser, FORMATS)


def run(arguments: argparse.Namespace) -> int:
    """Design and print or write."""
    from qstheory.report.design_records import RENDERERS, design_record
    from qstheory.theory.design.designs import design
    from qstheory.work.certificates import dumps
    from qstheory.work.records import to_data
    from qstheory.work.terminal import status

    loss = loss_of(arguments)
    with status(f"designing surrogates for {loss.title}"):
        found = design(loss)
    text = RENDERERS[arguments.format](to_data(design_record(found)))
    answer(arguments, text, lambda: dumps(found.items()))
    return 0
