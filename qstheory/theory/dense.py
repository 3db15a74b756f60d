"""Rank and affine dimension of a large dense matrix of which nothing is known.

The lower bounds are minors that `decide` has judged; the upper bounds rest on the exact proof that
the chosen columns span all of them (`qstheory.exact.span`), repeated modulo primes.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from qstheory.certify.kinds.rank import Minor, RankAtLeast
from qstheory.exact.basis import Basis
from qstheory.exact.integer_matrix import IntegerMatrix
from qstheory.exact.modular import PRIME, Pivots, residues
from qstheory.exact.sketch import independent
from qstheory.exact.span import SpanProof, prove_span
from qstheory.exact.structure import DifferenceMinor, structure
from qstheory.losses.base import Loss
from qstheory.losses.matrix import matrix_loss
from qstheory.theory.findings import Evidence, judged


@dataclass(frozen=True)
class DenseBounds:
    """Lower bounds with their judged minors.

    `minor` are rows and columns of the matrix; `evidence` says that this submatrix is regular, and
    `affine_evidence` that the differences of its rows or columns, or itself, show the affine
    dimension.
    """

    minor: Pivots
    rank: int
    affine_dimension: int
    evidence: Evidence
    affine_evidence: Evidence


@dataclass(frozen=True)
class DenseDimensions:
    """Both bounds: `span` proves the rank, `shift` is the scalar that lowers it, if one does."""

    bounds: DenseBounds
    span: SpanProof
    rank: int
    affine_dimension: int
    shift: Fraction | None


def lower_bounds(matrix: IntegerMatrix) -> DenseBounds:
    """Certified lower bounds in one pass over the matrix: O(rows * columns * rank)."""
    rows, columns = matrix.shape
    found = independent(matrix)
    thin = residues(matrix.take(range(rows), found.columns))
    wide = residues(matrix.take(found.rows, range(columns)))
    shape = structure(found, thin, wide)
    evidence = _judged(matrix, found, None, "loss")
    views = ((shape.rows, "prediction-differences"), (shape.columns, "observation-differences"))
    best, view = max(views, key=lambda pair: pair[0].rank)
    affine = _judged(matrix, best.pivots, best, view) if found.rank else evidence
    return DenseBounds(found, found.rank, best.rank, evidence, affine)


def _judged(
    matrix: IntegerMatrix, chosen: Pivots, differences: DifferenceMinor | None, view: str
) -> Evidence:
    """The judged proposition that the submatrix, with its reference line, has this rank."""
    rows, columns = list(chosen.rows), list(chosen.columns)
    base: str | None = None
    if differences is not None and view == "prediction-differences":
        rows, base = [*rows, differences.base], str(differences.base)
    elif differences is not None:
        columns, base = [*columns, differences.base], str(differences.base)
    part = _submatrix(matrix, rows, columns)
    minor = Minor(tuple(map(str, chosen.rows)), tuple(map(str, chosen.columns)), PRIME, base)
    proposition = RankAtLeast(part.reference, view, chosen.rank)  # type: ignore[arg-type]
    return judged(proposition, minor)


def _submatrix(matrix: IntegerMatrix, rows: Sequence[int], columns: Sequence[int]) -> Loss:
    """The rows and columns as a loss whose labels are their positions."""
    if not rows or not columns:
        return matrix_loss([[Fraction(0)]])
    entries = matrix.take(rows, columns).rows()
    return matrix_loss(entries, list(map(str, rows)), list(map(str, columns)))


def dimensions(matrix: IntegerMatrix) -> DenseDimensions | None:
    """The exact rank and affine dimension, or None when the chosen columns do not span."""
    bounds = lower_bounds(matrix)
    span = prove_span(matrix, bounds.minor)
    if span is None:
        return None
    rank, shift = bounds.rank, None
    if bounds.affine_dimension < rank:
        basis = Basis(matrix, bounds.minor)
        x = basis.solve([Fraction(1)] * matrix.shape[0])
        w = basis.solve_left([Fraction(1)] * matrix.shape[1])
        total = sum(x, Fraction(0)) if x is not None and w is not None else Fraction(0)
        shift = 1 / total if total else None
    return DenseDimensions(bounds, span, rank, rank - (shift is not None), shift)
