"""Label sets as features, and distributions on them, for the claims about surrogates."""

from fractions import Fraction
from itertools import product

from qstheory.certify.kinds.decomposition import Vectors

ELEVENTHS = tuple(Fraction(n, 11) for n in (1, 3, 4, 3))
"""On 00, 01, 10, 11: the smallest positive distribution whose only mode, 10, is not the majority
label by label, 11."""


def label_bits(m: int) -> list[tuple[int, ...]]:
    """All label sets in order: one feature for each label, unary cliques."""
    return list(product((0, 1), repeat=m))


def signs(m: int) -> Vectors:
    """The label sets as signs."""
    return tuple(tuple(Fraction(2 * bit - 1) for bit in bits) for bits in label_bits(m))
