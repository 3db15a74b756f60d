"""Upper bounds on every dimension at once: which rows and columns span a loss matrix.

Let L = A B with r inner columns. Then rank L <= r. If A x = 1 for some x, each difference of rows
of L is one of rows of A, and these are orthogonal to x: the differences of predictions have rank at
most r - 1. In the same way those of observations do when w^T B = 1^T. If both hold and s = w^T x is
not 0, then L - c 1 1^T = A (I - c x w^T) B for c = 1 / s, and I - x w^T / s is singular: the affine
dimension is at most r - 1.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import isqrt, lcm, prod

from qstheory.certify.arithmetic import Scaled, Vectors, over_common_denominator, scaled
from qstheory.certify.dimensions import Dimensions
from qstheory.certify.kinds.rank import require_labels
from qstheory.certify.limits import product_fault_at, require_listed, scaled_submatrix, submatrix
from qstheory.certify.packed import magnitude
from qstheory.certify.rules import IntegerMatrix, Tools, require
from qstheory.certify.weights import Side
from qstheory.errors import InvalidParameter
from qstheory.losses import resolve
from qstheory.losses.base import Loss, Reference
from qstheory.losses.spaces import Label


@dataclass(frozen=True)
class Counted:
    """No matrix has a larger rank than it has rows, or columns; differences are one fewer."""


@dataclass(frozen=True)
class Span:
    """Each label of `side` is a combination of the r chosen ones: its row or column of L is.

    `coefficients` has r numbers for every label of the side, in the order of the space: the k-th is
    that of the k-th chosen label. `level` is empty, or r numbers with which the chosen rows or
    columns combine to the constant one.
    """

    side: Side
    chosen: tuple[Label, ...]
    coefficients: Vectors
    level: tuple[Fraction, ...]

    def __hash__(self) -> int:
        """That of the chosen labels: there may be millions of coefficients."""
        return hash((self.side, self.chosen))


@dataclass(frozen=True)
class ModularSpan:
    """r predictions I and r observations J that span L by congruences.

    Let A be L with each row multiplied by the least common multiple of its denominators, and M its
    rows I and columns J. M is regular modulo each of `moduli`, and every minor of A on the rows I
    and one more, the columns J and one more, is 0 modulo each: it is det M times
    A[i, j] - A[i, J] M^-1 A[I, j]. It is an integer and by Hadamard at most the product of the
    lengths of its rows. When the least common multiple of the moduli exceeds that, it is 0 and
    A[:, J] M^-1 A[I, :] is A. The same is done with the constant one as one more row or column of
    L, to see whether it lies in the span.
    """

    predictions: tuple[Label, ...]
    observations: tuple[Label, ...]
    moduli: tuple[int, ...]


def counted(reference: Reference, _: Counted, tools: Tools) -> Dimensions:
    """The numbers of rows and columns."""
    rows, columns = resolve(reference).shape
    least = min(rows, columns)
    return Dimensions(least, min(rows - 1, columns), min(rows, columns - 1), least)


@lru_cache(maxsize=4)
def spanned(reference: Reference, given: Span | ModularSpan, tools: Tools) -> Dimensions:
    """The bounds, replayed once for the statements that rest on the same span.

    Raises InvalidParameter for a fault.
    """
    loss = resolve(reference)
    check = _by_coefficients if isinstance(given, Span) else _by_congruences
    return check(loss, given, tools)  # type: ignore[arg-type]


def _bounds(r: int, *, constant_column: bool, constant_row: bool, total: bool) -> Dimensions:
    """1 is in the column space, in the row space, and w^T x is not 0."""
    lowered = constant_column and constant_row and total
    return Dimensions(r, r - constant_column, r - constant_row, r - lowered)


def _by_coefficients(loss: Loss, given: Span, tools: Tools) -> Dimensions:
    """Every entry is compared, in blocks of rows."""
    require_listed(loss)
    r, by_columns = len(given.chosen), given.side == "observations"
    require_labels(loss, *(((), given.chosen) if by_columns else (given.chosen, ())))
    side = loss.observations if by_columns else loss.predictions
    coefficients = given.coefficients
    fits = len(coefficients) == side.size and all(len(row) == r for row in coefficients)
    require(fits, f"there are not {r} coefficients for each of the {given.side}")
    require(len(given.level) in (0, r), f"the level does not have {r} numbers")
    predictions, observations = tuple(loss.predictions), tuple(loss.observations)
    multiples = scaled(coefficients)
    columns = multiples
    if not by_columns:
        across = list(zip(*submatrix(loss, given.chosen, observations), strict=True))
        columns = scaled(across) if r else [(1, [])] * len(observations)
        _require_level(columns, given.level)

    def left(block: slice) -> list[Scaled]:
        if not by_columns:
            return multiples[block]
        rows = scaled_submatrix(loss, predictions[block], given.chosen)
        _require_level(rows, given.level)
        return rows

    bad = product_fault_at(loss, left, columns, tools.product_fault)
    require(bad is None, f"the coefficients do not give the entry at {bad}")
    affine = all(sum(row) == factor for factor, row in multiples)
    level, total = bool(given.level), sum(given.level) != 0
    column, row = (level, affine) if by_columns else (affine, level)
    return _bounds(r, constant_column=column, constant_row=row, total=total)


def _require_level(chosen: Iterable[Scaled], level: Sequence[Fraction]) -> None:
    """Raise InvalidParameter unless the level combines each row to 1; nothing if it is empty."""
    if not level:
        return
    factor, weights = over_common_denominator(level)
    for shared, row in chosen:
        one = sum(a * b for a, b in zip(row, weights, strict=True)) == factor * shared
        require(one, "the level does not combine the chosen labels to the constant one")


def _by_congruences(loss: Loss, given: ModularSpan, tools: Tools) -> Dimensions:
    """Elimination modulo each number, and every entry compared modulo it."""
    require_labels(loss, given.predictions, given.observations)
    require_listed(loss)
    r = len(given.predictions)
    square = len(given.observations) == r
    require(square, "there are not as many chosen predictions as observations")
    moduli = min(given.moduli, default=0) >= 2
    require(moduli, "there is no modulus, or one that does not exceed 1")
    predictions, observations = tuple(loss.predictions), tuple(loss.observations)
    rows = [{z: i for i, z in enumerate(predictions)}[z] for z in given.predictions]
    columns = [{y: j for j, y in enumerate(observations)}[y] for y in given.observations]
    matrix = bordered(scaled_submatrix(loss, predictions, observations))
    borders = tools.borders(matrix, rows, columns, given.moduli)
    if borders is None:
        raise InvalidParameter("the minor is not regular modulo each of the moduli")
    require(borders.inside, "a larger minor is not 0 modulo each of the moduli")
    below, beside = r < len(predictions), r < len(observations)
    concluded = (
        (below and beside) or (below and borders.last_column) or (beside and borders.last_row)
    )
    enough = not concluded or lcm(*given.moduli) > hadamard(matrix, rows, columns)
    require(enough, "the moduli do not exceed Hadamard's bound")
    return _bounds(
        r,
        constant_column=borders.last_column,
        constant_row=borders.last_row,
        total=not borders.corner,
    )


def bordered(matrix: Sequence[Scaled]) -> IntegerMatrix:
    """[[L, 1], [1^T, 0]], each row times the least common multiple of its denominators."""
    rows = [[*row, factor] for factor, row in matrix]
    return [*rows, [*[1] * len(matrix[0][1]), 0]]


def hadamard(matrix: IntegerMatrix, rows: Sequence[int], columns: Sequence[int]) -> int:
    """A bound on the minors of a bordered matrix on these rows, these columns and one more each."""
    chosen = set(rows)
    lengths = [sum(row[j] ** 2 for j in columns) + magnitude([row]) ** 2 for row in matrix]
    others = max(length for i, length in enumerate(lengths) if i not in chosen)
    return isqrt(prod(lengths[i] for i in rows) * others) + 1
