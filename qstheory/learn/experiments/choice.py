"""What every method of the table does: try settings on the validation rows and keep the best."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from qstheory.learn.experiments.measures import Measure
from qstheory.learn.experiments.protocol import Budget, Problem


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
