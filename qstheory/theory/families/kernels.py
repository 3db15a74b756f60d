"""Ranks of kernels K(a, b; m) on sizes, for every m: polynomial, Cauchy, positive definite.

- A polynomial in a and b: on more sizes than its degree the powers are independent (Vandermonde),
  so that its ranks are those of the matrix of its coefficients over the rational functions of m.
- Cauchy: where 1/K = x(a) + y(b) with nodes that differ, the matrix is regular, and the entries of
  its inverse sum to sum_a x(a) + sum_b y(b).
- |z & y| / (alpha (|z| + |y|) - gamma |z & y|) with 0 < gamma < 2 alpha is positive definite on the
  sets that are not empty: it is the integral over t in (0, 1) of t^(alpha (|z| + |y|) - 1) times
  i q^i, q = t^(-gamma) > 1, and i q^i = sum_S |S| q (q - 1)^(|S| - 1) 1(S in z) 1(S in y).

They give a decomposition of a loss by counts, whose constants are known for all 2^m sets at once.
For sets of sizes a and b, L is a polynomial in i = |z & y|, written sum_s h_s(a, b) (i choose s) of
least degree. As (i choose s) = sum_{|S| = s} 1(S in z) 1(S in y), with h_s = P_s Q_s^T of rank r_s

    F_z = (1(S in z) P_s(|z|, .))_S,   U_y = (1(S in y) Q_s(|y|, .))_S,

r = sum_s (m choose s) r_s, ||F_z||^2 = sum_s (|z| choose s) |P_s(|z|, .)|^2, and U_max is the
largest entry of the Q_s.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import comb

import sympy
from sympy import Expr, Symbol

from qstheory.certify.components import differences
from qstheory.exact.integer_matrix import from_fractions
from qstheory.exact.modular import Basis, independent
from qstheory.losses.counts import CountStructure
from qstheory.losses.formula import Apply, Name, Number, Term
from qstheory.theory.decompositions import Constants

a = Symbol("a", integer=True, nonnegative=True)
b = Symbol("b", integer=True, nonnegative=True)
i = Symbol("i", integer=True, nonnegative=True)
m = Symbol("m", integer=True, positive=True)
NAMES: Mapping[str, Expr] = {"a": a, "b": b, "i": i, "m": m}


def symbolic(
    term: Term, names: Mapping[str, Expr] = NAMES, ratio: int | None = None
) -> Expr | None:
    """The expression, or None where the formula has more than + - * / and integer powers.

    `ratio` is the value of 0/0; without one there is no expression where it occurs.
    """
    match term:
        case Number(value):
            return sympy.Rational(value.numerator, value.denominator)
        case Name(name):
            return names.get(name)
        case Apply("neg", (inner,)):
            positive = symbolic(inner, names, ratio)
            return None if positive is None else -positive
        case Apply("+" | "-" | "*" | "/" | "^" as operation, (left, right)):
            first, second = symbolic(left, names, ratio), symbolic(right, names, ratio)
            if first is None or second is None:
                return None
            return _combined(operation, first, second, ratio)
    return None


def _combined(operation: str, left: Expr, right: Expr, ratio: int | None) -> Expr | None:
    if operation == "+":
        return left + right
    if operation == "-":
        return left - right
    if operation == "*":
        return left * right
    if operation == "/":
        if right == 0:
            return sympy.Integer(ratio) if left == 0 and ratio is not None else None
        return left / right
    return left**right if right.is_Integer and not (left == 0 and right < 0) else None


ONE, ZERO = sympy.Integer(1), sympy.Integer(0)


@dataclass(frozen=True)
class Ranks:
    """rank, differences of rows and of columns, and min over c, of a matrix; c where that is least.

    None is what is not known. `since` is the least m for which this is shown; `why` says how.
    """

    loss: Expr | None
    prediction_differences: Expr
    observation_differences: Expr
    affine: Expr
    shift: Expr | None
    since: int
    why: str


@dataclass(frozen=True)
class Sizes:
    """Sizes low..high, where high is a number or m itself."""

    low: int
    high: Expr

    @property
    def count(self) -> Expr:
        """How many there are."""
        return self.high - self.low + 1

    @property
    def fixed(self) -> bool:
        """Whether they do not grow with m."""
        return bool(self.high.is_Integer)

    def inner(self) -> "Sizes":
        """Those strictly between 0 and m, for m above every fixed size."""
        return Sizes(max(1, self.low), self.high if self.fixed else m - 1)


def polynomial_ranks(kernel: Expr, rows: Sizes, columns: Sizes) -> Ranks | None:
    """Ranks of a kernel that is a polynomial in a and b."""
    if not kernel.is_polynomial(a, b):
        return None
    left, left_one, since_left = _side(kernel, a, rows)
    powers: list[list[Expr]] = []
    degree, since = 0, since_left
    for expression in left:
        degree = max(degree, sympy.Poly(expression, b).degree() if expression != 0 else 0)
    for expression in left:
        entries, right_one, since_right = _side(expression, b, columns, degree)
        powers.append(entries)
        since = max(since, since_right)
    matrix = sympy.Matrix(powers)
    u, v = sympy.Matrix(left_one), sympy.Matrix([right_one])
    corner = sympy.Matrix([[0]])
    wide, tall = matrix.row_join(u), matrix.col_join(v)
    bordered = wide.col_join(v.row_join(corner))
    ranks = []
    for each in (matrix, wide, tall, bordered):
        rank, least = generic_rank(each)
        ranks.append(rank)
        since = max(since, least)
    rank, with_column, with_row, whole = ranks
    lowers = with_column == with_row == rank and whole > rank
    shift: Expr | None = ZERO
    if lowers:
        square = _pivot_minor(matrix)
        rows_at, columns_at = square
        minor = matrix.extract(rows_at, columns_at)
        inside_u = sympy.Matrix([u[k] for k in rows_at])
        inside_v = sympy.Matrix([[v[k] for k in columns_at]])
        shift = sympy.factor(1 / (inside_v * minor.inv() * inside_u)[0])
    why = f"polynomial of rank {rank} in the powers of the sizes (Vandermonde)"
    return Ranks(
        sympy.Integer(rank),
        sympy.Integer(rank - (with_column == rank)),
        sympy.Integer(rank - (with_row == rank)),
        sympy.Integer(rank - lowers),
        shift,
        since,
        why,
    )


def _side(
    expression: Expr, variable: Expr, sizes: Sizes, degree: int | None = None
) -> tuple[list[Expr], list[Expr], int]:
    """Values at fixed sizes, or coefficients of powers; the constant one likewise; the least m."""
    if sizes.fixed:
        at = range(sizes.low, int(sizes.high) + 1)
        return [expression.subs(variable, n) for n in at], [ONE] * len(at), int(sizes.high) + 1
    found = sympy.Poly(expression, variable)
    top = max(found.degree(), 0) if degree is None else degree
    powers = [found.coeff_monomial(variable**k) for k in range(top + 1)]
    # high - low + 1 > top sizes make the powers independent.
    since = int(top + sizes.low - sizes.high.subs(m, 0))
    return powers, [ONE, *[ZERO] * top], max(1, since)


def generic_rank(matrix: sympy.Matrix) -> tuple[int, int]:
    """The rank over the rational functions of m, and an m from which on a minor shows it.

    No minor is larger for any m, as all larger ones vanish identically.
    """
    rows, columns = _pivot_minor(matrix)
    if not rows:
        return 0, 1
    minor = sympy.together(matrix.extract(rows, columns).det())
    least = 1
    for part in sympy.fraction(minor):
        if part.has(m):
            roots = sympy.Poly(part, m).real_roots()
            least = max([least, *(int(sympy.floor(root)) + 1 for root in roots)])
    return len(rows), least


def _pivot_minor(matrix: sympy.Matrix) -> tuple[list[int], list[int]]:
    columns = list(matrix.applyfunc(sympy.together).rref(simplify=True)[1])
    rows = list(matrix.T.applyfunc(sympy.together).rref(simplify=True)[1])
    return rows, columns


@dataclass(frozen=True)
class Regular:
    """A regular square matrix of `count` rows; beside it perhaps a zero row or column, or an entry.

    `total` is 1^T K^-1 1, or None, and `sign` its sign where that is known.
    """

    count: Expr
    total: Expr | None
    sign: int
    why: str


def cauchy(kernel: Expr, rows: Sizes, columns: Sizes) -> Regular | None:
    """K as a Cauchy matrix on sizes from 1 on; a square one, up to m on both sides."""
    if kernel == 0 or rows.low != columns.low or rows.high != columns.high or rows.low < 1:
        return None
    inverse = sympy.cancel(1 / kernel)
    if sympy.simplify(sympy.diff(inverse, a, b)) != 0:
        return None
    x = sympy.simplify(inverse.subs(b, 1) - inverse.subs({a: 1, b: 1}) / 2)
    y = sympy.simplify(inverse - x)
    if y.has(a) or not (_injective(x, a) and _injective(y, b)):
        return None
    numerator = sympy.fraction(sympy.cancel(kernel))[0]
    scaled = sympy.fraction(sympy.cancel(inverse))
    if not all(_signed(part) for part in (numerator, *scaled)):
        return None
    sides = ((sympy.expand(x), a), (sympy.expand(y), b))
    sums = [sympy.summation(each, (v, rows.low, rows.high)) for each, v in sides]
    sign = _signed(scaled[0]) * _signed(scaled[1])
    why = f"Cauchy: 1/K = {sympy.expand(x)} + {sympy.expand(y)}, with nodes that differ"
    return Regular(rows.count, sympy.simplify(sums[0] + sums[1]), sign, why)


def _injective(x: Expr, variable: Expr) -> bool:
    """Whether x is (p v + q) / (r v + s) with p s - q r not 0."""
    above, below = (sympy.Poly(part, variable) for part in sympy.fraction(sympy.cancel(x)))
    if max(above.degree(), below.degree()) != 1:
        return False
    p, q, r, s = (part.coeff_monomial(variable**k) for part in (above, below) for k in (1, 0))
    return bool(sympy.simplify(p * s - q * r) != 0)


def _signed(expression: Expr) -> int:
    """1 or -1 for a polynomial in a, b, m >= 1 whose coefficients have one sign, else 0."""
    coefficients = sympy.Poly(expression, a, b, m).coeffs()
    if all(x.is_positive for x in coefficients):
        return 1
    return -1 if all(x.is_negative for x in coefficients) else 0


def index_kernel(loss: Expr) -> tuple[Expr, Expr] | None:
    """c0 and kappa with L = c0 + kappa i / (alpha (a + b) - gamma i), 0 < gamma < 2 alpha."""
    above, below = (sympy.Poly(part, a, b, i) for part in sympy.fraction(sympy.cancel(loss)))
    alpha, beta, gamma = (below.coeff_monomial(v) for v in (a, b, i))
    gamma = -gamma
    if below.total_degree() != 1 or below.coeff_monomial(1) != 0 or alpha != beta:
        return None
    if alpha.is_negative:
        alpha, gamma, above = -alpha, -gamma, -above
    if not (alpha.is_Rational and gamma.is_Rational and 0 < gamma < 2 * alpha):
        return None
    c0 = above.coeff_monomial(a) / alpha
    rest = sympy.expand(above.as_expr() - c0 * (alpha * (a + b) - gamma * i))
    kappa = sympy.cancel(rest / i)
    return (c0, kappa) if not kappa.free_symbols and kappa != 0 else None


def beside(block: Regular, c0: Expr, corner: Expr, zeros: tuple[bool, bool]) -> Ranks:
    """Ranks of c0 + S, S having the block, an entry `corner`, or else a zero row or column.

    `zeros` tells whether there is a row and whether a column of size 0; where both are, the corner
    is their entry. Let u = 1 in the column space of S, v = 1 in its row space.
    """
    both = zeros[0] and zeros[1]
    entry = corner if both else ZERO
    r = block.count + (1 if entry != 0 else 0)
    u, v = (not zero or entry != 0 for zero in zeros)
    total = None if block.total is None else block.total + (1 / entry if entry != 0 else 0)
    definite = block.sign != 0 and (entry == 0 or bool(entry * block.sign > 0))
    # Where 1 is in neither space, only c = c0 leaves S itself.
    affine, shift = r, ZERO if u or v else c0
    if u and v and definite:
        affine = r - 1
        shift = None if total is None else sympy.simplify(c0 + 1 / total)
    loss: Expr | None = r
    if c0 != 0 and not u and not v:
        loss = r + 1
    elif c0 != 0 and u and v:
        # 1 + c0 total is not 0 where c0 total > 0, or where what is added has one sign.
        known = bool(c0 * block.sign > 0) and definite
        part = 1 + (c0 / entry if entry != 0 else 0)
        known = known or bool(definite and part * c0 * block.sign >= 0)
        loss = r if known else None
    return Ranks(loss, r - int(u), r - int(v), affine, shift, 1, block.why)


Matrix = list[list[Fraction]]


def binomial_coefficients(low: int, values: list[Fraction]) -> list[Fraction]:
    """h_0, h_1, ... of the polynomial with these values at low, low + 1, ...

    >>> binomial_coefficients(1, [Fraction(1), Fraction(4), Fraction(9)])
    [Fraction(0, 1), Fraction(1, 1), Fraction(2, 1)]
    """
    steps = [differences(values, s)[0] for s in range(len(values))]
    if not low:
        return steps
    # (i - low choose s) = sum_t (i choose t) (-low choose s - t), by Vandermonde.
    return [
        sum(
            (step * (-1) ** k * comb(low + k - 1, k) for k, step in enumerate(steps[t:])),
            Fraction(0),
        )
        for t in range(len(steps))
    ]


def kernels(counts: CountStructure, c: Fraction) -> list[Matrix]:
    """h_0, h_1, ... of L - c as matrices by size, without those that vanish at the end."""
    m = counts.m
    rows, columns = counts.predictions.sizes, counts.observations.sizes
    found: list[Matrix] = []
    for row, a in enumerate(rows):
        for column, b in enumerate(columns):
            low = max(0, a + b - m)
            values = [counts.entry(a, b, i) - c for i in range(low, min(a, b) + 1)]
            for s, value in enumerate(binomial_coefficients(low, values)):
                if s == len(found):
                    found.append([[Fraction(0)] * len(columns) for _ in rows])
                found[s][row][column] = value
    while found and not any(map(any, found[-1])):
        found.pop()
    return found


def constants_by_monomials(counts: CountStructure, c: Fraction) -> Constants:
    """r, ||F||_inf^2 and U_max of the decomposition of L - c."""
    rows = counts.predictions.sizes
    norms, largest, r = [Fraction(0)] * len(rows), Fraction(0), 0
    for s, kernel in enumerate(kernels(counts, c)):
        matrix = from_fractions(kernel)
        basis = Basis(matrix, independent(matrix))
        if not basis.rank:
            continue
        r += comb(counts.m, s) * basis.rank
        for k, (a, row) in enumerate(zip(rows, basis.columns(), strict=True)):
            norms[k] += comb(a, s) * sum((x * x for x in row), Fraction(0))
        largest = max(largest, *(abs(x) for row in basis.coefficients() for x in row))
    return Constants(r, max(norms), largest)


def constants_by_observations(counts: CountStructure, c: Fraction) -> Constants:
    """F_z = L(z, .) - c and U = 1: the decomposition that every loss has."""
    m = counts.m
    norms = [
        sum(
            (
                comb(a, i) * comb(m - a, b - i) * (counts.entry(a, b, i) - c) ** 2
                for b in counts.observations.sizes
                for i in range(max(0, a + b - m), min(a, b) + 1)
            ),
            Fraction(0),
        )
        for a in counts.predictions.sizes
    ]
    return Constants(counts.observations.size, max(norms), Fraction(1))
