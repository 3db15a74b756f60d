"""The conditional risks sum_y Pi_y L(z, y) of all predictions at a distribution Pi."""

from dataclasses import dataclass
from fractions import Fraction
from math import comb

from qstheory.certify.weights import (
    ListedWeights,
    Weights,
    least,
    products,
    total,
    weights_fault,
)
from qstheory.errors import InvalidParameter
from qstheory.losses.base import Loss
from qstheory.losses.counts import CountStructure
from qstheory.losses.spaces import Label


@dataclass(frozen=True)
class Risks:
    """Risks by prediction, or by size of a label set when the distribution goes by counts."""

    values: dict[Label, Fraction]
    counts: CountStructure | None
    """How labels are sets when the values go by size."""

    def at(self, prediction: Label) -> Fraction:
        """The risk of a prediction of the loss."""
        if self.counts is None:
            return self.values[prediction]
        return self.values[self.counts.prediction_set(prediction).bit_count()]

    @property
    def bayes(self) -> Fraction:
        """The smallest risk."""
        return min(self.values.values())

    @property
    def optimal_count(self) -> int:
        """How many predictions have the smallest risk."""
        bayes = self.bayes
        best = [key for key, value in self.values.items() if value == bayes]
        if self.counts is None:
            return len(best)
        return sum(comb(self.counts.m, key) for key in best if isinstance(key, int))


def risks_at(loss: Loss, distribution: Weights) -> Risks:
    """The risks at a distribution; raises InvalidParameter when the weights are none."""
    fault = weights_fault(loss, "observations", distribution)
    if not fault and (total(distribution) != 1 or least(loss, "observations", distribution) < 0):
        fault = "the weights are not >= 0 with sum 1"
    if fault:
        raise InvalidParameter(fault)
    counts = None if isinstance(distribution, ListedWeights) else loss.counts
    return Risks(dict(products(loss, "observations", distribution)), counts)
