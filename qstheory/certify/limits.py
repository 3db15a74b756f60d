"""How much a certificate may make the checker enumerate, and the enumeration itself."""

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import cache, lru_cache, wraps
from typing import ParamSpec, TypeVar

from qstheory.certify.arithmetic import Scaled, scaled, scaled_product_fault
from qstheory.certify.rules import ProductFault
from qstheory.errors import TooLarge
from qstheory.losses.base import Loss, MatrixReference
from qstheory.losses.spaces import Label

ENTRY_LIMIT = 20_000_000
"""Most entries of a loss that one replay evaluates."""
PRODUCT_LIMIT = 1 << 27
"""Most products of two numbers in one replay: 300 x 300 rows of 600 columns take a second."""
REMEMBERED = 1 << 17
"""Losses of no more entries are evaluated once for all statements about them."""
BLOCK = 1024
"""Rows of a loss that are held in memory at a time when a whole matrix is compared."""


Given = ParamSpec("Given")
Answer = TypeVar("Answer")


def latest(most: int) -> Callable[[Callable[Given, Answer]], Callable[Given, Answer]]:
    """Keep a function's last answers, that many: to hash thousands of rationals takes longer."""

    def keeping(function: Callable[Given, Answer]) -> Callable[Given, Answer]:
        kept: deque[tuple[object, Answer]] = deque(maxlen=most)

        @wraps(function)
        def answer(*given: Given.args, **named: Given.kwargs) -> Answer:
            for known, result in kept:
                if known == (given, named):
                    return result
            result = function(*given, **named)
            kept.appendleft(((given, named), result))
            return result

        return answer

    return keeping


def require_evaluations(loss: Loss, count: int) -> None:
    """Raise TooLarge when a replay would evaluate more than ENTRY_LIMIT entries."""
    if count > ENTRY_LIMIT:
        raise TooLarge(
            f"Replaying this needs more than {ENTRY_LIMIT:,} entries of {loss.name};"
            " use a certificate by counts."
        )


def require_listed(loss: Loss) -> None:
    """Raise TooLarge when a replay that lists all labels, and no stored matrix, is beyond that."""
    if not isinstance(loss.reference, MatrixReference):
        require_evaluations(loss, loss.predictions.size * loss.observations.size)


def require_products(loss: Loss, columns: int) -> None:
    """Raise TooLarge when a replay multiplies more than PRODUCT_LIMIT pairs: columns an entry."""
    require_listed(loss)
    if loss.predictions.size * loss.observations.size * columns > PRODUCT_LIMIT:
        raise TooLarge(f"Replaying this multiplies more than {PRODUCT_LIMIT:,} pairs of numbers.")


def entry_of(loss: Loss) -> Callable[[Label, Label], Fraction]:
    """L(z, y), which is evaluated once where the loss is small."""
    if loss.predictions.size * loss.observations.size > REMEMBERED:
        return loss.entry
    return _remembering(loss)


@lru_cache(maxsize=64)
def _remembering(loss: Loss) -> Callable[[Label, Label], Fraction]:
    return cache(loss.entry)


def entries(loss: Loss) -> Iterator[tuple[Label, Label, Fraction]]:
    """All (z, y, L(z, y)), row by row; raises TooLarge."""
    require_evaluations(loss, loss.predictions.size * loss.observations.size)
    predictions, observations = list(loss.predictions), list(loss.observations)
    step = max(1, REMEMBERED // max(1, len(observations)))
    for k in range(0, len(predictions), step):
        block = predictions[k : k + step]
        for z, row in zip(block, submatrix(loss, block, observations), strict=True):
            for y, value in zip(observations, row, strict=True):
                yield z, y, value


def submatrix(
    loss: Loss, predictions: Sequence[Label], observations: Sequence[Label]
) -> list[list[Fraction]]:
    """L at these rows and columns; label sets are intersected as the bits of integers.

    The entries of a stored matrix are at hand already, so they are not counted as evaluations.
    """
    if isinstance(loss.reference, MatrixReference):
        return _stored(loss.reference, predictions, observations)
    require_evaluations(loss, len(predictions) * len(observations))
    counts = loss.by_counts
    if counts is None:
        entry = entry_of(loss)
        return [[entry(z, y) for y in observations] for z in predictions]
    known: dict[tuple[int, int, int], Fraction] = {}
    columns = [(y, y.bit_count()) for y in map(counts.observation_set, observations)]
    rows = []
    for z in map(counts.prediction_set, predictions):
        a, row = z.bit_count(), []
        for y, b in columns:
            key = (a, b, (z & y).bit_count())
            if key not in known:
                known[key] = counts.entry(*key)
            row.append(known[key])
        rows.append(row)
    return rows


def matrix(loss: Loss) -> list[tuple[Fraction, ...]]:
    """L, row by row."""
    require_evaluations(loss, loss.predictions.size * loss.observations.size)
    return list(map(tuple, submatrix(loss, list(loss.predictions), list(loss.observations))))


def scaled_submatrix(
    loss: Loss, predictions: Sequence[Label], observations: Sequence[Label]
) -> list[Scaled]:
    """The same, each row over its least common denominator."""
    stored = loss.reference
    if isinstance(stored, MatrixReference) and tuple(observations) == stored.observations:
        places = {z: k for k, z in enumerate(stored.predictions)}
        return [stored.entries.scaled(places[z]) for z in predictions if isinstance(z, str)]
    return scaled(submatrix(loss, predictions, observations))


def product_fault_at(
    loss: Loss,
    left: Callable[[slice], Sequence[Scaled]],
    columns: Sequence[Scaled],
    compare: ProductFault,
) -> tuple[Label, Label] | None:
    """The first prediction and observation at which rows times columns are not the loss, or None.

    `left` makes the rows of a block of predictions; every entry is compared.
    """
    predictions, observations = tuple(loss.predictions), tuple(loss.observations)
    for start in range(0, len(predictions), BLOCK):
        block = slice(start, start + BLOCK)
        product = scaled_submatrix(loss, predictions[block], observations)
        bad = scaled_product_fault(left(block), columns, product, compare)
        if bad is not None:
            return predictions[start + bad[0]], observations[bad[1]]
    return None


def _stored(
    matrix: MatrixReference, predictions: Sequence[Label], observations: Sequence[Label]
) -> list[list[Fraction]]:
    rows, columns = (
        {y: k for k, y in enumerate(space)} for space in (matrix.predictions, matrix.observations)
    )
    chosen = [columns[y] for y in observations if isinstance(y, str)]
    whole = chosen == list(range(len(columns)))
    values = matrix.entries.values
    lines = (matrix.entries.line(rows[z]) for z in predictions if isinstance(z, str))
    if whole:
        return [[values[k] for k in line] for line in lines]
    return [[values[line[j]] for j in chosen] for line in lines]
