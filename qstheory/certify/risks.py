"""The conditional risks sum_y Pi_y L(z, y) of all predictions at a distribution Pi."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import comb

from qstheory.certify.weights import (
    ListedWeights,
    Weights,
    products,
    require_probabilities,
    stored_numerators,
)
from qstheory.losses.base import Loss, MatrixReference
from qstheory.losses.counts import CountStructure
from qstheory.losses.spaces import Label


@dataclass(frozen=True)
class Risks:
    """Risks by prediction, or by size of a label set when the distribution goes by counts.

    `counts` tells how labels are sets when the values go by size; each risk is value / unit.
    """

    values: Mapping[Label, Fraction | int]
    counts: CountStructure | None
    unit: int = 1

    def at(self, prediction: Label) -> Fraction:
        """The risk of a prediction of the loss."""
        key = prediction
        if self.counts is not None:
            key = self.counts.prediction_set(prediction).bit_count()
        return Fraction(self.values[key], self.unit)

    @property
    def bayes(self) -> Fraction:
        """The smallest risk."""
        return Fraction(self._least, self.unit)

    @property
    def second(self) -> Fraction:
        """The smallest risk above that."""
        least = self._least
        return Fraction(min(v for v in self.values.values() if v > least), self.unit)

    @cached_property
    def best(self) -> list[Label]:
        """The predictions, or sizes, that have the smallest risk."""
        least = self._least
        return [key for key, value in self.values.items() if value == least]

    @property
    def optimal_count(self) -> int:
        """How many predictions have the smallest risk."""
        if self.counts is None:
            return len(self.best)
        return sum(comb(self.counts.m, key) for key in self.best if isinstance(key, int))

    @cached_property
    def _least(self) -> Fraction | int:
        return min(self.values.values())


def risks_at(loss: Loss, distribution: Weights) -> Risks:
    """The risks at a distribution; raises InvalidParameter when the weights are none."""
    require_probabilities(loss, "observations", distribution)
    if isinstance(distribution, ListedWeights) and isinstance(loss.reference, MatrixReference):
        weights = dict(distribution.weights)
        stored = stored_numerators(loss, loss.reference, "observations", weights)
        if stored is not None:
            return Risks(dict(stored[1]), None, stored[0])
    counts = None if isinstance(distribution, ListedWeights) else loss.counts
    return Risks(dict(products(loss, "observations", distribution)), counts)
