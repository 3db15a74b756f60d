"""The dimensions of a loss on rankings of items with bits, from one of its m! rows.

Let renaming the items change nothing: L(sigma o pi, y o pi) = L(sigma, y). Then the rows of L are
the images under S_m of f(y) = L(id, y), and span the cyclic module of f. Functions on the sets of
size b are a sum of the irreducible S^(m-j,j), one for each j <= min(b, m - b) (Young's rule). With
(p_1, q_1), ..., (p_j, q_j) the first columns of a standard tableau of the shape (m-j, j),

    B_j(tableau, b) = sum of f(y) prod_t (y_{p_t} - y_{q_t}) over the y of size b

where y has one of p_t and q_t for each t, is the inner product of f with the copy of the tableau's
basis vector of S^(m-j,j) on the sets of size b. So by Schur's lemma

    rank L = sum_j ((m choose j) - (m choose j-1)) rank B_j,

and B_0(b) / (m choose b) is the mean of L over the sets of size b, the same for every ranking.
"""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import combinations, permutations, product
from math import comb

from qstheory.certify.arithmetic import exact_rank, over_common_denominator
from qstheory.certify.components import mean_ranks, multiplicity
from qstheory.certify.dimensions import Dimensions
from qstheory.certify.limits import REMEMBERED, entry_of
from qstheory.certify.theorems import RENAMED, Theorem
from qstheory.errors import InvalidParameter, TooLarge
from qstheory.losses.base import Loss
from qstheory.losses.spaces import Label, Permutations

MOST_ITEMS = 14
"""Most items: 2^m values of f and 2.4 million terms, which takes a second for 14 items."""
Pairs = tuple[tuple[int, int], ...]


@lru_cache(maxsize=256)
def renames_items(loss: Loss) -> bool:
    """Whether it is on rankings, declared to be the same when items are renamed, and found so.

    Declared are a swap and the cycle of the items, which generate S_m, by one map for both sides.
    Where there are few enough entries they are all looked at: see `renaming_theorems`.
    """
    if not isinstance(loss.predictions, Permutations):
        return False
    m = loss.predictions.m
    order = tuple(range(1, m + 1))
    moved = {s.prediction(order) for s in loss.symmetries if s.prediction is s.observation}
    declared = m < 2 or {(2, 1, *order[2:]), (*order[1:], 1)} <= moved
    return declared and (_wide(loss) or _found_so(loss, m))


def _wide(loss: Loss) -> bool:
    return loss.predictions.size * loss.observations.size > REMEMBERED


def renaming_theorems(loss: Loss) -> tuple[Theorem, ...]:
    """What it rests on that the items may be renamed: nothing where that was looked at."""
    return (RENAMED,) if _wide(loss) and renames_items(loss) else ()


def _found_so(loss: Loss, m: int) -> bool:
    """Whether L(sigma, y) = L(id, y o sigma^-1) at every entry, which says it of all renamings.

    Irrational entries are compared as forms in their weights.
    """
    entry = entry_of(loss)

    def value(sigma: Label, y: Label) -> object:
        if loss.rational or loss.linear is None:
            return entry(sigma, y)
        return loss.linear.numerator(sigma, y), loss.linear.denominator(y)

    identity = tuple(range(1, m + 1))
    vectors = [y for y in loss.observations if isinstance(y, tuple) and len(y) == m]
    if len(vectors) < loss.observations.size:
        return False
    first = {y: value(identity, y) for y in vectors}
    for sigma in permutations(identity):
        places = sorted(range(m), key=sigma.__getitem__)
        for y in first:
            if value(sigma, y) != first.get(tuple([y[j] for j in places])):
                return False
    return True


def ranking_ranks(loss: Loss) -> Dimensions:
    """Every dimension; raises InvalidParameter for another loss, and TooLarge."""
    m, values = _values(loss)
    others = sum(multiplicity(m, j) * _rank(m, j, values) for j in range(1, m // 2 + 1))
    return mean_ranks([_means(m, values)]).plus(others)


def ranking_means(loss: Loss) -> tuple[Fraction, ...]:
    """The mean of L over the observations of each size; raises as `ranking_ranks`."""
    return _means(*_values(loss))


def _means(m: int, values: Mapping[int, Mapping[int, Fraction]]) -> tuple[Fraction, ...]:
    return tuple(sum(at.values(), Fraction(0)) / comb(m, b) for b, at in values.items())


def _values(loss: Loss) -> tuple[int, Mapping[int, Mapping[int, Fraction]]]:
    """m, and for every size f at its sets as the bits of integers."""
    if not isinstance(loss.predictions, Permutations) or not renames_items(loss):
        raise InvalidParameter("The loss is not declared to be the same when items are renamed.")
    m = loss.predictions.m
    if m > MOST_ITEMS or loss.observations.size > 1 << m:
        raise TooLarge(f"The components of a loss on rankings are computed up to {MOST_ITEMS}.")
    if not loss.rational:
        raise InvalidParameter("The entries are irrational.")
    identity, found = tuple(range(1, m + 1)), dict[int, dict[int, Fraction]]()
    for y in loss.observations:
        if not isinstance(y, tuple) or not {0, 1}.issuperset(y):
            raise InvalidParameter("The observations are not bits.")
        bits = sum(bit << j for j, bit in enumerate(y))
        found.setdefault(sum(y), {})[bits] = loss.entry(identity, y)
    if any(len(at) < comb(m, b) for b, at in found.items()):
        raise InvalidParameter("Only some of the observations of a size occur.")
    return m, dict(sorted(found.items()))


def _rank(m: int, j: int, values: Mapping[int, Mapping[int, Fraction]]) -> int:
    """The rank of B_j, of which a factor for each size is left out."""
    sizes = [b for b in values if j <= b <= m - j]
    integers: list[int] = [0] * (1 << m)
    for b in sizes:
        _, numerators = over_common_denominator([*values[b].values()])
        for bits, numerator in zip(values[b], numerators, strict=True):
            integers[bits] = numerator
    rows = {_row(m, pairs, integers, sizes) for pairs in tableaux(m, j)}
    return exact_rank([[Fraction(x) for x in row] for row in sorted(rows)])


def tableaux(m: int, j: int) -> Iterator[Pairs]:
    """The first j columns (p, q) of the standard tableaux of the shape (m - j, j).

    >>> list(tableaux(4, 2))
    [((0, 1), (2, 3)), ((0, 2), (1, 3))]
    """
    for below in combinations(range(m), j):
        above = [p for p in range(m) if p not in below]
        if all(p < q for p, q in zip(above, below, strict=False)):
            yield tuple(zip(above, below, strict=False))


def _row(m: int, pairs: Pairs, integers: Sequence[int], sizes: Sequence[int]) -> tuple[int, ...]:
    """B_j(tableau, b) for the sizes b."""
    inside = {item for pair in pairs for item in pair}
    signed = [(0, 1)]
    for p, q in pairs:
        signed = [(s | 1 << at, x) for s, sign in signed for at, x in ((p, sign), (q, -sign))]
    sums = [0] * (m + 1)
    choices = product(*((0, 1 << item) for item in range(m) if item not in inside))
    for rest in map(sum, choices):
        sums[rest.bit_count() + len(pairs)] += sum(x * integers[s | rest] for s, x in signed)
    return tuple(sums[b] for b in sizes)
