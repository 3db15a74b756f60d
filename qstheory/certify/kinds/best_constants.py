"""The best constants of a loss: the infimum A* of A over all decompositions, and gamma_2.

Over all L = F U^T + 1 c^T, of any number r of columns, where c is a scalar repeated or a function
of the observation (which no decoder notices):

    A* = inf sqrt(r) ||F||_inf U_max,        gamma_2 = min ||F||_inf ||U||_inf,

with ||.||_inf the largest norm of a row and U_max the largest entry of U. As every row of U has a
norm <= sqrt(r) U_max, gamma_2 <= A*.

With U_max = 1 and C = U U^T / r the best F gives A^2 = max_z l_z C^+ l_z^T, l = L - 1 c^T. A column
u in [-1, 1]^Y is the mean of independent signs e, and E[e e^T] = u u^T + diag(1 - u^2) is no
smaller, so C may be taken in the convex hull of the sign matrices e e^T. Relaxing that hull to
matrices C >= 0 with diagonal <= 1 gives gamma_2, the factorisation norm (Linial and Shraibman
2009); by Grothendieck's identity A* <= sqrt(pi/2) gamma_2.

Bounds from below: for numbers q >= 0 and rows B_z put X_z = q_z B_z and S = sum_z q_z B_z^T B_z.
When X annihilates every shift c, Cauchy and Schwarz twice give, for each C,

    <X, L>^2 = (sum_z q_z B_z . l_z)^2 <= (sum_z q_z) <C, S> max_z l_z C^+ l_z^T.
"""

from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from operator import mul
from typing import Literal

from qstheory.certify.arithmetic import Vector, Vectors, integer_product, integers
from qstheory.certify.definite import least_eigenvalue_sign
from qstheory.certify.kinds.decomposition import factors_fault
from qstheory.certify.limits import latest, require_products, submatrix
from qstheory.certify.packed import magnitude
from qstheory.certify.rules import Decision, Rule, Tools, from_above, from_below, refuse, require
from qstheory.certify.theorems import GROTHENDIECK, HULL, Theorem
from qstheory.losses import resolve
from qstheory.losses.base import Loss, Reference

Quantity = Literal["A", "gamma-2"]
Shift = Literal["scalar", "by-observation"]
HALF_PI = Fraction(355, 226)
"""A little more than pi / 2."""
AT_ONCE = 15
"""Most signs of which all choices are held in memory at a time."""
SIGNED_COLUMNS = 20
"""Most columns for which a replay runs through all sign vectors."""


@dataclass(frozen=True)
class BestConstant:
    """The square of A* or gamma_2 is <= or >= value, with shifts c of the given kind."""

    loss: Reference
    quantity: Quantity
    shift: Shift
    relation: Literal["<=", ">="]
    value: Fraction

    def __str__(self) -> str:
        squared = "A*^2" if self.quantity == "A" else "gamma_2^2"
        shift = "one c" if self.shift == "scalar" else "a c for each observation"
        return f"{self.loss}: {squared} {self.relation} {self.value}, with {shift}"


@dataclass(frozen=True)
class WeightedColumns:
    """L = F U^T + 1 c^T, |U| <= 1, weights w > 0 summing to 1: A*^2 <= max_z sum_k F_zk^2 / w_k.

    With N a common denominator of the weights, w_k N copies of column k, F_zk / (w_k N) in each,
    are a decomposition with r = N and r ||F_z||^2 = sum_k F_zk^2 / w_k.
    """

    F: Vectors
    U: Vectors
    weights: Vector
    shift: Vector


@dataclass(frozen=True)
class RowFactors:
    """L = F U^T + 1 c^T: gamma_2^2 <= max_z ||F_z||^2 max_y ||U_y||^2.

    With C_yy' = U_y . U_y' / max ||U_y||^2 and a diagonal raised to 1, signs of Gaussian vectors of
    covariance C have the covariance (2/pi) arcsin C >= (2/pi) C (Grothendieck): hence A*^2 is at
    most pi/2 times that.
    """

    F: Vectors
    U: Vectors
    shift: Vector


@dataclass(frozen=True)
class SignDual:
    """B and q: A*^2 >= <X, L>^2 / (sum q max_e e^T S e) over all sign vectors e.

    At most 20 columns of B are not 0: the signs of the others do not matter.
    """

    B: Vectors
    q: Vector


@dataclass(frozen=True)
class DiagonalDual:
    """B, q and d with diag(d) - S >= 0: A*^2 >= gamma_2^2 >= <X, L>^2 / (sum q sum d)."""

    B: Vectors
    q: Vector
    d: Vector


def loss_matrix(loss: Loss, columns: int) -> list[list[Fraction]]:
    """L, for a replay that multiplies it with that many columns."""
    require_products(loss, columns)
    return submatrix(loss, tuple(loss.predictions), tuple(loss.observations))


def _require_factors(
    loss: Loss, shift: Shift, given: WeightedColumns | RowFactors, width: int, tools: Tools
) -> None:
    """Raise InvalidParameter unless F U^T + 1 c^T is L with a shift of the claimed kind."""
    F, U, c = given.F, given.U, given.shift
    require_products(loss, width)
    fits = (len(F), len(U), len(c)) == (*loss.shape, loss.observations.size)
    require(fits, "F, U and c do not have the shape of the loss")
    lengths = {width, *map(len, F), *map(len, U)}
    require(len(lengths) == 1 and width, "the rows of F and U have different lengths, or none")
    constant = shift != "scalar" or len(set(c)) == 1
    require(constant, "the shift depends on the observation")
    refuse(factors_fault(loss, F, U, c, tools))


def check_columns(proposition: BestConstant, given: WeightedColumns, tools: Tools) -> Decision:
    """Every entry is multiplied out; the weighted norms of the rows of F are computed."""
    weights = given.weights
    loss = resolve(proposition.loss)
    _require_factors(loss, proposition.shift, given, len(weights), tools)
    shares = min(weights) > 0 and sum(weights) == 1
    require(shares, "the weights are not positive with sum 1")
    (numerators, unit), (rows, scale) = integers(given.U), integers(given.F)
    require(magnitude(numerators) <= unit, "an entry of U is larger than 1")
    (parts,), whole = integers((weights,))
    common = lcm(*parts)
    inverses = [common // part for part in parts]
    largest = max(sum(x * x * w for x, w in zip(row, inverses, strict=True)) for row in rows)
    square = Fraction(largest * whole, common * scale**2)
    return from_above(proposition.relation, square, proposition.value)


def check_factors(proposition: BestConstant, given: RowFactors, tools: Tools) -> Decision:
    """Every entry is multiplied out; the norms of the rows are computed."""
    square = _row_square(proposition.loss, proposition.shift, given, tools)
    if proposition.quantity == "A":
        square *= HALF_PI
    return from_above(proposition.relation, square, proposition.value)


@latest(1)
def _row_square(loss: Reference, shift: Shift, given: RowFactors, tools: Tools) -> Fraction:
    """The bound on gamma_2^2; the last is kept, since A* has the same factors."""
    width = len(given.F[0]) if given.F else 0
    _require_factors(resolve(loss), shift, given, width, tools)
    return squared_norms(given)


def row_theorems(proposition: BestConstant, _: object) -> tuple[Theorem, ...]:
    """The longest rows bound gamma_2 by its definition, and A* by signs of Gaussian vectors."""
    return (HULL, GROTHENDIECK) if proposition.quantity == "A" else (HULL,)


def squared_norms(given: RowFactors) -> Fraction:
    """max_z ||F_z||^2 max_y ||U_y||^2."""
    left, right = (_longest(rows) for rows in (given.F, given.U))
    return left * right


def _longest(rows: Vectors) -> Fraction:
    numerators, shared = integers(rows)
    return Fraction(max(sum(map(mul, row, row)) for row in numerators), shared * shared)


def dual_parts(
    loss: Loss, shift: Shift, B: Vectors, q: Vector
) -> tuple[Fraction, list[list[int]], int]:
    """<X, L>^2 / sum q, and S as numerators over a denominator; raises InvalidParameter."""
    L = loss_matrix(loss, loss.observations.size)
    fits = len(B) == len(q) == len(L) and all(len(row) == len(L[0]) for row in B)
    require(fits, "B and q do not have the shape of the loss")
    require(min(q) >= 0 and sum(q) > 0, "q is negative or 0")
    numerators, shared = integers(B)
    (scales,), common = integers((q,))
    # X over common * shared.
    X = [[scale * x for x in row] for scale, row in zip(scales, numerators, strict=True)]
    sums = [sum(column) for column in zip(*X, strict=True)]
    annihilates = not any(sums) if shift == "by-observation" else not sum(sums)
    require(annihilates, "X does not annihilate the shifts")
    entries, over = integers(L)
    paired = sum(sum(map(mul, x, row)) for x, row in zip(X, entries, strict=True))
    S = integer_product([list(column) for column in zip(*X, strict=True)], numerators)
    product = Fraction(paired, common * shared * over)
    return product**2 / sum(q), S, common * shared * shared


def largest_signed_sum(S: list[list[int]]) -> int:
    """max e^T S e over sign vectors e with e_0 = 1, for a symmetric S."""
    if len(S) > AT_ONCE:
        return max(largest_signed_sum(_merged(S, sign)) for sign in (1, -1))
    # By one coordinate more at a time: for all signs of those before, half of what pairs of them
    # add to the trace, and for each coordinate to come the sum of its row.
    halves, sums = [0], [[row[0]] for row in S]
    for k in range(1, len(S)):
        halves = [v + x for v, x in zip(halves, sums[k], strict=True)] + [
            v - x for v, x in zip(halves, sums[k], strict=True)
        ]
        for j in range(k + 1, len(S)):
            s = S[j][k]
            sums[j] = [x + s for x in sums[j]] + [x - s for x in sums[j]]
    return sum(row[k] for k, row in enumerate(S)) + 2 * max(halves)


def _merged(S: list[list[int]], sign: int) -> list[list[int]]:
    """S for e_1 = sign e_0, without e_1."""
    head, other, *row = [x + sign * y for x, y in zip(S[0], S[1], strict=True)]
    below = ([x, *line[2:]] for x, line in zip(row, S[2:], strict=True))
    return [[head + sign * other, *row], *below]


def check_signs(proposition: BestConstant, given: SignDual, tools: Tools) -> Decision:
    """All sign vectors, up to a common sign, are run through in integers."""
    require(proposition.quantity == "A", "sign vectors bound A* only")
    loss = resolve(proposition.loss)
    numerator, S, denominator = dual_parts(loss, proposition.shift, given.B, given.q)
    used = [i for i, row in enumerate(S) if any(row)]
    few = 0 < len(used) <= SIGNED_COLUMNS
    require(few, f"X has no columns that are not 0, or more than {SIGNED_COLUMNS}")
    largest = Fraction(largest_signed_sum([[S[i][j] for j in used] for i in used]), denominator)
    return from_below(proposition.relation, numerator / largest, proposition.value)


def diagonal_gap(
    loss: Loss, shift: Shift, given: DiagonalDual
) -> tuple[Fraction, list[list[int]], int]:
    """<X, L>^2 / sum q, and diag(d) - S times a number, with it; raises InvalidParameter."""
    numerator, S, denominator = dual_parts(loss, shift, given.B, given.q)
    require(len(given.d) == len(S), "d does not have one entry for each observation")
    (numbers,), shared = integers((given.d,))
    gap = [
        [(numbers[i] * denominator if i == j else 0) - shared * x for j, x in enumerate(row)]
        for i, row in enumerate(S)
    ]
    return numerator, gap, shared * denominator


def check_diagonal(proposition: BestConstant, given: DiagonalDual, tools: Tools) -> Decision:
    """diag(d) - S is positive semidefinite, exactly."""
    value = _diagonal_square(proposition.loss, proposition.shift, given)
    return from_below(proposition.relation, value, proposition.value)


@latest(1)
def _diagonal_square(loss: Reference, shift: Shift, given: DiagonalDual) -> Fraction:
    """The bound on gamma_2^2; the last is kept, since A* has the same."""
    numerator, gap, _ = diagonal_gap(resolve(loss), shift, given)
    return definite_bound(gap, numerator, sum(given.d, Fraction(0)))


def definite_bound(gap: list[list[int]], numerator: Fraction, total: Fraction) -> Fraction:
    """numerator / total where a matrix is positive semidefinite, by exact elimination."""
    require(least_eigenvalue_sign(gap) >= 0, "a matrix is not positive semidefinite")
    require(total > 0, "the sum of the bounds on the squares of signs is not positive")
    return numerator / total


RULES = (
    Rule(BestConstant, WeightedColumns, check_columns, (HULL,)),
    Rule(BestConstant, RowFactors, check_factors, row_theorems),
    Rule(BestConstant, SignDual, check_signs, (HULL,)),
    Rule(BestConstant, DiagonalDual, check_diagonal, (HULL,)),
)
