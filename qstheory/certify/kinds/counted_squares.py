"""A* from below by sums of squares, for a loss that depends on |z|, |y| and |z and y| alone.

The rows B_z of a dual (see `best_constants`) may then be taken to depend on these counts as well,
and q on |z|: then S = sum_z q_z B_z^T B_z is the same after a relabelling. For a sign vector e

    e^T S e = tr S + sum over orbits o of s_o mean_o,    s_o = 2 |o| S_o,

where o runs over the orbits of pairs of observations and mean_o is the mean of e_y e_y' over one.
For a shape with its Young symmetrizer c, products x_i of no or two signs and a positive
semidefinite G the sum of squares sum_ij G_ij (c x_i) (c x_j) is >= 0, and so is its mean over all
relabellings, in which products of up to four signs occur: with c^T c = |R| C R C that is

    sum_ij G_ij mean of x_i (c^T c x_j) = k_0 + sum_o k_o mean_o.

So is the mean of (a^T e)^2 - 1 for integers a of odd sum, and that of a positive semidefinite form
in the sums of e over the cells (|y|, |z and y|) of observations for a fixed z. A form in so few e_y
that all signs can be run through is at most its maximum: up to relabelling the signs of the sets
of one label are k times -1 and then 1. As every mean over an orbit lies between -1 and 1, adding
what is >= 0 leaves

    e^T S e <= tr S + k_0 + sum_o |s_o + k_o|        for every sign vector e.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import combinations
from math import comb

from qstheory.certify.arithmetic import Vectors, integers
from qstheory.certify.definite import least_eigenvalue_sign
from qstheory.certify.kinds.best_constants import BestConstant, Shift, largest_signed_sum
from qstheory.certify.relabelling import Product, Symmetrizer, multiplied, orbit_of, partitions
from qstheory.certify.rules import Decision, Rule, Tools, from_below, invalid, require
from qstheory.certify.theorems import HULL
from qstheory.losses import resolve
from qstheory.losses.counts import CountStructure

MOST_LABELS = 6
"""With more, the products of two signs are too many for a replay."""
MOST_PATTERNS = 1 << 20
"""Most patterns of signs that are run through for one form."""


@dataclass(frozen=True)
class Squares:
    """A shape, products of no or two signs, each a tuple of sets as bits, and half of G by rows."""

    shape: tuple[int, ...]
    products: tuple[Product, ...]
    gram: Vectors


@dataclass(frozen=True)
class OddSquare:
    """weight ((sum of a_y e_y)^2 - 1) for observations y, as bits, with integers a of odd sum."""

    terms: tuple[tuple[int, int], ...]
    weight: Fraction


@dataclass(frozen=True)
class EnumeratedForm:
    """weight (max - sum over pairs of observations of these sizes of f e_x e_y) by enumeration.

    `coefficients` holds f for one pair of each orbit where it is not 0.
    """

    sizes: tuple[int, ...]
    coefficients: tuple[tuple[Product, Fraction], ...]
    weight: Fraction


Cut = OddSquare | EnumeratedForm


@dataclass(frozen=True)
class CellSquares:
    """A form in the sums of e over the cells (b, i), for |z| = a, and half of its Gram matrix."""

    a: int
    cells: tuple[tuple[int, int], ...]
    gram: Vectors


@dataclass(frozen=True)
class CountedSquares:
    """q(a) by sizes a of predictions, B(a, b, i) by counts, and squares: a bound from below.

    q(a) is shared evenly by the predictions of a size.
    """

    shares: tuple[tuple[int, Fraction], ...]
    entries: tuple[tuple[int, int, int, Fraction], ...]
    squares: tuple[Squares, ...]
    cuts: tuple[Cut, ...]
    cells: tuple[CellSquares, ...]


@dataclass(frozen=True)
class CountedDual:
    """q and B by counts, with what follows from them."""

    counts: CountStructure
    q: dict[int, Fraction]
    B: dict[tuple[int, int, int], Fraction]

    def cells(self, a: int) -> Iterator[tuple[int, int]]:
        """All feasible (|y|, |z and y|) for |z| = a."""
        m = self.counts.m
        for b in self.counts.observations.sizes:
            yield from ((b, i) for i in range(max(0, a + b - m), min(a, b) + 1))

    def annihilates(self, shift: Shift) -> bool:
        """Whether sum_z q_z B_z is orthogonal to the shifts."""
        m, sums = self.counts.m, dict.fromkeys(self.counts.observations.sizes, Fraction(0))
        for a, q in self.q.items():
            for b, i in self.cells(a):
                sums[b] += q * comb(a, i) * comb(m - a, b - i) * self.B[a, b, i]
        return not (any(sums.values()) if shift == "by-observation" else sum(sums.values()))

    @property
    def product(self) -> Fraction:
        """<X, L>."""
        m = self.counts.m
        terms = (
            q * comb(a, i) * comb(m - a, b - i) * self.B[a, b, i] * self.counts.entry(a, b, i)
            for a, q in self.q.items()
            for b, i in self.cells(a)
        )
        return sum(terms, Fraction(0))

    def entry(self, first: int, second: int) -> Fraction:
        """S at two observations, as bits."""
        m, total = self.counts.m, Fraction(0)
        rows = {
            (a, (z & first).bit_count(), (z & second).bit_count()): 0
            for z in range(1 << m)
            if (a := z.bit_count()) in self.q
        }
        for z in range(1 << m):
            key = z.bit_count(), (z & first).bit_count(), (z & second).bit_count()
            if key in rows:
                rows[key] += 1
        for (a, i, j), number in rows.items():
            values = self.B[a, first.bit_count(), i] * self.B[a, second.bit_count(), j]
            total += self.q[a] * number * values / comb(m, a)
        return total

    @property
    def sums(self) -> dict[Product, Fraction]:
        """tr S for the constant, and s_o for each orbit."""
        counts, found = self.counts, dict[Product, Fraction]({(): Fraction(0)})
        for size in counts.observations.sizes:
            first = (1 << size) - 1
            found[()] += comb(counts.m, size) * self.entry(first, first)
        for orbit, (pair, number) in observed_pairs(counts).items():
            found[orbit] = 2 * number * self.entry(*pair)
        return found


@lru_cache(maxsize=8)
def observed_sets(counts: CountStructure) -> tuple[int, ...]:
    """The observations as bits."""
    sizes = counts.observations.sizes
    return tuple(y for y in range(1 << counts.m) if y.bit_count() in sizes)


@lru_cache(maxsize=8)
def observed_pairs(counts: CountStructure) -> dict[Product, tuple[Product, int]]:
    """For each orbit of pairs of observations its first pair and its size."""
    found: dict[Product, tuple[Product, int]] = {}
    for pair in combinations(observed_sets(counts), 2):
        orbit = orbit_of(pair)
        first, size = found.get(orbit, (pair, 0))
        found[orbit] = first, size + 1
    return found


def counted_dual(counts: CountStructure, given: CountedSquares) -> CountedDual:
    """q and B of the certificate."""
    B = {(a, b, i): x for a, b, i, x in given.entries}
    return CountedDual(counts, dict(given.shares), B)


def lower_bound(dual: CountedDual, given: CountedSquares) -> Fraction:
    """<X, L>^2 / (sum q max e^T S e), with the bound on the maximum; 0 where that is 0."""
    largest = _largest_sum(dual, given) * sum(dual.q.values())
    return dual.product**2 / largest if largest > 0 else Fraction(0)


def _largest_sum(dual: CountedDual, given: CountedSquares) -> Fraction:
    """The bound on e^T S e over sign vectors."""
    means = dual.sums
    orbits: dict[Product, Product] = {}
    for part in (
        *(_mean(each, orbits) for each in given.squares),
        *(cut_mean(dual.counts, each) for each in given.cuts),
        *(cell_mean(dual.counts, each) for each in given.cells),
    ):
        for orbit, k in part.items():
            means[orbit] = means.get(orbit, Fraction(0)) + k
    return means.pop(()) + sum(map(abs, means.values()))


def _mean(squares: Squares, orbits: dict[Product, Product]) -> dict[Product, Fraction]:
    """k_o for each orbit, () standing for the constant; orbits that are found are remembered."""
    numbers, shared = integers(_full(squares.gram))
    symmetrizer = Symmetrizer(squares.shape)
    images = [symmetrizer.squared(x) for x in squares.products]
    totals: dict[Product, int] = {}
    for x, row in zip(squares.products, numbers, strict=True):
        combined: dict[Product, int] = {}
        for g, image in zip(row, images, strict=True):
            for y, k in image.items():
                combined[y] = combined.get(y, 0) + g * k
        for y, k in combined.items():
            moved = multiplied(x, y)
            orbit = orbits.get(moved)
            if orbit is None:
                orbit = orbits[moved] = orbit_of(moved)
            totals[orbit] = totals.get(orbit, 0) + k
    return {orbit: Fraction(k, shared) for orbit, k in totals.items()}


def cut_mean(counts: CountStructure, cut: Cut) -> dict[Product, Fraction]:
    """k_o for each orbit of the mean of an odd square or of what a form leaves to its maximum."""
    if isinstance(cut, OddSquare):
        return _odd_mean(cut)
    orbits = observed_pairs(counts)
    found: dict[Product, Fraction] = {}
    found[()] = cut.weight * largest_value(counts.m, cut.sizes, cut.coefficients)
    for pair, f in cut.coefficients:
        orbit = orbit_of(pair)
        found[orbit] = -cut.weight * f * orbits[orbit][1]
    return found


@lru_cache(maxsize=64)
def largest_value(
    m: int, sizes: tuple[int, ...], coefficients: tuple[tuple[Product, Fraction], ...]
) -> Fraction:
    """The maximum of the form over all signs of the sets of these sizes."""
    values = {orbit_of(pair): f for pair, f in coefficients}
    singles = [y for y in range(1 << m) if y.bit_count() == 1 and 1 in sizes]
    others = [y for y in range(1 << m) if y.bit_count() in sizes and y not in singles]
    (numbers,), shared = integers((tuple(values.values()),))
    by_orbit = dict(zip(values, numbers, strict=True))

    def f(x: int, y: int) -> int:
        return 0 if x == y else by_orbit.get(orbit_of((x, y)), 0)

    rest = [[f(x, y) for y in others] for x in others]
    if not singles:
        return Fraction(largest_signed_sum(rest), 2 * shared)
    largest = None
    for k in range(m + 1):
        signs = [-1] * k + [1] * (m - k)
        border = [sum(s * f(x, y) for s, x in zip(signs, singles, strict=True)) for y in others]
        inner = sum(
            s * t * f(x, y)
            for s, x in zip(signs, singles, strict=True)
            for t, y in zip(signs, singles, strict=True)
        )
        bordered = [[inner, *border], *([b, *row] for b, row in zip(border, rest, strict=True))]
        value = largest_signed_sum(bordered)
        largest = value if largest is None else max(largest, value)
    assert largest is not None
    return Fraction(largest, 2 * shared)


def patterns(m: int, sizes: tuple[int, ...]) -> int:
    """How many signs `largest_value` runs through."""
    count = sum(comb(m, size) for size in sizes)
    return (m + 1) << (count - m) if 1 in sizes else 1 << max(0, count - 1)


def _odd_mean(odd: OddSquare) -> dict[Product, Fraction]:
    """k_o for each orbit of the mean of an odd square."""
    totals: dict[Product, Fraction] = {(): odd.weight * (sum(k * k for _, k in odd.terms) - 1)}
    for (x, k), (y, n) in combinations(odd.terms, 2):
        orbit = orbit_of((x, y))
        totals[orbit] = totals.get(orbit, Fraction(0)) + 2 * k * n * odd.weight
    return totals


def cell_mean(counts: CountStructure, given: CellSquares) -> dict[Product, Fraction]:
    """k_o for each orbit of the mean of a form in sums over cells."""
    gram, z = _full(given.gram), (1 << given.a) - 1
    totals: dict[Product, Fraction] = {(): Fraction(0)}
    place = {cell: k for k, cell in enumerate(given.cells)}
    located = [(y, place.get((y.bit_count(), (y & z).bit_count()))) for y in observed_sets(counts)]
    inside = [(y, k) for y, k in located if k is not None]
    for _, k in inside:
        totals[()] += gram[k][k]
    for (x, k), (y, n) in combinations(inside, 2):
        orbit = orbit_of((x, y))
        totals[orbit] = totals.get(orbit, Fraction(0)) + 2 * gram[k][n]
    return totals


def _full(half: Vectors) -> Vectors:
    return tuple(
        tuple(half[max(i, j)][min(i, j)] for j in range(len(half))) for i in range(len(half))
    )


def _require_halves(gram: Vectors, rows: int, term: str) -> None:
    halves = [len(row) for row in gram] == list(range(1, rows + 1))
    require(halves, f"a Gram matrix does not have rows of 1, 2, ... entries, one for each {term}")
    definite = not gram or least_eigenvalue_sign(integers(_full(gram))[0]) >= 0
    require(definite, "a Gram matrix is not positive semidefinite")


def _require_dual(counts: CountStructure, given: CountedSquares) -> None:
    sizes = [a for a, _ in given.shares]
    known = len(set(sizes)) == len(sizes) and all(a in counts.predictions.sizes for a in sizes)
    require(known, "a size is repeated or is that of no prediction")
    shares = [q for _, q in given.shares]
    positive = all(q >= 0 for q in shares) and any(shares)
    require(positive, "the shares are negative or all 0")
    wanted = sorted(t for t in counts.triples() if t[0] in sizes)
    each = sorted((a, b, i) for a, b, i, _ in given.entries) == wanted
    require(each, "B does not have one entry for each feasible triple of counts")


def _require_squares(counts: CountStructure, given: CountedSquares) -> None:
    observed = set(observed_sets(counts))
    for each in given.squares:
        known = each.shape in partitions(counts.m)
        require(known, "a shape is no partition of the number of labels")
        fits = all(
            len(sets) in (0, 2) and len({*sets}) == len(sets) and observed >= {*sets}
            for sets in each.products
        )
        require(fits, "a product is not of none or two different observations")
        _require_halves(each.gram, len(each.products), "product")
    for cells in given.cells:
        fits = cells.a in counts.predictions.sizes and len({*cells.cells}) == len(cells.cells)
        require(fits, "a form is for no size of predictions, or repeats a cell")
        _require_halves(cells.gram, len(cells.cells), "cell")


def _require_cut(counts: CountStructure, cut: Cut) -> None:
    require(cut.weight >= 0, "a weight is negative")
    if isinstance(cut, OddSquare):
        places = [y for y, _ in cut.terms]
        fits = len({*places}) == len(places) and {*places} <= {*observed_sets(counts)}
        require(fits, "the terms of an odd sum are not of different observations")
        require(sum(k for _, k in cut.terms) % 2 == 1, "a sum is not odd")
        return
    sizes = cut.sizes
    fits = len({*sizes}) == len(sizes) > 0 and {*sizes} <= {*counts.observations.sizes}
    require(fits, "the sizes of a form are not different ones of observations")
    few = patterns(counts.m, sizes) <= MOST_PATTERNS
    require(few, f"a form is in so many signs that there are more than {MOST_PATTERNS} patterns")
    inside = {y for y in observed_sets(counts) if y.bit_count() in sizes}
    pairs = [pair for pair, _ in cut.coefficients]
    fits = all(len({*pair}) == 2 and {*pair} <= inside for pair in pairs)
    require(fits, "a coefficient of a form is not for a pair of observations of its sizes")
    distinct = len(set(map(orbit_of, pairs))) == len(pairs)
    require(distinct, "two coefficients of a form are for the same orbit")


def check_squares(proposition: BestConstant, given: CountedSquares, tools: Tools) -> Decision:
    """The Gram matrices are positive semidefinite, and the squares are expanded exactly."""
    require(proposition.quantity == "A", "sums of squares bound A* only")
    counts = resolve(proposition.loss).counts
    if counts is None or counts.m > MOST_LABELS:
        return invalid(f"this bounds losses by counts of at most {MOST_LABELS} labels")
    _require_dual(counts, given)
    _require_squares(counts, given)
    for cut in given.cuts:
        _require_cut(counts, cut)
    dual = counted_dual(counts, given)
    require(dual.annihilates(proposition.shift), "X does not annihilate the shifts")
    return from_below(proposition.relation, lower_bound(dual, given), proposition.value)


RULES = (Rule(BestConstant, CountedSquares, check_squares, (HULL,)),)
