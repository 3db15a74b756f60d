"""The rank of a label-set loss that is affine in |z & y|, from two matrices indexed by size.

rank L = rank B + (m - 1) rank g', with B and g' as in `qstheory.certify.kinds.rank_by_size`; all
that concerns the constant one happens in B. No label set is ever written out.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from qstheory.certify.kinds.decomposition import Vectors
from qstheory.certify.kinds.rank import View
from qstheory.certify.kinds.rank_above_by_size import LoweringFactors, SizeFactors
from qstheory.certify.kinds.rank_by_size import (
    SizeMinors,
    between,
    is_affine,
    mean,
    mean_base,
    slope,
)
from qstheory.exact.basis import Basis
from qstheory.exact.integer_matrix import from_fractions
from qstheory.exact.modular import PRIME, Pivots, pivots, residues
from qstheory.exact.sketch import independent
from qstheory.exact.structure import Structure, structure
from qstheory.losses.counts import AffineEntry, CountStructure
from qstheory.theory.size_weights import few_sizes


@dataclass(frozen=True, eq=False)
class SizeStructure:
    """The structure of B, a regular minor of g', and the sizes that their indices stand for."""

    counts: CountStructure
    prediction_sizes: tuple[int, ...]
    observation_sizes: tuple[int, ...]
    mean: Structure
    slope_rows: tuple[int, ...]
    slope_columns: tuple[int, ...]

    def minors(self, view: View) -> SizeMinors:
        """Regular minors by size of a view of the loss."""
        chosen, base = self.mean.pivots, None
        if view == "prediction-differences":
            chosen = self.mean.rows.pivots
            base = self.prediction_sizes[self.mean.rows.base]
        elif view == "observation-differences":
            chosen = self.mean.columns.pivots
            base = self.observation_sizes[self.mean.columns.base]
        return SizeMinors(
            view,
            base,
            tuple(self.prediction_sizes[i] for i in chosen.rows),
            tuple(self.observation_sizes[j] for j in chosen.columns),
            self.slope_rows,
            self.slope_columns,
            PRIME,
        )

    def rank(self, view: View) -> int:
        """The rank of a view of the loss."""
        sizes = {
            "loss": self.mean.pivots.rank,
            "prediction-differences": self.mean.rows.rank,
            "observation-differences": self.mean.columns.rank,
        }
        return sizes[view] + (self.counts.m - 1) * len(self.slope_rows)

    @property
    def shift_lowers(self) -> bool:
        """Whether some scalar c has rank(L - c 1 1^T) < rank L: it does so to B."""
        return self.mean.shift_lowers

    @cached_property
    def lowering_shift(self) -> Fraction | None:
        """The c that does: c = 1 / 1^T x with M x = 1 on the regular minor M of B."""
        if not self.shift_lowers:
            return None
        chosen = self.mean.pivots
        means = from_fractions(
            [
                [
                    mean(self.counts, self.prediction_sizes[i], self.observation_sizes[j])
                    for j in chosen.columns
                ]
                for i in chosen.rows
            ]
        )
        places = tuple(range(chosen.rank))
        x = Basis(means, Pivots(places, places)).solve_square([Fraction(1)] * chosen.rank)
        return 1 / sum(x, Fraction(0))

    def upper(self, view: View) -> SizeFactors | None:
        """What shows the rank of a view from above, where the sizes are few."""
        return self._factors(view, Fraction(0))

    def lower_affine(self) -> None:
        """Left to minors of L or of its differences."""

    def upper_affine(self) -> SizeFactors | None:
        """What shows the affine dimension from above, where the sizes are few."""
        return self._factors("loss", self.lowering_shift or Fraction(0))

    def lowering(self) -> LoweringFactors | None:
        """What shows that a scalar lowers the rank, where the sizes are few."""
        factors = self.upper_affine() if self.shift_lowers else None
        return None if factors is None else LoweringFactors(factors, self.minors("loss"))

    def _factors(self, view: View, shift: Fraction) -> SizeFactors | None:
        """Factors of B - shift or of its differences, and of g', of least size."""
        counts, base = self.counts, self.minors(view).base
        if not few_sizes(counts):
            return None
        means = [
            [
                mean(counts, a, b) - shift - mean_base(counts, view, base, a, b)
                for b in counts.observations.sizes
            ]
            for a in counts.predictions.sizes
        ]
        slopes = [
            [slope(counts, a, b) for b in between(counts.observations)]
            for a in between(counts.predictions)
        ]
        return SizeFactors(view, base, shift, *_factors(means), *_factors(slopes))


def size_structure(counts: CountStructure) -> SizeStructure | None:
    """The structure by size, or None when the loss is not affine in |z & y| or has too many labels.

    An `AffineEntry` gives B = (1, a) times a 2 x 2 matrix times (1, b), so that three sizes do.
    """
    few = isinstance(counts.entry, AffineEntry)
    if counts.m < 2 or not (few or few_sizes(counts)) or not is_affine(counts):
        return None
    rows, columns = (
        _few(sets.sizes) if few else tuple(sets.sizes)
        for sets in (counts.predictions, counts.observations)
    )
    B = residues(from_fractions([[mean(counts, a, b) for b in columns] for a in rows]))
    chosen = pivots(B)
    inner_rows, inner_columns = (
        [s for s in sizes if 0 < s < counts.m] for sizes in (rows, columns)
    )
    g = Pivots((), ())
    if inner_rows and inner_columns:
        slopes = [[slope(counts, a, b) for b in inner_columns] for a in inner_rows]
        g = pivots(residues(from_fractions(slopes)))
    return SizeStructure(
        counts,
        rows,
        columns,
        structure(chosen, B[:, list(chosen.columns)], B[list(chosen.rows)]),
        tuple(inner_rows[i] for i in g.rows),
        tuple(inner_columns[j] for j in g.columns),
    )


def _few(sizes: range) -> tuple[int, ...]:
    return tuple(sorted({sizes[0], sizes[min(1, len(sizes) - 1)], sizes[-1]}))


def _factors(rows: Sequence[Sequence[Fraction]]) -> tuple[Vectors, Vectors]:
    if not rows or not rows[0]:
        return tuple(() for _ in rows), ()
    matrix = from_fractions(rows)
    basis = Basis(matrix, independent(matrix))
    return tuple(map(tuple, basis.columns())), tuple(map(tuple, basis.coefficients()))
