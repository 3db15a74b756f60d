"""Matrices in pure Python: elimination modulo a number, and comparing a product."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import islice
from math import lcm
from operator import mul

from qstheory.certify.packed import SignedPacking, combination, magnitude, pack, unpack, width_for
from qstheory.certify.rules import Borders, IntegerMatrix, ProductFault

PRIME = (1 << 28) - 57
"""Residues modulo it take four bytes, their products eight."""
Rows = Sequence[Sequence[Fraction]]
Vector = tuple[Fraction, ...]
Vectors = tuple[Vector, ...]
Places = tuple[list[int], list[int]]
"""Rows of a matrix, and as many of its columns."""
Scaled = tuple[int, list[int]]
"""A row of rationals: a common denominator, and the row times it."""


def over_common_denominator(
    entries: Sequence[Fraction], multiple_of: int = 1
) -> tuple[int, list[int]]:
    """The least common multiple of the denominators and a number, and the entries times it.

    >>> over_common_denominator([Fraction(1, 2), Fraction(1, 3)])
    (6, [3, 2])
    """
    # By identity: a large matrix shares a few objects among its entries.
    places = list(map(id, entries))
    distinct = dict(zip(places, entries, strict=True))
    factor = lcm(multiple_of, *{entry.denominator for entry in distinct.values()})
    scaled = {k: x.numerator * (factor // x.denominator) for k, x in distinct.items()}
    return factor, [scaled[k] for k in places]


def inner(left: Iterable[Fraction], right: Iterable[Fraction]) -> Fraction:
    """sum_i left_i right_i, numerators being added for each denominator of a product.

    >>> inner([Fraction(1, 2), Fraction(1, 3)], [Fraction(1, 3), Fraction(3, 2)])
    Fraction(2, 3)
    """
    sums: dict[int, int] = {}
    for a, b in zip(left, right, strict=True):
        (p, q), (s, t) = a.as_integer_ratio(), b.as_integer_ratio()
        if p and s:
            sums[q * t] = sums.get(q * t, 0) + p * s
    return sum((Fraction(top, bottom) for bottom, top in sums.items()), Fraction(0))


def integer_rows(rows: Rows) -> IntegerMatrix:
    """Each row times the least common multiple of its denominators: the rank does not change."""
    return [over_common_denominator(row)[1] for row in rows]


def eliminated(matrix: IntegerMatrix, modulus: int) -> list[list[int]] | None:
    """The rows of an upper triangle, the k-th without its first k entries 0, ..., 0, 1, or None.

    The first columns, as many as there are rows, are eliminated modulo `modulus`, whether or not
    that is prime; None when a column has no invertible pivot. The rows below a pivot are kept as
    packed integers, so that a step is one product and one sum of large integers; digits grow to
    less than modulus + rows * modulus^2 before they are reduced.
    """
    columns = len(matrix[0]) if matrix else 0
    width = width_for(modulus + len(matrix) * modulus**2)
    digit, mask = 8 * width, (1 << 8 * width) - 1
    rows = [pack([entry % modulus for entry in row], width) for row in matrix]
    heads: list[list[int]] = []
    while rows:
        first = [(row & mask) % modulus for row in rows]
        found = next((i for i, x in enumerate(first) if x), None)
        if found is None:
            return None
        try:
            inverse = pow(first.pop(found), -1, modulus)
        except ValueError:
            return None
        tail = unpack(rows.pop(found) >> digit, columns - len(heads) - 1, width)
        head = [x * inverse % modulus for x in tail]
        packed = pack(head, width)
        rows = [
            (row >> digit) + (modulus - x) * packed if x else row >> digit
            for row, x in zip(rows, first, strict=True)
        ]
        heads.append(head)
    return heads


def integers(rows: Rows) -> tuple[IntegerMatrix, int]:
    """All entries over one common denominator: numerators and the denominator."""
    shared, numerators = over_common_denominator([x for row in rows for x in row])
    left = iter(numerators)
    return [list(islice(left, len(row))) for row in rows], shared


def integer_product(left: IntegerMatrix, right: IntegerMatrix) -> IntegerMatrix:
    """left . right, by rows packed into one integer each.

    >>> integer_product([[1, -2]], [[3, 4], [5, -6]])
    [[-7, 16]]
    """
    columns = len(right[0]) if right else 0
    largest = magnitude(right)
    reach = max((sum(map(abs, row)) for row in left), default=0) * largest
    packing = SignedPacking(columns, max(reach, largest))
    packed = [packing(row) for row in right]
    return [packing.unpacked(combination(row, packed), columns) for row in left]


def exact_rank(matrix: Rows) -> int:
    """The rank over the rationals, by fraction-free elimination.

    Residues modulo a prime have no larger rank than the matrix, so that a full one needs no more.

    >>> exact_rank([[Fraction(1), Fraction(1, 3)], [Fraction(3), Fraction(1)]])
    1
    """
    rows, last, rank = integer_rows(matrix), 1, 0
    columns = len(rows[0]) if rows else 0
    most = min(len(rows), columns)
    shown = independent(rows, PRIME, most) if most else None
    if shown is not None and len(shown[0]) == most:
        return most
    for column in range(columns):
        found = next((i for i, row in enumerate(rows) if row[column]), None)
        if found is None:
            continue
        pivot = rows.pop(found)
        head = pivot[column]
        rows = [
            [(head * x - row[column] * y) // last for x, y in zip(row, pivot, strict=True)]
            for row in rows
        ]
        last, rank = head, rank + 1
    return rank


def independent(matrix: Sequence[Sequence[int]], modulus: int, most: int) -> Places | None:
    """The first independent rows modulo a prime with a pivot column each, or None beyond `most`.

    A row less its combination of the reduced rows found, whose pivot columns are unit vectors, is 0
    or gives the next one.
    """
    columns = len(matrix[0])
    width = width_for(modulus + (most + 1) * modulus**2)
    rows: list[int] = []
    pivots: list[int] = []
    reduced: list[list[int]] = []
    packed: list[int] = []
    for i, given in enumerate(matrix):
        line = [x % modulus for x in given]
        total = pack(line, width) + combination([-line[j] % modulus for j in pivots], packed)
        rest = [x % modulus for x in unpack(total, columns, width)]
        pivot = next((j for j, x in enumerate(rest) if x), None)
        if pivot is None:
            continue
        if len(rows) == most:
            return None
        inverse = pow(rest[pivot], -1, modulus)
        unit = [x * inverse % modulus for x in rest]
        for k, row in enumerate(reduced):
            if row[pivot]:
                factor = modulus - row[pivot]
                reduced[k] = [(x + factor * u) % modulus for x, u in zip(row, unit, strict=True)]
                packed[k] = pack(reduced[k], width)
        rows.append(i)
        pivots.append(pivot)
        reduced.append(unit)
        packed.append(pack(unit, width))
    return (rows, pivots) if rows else None


def regular_modulo(matrix: IntegerMatrix, modulus: int) -> bool:
    """Whether Gaussian elimination modulo `modulus` finds an invertible pivot for every column.

    True proves that the determinant is a unit modulo `modulus`, hence not zero over the integers,
    whether or not the modulus is prime.
    """
    return eliminated(matrix, modulus) is not None


def solved_modulo(
    square: IntegerMatrix, right: IntegerMatrix, modulus: int
) -> IntegerMatrix | None:
    """X with square X = right modulo `modulus`, or None where elimination meets no unit."""
    if not square:
        return []
    heads = eliminated([a + b for a, b in zip(square, right, strict=True)], modulus)
    if heads is None:
        return None
    size, columns = len(square), len(right[0])
    width = width_for(modulus + size * modulus**2)
    solution: list[list[int]] = []
    packed: list[int] = []
    for k in reversed(range(size)):
        coefficients, values = heads[k][: size - k - 1], heads[k][size - k - 1 :]
        negated = [(modulus - x) % modulus for x in reversed(coefficients)]
        total = pack(values, width) + combination(negated, packed)
        solution.append([x % modulus for x in unpack(total, columns, width)])
        packed.append(pack(solution[-1], width))
    return solution[::-1]


def borders(
    matrix: IntegerMatrix, rows: Sequence[int], columns: Sequence[int], moduli: Sequence[int]
) -> Borders | None:
    """Which bordered minors are 0 modulo each modulus, or None; see `Borders`.

    With M = matrix[rows, columns] and X = M^-1 matrix[rows], they are det M times the entries of
    matrix - matrix[:, columns] X, which is 0 on the columns chosen. The last column is not chosen.
    """
    chosen = set(columns)
    others = [j for j in range(len(matrix[0])) if j not in chosen]
    thin = [[row[j] for j in columns] for row in matrix]
    rest = [[row[j] for j in others] for row in matrix]
    seen = [True] * 4
    for modulus in moduli:
        solution = solved_modulo([thin[i] for i in rows], [rest[i] for i in rows], modulus)
        if solution is None:
            return None
        vanish = _vanishing(thin, rest, solution, modulus)
        seen = [a and b for a, b in zip(seen, vanish, strict=True)]
    return Borders(*seen)


def _vanishing(
    thin: IntegerMatrix, rest: IntegerMatrix, solution: IntegerMatrix, modulus: int
) -> tuple[bool, bool, bool, bool]:
    """Whether rest - thin X is 0 inside, in the last column, the last row, and the corner."""
    width = width_for(modulus + len(solution) * modulus**2)
    packed = [pack(row, width) for row in solution]
    inside = last_column = True
    body: Sequence[int] = ()
    end = 0
    for i, (left, right) in enumerate(zip(thin, rest, strict=True)):
        total = pack([x % modulus for x in right], width)
        total += combination([-x % modulus for x in left], packed)
        *body, end = [x % modulus for x in unpack(total, len(right), width)]
        if i < len(thin) - 1:
            inside, last_column = inside and not any(body), last_column and not end
    return inside, last_column, not any(body), not end


def product_fault(
    left: IntegerMatrix, right: IntegerMatrix, product: IntegerMatrix
) -> tuple[int, int] | None:
    """The first (row, column) at which left . right is not `product`, or None.

    Rows of `right` and of `product` are packed with digits that hold the difference of any entry
    of the product and any sum that may stand for it.
    """
    columns = len(product[0]) if product else 0
    largest = magnitude(right)
    reach = max((sum(map(abs, row)) for row in left), default=0) * largest
    packing = SignedPacking(columns, max(reach, largest) + magnitude(product))
    packed = [packing(row) for row in right]
    for i, (row, expected) in enumerate(zip(left, product, strict=True)):
        if combination(row, packed) != packing(expected):
            exact = [sum(a * b[j] for a, b in zip(row, right, strict=True)) for j in range(columns)]
            return i, next(j for j, value in enumerate(expected) if exact[j] != value)
    return None


def scaled(rows: Iterable[Sequence[Fraction]]) -> list[Scaled]:
    """Each row as its least common denominator and integers.

    >>> scaled([[Fraction(1, 2), Fraction(1, 3)]])
    [(6, [3, 2])]
    """
    return [over_common_denominator(row) for row in rows]


def rational_product_fault(
    left: Rows, right: Rows, product: Rows, compare: ProductFault
) -> tuple[int, int] | None:
    """The first (row, column) at which left . right is not `product`, or None."""
    columns = scaled(zip(*right, strict=True))
    return scaled_product_fault(scaled(left), columns, scaled(product), compare)


def scaled_product_fault(
    left: Sequence[Scaled],
    columns: Sequence[Scaled],
    product: Sequence[Scaled],
    compare: ProductFault,
) -> tuple[int, int] | None:
    """As `rational_product_fault`, for rows of the left, columns of the right, rows of the product.

    Compared over the integers, after multiplying each row of `left` and `product` by a common
    denominator of both, and each column of the right and of `product` by that of the column.
    """
    factors = [factor for factor, _ in columns]
    plain = all(factor == 1 for factor in factors)
    lefts, products = [], []
    for (factor, row), (own, entries) in zip(left, product, strict=True):
        shared = lcm(factor, own)
        lefts.append(_times(shared // factor, row))
        whole = _times(shared // own, entries)
        products.append(whole if plain else list(map(mul, whole, factors)))
    right = [list(row) for row in zip(*(column for _, column in columns), strict=True)]
    return compare(lefts, right, products)


def _times(factor: int, row: list[int]) -> list[int]:
    return row if factor == 1 else [factor * x for x in row]
