"""F-score (App. B.3): its rewriting, its Bayes risk and the two printed decompositions."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial

from qstheory.certify.kinds.decomposition import BadEntry, DecompositionHolds, EveryEntry
from qstheory.claims.claim import Claim, Claimed, Constant, Kind, Reading, Theorem, always, refuted
from qstheory.claims.evidence import Case, Derivation, Evidence, cases
from qstheory.claims.statements import claim, fails, fails_partly, tried
from qstheory.losses.base import Loss

from ._evidence import bad_entries, bits, constant_is, decomposes, explicit
from ._f_score import EVERY_M, PLACE, Features, f_score, own_size, ratios, with_empty

PROPER, EMPTY, SIZE = "all entries but that of two empty sets", "the entry of two empty sets", "r"
Evidences = Iterator[Evidence]


def identity(undefined: str, at: Case, said: Claimed) -> Iterator[Evidence]:
    """1 - L is the printed double sum for y not empty, 1(z empty) for y empty."""
    m = at.integer("m")
    F = with_empty(ratios(m, -said("factor", at)), -said("value at empty sets", at))
    yield decomposes(f_score(at, undefined), F, with_empty(own_size(m), 1), 1)


def bayes(at: Case, said: Claimed) -> Evidences:
    """The printed l(z, x) as a linear function of the distribution of y, at point masses."""
    m = at.integer("m")
    F = with_empty(ratios(m, said("factor", at)), said("value at empty sets", at))
    yield decomposes(f_score(at), F, with_empty(own_size(m), 1), said("c", at))


def in_two_regions(loss: Loss, F: Features, U: Features, c: Fraction | int) -> Evidences:
    """L = F U^T + c, refuted apart for two empty sets and for all other pairs."""
    given = explicit(loss, F, U, c)
    proposition = DecompositionHolds(loss.reference, given)
    bad: dict[str, list[BadEntry]] = {PROPER: [], EMPTY: []}
    for entry in bad_entries(loss, given):
        empty = not any((*bits(entry.prediction), *bits(entry.observation)))
        bad[EMPTY if empty else PROPER].append(entry)
    for part, entries in bad.items():
        yield Evidence(proposition, (EveryEntry(), *entries[:1]), part)


def first(at: Case, said: Claimed) -> Evidences:
    """F_z = -factor z_j / (|z| + l), U_y = 1(y_j = 1, |y| = l), and the last column."""
    m, loss = at.integer("m"), f_score(at)
    F = with_empty(ratios(m, -said("factor", at)), said("last F at empty", at))
    yield from in_two_regions(loss, F, with_empty(own_size(m), 1), said("c", at))
    yield constant_is(loss, "printed-1", "dimension", said("r", at), part=SIZE)


def second(at: Case, said: Claimed) -> Evidences:
    """F_z = -1(z_j = 1, |z| = l), U_y = factor y_j / (|y| + l), and the last column."""
    m, loss = at.integer("m"), f_score(at)
    F = with_empty(own_size(m, -1), said("last F at empty", at))
    U = with_empty(ratios(m, said("factor", at)), 1)
    yield from in_two_regions(loss, F, U, said("c", at))
    yield constant_is(loss, "printed-2", "dimension", said("r", at), part=SIZE)


IDENTITY_CONSTANTS = {"factor": always(2), "value at empty sets": always(1)}
REPAIRED = {
    "factor": always(2),
    "last F at empty": always(-1),
    "c": always(1),
    "r": Constant(lambda m: m * m + 1),
}
PRINTED = {
    "factor": always(1, ("sign",)),
    "last F at empty": always(1, ("plus one",)),
    "c": always(1, ("minus one", "doubled")),
    "r": Constant(lambda m: m * m + 1),
}
WHY = (
    r"For $y\neq\emptyset$ only $\ell=|y|$ is left of the sum over $\ell$:"
    r" $\sum_{j,\ell}\frac{z_j}{\ell+|z|}1(y_j=1,|y|=\ell)=\frac{|z\cap y|}{|z|+|y|}$."
)
WHY_WRONG = (
    r"The factor $2$ of the score is lost, and the last column adds $1$ where it must subtract it:"
    r" at $m=1$ the printed $FU^\top+1$ is $\begin{pmatrix}2&1\\1&\frac12\end{pmatrix}$ instead of"
    r" $\begin{pmatrix}0&1\\1&0\end{pmatrix}$. With the factor $\mathsf A_1>\sqrt2\,m$ from $m=4$"
    r" on."
)


def decomposition_claims(
    number: int, evidence: Callable[..., Evidences], latex: str
) -> list[Claim]:
    """The printed and the repaired claim about one of the two decompositions."""
    own = f"fscore.dec{number}"
    printed = fails_partly(own, f"{PLACE}, decomposition {number}")(
        text=f"Decomposition {number} as printed: F, U with r = m^2 + 1, c = 1.",
        latex=latex.replace("FACTOR", "").replace("SIGN", ""),
        reading="F(empty, empty) = 1, as the text fixes",
        **tried(evidence, cases(m=range(1, 5)), EVERY_M, PROPER, EMPTY, SIZE),
        claimed=PRINTED,
        theorems=(
            refuted(
                f"RefutedSets.fscore_{('first', 'second')[number - 1]}",
                EVERY_M,
                PROPER,
                EMPTY,
                beside=("r",),
            ),
        ),
        derivation=Derivation(r"$m$ labels times $m$ sizes, and one column.", (SIZE,)),
        repaired_by=f"{own}.repaired",
        remark=WHY_WRONG,
    )
    repaired = claim(f"{own}.repaired", f"repairs {PLACE}, decomposition {number}")(
        kind=Kind.REPAIR,
        text=f"Decomposition {number} with the factor 2 and the last column of F negative.",
        latex=latex.replace("FACTOR", "2").replace("SIGN", "-"),
        reading="F(empty, empty) = 1, as the text fixes",
        **tried(evidence, cases(m=range(1, 6)), EVERY_M, PROPER, EMPTY, SIZE),
        claimed=REPAIRED,
        theorems=(Theorem(f"FScoreForms.{('first', 'second')[number - 1]}"),),
        derivation=WHY,
        uses=("fscore.identity",),
    )
    return [printed, repaired]


CLAIMS = (
    claim("fscore.identity", f"{PLACE}, eq. (77)")(
        text="The F-score is the printed double sum for y not empty, and 1(z empty) for y empty.",
        latex=r"2\frac{|z\cap y|}{|z|+|y|}=2\sum_{j,\ell}\frac{z_j}{\ell+|z|}1(y_j=1,|y|=\ell)"
        r"\ (y\neq\emptyset),\quad 1(z=\emptyset)\ (y=\emptyset)",
        readings=(
            Reading(
                "F(empty, empty) = 1, as the text fixes",
                **tried(partial(identity, "one"), cases(m=range(1, 6)), EVERY_M),
                theorems=(Theorem("FScoreForms.identity"),),
                claimed=IDENTITY_CONSTANTS,
                derivation=WHY,
            ),
            Reading(
                "the empty observation left out",
                **tried(partial(identity, "drop"), cases(m=range(1, 6)), EVERY_M),
                theorems=(
                    Theorem(
                        "FScoreForms.identity_nonempty", "nonempty", beside=("value at empty sets",)
                    ),
                ),
                claimed={**IDENTITY_CONSTANTS, "value at empty sets": always(1, ())},
                derivation=WHY,
            ),
            Reading(
                "F(empty, empty) = 0",
                **tried(partial(identity, "zero"), cases(m=range(1, 4)), EVERY_M),
                claimed={
                    "factor": always(2),
                    "value at empty sets": always(1, ("plus one", "doubled", "sign")),
                },
            ),
        ),
        remark="The term l = 0 is 0/0 for the empty z and must be left out: the sum starts at 1.",
    ),
    *fails("fscore.bayes", PLACE)(
        text="The Bayes risk l(z, x) is the printed expected score, p_0(x) in the case of empty y.",
        latex=r"\ell(z,x)=2\sum_{j,\ell}\frac{z_j}{\ell+|z|}P_{j\ell}(x)\text{ or }p_0(x)",
        reading="as the risk, the two cases taken on z",
        **tried(bayes, cases(m=range(1, 4)), EVERY_M),
        theorems=(refuted("RefutedSets.fscore_bayes", EVERY_M),),
        claimed={
            "factor": always(2, ("plus one", "doubled")),
            "value at empty sets": always(1, ("plus one", "doubled")),
            "c": always(0, ("minus one",)),
        },
        uses=("fscore.identity",),
        remark=r"What is printed is the expected score: $1$ minus it is the risk, and the case is"
        r" on $z=\emptyset$, since $y$ has been integrated out. At $m=1$, $z=\{1\}$,"
        r" $P(Y=\{1\})=p$: printed $p$, risk $1-p$.",
    ).repaired(
        text="The Bayes risk is 1 - the expected score for z not empty, 1 - p_0 for z empty.",
        latex=r"\ell(z,x)=1-2\sum_{j}\sum_{\ell=1}^m\frac{z_j}{\ell+|z|}P_{j\ell}(x)"
        r"\ (z\neq\emptyset),\quad 1-p_0(x)\ (z=\emptyset)",
        reading="as the risk, the two cases on z",
        **tried(bayes, cases(m=range(1, 6)), EVERY_M),
        theorems=(Theorem("FScoreForms.bayes"),),
        claimed={"factor": always(-2), "value at empty sets": always(-1), "c": always(1)},
        derivation=WHY,
        uses=("fscore.identity",),
    ),
    *decomposition_claims(
        1,
        first,
        r"F_z=\Bigl(-\tfrac{FACTORz_j}{|z|+\ell}\Bigr)\oplus SIGN1(z=\emptyset),\quad"
        r" U_y=(1(y_j=1,|y|=\ell))\oplus1(y=\emptyset),\quad c=1",
    ),
    *decomposition_claims(
        2,
        second,
        r"F_z=(-1(z_j=1,|z|=\ell))\oplus SIGN1(z=\emptyset),\quad"
        r" U_y=\Bigl(\tfrac{FACTORy_j}{|y|+\ell}\Bigr)\oplus1(y=\emptyset),\quad c=1",
    ),
)
