"""Whether the max-margin surrogate max_{y'} (L(y', y) + v_y') - v_y is consistent for a loss."""

from dataclasses import dataclass
from typing import Literal

from qstheory.losses.base import Loss
from qstheory.theory.consistency.findings import against, what_fails
from qstheory.theory.consistency.max_margin import MAX_MARGIN, max_margin_verdict
from qstheory.theory.consistency.surrogate import surrogate
from qstheory.theory.findings import Evidence


@dataclass(frozen=True)
class MaxMargin:
    """The answer, in words why, and what proves it or refutes consistency."""

    consistent: Literal["yes", "no", "undecided", "not defined"]
    reason: str
    evidence: tuple[Evidence, ...]


def max_margin_answer(loss: Loss) -> MaxMargin:
    """Yes or no wherever it is decided.

    >>> from qstheory import losses
    >>> answer = max_margin_answer(losses.make("multiclass", classes=3))
    >>> answer.consistent, len(answer.evidence)
    ('no', 2)
    """
    found = max_margin_verdict(loss, surrogate(MAX_MARGIN))
    if not found.applicable:
        return MaxMargin("not defined", "predictions and observations differ", ())
    if found.failure is not None:
        return MaxMargin("no", what_fails(found, found.failure), tuple(against(found)))
    if found.status == "consistent" and found.evidence is not None:
        words = "every minimiser decodes to predictions of least risk by the highest score"
        return MaxMargin("yes", words, (found.evidence,))
    return MaxMargin("undecided", found.reason, ())
