"""Label sets as features, for the claims about surrogates."""

from fractions import Fraction
from itertools import product

from qstheory.certify.kinds.decomposition import Vectors


def label_bits(m: int) -> list[tuple[int, ...]]:
    """All label sets in order: one feature for each label, unary cliques."""
    return list(product((0, 1), repeat=m))


def signs(m: int) -> Vectors:
    """The label sets as signs."""
    return tuple(tuple(Fraction(2 * bit - 1) for bit in bits) for bits in label_bits(m))


def units(m: int) -> list[tuple[int, ...]]:
    """The sets of one label."""
    return [tuple(int(i == j) for i in range(m)) for j in range(m)]


def exchanges(size: int, m: int) -> list[tuple[int, ...]]:
    """{1..size}, and for size < m the m - 1 sets that exchange a label with 1 or size + 1.

    The exchanges are the edges of a spanning tree of the labels: the differences span the vectors
    of sum 0, and the sets, which are not empty, all of R^m.
    """
    first = (1,) * size + (0,) * (m - size)

    def exchanged(out: int, new: int) -> tuple[int, ...]:
        return tuple(int((bit and j != out) or j == new) for j, bit in enumerate(first))

    return [
        first,
        *(exchanged(0, new) for new in range(size, m)),
        *(exchanged(out, size) for out in range(1, size) if size < m),
    ]
