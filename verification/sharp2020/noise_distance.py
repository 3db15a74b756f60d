"""The margin as a distance to the decision boundary (Sec. 3.3): which metric, which factor."""

from collections.abc import Iterator
from fractions import Fraction
from functools import partial
from typing import Literal

from qstheory.certify.expressions import Expression, Sum
from qstheory.claims.claim import Claimed, Constant, Reading, Theorem, always, refuted
from qstheory.claims.evidence import Case, Evidence, Told, cases
from qstheory.claims.statements import fails, tried

from ._algebra import compared, number

HALF = Fraction(1, 2)


def points(*distributions: str) -> tuple[Told, ...]:
    """Distributions as they are written."""
    return tuple(
        Told(p, f"from Pi = ({p.replace(' ', ', ')}) to the boundary") for p in distributions
    )


DISTRIBUTIONS = points(
    "1 0 0", "2/3 1/3 0", "1/2 1/4 1/4", "1/2 1/3 1/6", "3/5 1/5 1/5", "1/3 1/3 1/3"
)  # fmt: skip
ON_THREE = cases(Pi=DISTRIBUTIONS), "every distribution on 3 classes"
MORE_CLASSES = points("1 0", "3/4 1/4", "1/2 1/5 1/5 1/10", "2/5 3/10 1/5 1/20 1/20")


def distance(metric: Literal["sum", "L2", "drawn"], at: Case, said: Claimed) -> Iterator[Evidence]:
    """The distance to the nearest point of the boundary is a multiple of gamma.

    There the two largest entries are their mean. In the triangle of side 1 lengths are those of
    L2 over sqrt2.
    """
    p = tuple(Fraction(x) for x in str(at["Pi"]).split())
    order = sorted(range(len(p)), key=lambda i: -p[i])
    first, second = order[:2]
    gamma = p[first] - p[second]
    middle = (p[first] + p[second]) / 2
    moved = [abs(p[i] - middle) for i in (first, second)]
    length: Expression = number(sum(moved))
    if metric != "sum":
        squares = [number(x) ** 2 for x in moved]
        length = Sum(tuple(squares)) ** HALF
    if metric == "drawn":
        length /= number(2) ** HALF
    yield compared(length, "=", number(said("squared multiple of gamma", at)) ** HALF * gamma)


def multiple(value: Fraction | int, *wrong: str) -> dict[str, Constant]:
    """The claimed multiple of gamma^2, and what makes it wrong."""
    return {"squared multiple of gamma": always(Fraction(value), wrong)}


BOUNDARY = (
    r"On the way to $q$ the cell of the largest $p_i$ is left where $q_i\le q_j$, so"
    r" $\gamma\le p_i-p_j\le(e_i-e_j)\cdot(p-q)$, at most $\|p-q\|_1$ and $\sqrt2\|p-q\|_2$;"
    r" both are attained where the two largest entries are averaged."
)


CLAIMS = (
    *fails("noise.multiclass-distance", "Example 3.4 (p. 8)")(
        text="For the 3-class 0-1 loss gamma(x) is the distance to the decision boundary in the"
        " simplex.",
        latex=r"\gamma(x)=\operatorname{dist}(\Pi(x),\text{boundary})",
        readings=(
            Reading(
                "Euclidean distance in R^3",
                **tried(partial(distance, "L2"), *ON_THREE),
                theorems=(
                    refuted(
                        "RefutedSets.distance",
                        "every distribution on any classes with gamma > 0",
                        arguments=lambda Pi: (),
                    ),
                ),
                claimed=multiple(1),
            ),
            Reading(
                "sum of absolute differences",
                **tried(partial(distance, "sum"), *ON_THREE),
                claimed=multiple(1, "doubled", "halved", "plus one"),
                derivation=BOUNDARY,
            ),
            Reading(
                "as drawn, in a triangle of side 1",
                **tried(partial(distance, "drawn"), *ON_THREE),
                claimed=multiple(1),
            ),
        ),
    ).repaired(
        text="For any number of classes the Euclidean distance to the decision boundary is"
        " gamma/sqrt2.",
        latex=r"\operatorname{dist}_2(\Pi(x),\text{boundary})=\gamma(x)/\sqrt2",
        reading="Euclidean distance",
        evidence=partial(distance, "L2"),
        cases=cases(Pi=(*DISTRIBUTIONS, *MORE_CLASSES)),
        ranges_over="every distribution on 2 classes or more",
        claimed=multiple(Fraction(1, 2), "doubled", "halved", "plus one"),
        theorems=(Theorem("Calibration.boundary_distance", arguments=lambda Pi: ()),),
        derivation=BOUNDARY,
        remark="In the drawn triangle of side 1 it is gamma/2, in l1 it is gamma.",
    ),
)
