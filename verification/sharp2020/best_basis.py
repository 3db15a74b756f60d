"""What turning the coordinates of F and U does to A, to A Q and to ||F||_inf ||g*||_G."""

from collections.abc import Iterator
from fractions import Fraction

from qstheory import losses
from qstheory.certify.algebra.expressions import Number
from qstheory.certify.kinds.constants import ConstantIs
from qstheory.certify.kinds.decomposition import AffineDecomposition, DecompositionHolds, EveryEntry
from qstheory.certify.kinds.values import Comparison, Exactly
from qstheory.claims import (
    Case,
    Claim,
    Claimed,
    Constant,
    Derivation,
    Evidence,
    Kind,
    Reading,
    Theorem,
    cases,
)

from ._best import inner
from ._evidence import bits

A, AQ, NORMS = "A", "A Q", "||F||_inf ||g*||_G"
LOSS = losses.make("hamming", m=2)
QUARTER = Fraction(1, 4)


def turned(cosine: Fraction, sine: Fraction) -> AffineDecomposition:
    """F R and U R for F = -s/4 and U = s = 2 y - 1: the Hamming loss on two labels."""
    signs = [tuple(Fraction(2 * b - 1) for b in bits(y)) for y in LOSS.observations]
    U = tuple((cosine * a - sine * b, sine * a + cosine * b) for a, b in signs)
    return AffineDecomposition(tuple((-a / 4, -b / 4) for a, b in U), U, Fraction(1, 2))


def moved(at: Case, said: Claimed) -> Iterator[Evidence]:
    """The decomposition, A^2, (A Q)^2 and (||F|| ||g*||)^2 where y = (1, 1) whatever x is.

    Then g*_j is a constant, U_yj, of norm |U_yj| where constants of norm 1 are in the space.
    """
    given = turned(Fraction(at["cosine"]), Fraction(at["sine"]))
    g = given.U[-1]
    largest = max(abs(x) for row in given.U for x in row)
    Q2 = max(x * x for x in g) / largest**2
    norm = max(inner(row, row) for row in given.F)
    everywhere = (EveryEntry(),)
    yield Evidence(DecompositionHolds(LOSS.reference, given), everywhere, A)

    def constant(value: Fraction, part: str) -> Evidence:
        proposition = ConstantIs(LOSS.reference, given, "squared-constant", "=", value)
        return Evidence(proposition, everywhere, part)

    yield constant(Fraction(said("A^2", at)), A)
    yield constant(Fraction(said("(A Q)^2", at)) / Q2, AQ)
    product = Number(norm * inner(g, g))
    claimed = Number(Fraction(said("(||F|| ||g*||)^2", at)))
    yield Evidence(Comparison(product, "=", claimed), (Exactly(),), NORMS)


def largest_squared(cosine: Fraction, sine: Fraction) -> Fraction:
    """(cosine + sine)^2 / 4."""
    return (cosine + sine) ** 2 / 4


WRONG = ("plus one", "doubled", "halved")
CLAIMS = (
    Claim(
        id="x.best.basis",
        kind=Kind.EXTENSION,
        source="Theorem 3.1 (p. 5), A and Q as measures of how hard a loss is",
        text="Turning the coordinates of F and U, which changes neither the surrogate nor the"
        " decoder, changes A and A Q, but not ||F||_inf ||g*||_G.",
        latex=r"\mathsf A(FR,UR)\,Q(FR,UR)\ne\mathsf A(F,U)\,Q(F,U),\qquad"
        r"\|FR\|_\infty\|R^\top g^*\|_{\mathcal G}=\|F\|_\infty\|g^*\|_{\mathcal G}",
        readings=(
            Reading(
                "the Hamming loss on two labels, both present whatever x is",
                evidence=moved,
                cases=(
                    *cases(cosine=(Fraction(1),), sine=(Fraction(0),)),
                    *cases(cosine=(Fraction(4, 5),), sine=(Fraction(3, 5),)),
                    *cases(cosine=(Fraction(12, 13),), sine=(Fraction(5, 13),)),
                ),
                ranges_over="every rotation by an angle in [0, 90] degrees",
                parts=(A, AQ, NORMS),
                claimed={
                    "A^2": Constant(largest_squared, WRONG),
                    "(A Q)^2": Constant(largest_squared, WRONG),
                    "(||F|| ||g*||)^2": Constant(lambda cosine, sine: QUARTER, WRONG),
                },
                derivation=Derivation(
                    r"$U_{\max}=c+s$ at $y=(1,1)$, where $g^*=(c-s,c+s)$ has its largest entry too,"
                    r" so $Q=1$; a rotation keeps the norms of rows and of $g^*$.",
                ),
                theorems=(
                    Theorem(
                        "Basis.turned_coordinates",
                        arguments=lambda cosine, sine: (cosine, sine),
                    ),
                ),
            ),
        ),
        uses=("x.affine.A-depends-on-decomposition",),
        remark="A from 1/2 to 7/10 at the angle of the (3, 4, 5) triangle: the learner is the same,"
        " its bound is not. Compare losses by A*, or keep ||F||_inf ||g*||_G in the bound.",
    ),
)
