"""F-score (App. B.3, Lemma B.2): the two-step decoder, and what is compared with p_0."""

from collections.abc import Iterator
from fractions import Fraction
from functools import partial
from itertools import product

from qstheory.claims import Case, Claimed, Evidence, Reading, Theorem, always, cases, refuted
from qstheory.claims.statements import fails, tried
from qstheory.losses.base import Loss
from qstheory.losses.spaces import Label

from ._evidence import Form, bits, minus, picks, plus, scores, times, traded
from ._f_score import EVERY_M, PLACE, f_score

Set = tuple[int, ...]


def columns(loss: Loss, m: int) -> dict[tuple[int, int], Form]:
    """A_jk = sum_l P_jl / (l + k) as linear forms in the weights, for k = 1..m."""

    def share(j: int, k: int, y: Set) -> Fraction:
        return Fraction(y[j], sum(y) + k)

    return {(j, k): scores(loss, partial(share, j, k)) for j in range(m) for k in range(1, m + 1)}


def value(A: dict[tuple[int, int], Form], z: Set, size: int) -> Form:
    """A_.k^T z."""
    return plus((A[j, sum(z)] for j, bit in enumerate(z) if bit), size)


def of_size(m: int, size: int) -> list[Set]:
    """The sets of that size."""
    return [z for z in product((0, 1), repeat=m) if sum(z) == size]


def cell(
    loss: Loss, best: tuple[Set, ...], winner: Set, weight: Fraction | int, with_empty: bool
) -> Evidence:
    """The algorithm finds `best` in step 1, one set a size, and `winner` in step 2.

    Step 1: A_jk >= A_ik for j in and i not in the best set of size k. Step 2: `weight` times its
    value is at least that of the others, and at least p_0, which is 0 when F(empty, empty) = 0.
    """
    m = len(winner)
    width = loss.observations.size
    A = columns(loss, m)
    empty = (0,) * m
    p0 = scores(loss, lambda y: with_empty and not sum(y))

    def worth(z: Set) -> Form:
        return p0 if z == empty else times(weight, value(A, z, width))

    swaps = [(z, j, i) for z in best for j, i in product(range(m), repeat=2) if z[j] and not z[i]]
    rivals = [z for z in (*best, empty) if z != winner]
    conditions = [
        *(minus(A[j, sum(z)], A[i, sum(z)]) for z, j, i in swaps),
        *(minus(worth(winner), worth(z)) for z in rivals),
    ]

    def multipliers(other: Label) -> list[Fraction]:
        new = bits(other)
        own = empty if new == empty else best[sum(new) - 1]
        pairs = {(own, j, i) for j, i in traded(own, new)}
        numbers = [Fraction(2 * (swap in pairs)) for swap in swaps]
        between = Fraction(2) / weight if weight else Fraction(0)
        return [*numbers, *(between * (rival == own) for rival in rivals)]

    return picks(loss, winner, conditions, multipliers)


def algorithm(policy: str, at: Case, said: Claimed) -> Iterator[Evidence]:
    """All outcomes of the two steps, up to the names of the labels: {1} is the best of size 1."""
    m, loss = at.integer("m"), f_score(at, policy)
    single = (1, *(0,) * (m - 1))
    for best in product([single], *(of_size(m, size) for size in range(2, m + 1))):
        for winner in ((0,) * m, *best):
            yield cell(loss, best, winner, said("weight", at), policy == "one")


WHY = (
    r"$\ell(z,x)=1-2\sum_{j\in z}A_{jk}$ for $|z|=k\ge1$ is least at the $k$ largest $A_{jk}$;"
    r" $\ell(\emptyset,x)=1-p_0$. So $2A_{\cdot k}^\top f^{(k)}$ must be compared with $p_0$."
)
CLAIMS = (
    *fails("fscore.algo", f"{PLACE}, Lemma B.2 (p. 23) and its proof")(
        text="Maximising A_.k^T z for each size k, and then over k together with p_0 for the empty"
        " set, gives a Bayes-optimal set; O(m^3) from P, O(m^2) from A.",
        latex=r"f^{(k)}=\arg\max_{|z|=k}A_{\cdot k}^\top z,\quad f^*=\arg\max\{A_{\cdot k}^\top"
        r" f^{(k)},\,p_0\}",
        readings=(
            Reading(
                "F(empty, empty) = 1, as the text fixes",
                **tried(partial(algorithm, "one"), cases(m=range(1, 3)), EVERY_M),
                theorems=(refuted("RefutedSets.fscore_algorithm", EVERY_M),),
                claimed={"weight": always(1, ())},
            ),
            Reading(
                "F(empty, empty) = 0, so that 0 stands for p_0",
                **tried(partial(algorithm, "zero"), cases(m=range(1, 4)), EVERY_M),
                claimed={"weight": always(1, ("sign",))},
                derivation=WHY,
            ),
        ),
        uses=("fscore.bayes", "fscore.bayes.repaired"),
        remark=r"The factor $2$ of the score is lost before the comparison with $p_0$: at $m=1$,"
        r" $P(Y=\{1\})=\frac35$, $A_{11}=\frac3{10}<p_0=\frac25$ gives $\emptyset$ with risk"
        r" $\frac35$ instead of $\{1\}$ with risk $\frac25$.",
    ).repaired(
        text="The two steps with 2 A_.k^T f^(k) compared with p_0 give a Bayes-optimal set.",
        latex=r"f^{(k)}=\arg\max_{|z|=k}A_{\cdot k}^\top z,\quad f^*=\arg\max\{2A_{\cdot k}^\top"
        r" f^{(k)},\,p_0\}",
        reading="F(empty, empty) = 1, as the text fixes",
        **tried(partial(algorithm, "one"), cases(m=range(1, 5)), EVERY_M),
        theorems=(Theorem("FScoreForms.algorithm"),),
        claimed={"weight": always(2)},
        derivation=WHY,
        uses=("fscore.bayes.repaired",),
        remark="For real weights of either sign, hence for the estimator as well. O(m^3) is the"
        " product that gives A; m selections among m labels take O(m^2), with sorting O(m^2 log m)."
        " The A of Table 1 is from decomposition 1, its O(m^2) from decomposition 2; both give the"
        " same estimator.",
    ),
)
