"""Ordinal regression (App. B.2): the rank of its losses, beside surrogates of dimension 1."""

from collections.abc import Iterator
from fractions import Fraction
from math import gcd

from qstheory import losses
from qstheory.certify.kinds.decomposition import AffineDecomposition
from qstheory.certify.kinds.rank import Minor, RankAtLeast, RankAtMost
from qstheory.claims import Case, Claimed, Constant, Evidence, Reading, Stance, Theorem, cases
from qstheory.claims.statements import extension
from qstheory.losses.base import Loss

PRIMES = (10007, 10009)


def ordinal(kind: str, at: Case) -> Loss:
    """|z - y| or (z - y)^2 on n classes."""
    return losses.make(f"ordinal-{kind}", classes=at.integer("n"))


def absolute(at: Case, said: Claimed) -> Iterator[Evidence]:
    """The whole matrix as a minor: its determinant is +-(n - 1) 2^(n - 2)."""
    n, rank = at.integer("n"), said("rank", at)
    classes = tuple(range(n))
    prime = next(p for p in PRIMES if gcd(n - 1, p) == 1)
    reference = ordinal("absolute", at).reference
    if rank <= n:
        yield Evidence(RankAtLeast(reference, "loss", rank), (Minor(classes, classes, prime),))
    else:
        left = tuple(tuple(Fraction(abs(z - y)) for y in classes) for z in classes)
        unit = tuple(tuple(Fraction(z == y) for y in classes) for z in classes)
        at_most = RankAtMost(reference, "loss", n)
        yield Evidence(
            at_most, (AffineDecomposition(left, unit, Fraction(0)),), stance=Stance.CONTRADICTS
        )


def squared(at: Case, said: Claimed) -> Iterator[Evidence]:
    """(z - y)^2 = z^2 - 2 z y + y^2: rank 3 whatever n is."""
    n, rank = at.integer("n"), said("rank", at)
    classes = tuple(range(n))
    reference = ordinal("squared", at).reference
    if rank <= 3:
        minor = Minor(classes[:rank], classes[:rank], PRIMES[0])
        yield Evidence(RankAtLeast(reference, "loss", rank), (minor,))
    else:
        left = tuple((Fraction(z * z), Fraction(-2 * z), Fraction(1)) for z in classes)
        right = tuple((Fraction(1), Fraction(y), Fraction(y * y)) for y in classes)
        at_most = RankAtMost(reference, "loss", 3)
        yield Evidence(
            at_most, (AffineDecomposition(left, right, Fraction(0)),), stance=Stance.CONTRADICTS
        )


CLAIMS = (
    extension(
        id="optimal.ordinal-rank",
        source="App. B.2, after Theorem B.1 (p. 20)",
        text="The loss matrix of ordinal regression on n classes has full rank.",
        latex=r"\operatorname{rank}(|z-y|)_{z,y}=n",
        readings=(
            Reading(
                "absolute loss",
                evidence=absolute,
                cases=cases(n=range(2, 13)),
                ranges_over="every n >= 2",
                claimed={"rank": Constant(lambda n: n, ("plus one", "doubled"))},
                derivation=r"The second difference of the rows $z-1,z,z+1$ is $2e_z$, for"
                r" $0<z<n-1$. The"
                r" first and the last row are $0,n-1$ and $n-1,0$ at the two other columns.",
                theorems=(Theorem("Ordinal.absolute_rank"),),
            ),
            Reading(
                "squared loss",
                evidence=squared,
                cases=cases(n=range(3, 6)),
                ranges_over="every n >= 3",
                claimed={"rank": Constant(lambda n: n, ())},
            ),
        ),
        remark="The squared loss has rank 3 for every n >= 3.",
    ),
)
