"""What every method of the table does: try settings on the validation rows and keep the best."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

import numpy as np

from qstheory.learn.decoders.base import Decoder
from qstheory.learn.decoders.catalogue import decoder_for
from qstheory.learn.experiments.protocol import Budget, Problem


@dataclass(frozen=True)
class Measure:
    """A loss that is minimised, and whether it is shown as the score 1 - loss."""

    key: str
    title: str
    loss: str
    parameters: Mapping[str, object] = field(default_factory=dict)
    is_score: bool = False

    def decoder(self) -> Decoder:
        """An unfitted decoder of the loss."""
        return decoder_for(self.loss, **self.parameters)

    def shown(self, loss: float) -> float:
        """The number as the paper writes it."""
        return 1 - loss if self.is_score else loss


ZERO_ONE = Measure("zero-one", "0-1", "zero-one")
HAMMING = Measure("hamming", "Hamming", "hamming")
# The paper's definition (eq fscore): the F-score of the empty against the empty set is one.
F_SCORE = Measure("f-score", "F-score", "f-score", {"undefined": "one"}, is_score=True)
MULTILABEL = (ZERO_ONE, HAMMING, F_SCORE)

# The other two conventions, for data with empty label sets.
F_CONVENTIONS = (
    Measure("f-score/zero", "F-score, 0/0 = 0", "f-score", {"undefined": "zero"}, is_score=True),
    Measure("f-score/drop", "F-score, dropped", "f-score", {"undefined": "drop"}, is_score=True),
)


def ndcg(k: int) -> Measure:
    """NDCG@k with gain 2^r - 1 and discount 1/log2(1 + p); zero for a query without relevance."""
    parameters = {"k": k, "undefined": "zero"}
    return Measure(f"ndcg@{k}", f"NDCG@{k}", "ndcg", parameters, is_score=True)


RANKING = (ndcg(3), ndcg(5), ndcg(10))


def measure_named(key: str) -> Measure:
    """The measure with that key; KeyError for none."""
    return {item.key: item for item in (*MULTILABEL, *F_CONVENTIONS, *RANKING)}[key]


@dataclass(frozen=True)
class Outcome:
    """The least validation loss, the test loss after the final fit, and the chosen setting."""

    measure: str
    validation: float
    test: float
    setting: dict[str, float]


class Method(Protocol):
    """A method of the table."""

    @property
    def name(self) -> str: ...

    def run(
        self, problem: Problem, measures: Sequence[Measure], budget: Budget
    ) -> list[Outcome]: ...


class Choice:
    """The best setting so far for one measure; of equal losses, the first."""

    def __init__(self) -> None:
        self.loss = np.inf
        self.setting: dict[str, float] = {}

    def offer(self, loss: float, setting: dict[str, float]) -> None:
        if loss < self.loss:
            self.loss, self.setting = loss, setting
