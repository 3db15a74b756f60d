"""How much a certificate may make the checker enumerate, and the enumeration itself."""

from collections.abc import Iterator
from fractions import Fraction

from qstheory.errors import TooLarge
from qstheory.losses.base import Loss
from qstheory.losses.spaces import Label

ENTRY_LIMIT = 20_000_000
"""Most entries of a loss that one replay evaluates."""


def require_enumerable(loss: Loss) -> None:
    """Raise TooLarge when the loss has more entries than a replay evaluates."""
    count = loss.predictions.size * loss.observations.size
    if count > ENTRY_LIMIT:
        raise TooLarge(
            f"{loss.name} has more than {ENTRY_LIMIT:,} entries; use a certificate by counts."
        )


def entries(loss: Loss) -> Iterator[tuple[Label, Label, Fraction]]:
    """All (z, y, L(z, y)), row by row; raises TooLarge."""
    require_enumerable(loss)
    observations = list(loss.observations)
    for z in loss.predictions:
        for y in observations:
            yield z, y, loss.entry(z, y)
