"""Evidence that the claims about ranking losses share: permutations, sorting, minors, factors.

A permutation sigma is the tuple of positions: sigma[j] is the position of item j.
"""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import accumulate, islice, pairwise
from math import factorial

from qstheory.certify.arithmetic import inner
from qstheory.certify.kinds.calibration_dimension import FeasibleSubspace
from qstheory.certify.kinds.decomposition import AffineDecomposition
from qstheory.certify.kinds.rank import Minor
from qstheory.certify.weights import UniformWeights
from qstheory.claims import Bound, Evidence
from qstheory.claims.evidence import WHOLE
from qstheory.losses.base import Loss
from qstheory.losses.spaces import Label
from qstheory.theory.dimensions import affine_lower, affine_upper
from qstheory.theory.effort import DEFAULT
from qstheory.theory.subject import Subject

from . import _evidence

PRIME = 8_388_593
SORTED_IN_FULL = 3
"""Up to this m a sorting rule is shown for every order; beyond it for one, by relabelling."""


def identity(m: int) -> tuple[int, ...]:
    """Item j in position j."""
    return tuple(range(1, m + 1))


def exchanges(m: int) -> tuple[tuple[int, ...], ...]:
    """The m - 1 orders that differ from the identity by one exchange of neighbours."""
    orders = []
    for p in range(m - 1):
        order = list(identity(m))
        order[p], order[p + 1] = order[p + 1], order[p]
        orders.append(tuple(order))
    return tuple(orders)


def graded(m: int, item: int, high: int, low: int) -> tuple[int, ...]:
    """One item of grade `high`, all others of grade `low`."""
    return tuple(high if j == item else low for j in range(m))


def chain(m: int, high: int, low: int) -> Minor:
    """Exchanges of neighbours against the identity, on the first m - 1 of m graded columns.

    For F . U with F_sigma = (w_sigma(j))_j the rows are (w_p - w_{p+1})(e_p - e_{p+1}) U^T.
    """
    columns = tuple(graded(m, j, high, low) for j in range(m - 1))
    return Minor(exchanges(m), columns, PRIME, base=identity(m))


def full_chain(m: int, high: int, low: int) -> Minor:
    """The identity and its exchanges of neighbours on all m graded columns, as a minor of L."""
    columns = tuple(graded(m, j, high, low) for j in range(m))
    return Minor((identity(m), *exchanges(m)), columns, PRIME)


def difference_factors(
    loss: Loss, F: _evidence.Features, U: _evidence.Features
) -> AffineDecomposition:
    """L(z, y) = F_z . U_y + g(y), with g as a last column beside 1."""
    first = next(iter(loss.predictions))
    start = tuple(map(Fraction, F(_evidence.bits(first))))

    def targets(y: tuple[int, ...]) -> list[Fraction]:
        row = tuple(map(Fraction, U(y)))
        return [*row, loss.entry(first, y) - inner(start, row)]

    return _evidence.explicit(loss, lambda z: [*F(z), 1], targets, 0)


def certified_dimension(
    loss: Loss,
    claimed: int,
    minor: Minor,
    factors: AffineDecomposition,
    part: str = _evidence.OPTIMAL,
) -> Iterator[Evidence]:
    """CCdim = claimed, from a minor of the row differences and factors of one column more.

    The minor counts at the uniform distribution, where every prediction is optimal.
    """
    return _evidence.calibration_dimension(
        loss,
        claimed,
        lower=Bound(len(minor.predictions), FeasibleSubspace(UniformWeights(), minor)),
        upper=Bound(len(factors.F[0]) - 1, factors),
        part=part,
    )


def searched_dimension(loss: Loss, value: int) -> Iterator[Evidence]:
    """The affine dimension, with certificates that are searched for."""
    subject = Subject(loss, DEFAULT)
    lower, upper = affine_lower(subject), affine_upper(subject)
    assert upper is not None
    found = subject.affine_dimension
    return _evidence.affine_dimension(
        loss, value, Bound(found, lower.certificate), Bound(found, upper.certificate)
    )


def by_position(sigma: Sequence[int]) -> list[int]:
    """The items in the order of their positions.

    >>> by_position((2, 3, 1))
    [2, 0, 1]
    """
    return sorted(range(len(sigma)), key=lambda j: sigma[j])


def shown_orders(m: int) -> int:
    """How many orders a sorting rule is shown for."""
    return factorial(m) if m <= SORTED_IN_FULL else 1


def sorting(
    loss: Loss,
    weights: Sequence[Fraction],
    U: _evidence.Features,
    order: Callable[[Sequence[int]], Sequence[int]] = by_position,
    part: str = WHOLE,
) -> Iterator[Evidence]:
    """Where the scores v = sum_y alpha_y U_y fall along the items `order(sigma)`, sigma is optimal.

    For L(sigma, y) = h(y) - sum_j w_sigma(j) U_yj: the difference to sigma' is
    sum_p (w_sigma(i_p) - w_sigma'(i_p)) v_{i_p} for the items i_1, i_2, ... in that order, which is
    sum_p (v_{i_p} - v_{i_{p+1}}) sum_{q <= p} (w_sigma(i_q) - w_sigma'(i_q)), by parts.
    """
    m = len(weights)
    score = [_evidence.scores(loss, lambda y, j=j: U(y)[j]) for j in range(m)]  # type: ignore[misc]
    for sigma in islice(map(_evidence.bits, loss.predictions), shown_orders(m)):
        items = list(order(sigma))
        conditions = [_evidence.minus(score[a], score[b]) for a, b in pairwise(items)]
        own = [weights[sigma[item] - 1] for item in items]

        def multipliers(
            other: Label, items: list[int] = items, own: list[Fraction] = own
        ) -> list[Fraction]:
            theirs = (weights[_evidence.bits(other)[item] - 1] for item in items)
            return list(accumulate(a - b for a, b in zip(own, theirs, strict=True)))[:-1]

        yield _evidence.picks(loss, sigma, conditions, multipliers, part)
