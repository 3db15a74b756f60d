"""The best constants A* and gamma_2 of the F-score and of the Jaccard loss, by first labels."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import permutations, product

from qstheory import losses
from qstheory.certify.kinds.best_constants import DiagonalDual, Quantity, RowFactors
from qstheory.certify.kinds.wide_constants import PartDual
from qstheory.claims import Bound, Case, Claimed, Evidence, Reading, cases
from qstheory.claims.claim import Constant, Theorem, always
from qstheory.claims.statements import extension
from qstheory.losses.base import Loss
from qstheory.losses.spaces import Label

from ._best import Rows
from ._evidence import bits, least_constant_between
from ._f_score import EVERY_M
from .best_constants import centring
from .best_formula import formula
from .fscore_least import vector

ONE = Fraction(1)
PARTS: dict[Quantity, tuple[str, str]] = {
    "gamma-2": ("gamma_2 from below", "gamma_2 from above"),
    "A": ("A* from below", "A* from above"),
}


def first_labels(loss: Loss, m: int) -> Rows:
    """For each order of the labels and signs of these: the sign of the first label of y.

    It is 1 for the empty set if that is like itself, and else 0.
    """
    empty = Fraction(loss.undefined == "one")
    observations = [bits(y) for y in loss.observations]
    return tuple(
        tuple(next((Fraction(signs[j]) for j in order if y[j]), empty) for y in observations)
        for order in permutations(range(m))
        for signs in product((1, -1), repeat=m)
    )


def columns(loss: Loss, m: int) -> Bound:
    """The signs of first labels, with equal weights and the least F for c = 1."""
    signs = first_labels(loss, m)
    return Bound(*formula(loss, signs, (Fraction(1, len(signs)),) * len(signs), ONE))


def vectors(loss: Loss, m: int) -> Bound:
    """F-score = v_z . v_y for unit vectors, or 0 for the empty set if that is not like itself."""

    def row(label: Label) -> tuple[Fraction, ...]:
        *shares, empty = vector(bits(label))
        return (*shares, empty * (loss.undefined == "one"))

    U = tuple(map(row, loss.observations))
    F = tuple(tuple(-x for x in row(z)) for z in loss.predictions)
    return Bound(ONE, RowFactors(F, U, (ONE,) * len(U)))


def disjoint(loss: Loss, m: int) -> Bound:
    """The sets of one label and, if like itself, of none: gamma_2 is at least that of 0-1."""
    labels = tuple(tuple(int(i == j) for i in range(m)) for j in range(m))
    sets = ((0,) * m, *labels) if loss.undefined == "one" else labels
    n = len(sets)
    B = tuple(tuple(n * x for x in row) for row in centring(n))
    dual = DiagonalDual(B, (Fraction(1, n),) * n, (Fraction(n),) * n)
    return Bound((1 - Fraction(1, n)) ** 2, PartDual(sets, sets, dual))


@dataclass(frozen=True)
class Convention:
    """What becomes of a pair of empty sets, and how many disjoint sets there are beside m.

    `lower` is the name of the lower bound, `word` that of the statement.
    """

    name: str
    policies: tuple[str, ...]
    more: int
    lower: str
    word: str


CONVENTIONS = (
    Convention("a pair of empty sets has the loss 0", ("one",), 1, "lower", ""),
    Convention(
        "a pair of empty sets has the loss 1, or there are no empty observations",
        ("zero", "drop"),
        0,
        "lower at 0",
        "zero",
    ),
)
Above = Mapping[Quantity, tuple[str, Callable[[Loss, int], Bound]]]


def between(
    family: str, convention: Convention, above: Above, at: Case, said: Claimed
) -> Iterator[Evidence]:
    """Both constants lie between the claimed bounds, with what shows these."""
    m = at.integer("m")
    for policy in convention.policies:
        loss = losses.make(family, m=m, undefined=policy)
        lower = disjoint(loss, m)
        for quantity, (name, upper) in above.items():
            claimed = Fraction(said(convention.lower, at)), Fraction(said(name, at))
            found = lower, upper(loss, m)
            yield from least_constant_between(loss, claimed, found, PARTS[quantity], quantity)


def readings(
    family: str, above: Above, claimed: Mapping[str, Constant], theorem: str, derivation: str
) -> tuple[Reading, ...]:
    """One for each convention."""
    return tuple(
        Reading(
            convention.name,
            evidence=partial(between, family, convention, above),
            cases=cases(m=range(1, 5)),
            ranges_over=EVERY_M,
            parts=tuple(part for quantity in above for part in PARTS[quantity]),
            claimed={convention.lower: lower_of(convention.more), **claimed},
            theorems=(Theorem(theorem + ("_zero" if convention.word else ""), convention.word),),
            derivation=derivation,
        )
        for convention in CONVENTIONS
    )


def lower_of(more: int) -> Constant:
    """(1 - 1/n)^2 for the m + more disjoint sets."""
    return Constant(lambda m: (1 - Fraction(1, m + more)) ** 2, ("plus one",))


WHY_BELOW = r" Below: of the sets of at most one label no two meet, which is 0-1 on $m+1$ classes."
WHY_FIRST = (
    r"With a random sign for each label let $U_y$ be that of the label of $y$ which is first in a"
    r" random order. The first labels of $z$ and $y$ are the same when that of $z\cup y$ is in"
    r" $z\cap y$: the mean of $U_zU_y$ is $J(z,y)=|z\cap y|/|z\cup y|$"
)
CLAIMS = (
    extension("x.best.fscore", "Table 1, A of the F-score, over all decompositions")(
        text="For the F-score with F(empty, empty) = 1 gamma_2 lies between m/(m+1) and 1 and A*"
        " between m/(m+1) and sqrt(2), for every m: A does not have to grow with m.",
        latex=r"\tfrac m{m+1}\le\mathsf A_*\le\sqrt2",
        readings=readings(
            "f-score",
            {"gamma-2": ("upper gamma_2^2", vectors), "A": ("upper A^2", columns)},
            {
                "upper gamma_2^2": always(1, ("minus one", "sign")),
                "upper A^2": always(2, ("sign",)),
            },
            "BestSets.fscore",
            WHY_FIRST + r". For $S=1-L$, $J=\frac12S+\frac12J\circ S$, and $J\circ S\succeq0$: so"
            r" $S\preceq2J$, $SJ^+S\preceq2S$ and $\mathsf A_*^2\le2$ (x.best.formula)."
            + WHY_BELOW,
        ),
        uses=("x.fscore.kernel",),
        remark=r"By Grothendieck's identity $\mathsf A_*\le\sqrt{\pi/2}$ (x.best.rounding). With"
        " F(empty, empty) = 0, or without empty observations, only the lower bound is another one:"
        " (m-1)/m.",
    ),
    extension("x.best.jaccard", "Table 1, a loss of label sets that is not in it")(
        text="For the Jaccard loss, 0 at a pair of empty sets, gamma_2 and A* lie between m/(m+1)"
        " and 1, for every m.",
        latex=r"\tfrac m{m+1}\le\gamma_2\le\mathsf A_*\le1",
        readings=readings(
            "jaccard",
            {"gamma-2": ("upper", columns), "A": ("upper", columns)},
            {"upper": always(1, ("minus one", "sign"))},
            "BestSets.index",
            WHY_FIRST + r", a matrix of the hull itself, with $L=1-J$." + WHY_BELOW,
        ),
        remark="If a pair of empty sets has the loss 1, or there are no empty observations, the"
        " lower bound is (m-1)/m.",
    ),
)
