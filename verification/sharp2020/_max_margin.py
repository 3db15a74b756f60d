"""Max-margin surrogates at all distributions or one, as evidence for the claims about them."""

from fractions import Fraction
from functools import cache
from itertools import product

from qstheory.certify.arithmetic import Vector, Vectors
from qstheory.certify.kinds.max_margin import MaxMarginConsistent
from qstheory.claims import Evidence, Stance
from qstheory.claims.evidence import WHOLE
from qstheory.losses.base import Loss
from qstheory.theory.consistency import polyhedral
from qstheory.theory.consistency.findings import failure_at_distribution
from qstheory.theory.consistency.surrogates import max_margin
from qstheory.theory.findings import Evidence as Judged

from ._evidence import shown


def fails_at(loss: Loss, Pi: Vector, part: str) -> Evidence:
    """With a score for each label some minimiser at Pi decodes to what is not optimal."""
    found = failure_at_distribution(loss, Pi)
    certificates = () if found is None else (found,)
    return Evidence(MaxMarginConsistent(loss.reference), certificates, part, Stance.DENIES)


@cache
def _decided(loss: Loss, features: Vectors) -> Judged:
    """Computed once: several claims and cases ask for the same."""
    return polyhedral.decided(loss, max_margin(loss, features))


def everywhere(
    loss: Loss, features: Vectors, part: str = WHOLE, stance: Stance = Stance.STATES
) -> Evidence:
    """Whether it is consistent at every distribution, with the certificate for it."""
    return shown(_decided(loss, features), part, stance)


def with_some_decoder(
    loss: Loss, features: Vectors, part: str = WHOLE, stance: Stance = Stance.STATES
) -> Evidence:
    """Whether some decoder makes it consistent, with the certificate for it."""
    start = tuple(Fraction(0) for _ in features[0])
    found = polyhedral.some_decoder(loss, max_margin(loss, features).terms, start)
    return shown(found, part, stance)


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
