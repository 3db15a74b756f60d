"""A* of a loss by counts from below: moments of up to four signs, one unknown for each orbit.

    min t + s   subject to   t >= l_a C^-1 l_a,   M(p) >= 0,   M(p)_xy = p_(orbit of x y),  p_() = s

where x and y run over the products of no or two signs, C has the moments of two, l_a is a row of
L - 1 c^T for a prediction of size a, and c depends on |y| at most. For a matrix of the hull the
moments of its sign vectors are such p (Lasserre 2001), so that sqrt(t s) is at most A*; averaging
over the relabellings loses nothing, since the program is convex. Both matrices commute with S_m:

- l_a and C^-1 l_a are constant on the cells (|y|, |z and y|) of observations, and C acts on these;
- M(p) is positive semidefinite if and only if it is so on c_t V for the Young symmetrizer c_t of
  each shape, V the span of the products: each irreducible representation has one line there.

For six labels matrices of 69 rows are left of one of 2017, and 2376 unknowns of some 10^6.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import combinations
from math import comb, sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from qstheory.certify.kinds.best_constants import Shift
from qstheory.certify.kinds.counted_squares import (
    CountedSquares,
    Cut,
    cell_mean,
    counted_dual,
    cut_mean,
    observed_sets,
)
from qstheory.certify.relabelling import Product, Symmetrizer, multiplied, orbit_of, partitions
from qstheory.exact.modular import pivots
from qstheory.losses.counts import CountStructure
from qstheory.theory.best_constants.problem import Array

ACCURACY = 1e-9
"""Relative accuracy that is asked of Clarabel."""
Cell = tuple[int, int]


@dataclass(frozen=True)
class Solved:
    """Moments of pairs by orbit, c by size, multipliers q and X of rows, and squares for e^T S e.

    `cells` holds for each size what q_z B_z^T B_z leaves of the multiplier of C.
    """

    moments: dict[Product, float]
    shift: dict[int, float]
    q: dict[int, float]
    X: dict[tuple[int, int, int], float]
    grams: tuple[tuple[Symmetrizer, tuple[Product, ...], Array], ...]
    cuts: tuple[float, ...]
    cells: tuple[tuple[int, tuple[Cell, ...], Array], ...]


@dataclass(frozen=True)
class _Block:
    """One matrix that is linear in the moments: products x_i, their scales, entries by orbit."""

    symmetrizer: Symmetrizer
    products: tuple[Product, ...]
    scales: Array
    entries: Array


@lru_cache(maxsize=1)
def counted_program(counts: CountStructure) -> "CountedProgram":
    """The program, which is the same for both kinds of shift."""
    return CountedProgram(counts)


class CountedProgram:
    """The program of a loss by counts, and where each unknown stands."""

    def __init__(self, counts: CountStructure) -> None:
        self.counts = counts
        sets = observed_sets(counts)
        self.products: list[Product] = [(), *combinations(sets, 2)]
        self.place = {x: k for k, x in enumerate(self.products)}
        self.orbits: dict[Product, int] = {(): 0}
        self._rows: dict[Product, NDArray[np.int64]] = {}
        self._pairs: dict[int, list[Product]] = {}
        for x in self.products:
            self._pairs.setdefault(self._orbit(x), []).append(x)
        self.blocks = [block for shape in partitions(counts.m) if (block := self._block(shape))]

    def _orbit(self, x: Product) -> int:
        return self.orbits.setdefault(orbit_of(x), len(self.orbits))

    def _row(self, x: Product) -> NDArray[np.int64]:
        """The orbit of x y for every product y."""
        if x not in self._rows:
            self._rows[x] = np.array([self._orbit(multiplied(x, y)) for y in self.products])
        return self._rows[x]

    def _block(self, shape: tuple[int, ...]) -> _Block | None:
        """The moments' matrix on c V, from products x_i with independent c x_i."""
        symmetrizer = Symmetrizer(shape)
        chosen = [x for pairs in self._pairs.values() for x in _independent(symmetrizer, pairs)]
        if not chosen:
            return None
        squared = np.zeros((len(chosen), len(self.products)))
        for row, x in zip(squared, chosen, strict=True):
            for y, k in symmetrizer.squared(x).items():
                row[self.place[y]] = k
        scales = np.array(
            [1 / sqrt(row[self.place[x]]) for row, x in zip(squared, chosen, strict=True)]
        )
        rows = [self._row(x) for x in chosen]
        count = len(self.orbits)
        entries = np.array(
            [
                scales[i] * scales[j] * np.bincount(rows[i], squared[j], count)
                for i, j in _upper(len(chosen))
            ]
        )
        return _Block(symmetrizer, tuple(chosen), scales, entries)

    def _cells(self, a: int) -> list[Cell]:
        m = self.counts.m
        return [
            (b, i)
            for b in self.counts.observations.sizes
            for i in range(max(0, a + b - m), min(a, b) + 1)
        ]

    def _members(self, a: int) -> list[list[int]]:
        """The observations of each cell of the prediction of the first a labels."""
        z = (1 << a) - 1
        return [
            [y for y in self._sets if (y.bit_count(), (y & z).bit_count()) == cell]
            for cell in self._cells(a)
        ]

    @cached_property
    def _sets(self) -> tuple[int, ...]:
        return observed_sets(self.counts)

    def solved(self, shift: Shift, cuts: Sequence[Cut] = ()) -> Solved | None:
        """A nearly optimal point with its multipliers; None where Clarabel finds none.

        The means of the cuts are >= 0 besides.
        """
        # Most dossiers need neither.
        import clarabel
        from scipy.sparse import csc_matrix, vstack

        shifts = len(self._sizes) if shift == "by-observation" else 1
        # The unknowns: moments, with s the first, then c, then t.
        width = len(self.orbits) + shifts + 1
        means = np.zeros((len(cuts), width))
        for row, cut in zip(means, cuts, strict=True):
            for orbit, k in cut_mean(self.counts, cut).items():
                row[self.orbits[orbit]] = k
        matrices, rights = [csc_matrix(-means)], [np.zeros(len(cuts))]
        cones: list[Any] = [clarabel.NonnegativeConeT(len(cuts))]
        for block in self.blocks:
            size = len(block.products)
            entries = np.zeros((len(block.entries), width))
            entries[:, : block.entries.shape[1]] = block.entries
            matrices.append(csc_matrix(-entries * _weights(size)[:, None]))
            rights.append(np.zeros(len(entries)))
            cones.append(clarabel.PSDTriangleConeT(size))
        for a in self.counts.predictions.sizes:
            bordered, right = self._bordered(a, shifts)
            size = 1 + len(self._cells(a))
            matrices.append(csc_matrix(-bordered * _weights(size)[:, None]))
            rights.append(right * _weights(size))
            cones.append(clarabel.PSDTriangleConeT(size))
        costs = np.zeros(width)
        costs[0] = costs[-1] = 1
        settings = clarabel.DefaultSettings()
        settings.verbose = False
        settings.tol_gap_abs = settings.tol_gap_rel = settings.tol_feas = ACCURACY
        solution = clarabel.DefaultSolver(
            csc_matrix((width, width)),
            costs,
            vstack(matrices, format="csc"),
            np.concatenate(rights),
            cones,
            settings,
        ).solve()
        if str(solution.status) not in ("Solved", "AlmostSolved", "InsufficientProgress"):
            return None
        return self._read(np.asarray(solution.x), np.asarray(solution.z), len(cuts))

    def _bordered(self, a: int, shifts: int) -> tuple[Array, Array]:
        """[[t, l_a], [l_a, C]] on the cells, of unit length: by unknowns, and what is known."""
        cells, members = self._cells(a), self._members(a)
        lengths = np.sqrt([len(group) for group in members])
        orbits, size = len(self.orbits), 1 + len(cells)
        entries = np.zeros((size * (size + 1) // 2, orbits + shifts + 1))
        right = np.zeros(len(entries))
        entries[0, -1] = 1
        for k, (i, j) in enumerate(_upper(size)):
            if j == 0:
                continue
            if i == 0:
                b, both = cells[j - 1]
                right[k] = float(self.counts.entry(a, b, both) / self._scale) * lengths[j - 1]
                level = self._sizes.index(b) if shifts > 1 else 0
                entries[k, orbits + level] = -lengths[j - 1]
                continue
            for x in members[i - 1]:
                for y in members[j - 1]:
                    entries[k, self._orbit((min(x, y), max(x, y)) if x != y else ())] += 1
            entries[k] /= lengths[i - 1] * lengths[j - 1]
        return entries, right

    @cached_property
    def _sizes(self) -> list[int]:
        return list(self.counts.observations.sizes)

    @cached_property
    def _scale(self) -> Fraction:
        """The largest entry in absolute value, which the program divides by."""
        return max(abs(self.counts.entry(*t)) for t in self.counts.triples()) or Fraction(1)

    def bound(self, given: CountedSquares) -> float:
        """`lower_bound` of a certificate for this program, but for rounding."""
        dual = counted_dual(self.counts, given)
        means = np.zeros(len(self.orbits))
        for block, squares in zip(self.blocks, given.squares, strict=True):
            pairs = list(_upper(len(block.products)))
            gram = [
                float(squares.gram[j][i]) / (block.scales[i] * block.scales[j]) for i, j in pairs
            ]
            twice = [1 if i == j else 2 for i, j in pairs]
            means[: block.entries.shape[1]] += (np.array(gram) * twice) @ block.entries
        for cut in given.cuts:
            for orbit, k in cut_mean(self.counts, cut).items():
                means[self.orbits[orbit]] += float(k)
        for cells in given.cells:
            for orbit, k in cell_mean(self.counts, cells).items():
                means[self.orbits[orbit]] += float(k)
        for orbit, s in dual.sums.items():
            means[self.orbits[orbit]] += float(s)
        largest = means[0] + np.abs(means[1:]).sum()
        return float(dual.product) ** 2 / float(largest * sum(map(float, dual.q.values())))

    def _read(self, x: Array, z: Array, cuts: int) -> Solved:
        start, grams = cuts, []
        for block in self.blocks:
            size = len(block.products)
            gram = _matrix(z[start : start + len(block.entries)], size)
            start += len(block.entries)
            grams.append(
                (block.symmetrizer, block.products, gram * block.scales * block.scales[:, None])
            )
        q, X, rests = {}, {}, []
        for a in self.counts.predictions.sizes:
            cells = self._cells(a)
            size = 1 + len(cells)
            length = size * (size + 1) // 2
            dual = _matrix(z[start : start + length], size)
            start += length
            q[a] = float(dual[0, 0])
            for (b, i), value in zip(cells, dual[0, 1:], strict=True):
                number = comb(a, i) * comb(self.counts.m - a, b - i)
                X[a, b, i] = -float(value) / sqrt(number)
            lengths = np.sqrt([len(group) for group in self._members(a)])
            rest = dual[1:, 1:] - np.outer(dual[0, 1:], dual[0, 1:]) / dual[0, 0]
            rests.append((a, tuple(cells), rest / lengths / lengths[:, None]))
        c = [float(value) * float(self._scale) for value in x[len(self.orbits) : -1]]
        levels = dict(zip(self._sizes, c if len(c) > 1 else c * len(self._sizes), strict=True))
        moments = {orbit: float(x[k] / x[0]) for orbit, k in self.orbits.items() if len(orbit) <= 3}
        return Solved(
            moments, levels, q, X, tuple(grams), tuple(map(float, z[:cuts])), tuple(rests)
        )


def _upper(size: int) -> Iterator[tuple[int, int]]:
    """The places of the upper triangle, column by column."""
    return ((i, j) for j in range(size) for i in range(j + 1))


def _weights(size: int) -> Array:
    """1 on the diagonal and sqrt(2) beside it, which keeps inner products."""
    return np.array([1.0 if i == j else sqrt(2) for i, j in _upper(size)])


def _matrix(triangle: Array, size: int) -> Array:
    """The symmetric matrix of an upper triangle with these weights."""
    found = np.zeros((size, size))
    for value, (i, j) in zip(triangle / _weights(size), _upper(size), strict=True):
        found[i, j] = found[j, i] = value
    return found


def _independent(symmetrizer: Symmetrizer, orbit: list[Product]) -> list[Product]:
    """The first products of an orbit whose images under the symmetrizer are independent."""
    place = {x: k for k, x in enumerate(orbit)}
    images = np.zeros((len(orbit), len(orbit)))
    for k, x in enumerate(orbit):
        for y, number in symmetrizer.applied(x).items():
            images[place[y], k] = number
    return [orbit[k] for k in pivots(images).columns]
