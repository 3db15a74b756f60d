"""The best constant of the improved comparison inequality (Sec. 3.3): 4 in place of 16."""

from collections.abc import Iterator
from fractions import Fraction

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
)
from qstheory.theory.noise.distribution import F2, E, R, inverse_margin, powers

from ._problems import compared, named

COINS = ("coin 1/2", "coin 1/9", "coin 1", "scaled 4 1/2", "stretched 4 1/2")


def equality(at: Case, said: Claimed) -> Iterator[Evidence]:
    """E^(p+2) = E gamma^-p (constant |F|^2 R)^(p+1)."""
    p = Fraction(at["p"])
    right = powers((said("constant", at), p + 1), (inverse_margin(p), 1), (F2, p + 1), (R, p + 1))
    yield compared(at, powers((E, p + 2)), "=", right)


CLAIMS = (
    Claim(
        id="x.noise.comparison-sharp",
        kind=Kind.EXTENSION,
        source="sharpness of Theorem 3.5 (p. 9), 2, repaired",
        text="4 in place of the printed 16 is best possible for every p: one point and two labels"
        " of margin gamma attain the repaired improved comparison inequality.",
        latex=r"\mathcal E^{p+2}=\mathbb E[\gamma^{-p}]\,(4\|F\|_\infty^2\mathcal R)^{p+1}",
        readings=(
            Reading(
                "a coin with scores 0",
                evidence=equality,
                cases=named(*COINS, p=(1, 2, 3, 4)),
                ranges_over="every p > 0 and every margin in (0, 1]",
                claimed={
                    "constant": Constant(
                        lambda problem, p: Fraction(4),
                        ("plus one", "minus one", "doubled", "halved", "squared"),
                    )
                },
                theorems=(
                    Theorem(
                        "Noise.comparison_sharp",
                        axioms="reals",
                        arguments=lambda problem, p: (Fraction(p),),
                    ),
                ),
                derivation=Derivation(
                    r"$E=\gamma$, $R=\gamma^2$ and $4\|F\|^2=1$: both sides are $\gamma^{p+2}$.",
                ),
            ),
        ),
        uses=("noise.comparison.repaired",),
        remark="So the printed 16 is valid where its moment is read as E gamma^-p, and never"
        " attained: it loses the factor 4^((p+1)/(p+2)).",
    ),
)
