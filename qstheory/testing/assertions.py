"""Assertions that recompute from the definitions, and say where they fail."""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

from qstheory.certify.kinds.decomposition import AffineDecomposition
from qstheory.losses.base import Loss
from qstheory.losses.spaces import Label


def conditional_risks(loss: Loss, distribution: Sequence[Fraction]) -> dict[Label, Fraction]:
    """l(z) = sum_y Pi_y L(z, y) for every prediction z, Pi in the order of the observations."""
    pairs = list(zip(loss.observations, distribution, strict=True))
    return {
        z: sum((p * loss.entry(z, y) for y, p in pairs if p), Fraction(0)) for z in loss.predictions
    }


def assert_decomposes(loss: Loss, decomposition: AffineDecomposition) -> None:
    """L(z, y) = F_z . U_y + c for every z and y, exactly; the first bad entry is named.

    Parameters
    ----------
    loss : Loss
        L, predictions x observations.
    decomposition : AffineDecomposition
        F, predictions x r, and U, observations x r, with the scalar c.

    Raises
    ------
    AssertionError
        Where the sides differ, or F and U have not the shapes.

    Examples
    --------
    >>> from fractions import Fraction as Q
    >>> from qstheory import losses
    >>> s = ((Q(-1),), (Q(1),))
    >>> wrong = AffineDecomposition(s, s, Q(1, 2))
    >>> assert_decomposes(losses.make("hamming", m=1), wrong)
    Traceback (most recent call last):
    AssertionError: hamming:m=1: L((0,), (0,)) = 0, but F_z . U_y + c = 3/2.
    """
    shape = (len(decomposition.F), len(decomposition.U))
    expected = (loss.predictions.size, loss.observations.size)
    assert shape == expected, f"{loss.name}: F and U have {shape} rows instead of {expected}."
    for z, F_z in zip(loss.predictions, decomposition.F, strict=True):
        for y, U_y in zip(loss.observations, decomposition.U, strict=True):
            entry = loss.entry(z, y)
            value = sum((a * b for a, b in zip(F_z, U_y, strict=True)), decomposition.c)
            assert entry == value, (
                f"{loss.name}: L({z}, {y}) = {entry}, but F_z . U_y + c = {value}."
            )


def assert_bayes_optimal(
    loss: Loss,
    distribution: Sequence[Fraction] | Mapping[Label, Fraction],
    predictions: Iterable[Label],
    *,
    complete: bool = False,
) -> None:
    """Each of the predictions minimises sum_y Pi_y L(z, y) over z, exactly.

    Parameters
    ----------
    loss : Loss
        L, predictions x observations.
    distribution : sequence or mapping of Fraction
        A probability vector in the order of the observations, or observations with their
        probabilities, others having none.
    predictions : iterable of labels
        What a decoder returned.
    complete : bool
        Whether they must be all minimisers.

    Raises
    ------
    AssertionError
        When one of them does not minimise, or one that does is missing.
    """
    if isinstance(distribution, Mapping):
        distribution = [Fraction(distribution.get(y, 0)) for y in loss.observations]
    given = set(predictions)
    assert given, "No prediction was given."
    assert min(distribution) >= 0, f"{distribution} is no distribution."
    assert sum(distribution) == 1, f"{distribution} is no distribution."
    risks = conditional_risks(loss, distribution)
    best = min(risks.values())
    for z in given:
        assert z in risks, f"{z!r} is no prediction of {loss.name}."
        assert risks[z] == best, (
            f"{loss.name}: {z} has the risk {risks[z]}, {risks[z] - best} above the Bayes risk."
        )
    if complete:
        missing = {z for z, risk in risks.items() if risk == best} - given
        assert not missing, f"{loss.name}: {min(missing, key=repr)} is optimal as well."
