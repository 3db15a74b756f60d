"""Losses that are distances of sets, or polynomials: what follows from the declaration alone."""

from itertools import pairwise

from qstheory.errors import InvalidParameter, TooLarge
from qstheory.losses.base import Loss
from qstheory.losses.counts import AffineEntry, CountStructure
from qstheory.losses.spaces import Label

LABELS = 20_000
"""Most labels of a replay."""


def distance_of_sets(loss: Loss) -> CountStructure:
    """The counts of a loss that is s > 0 times the number of elements in one of two sets only.

    Predictions and observations are the same labels, with the same sets. Raises InvalidParameter
    where that is not so, and TooLarge.
    """
    counts = loss.by_counts
    if counts is None or not isinstance(counts.entry, AffineEntry):
        raise InvalidParameter("The loss is not declared as a distance of sets.")
    entry = counts.entry
    scale = entry.prediction
    symmetric = entry.observation == scale and entry.both == -2 * scale
    if entry.constant or scale <= 0 or not symmetric:
        raise InvalidParameter("The loss is no distance of sets.")
    if max(loss.shape) > LABELS:
        raise TooLarge(f"Replaying this needs more than {LABELS:,} sets.")
    predictions, observations = list(loss.predictions), list(loss.observations)
    if predictions != observations or any(
        counts.prediction_set(z) != counts.observation_set(z) for z in predictions
    ):
        raise InvalidParameter("Predictions and observations are not the same sets.")
    return counts


def declared_places(loss: Loss) -> list[tuple[Label, int]] | None:
    """The predictions with increasing places along which every column of L is convex, or None.

    Either L is a distance of sets each of which contains the one before, so that L(z, y) is a
    multiple of ||z| - |y||, or a polynomial of degree at most 2 in the class z whose coefficient
    of z^2 is a number >= 0.
    """
    if loss.polynomial is not None:
        square, *higher = [*loss.polynomial.rows[2:], ()]
        convex = not any(square[1:]) and all(a >= 0 for a in square[:1])
        if any(higher) or not convex:
            return None
        return [(z, z) for z in loss.predictions if isinstance(z, int)]
    try:
        counts = distance_of_sets(loss)
    except InvalidParameter:
        return None
    nested = sorted((counts.prediction_set(z).bit_count(), z) for z in loss.predictions)
    sets = [counts.prediction_set(z) for _, z in nested]
    if any(small & large != small or small == large for small, large in pairwise(sets)):
        return None
    return [(z, size) for size, z in nested]
