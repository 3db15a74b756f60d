"""The spectral norm of a loss matrix, squared so that it stays rational."""

from dataclasses import dataclass
from fractions import Fraction
from math import comb

from qstheory.certify.limits import entries
from qstheory.certify.outcome import Decision, invalid, proves_if, refutes_if
from qstheory.certify.rules import Rule, Tools
from qstheory.certify.weights import ListedWeights, Side, UniformWeights, products, weights_fault
from qstheory.losses import resolve
from qstheory.losses.base import Loss, Reference


@dataclass(frozen=True)
class SpectralNormAtLeast:
    """|L|^2 >= squared."""

    loss: Reference
    squared: Fraction


@dataclass(frozen=True)
class SpectralNormAtMost:
    """|L|^2 <= squared."""

    loss: Reference
    squared: Fraction


@dataclass(frozen=True)
class TestVector:
    """A vector x on the observations, as weights: |L|^2 >= |L x|^2 / |x|^2."""

    __test__ = False
    vector: ListedWeights | UniformWeights


@dataclass(frozen=True)
class RowAndColumnSums:
    """|L|^2 <= (largest row sum)(largest column sum) for L >= 0 (Schur's test with ones)."""


def _copies(loss: Loss, side: Side, key: object, by_size: bool) -> int:
    """How many labels of that side a value of `products` stands for."""
    return comb(loss.counts.m, key) if by_size and loss.counts and isinstance(key, int) else 1


def _ratio(loss: Loss, vector: ListedWeights | UniformWeights) -> Fraction:
    """|L x|^2 / |x|^2, or 0 for x = 0."""
    uniform = isinstance(vector, UniformWeights)
    by_size = uniform and loss.counts is not None
    image = sum(
        (
            _copies(loss, "predictions", key, by_size) * value * value
            for key, value in products(loss, "observations", vector)
        ),
        Fraction(0),
    )
    if isinstance(vector, UniformWeights):
        return image * loss.observations.size
    length = sum((weight * weight for _, weight in vector.weights), Fraction(0))
    return image / length if length else Fraction(0)


def _least_entry(loss: Loss) -> Fraction:
    if loss.counts is not None:
        return min(loss.counts.entry(*triple) for triple in loss.counts.triples())
    return min(value for _, _, value in entries(loss))


def _schur(loss: Loss) -> Fraction | None:
    """The bound by sums, or None when an entry is negative."""
    if _least_entry(loss) < 0:
        return None
    uniform = UniformWeights()
    row = max(value for _, value in products(loss, "observations", uniform))
    column = max(value for _, value in products(loss, "predictions", uniform))
    return row * loss.observations.size * column * loss.predictions.size


def _tested(loss: Loss, given: TestVector) -> Fraction | str:
    """The bound from below by a vector, or why it gives none."""
    return weights_fault(loss, "observations", given.vector) or _ratio(loss, given.vector)


def check_lower(proposition: SpectralNormAtLeast, given: TestVector, tools: Tools) -> Decision:
    """A vector stretched that much proves it."""
    found = _tested(resolve(proposition.loss), given)
    if isinstance(found, str):
        return invalid(found)
    return proves_if(found >= proposition.squared, "the vector is not stretched that much")


def check_upper_by_vector(
    proposition: SpectralNormAtMost, given: TestVector, tools: Tools
) -> Decision:
    """A vector stretched more refutes it."""
    found = _tested(resolve(proposition.loss), given)
    if isinstance(found, str):
        return invalid(found)
    return refutes_if(found > proposition.squared, "the vector is not stretched more than that")


def check_upper(proposition: SpectralNormAtMost, _: RowAndColumnSums, tools: Tools) -> Decision:
    """Sums that small prove it."""
    bound = _schur(resolve(proposition.loss))
    if bound is None:
        return invalid("an entry is negative")
    return proves_if(bound <= proposition.squared, "the sums are larger than that")


def check_lower_by_sums(
    proposition: SpectralNormAtLeast, _: RowAndColumnSums, tools: Tools
) -> Decision:
    """Sums smaller than that refute it."""
    bound = _schur(resolve(proposition.loss))
    if bound is None:
        return invalid("an entry is negative")
    return refutes_if(bound < proposition.squared, "the sums are not smaller than that")


RULES = (
    Rule(SpectralNormAtLeast, TestVector, check_lower),
    Rule(SpectralNormAtLeast, RowAndColumnSums, check_lower_by_sums),
    Rule(SpectralNormAtMost, RowAndColumnSums, check_upper),
    Rule(SpectralNormAtMost, TestVector, check_upper_by_vector),
)
