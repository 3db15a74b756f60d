"""F-score (App. B.3): the norms and the constant of decomposition 2."""

from collections.abc import Iterator
from fractions import Fraction
from functools import partial

from qstheory.claims import Case, Claimed, Constant, Derivation, Evidence, Theorem, cases
from qstheory.claims.statements import Shown, always, claim, under

from ._evidence import constant_is
from ._f_score import EVERY_M, PLACE, f_score
from .fscore_constants import FIRST_BOUND, LARGE, LARGEST, SECOND_BOUND, constant

NORM = "||F||"


def second_norms(form: str, at: Case, said: Claimed) -> Iterator[Evidence]:
    """The squared row norm of F and the largest entry of U."""
    loss = f_score(at)
    yield constant_is(loss, form, "squared-row-norm", said("||F||^2", at), part=NORM)
    yield constant_is(loss, form, "largest-entry", said("U_max", at), part=LARGEST)


CLAIMS = (
    claim(
        id="fscore.dec2-norms",
        source=f"{PLACE}, decomposition 2",
        text="||F||_inf = sqrt(m) and U_max = 1.",
        latex=r"\|F\|_\infty=\sqrt m,\quad U_{\max}=1",
        readings=under(
            {
                name: Shown(evidence=partial(second_norms, form))
                for name, form in (
                    ("the printed F and U", "printed-2"),
                    ("the repaired decomposition 2", "repaired-2"),
                )
            },
            cases=cases(m=LARGE),
            ranges_over=EVERY_M,
            parts=(NORM, LARGEST),
            claimed={"||F||^2": Constant(lambda m: m), "U_max": always(Fraction(1))},
            theorems=(Theorem("FScoreNorms.norms2"),),
            derivation=r"The full set has $m$ entries $\pm1$ in its own block, and every other"
            r" row fewer; the entries of $U$ are at most $1$, the last one is $1$.",
        ),
        uses=("fscore.dec2", "fscore.dec2.repaired"),
    ),
    claim(
        id="fscore.A2",
        source=PLACE,
        text="A_2 = sqrt(m (m^2 + 1)) <= m sqrt(2m).",
        latex=r"\mathsf A_2=\sqrt{m(m^2+1)}\le m\sqrt{2m}",
        reading="the repaired decomposition 2, which has the printed constant",
        evidence=partial(constant, "repaired-2", "="),
        cases=cases(m=LARGE),
        ranges_over=EVERY_M,
        parts=(FIRST_BOUND, SECOND_BOUND),
        claimed={
            "first bound": Constant(lambda m: m * (m**2 + 1)),
            "second bound": Constant(lambda m: 2 * m**3, ("minus one", "halved")),
        },
        theorems=(Theorem("FScoreNorms.A2"),),
        derivation=Derivation(r"$\mathsf A_2^2=(m^2+1)\cdot m\cdot1$.", (FIRST_BOUND,)),
        uses=("fscore.dec2", "fscore.dec2.repaired", "fscore.dec2-norms"),
    ),
)
