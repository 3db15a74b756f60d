"""The F-score as an inner product of unit vectors, whatever the number of labels."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import prod

from qstheory.certify.kinds.best_constants import BestConstant, RowFactors
from qstheory.claims import (
    Case,
    Claim,
    Claimed,
    Constant,
    Evidence,
    Kind,
    Reading,
    Theorem,
    cases,
)

from ._evidence import bits
from ._f_score import EVERY_M, f_score


def term(n: int, a: int) -> Fraction:
    """g_n(a) = (a - 1) ... (a - n + 1) / ((a + 1) ... (a + n)).

    1/(a + b) = sum over n = 1..m of 2 n g_n(a) g_n(b) for a, b = 1..m.
    """
    return prod((Fraction(a - i, a + i) for i in range(1, n)), start=Fraction(1, a + n))


def vector(label: tuple[int, ...]) -> tuple[Fraction, ...]:
    """z_j g_n(|z|), 4 n times for each label j and n = 1..m, and 1(z empty)."""
    m, size = len(label), sum(label)
    shares = ((n, bit * term(n, size)) for bit, n in product(label, range(1, m + 1)))
    return (*(value for n, value in shares for _ in range(4 * n)), Fraction(size == 0))


def within(at: Case, said: Claimed) -> Iterator[Evidence]:
    """L = 1 - G G^T with the rows of G of norm 1, so that gamma_2^2 is at most 1."""
    loss = f_score(at)
    U = tuple(vector(bits(y)) for y in loss.observations)
    F = tuple(tuple(-x for x in vector(bits(z))) for z in loss.predictions)
    proposition = BestConstant(
        loss.reference, "gamma-2", "scalar", "<=", Fraction(said("gamma_2^2", at))
    )
    yield Evidence(proposition, (RowFactors(F, U, (Fraction(1),) * len(U)),))


CLAIMS = (
    Claim(
        id="x.fscore.kernel",
        kind=Kind.EXTENSION,
        source="Table 1, A of the F-score, over all decompositions",
        text="With F(empty, empty) = 1 the matrix of F-scores is positive semidefinite with unit"
        " diagonal, so gamma_2 <= 1 for every m, against the sqrt(2) m of Table 1.",
        latex=r"\Bigl(\tfrac{2|z\cap y|}{|z|+|y|}\Bigr)_{z,y}\succeq0,\qquad\gamma_2\le1",
        readings=(
            Reading(
                "L = F U^T + 1",
                evidence=within,
                cases=cases(m=range(1, 5)),
                ranges_over=EVERY_M,
                claimed={"gamma_2^2": Constant(lambda m: 1, ())},
                theorems=(Theorem("FScoreForms.kernel"),),
            ),
        ),
        remark=r"$\frac1{a+b}=\frac{2n}{(a+n)(b+n)}+\frac{(a-n)(b-n)}{(a+n)(b+n)}\frac1{a+b}$ for"
        r" $n=1,2,\dots,m$ in turn leaves no rest at sizes up to $m$:"
        r" $\frac1{a+b}=\sum_n2n\,g_n(a)g_n(b)$ with"
        r" $g_n(a)=\frac1{a+n}\prod_{i<n}\frac{a-i}{a+i}$."
        r" By Grothendieck's identity $\mathsf A_*\le\sqrt{\pi/2}$ for every $m$.",
    ),
)
