"""Explicit decompositions of least size over the rationals."""

from fractions import Fraction

from qstheory.certify.kinds.decomposition import AffineDecomposition
from qstheory.exact.basis import Basis
from qstheory.exact.integer_matrix import IntegerMatrix, common, narrowed
from qstheory.exact.sketch import independent
from qstheory.theory.subject import Subject


def shifted(matrix: IntegerMatrix, c: Fraction) -> IntegerMatrix:
    """M - c 1 1^T."""
    shared = common(matrix)
    denominator = shared.denominators[0]
    values = shared.values.astype(object) * c.denominator - c.numerator * denominator
    return IntegerMatrix(narrowed(values), tuple(d * c.denominator for d in shared.denominators))


def minimal_decomposition(subject: Subject) -> AffineDecomposition:
    """L = F U^T + c of least size: F the chosen columns of L - c, U^T their coefficients.

    c is the scalar that lowers the rank, or 0 when none does.
    """
    c = subject.lowering_shift or Fraction(0)
    basis = subject.basis
    if c:
        matrix = shifted(subject.matrix, c)
        basis = Basis(matrix, independent(matrix))
    F = tuple(map(tuple, basis.columns()))
    columns = subject.matrix.shape[1]
    coefficients = basis.coefficients()
    U = tuple(tuple(row[j] for row in coefficients) for j in range(columns))
    return AffineDecomposition(F, U, c)
