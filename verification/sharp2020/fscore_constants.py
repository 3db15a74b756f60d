"""F-score (App. B.3): the norms and constants of the two decompositions, and that of Table 1."""

from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import partial

from qstheory.certify.kinds.constants import measures
from qstheory.certify.kinds.decomposition import NamedForm
from qstheory.claims.claim import Claimed, Constant, Kind, Reading, Theorem, always, proved, refuted
from qstheory.claims.evidence import WHOLE, Case, Derivation, Evidence, Stance, cases
from qstheory.claims.statements import Tried, claim, fails_partly, repair, tried, under

from ._algebra import compared
from ._best import a_star, entry_range, from_above
from ._evidence import Relation, constant_is, conventions
from ._f_score import EVERY_M, PLACE, POLICIES, f_score
from ._table import U_MAX, constants

Evidences = Iterator[Evidence]
LOW, HIGH, LARGEST = "1/2 <= ||F||", "||F|| <= 1", U_MAX
FIRST_BOUND, SECOND_BOUND = "A <= the first bound", "the first bound <= the second"
SMALLER = "A_1 <= A_2"
LARGE = (*range(1, 13), 20, 30)


def first_norms(form: str, at: Case, said: Claimed) -> Iterator[Evidence]:
    """Bounds on the squared row norm of F, and the largest entry of U."""
    loss = f_score(at)
    low, high = said("low ||F||^2", at), said("high ||F||^2", at)
    yield constant_is(loss, form, "squared-row-norm", low, part=LOW, relation=">=")
    yield constant_is(loss, form, "squared-row-norm", high, part=HIGH, relation="<=")
    yield constant_is(loss, form, "largest-entry", said("U_max", at), part=LARGEST)


def constant(form: str, relation: Relation, at: Case, said: Claimed) -> Iterator[Evidence]:
    """A^2 of the form against the first bound, and the squares of both bounds."""
    loss, bound = f_score(at), said("first bound", at)
    yield compared(bound, "<=", said("second bound", at), SECOND_BOUND)
    yield constant_is(loss, form, "squared-constant", bound, part=FIRST_BOUND, relation=relation)


def bounded(form: str, relation: Relation, m: Iterable[int]) -> Tried:
    """A^2 of the form against both bounds."""
    evidence = partial(constant, form, relation)
    return tried(evidence, cases(m=m), EVERY_M, FIRST_BOUND, SECOND_BOUND)


def smaller(at: Case, said: Claimed) -> Evidences:
    """min(A_1, A_2)^2 is at most the bound: A_1 is the smaller one, and is compared."""
    loss = f_score(at)
    first = measures(loss, loss.closed_form("repaired-1"), "counts").values["squared-constant"]
    yield constant_is(loss, "repaired-1", "squared-constant", first, part=SMALLER)
    yield constant_is(loss, "repaired-2", "squared-constant", first, part=SMALLER, relation=">=")
    bound = Fraction(said("bound", at))
    yield constant_is(loss, "repaired-1", "squared-constant", bound, relation="<=")


def attained(policy: str, at: Case, said: Claimed) -> Iterator[Evidence]:
    """Some decomposition has A^2 at most the bound."""
    loss, bound = f_score(at, policy), Fraction(said("bound", at))
    if bound < Fraction(1, 4):
        full = (1,) * at.integer("m")
        range_ = entry_range((full, full), ((0,) * at.integer("m"), full))
        above = a_star(loss, ">=", Fraction(1, 4))
        yield Evidence(above, (range_,), stance=Stance.CONTRADICTS)
    else:
        balanced = from_above(NamedForm("balanced", "counts"))
        yield Evidence(a_star(loss, "<=", bound), (balanced,))


def norms(form: str, m: Iterable[int]) -> Tried:
    """What is claimed of the norms."""
    return tried(partial(first_norms, form), cases(m=m), EVERY_M, LOW, HIGH, LARGEST)


def square_plus_one(m: int) -> int:
    """m^2 + 1."""
    return m**2 + 1


def twice_square(m: int) -> int:
    """2 m^2."""
    return 2 * m**2


OVERSTEP = ("plus one", "doubled")
SHRINK = ("minus one", "halved", "sign")
WHY_BALANCED = (
    r"With $2y_j=1+s_j(y)$, orthogonal $h_\ell\in\{\pm1\}^d$ and"
    r" $f_k=\frac1d\sum_\ell\frac{h_\ell}{k+\ell}$: $U_y=(s_j(y)h_{|y|})_{j\le m}$ and $m$ copies"
    r" of $h_{|y|}$, $F_z=-(z_jf_{|z|})_{j\le m}$ and $m$ copies of $-\frac{|z|}mf_{|z|}$:"
    r" $r=2md$, $U_{\max}=1$, $d\|F_z\|^2=(k+\frac{k^2}m)\sum_\ell(k+\ell)^{-2}\le1$, $k=|z|$: so"
    r" $\mathsf A^2\le2m\le2m^2$."
)
WHY_FIRST = (
    r"$\|F_z\|^2=4k\sum_{\ell=1}^m(k+\ell)^{-2}$ for $|z|=k$: $\frac{13}9$ at $m=2$, towards $4$;"
    r" the factor $2$ that decomposition 1 lost."
)


CLAIMS = (
    claim("fscore.dec1-norms", f"{PLACE}, decomposition 1")(
        text="1/2 <= ||F||_inf <= 1 and U_max = 1.",
        latex=r"\tfrac12\le\|F\|_\infty\le1,\quad U_{\max}=1",
        readings=(
            Reading(
                "the printed F, which is no decomposition",
                **norms("printed-1", LARGE),
                claimed={
                    "low ||F||^2": always(Fraction(1, 4), ("plus one",)),
                    "high ||F||^2": always(Fraction(1), SHRINK),
                    "U_max": always(Fraction(1)),
                },
                theorems=(Theorem("FScoreNorms.norms1"),),
                derivation=r"$k\sum_\ell(k+\ell)^{-2}\le\frac m{k+m}<1$ by telescoping, and the row"
                r" of the empty set has norm $1$.",
            ),
            Reading(
                "the F of the repaired decomposition 1",
                **norms("repaired-1", range(1, 7)),
                claimed={
                    "low ||F||^2": always(Fraction(1, 4), ()),
                    "high ||F||^2": always(Fraction(1), SHRINK),
                    "U_max": always(Fraction(1)),
                },
            ),
        ),
        uses=("fscore.dec1",),
        repaired_by="fscore.dec1-norms.repaired",
        remark="||F|| = 1 for the printed F; the upper bound fails for the F that the loss needs.",
    ),
    repair("fscore.dec1-norms", f"{PLACE}, decomposition 1")(
        text="1 <= ||F||_inf < 2 and U_max = 1 for the F of the repaired decomposition 1.",
        latex=r"1\le\|F\|_\infty<2,\quad U_{\max}=1",
        reading="the F of the repaired decomposition 1",
        **norms("repaired-1", LARGE),
        claimed={
            "low ||F||^2": always(Fraction(1), OVERSTEP),
            "high ||F||^2": always(Fraction(4), ("sign", "halved")),
            "U_max": always(Fraction(1)),
        },
        theorems=(Theorem("FScoreNorms.norms1_repaired"),),
        derivation=WHY_FIRST,
        uses=("fscore.dec1.repaired",),
        remark=WHY_FIRST,
    ),
    claim("fscore.A1", PLACE)(
        text="A_1 <= sqrt(m^2 + 1) <= sqrt(2) m.",
        latex=r"\mathsf A_1\le\sqrt{m^2+1}\le\sqrt2\,m",
        readings=(
            Reading(
                "the printed F and U, which are no decomposition",
                **bounded("printed-1", "<=", LARGE),
                claimed={
                    "first bound": Constant(square_plus_one, ("minus one",)),
                    "second bound": Constant(twice_square, ("minus one", "halved")),
                },
                theorems=(Theorem("FScoreNorms.A1_printed", "printed"),),
                derivation="The norms of the printed F.",
            ),
            Reading(
                "A of a decomposition that holds: factor 2 in F",
                **bounded("repaired-1", "<=", range(1, 7)),
                claimed={
                    "first bound": Constant(square_plus_one, ()),
                    "second bound": Constant(twice_square, ("minus one", "halved")),
                },
            ),
        ),
        uses=("fscore.dec1-norms", "fscore.dec1", "fscore.dec1.repaired"),
        repaired_by="fscore.A1.repaired",
        remark="It is true of the printed F and U, which are no decomposition of L. With the factor"
        r" 2 that they lack $\mathsf A_1^2=\frac{65}9>5$ at $m=2$, and $\mathsf A_1>\sqrt2\,m$ from"
        " $m=4$ on.",
    ),
    repair("fscore.A1", PLACE)(
        text="A_1 < 2 sqrt(m^2 + 1) <= 2 sqrt(2) m.",
        latex=r"\mathsf A_1<2\sqrt{m^2+1}\le2\sqrt2\,m",
        reading="the repaired decomposition 1",
        **bounded("repaired-1", "<=", LARGE),
        claimed={
            "first bound": Constant(lambda m: 4 * (m**2 + 1), ("halved",)),
            "second bound": Constant(lambda m: 8 * m**2, ("minus one",)),
        },
        theorems=(Theorem("FScoreNorms.A1_repaired"),),
        derivation=Derivation(WHY_FIRST, (FIRST_BOUND,)),
        uses=("fscore.dec1.repaired", "fscore.dec1-norms.repaired"),
    ),
    fails_partly("fscore.A-of-both", f"{PLACE}, 'We take A = min(A_1, A_2), hence'")(
        kind=Kind.EXTENSION,
        text="The smaller constant of decompositions 1 and 2 is at most sqrt(2) m.",
        latex=r"\min(\mathsf A_1,\mathsf A_2)\le\sqrt2\,m",
        reading="the repaired decompositions",
        **tried(smaller, cases(m=range(1, 9)), EVERY_M, WHOLE, SMALLER),
        claimed={"bound": Constant(twice_square, ("halved",))},
        theorems=(
            proved("FScoreNorms.smaller_of_both", SMALLER, word="smaller", beside=("bound",)),
            refuted("RefutedSets.fscore_both_above", "every m >= 4", WHOLE),
        ),
        uses=("fscore.A1", "fscore.A1.repaired", "fscore.A2"),
        repaired_by="fscore.A",
        remark=r"It holds for $m\le3$ and fails from $m=4$ on, where"
        r" $\mathsf A_1^2=\frac{14773}{450}>32$.",
    ),
    claim("fscore.A", "Table 1")(
        text="A <= sqrt(2) m for some decomposition.",
        latex=r"\mathsf A\le\sqrt2\,m",
        readings=under(
            conventions(attained, POLICIES),
            cases=cases(m=range(1, 11)),
            ranges_over=EVERY_M,
            claimed={"bound": Constant(twice_square, ("sign",))},
            theorems=(Theorem("FScoreBalanced.table"),),
            derivation=WHY_BALANCED,
        ),
        remark="The entry of Table 1 is right, its proof is not (fscore.A-of-both): another"
        " decomposition with signs for bits and codes for sizes is needed, and does better.",
    ),
    claim("fscore.dec2-norms", f"{PLACE}, decomposition 2")(
        text="||F||_inf = sqrt(m) and U_max = 1.",
        latex=r"\|F\|_\infty=\sqrt m,\quad U_{\max}=1",
        readings=under(
            {
                name: constants(f_score, EVERY_M, "||F||^2", "U_max", form=form)
                for name, form in (
                    ("the printed F and U", "printed-2"),
                    ("the repaired decomposition 2", "repaired-2"),
                )
            },
            cases=cases(m=LARGE),
            claimed={"||F||^2": Constant(lambda m: m), "U_max": always(Fraction(1))},
            theorems=(Theorem("FScoreNorms.norms2"),),
            derivation=r"The full set has $m$ entries $\pm1$ in its own block, and every other"
            r" row fewer; the entries of $U$ are at most $1$, the last one is $1$.",
        ),
        uses=("fscore.dec2", "fscore.dec2.repaired"),
    ),
    claim("fscore.A2", PLACE)(
        text="A_2 = sqrt(m (m^2 + 1)) <= m sqrt(2m).",
        latex=r"\mathsf A_2=\sqrt{m(m^2+1)}\le m\sqrt{2m}",
        reading="the repaired decomposition 2, which has the printed constant",
        **bounded("repaired-2", "=", LARGE),
        claimed={
            "first bound": Constant(lambda m: m * (m**2 + 1)),
            "second bound": Constant(lambda m: 2 * m**3, ("minus one", "halved")),
        },
        theorems=(Theorem("FScoreNorms.A2"),),
        derivation=Derivation(r"$\mathsf A_2^2=(m^2+1)\cdot m\cdot1$.", (FIRST_BOUND,)),
        uses=("fscore.dec2", "fscore.dec2.repaired", "fscore.dec2-norms"),
    ),
)
