"""How many rows or columns of a loss differ, by their sizes where it is by counts.

All predictions of a size are alike: a permutation of the labels takes one to another.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import comb

from qstheory.certify.arithmetic import integers
from qstheory.certify.certain import distance
from qstheory.certify.kinds.decomposition import EveryEntry
from qstheory.certify.kinds.finite_instances import Evaluation
from qstheory.certify.kinds.margins_by_counts import others_in
from qstheory.certify.limits import require_evaluations, require_listed, submatrix
from qstheory.certify.rules import Decision, Rule, Tools, require, settled
from qstheory.certify.theorems import COUNTS
from qstheory.certify.weights import Side
from qstheory.losses import resolve
from qstheory.losses.base import Loss, Reference
from qstheory.losses.closed_forms import value
from qstheory.losses.counts import CountStructure
from qstheory.losses.spaces import LabelSets


@dataclass(frozen=True)
class DifferentLines:
    """Of the rows, or columns, `count` are different."""

    loss: Reference
    side: Side
    count: int

    def __str__(self) -> str:
        return f"{self.loss}: {self.count} of the {self.side} have different losses"


def different_lines(loss: Loss, counts: CountStructure, side: Side) -> int:
    """How many different rows, or columns, there are.

    The lines that are equal to one of the size a are whole orbits of it, so its class is counted.
    """
    own, other = counts.predictions, counts.observations
    value = counts.value
    if side == "observations":
        own, other = other, own

        def value(a: int, b: int, both: int) -> Fraction:
            return counts.value(b, a, both)

    m, tried, different = counts.m, 0, Fraction(0)
    for a in own.sizes:
        alike = 1
        for p, q in others_in(own, a):
            equal = True
            for size, first, second in meetings(other, a, p, q):
                tried += 1
                if value(a, size, first) != value(p + q, size, second):
                    equal = False
                    break
            require_evaluations(loss, tried)
            if equal:
                alike += comb(a, p) * comb(m - a, q)
        different += Fraction(comb(m, a), alike)
    return int(different)


def meetings(sets: LabelSets, a: int, p: int, q: int) -> Iterator[tuple[int, int, int]]:
    """|y|, |y & z| and |y & z'| for |z| = a, |z & z'| = p, |z' - z| = q and the sets y."""
    # z and z' themselves first, which tell most lines apart.
    yield from ((b, i, j) for b, i, j in ((a, a, p), (p + q, p, p + q)) if b in sets.sizes)
    low, high = sets.sizes[0], sets.sizes[-1]
    for first in range(a + 1):
        for second in range(p + q + 1):
            # In y, z and z' are from `least` to `most` labels, in y alone up to m - a - q.
            least, most = max(0, first - a + p, second - q), min(p, first, second)
            if least <= most:
                top = first + second - least + sets.m - a - q
                for size in range(max(low, first + second - most), min(high, top) + 1):
                    yield size, first, second


def declared_lines(loss: Loss, side: Side) -> int | None:
    """How many different rows, or columns, by what is declared; None where that tells nothing.

    Those of a distance of sets are equal where the sets are: L(z, z') = 0 for no other. Those of a
    polynomial are where the polynomials are, of a lower degree than there are places.
    """
    if loss.counts is not None:
        return different_lines(loss, loss.counts, side)
    if (counts := distance(loss)) is not None:
        return len({counts.prediction_set(z) for z in loss.predictions})
    if (entry := loss.polynomial) is None:
        return None
    own, other, lines = loss.predictions, loss.observations, entry.rows
    width = max(map(len, entry.rows))
    if side == "predictions":  # The coefficients of powers of y, each a polynomial in z.
        padded = ((*row, *[Fraction(0)] * (width - len(row))) for row in entry.rows)
        lines = tuple(zip(*padded, strict=True))
    else:
        own, other = other, own
    if other.size < len(lines):
        return None
    return len({tuple(value(line, x) for line in lines) for x in own if isinstance(x, int)})


def check_different(proposition: DifferentLines, given: Evaluation, _: Tools) -> Decision:
    """Count the lines by what is declared; this proves or refutes."""
    found = declared_lines(resolve(proposition.loss), proposition.side)
    require(found is not None, "what is declared of the loss does not tell its lines apart")
    return settled(found == proposition.count)


def check_listed(proposition: DifferentLines, _: EveryEntry, tools: Tools) -> Decision:
    """Compare the lines; this proves or refutes."""
    loss = resolve(proposition.loss)
    require_listed(loss)
    lines, _unit = integers(submatrix(loss, list(loss.predictions), list(loss.observations)))
    columns = proposition.side == "observations"
    found = set(zip(*lines, strict=True) if columns else map(tuple, lines))
    return settled(len(found) == proposition.count)


RULES = (
    Rule(DifferentLines, Evaluation, check_different, (COUNTS,)),
    Rule(DifferentLines, EveryEntry, check_listed),
)
