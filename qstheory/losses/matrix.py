"""A user's loss matrix as a loss: entries as given, named rows and columns, and their SHA-256."""

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from hashlib import sha256

from qstheory.errors import InvalidParameter, UnreadableInput
from qstheory.losses.base import Loss, MatrixReference
from qstheory.losses.spaces import Label, Labels

Rows = tuple[tuple[Fraction, ...], ...]


def _exact_rows(entries: Sequence[Sequence[Fraction]]) -> tuple[Rows, dict[int, Fraction]]:
    """The entries as fractions, and the different objects among them by identity.

    One that is a fraction already is kept, not copied: a large matrix may share a few.
    """
    rows = tuple(map(tuple, entries))
    distinct: dict[int, Fraction] = {}
    for row in rows:
        distinct.update(zip(map(id, row), row, strict=True))
    if all(type(e) is Fraction for e in distinct.values()):
        return rows, distinct
    exact = {key: Fraction(e) for key, e in distinct.items()}
    rows = tuple(tuple([exact[key] for key in map(id, row)]) for row in rows)
    return rows, {id(e): e for e in exact.values()}


def fingerprint(entries: Sequence[Sequence[Fraction]]) -> str:
    """SHA-256 of the entries written as p/q, blanks between columns, newlines between rows."""
    return _digest(*_exact_rows(entries))


def _digest(rows: Rows, distinct: dict[int, Fraction]) -> str:
    texts = {key: f"{e.numerator}/{e.denominator}" for key, e in distinct.items()}
    digest = sha256()
    for number, row in enumerate(rows):
        text = " ".join([texts[key] for key in map(id, row)])
        digest.update(f"\n{text}".encode() if number else text.encode())
    return digest.hexdigest()


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
    rows, distinct = _exact_rows(entries)
    width = len(rows[0]) if rows else 0
    if not width or any(len(row) != width for row in rows):
        raise InvalidParameter("A loss matrix needs at least one entry and rows of equal length.")
    row_names = tuple(predictions or map(str, range(len(rows))))
    column_names = tuple(observations or map(str, range(width)))
    for kind, names, count in (
        ("row", row_names, len(rows)),
        ("column", column_names, width),
    ):
        if len(names) != count or len(set(names)) != count:
            raise InvalidParameter(f"The {kind} names must be {count} distinct names.")
    row_space, column_space = Labels(row_names), Labels(column_names)

    def entry(z: Label, y: Label) -> Fraction:
        return rows[row_space.positions[z]][column_space.positions[y]]

    return Loss(
        reference=MatrixReference(rows, row_names, column_names, _digest(rows, distinct)),
        predictions=row_space,
        observations=column_space,
        entry=entry,
        bounds=(min(distinct.values()), max(distinct.values())),
        conventions=conventions,
    )


@lru_cache(maxsize=2)
def from_reference(reference: MatrixReference) -> Loss:
    """The loss of a stored matrix; raises UnreadableInput when its hash does not fit.

    The last two are kept, since every certificate of a file asks for the same one.
    """
    loss = matrix_loss(reference.entries, reference.predictions, reference.observations)
    if loss.reference != reference:
        raise UnreadableInput("The stored matrix does not have the SHA-256 that it is filed under.")
    return loss
