"""A user's loss matrix as a loss: entries as given, named rows and columns, and their SHA-256."""

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache

from qstheory.errors import InvalidParameter, UnreadableInput
from qstheory.losses.base import Loss, MatrixReference
from qstheory.losses.coded import CodedMatrix
from qstheory.losses.spaces import Label, Labels


def matrix_loss(
    entries: Sequence[Sequence[Fraction]],
    predictions: Sequence[str] | None = None,
    observations: Sequence[str] | None = None,
    conventions: tuple[str, ...] = (),
) -> Loss:
    """The loss with these exact entries, rows being predictions and columns observations.

    >>> from fractions import Fraction
    >>> matrix_loss([[Fraction(0), Fraction(1)], [Fraction(1), Fraction(0)]]).entry("0", "1")
    Fraction(1, 1)
    """
    rows = CodedMatrix.of(entries)
    if not rows:
        raise InvalidParameter("A loss matrix needs at least one entry and rows of equal length.")
    row_names = tuple(predictions or map(str, range(len(rows))))
    column_names = tuple(observations or map(str, range(rows.columns)))
    for kind, names, count in (
        ("row", row_names, len(rows)),
        ("column", column_names, rows.columns),
    ):
        if len(names) != count or len(set(names)) != count:
            raise InvalidParameter(f"The {kind} names must be {count} distinct names.")
    row_space, column_space = Labels(row_names), Labels(column_names)

    def entry(z: Label, y: Label) -> Fraction:
        return rows.entry(row_space.positions[z], column_space.positions[y])

    return Loss(
        reference=MatrixReference(rows, row_names, column_names, rows.sha256),
        predictions=row_space,
        observations=column_space,
        entry=entry,
        bounds=(min(rows.values), max(rows.values)),
        conventions=conventions,
    )


@lru_cache(maxsize=32)
def from_reference(reference: MatrixReference) -> Loss:
    """The loss of a stored matrix; raises UnreadableInput when its hash does not fit.

    The last two are kept, since every certificate of a file asks for the same one.
    """
    loss = matrix_loss(reference.entries, reference.predictions, reference.observations)
    if loss.reference != reference:
        raise UnreadableInput("The stored matrix does not have the SHA-256 that it is filed under.")
    return loss
