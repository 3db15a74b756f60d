"""Table 1 as a whole, and decoding through an affine decomposition (eq. (23))."""

from collections.abc import Iterator
from fractions import Fraction
from functools import partial

from qstheory import losses
from qstheory.certify.kinds.decomposition import NamedForm
from qstheory.certify.kinds.rank import Minor
from qstheory.claims.claim import Claimed, Constant, Kind, Reading, Theorem, always, refuted
from qstheory.claims.evidence import Bound, Case, Derivation, Evidence, Stance, cases
from qstheory.claims.statements import claim, fails, fails_partly, repair, tried
from qstheory.losses.closed_forms import dot
from qstheory.losses.spaces import Label

from ._best import a_star, from_above
from ._evidence import Form, affine_dimension, constant_is, decomposes, leads, picks, which
from .block import block, codes

HAMMING, PREC, F_SCORE = "A of Hamming", "A of Prec@k", "A of the F-score"
BLOCK, ZERO_ONE = "A of block 0-1, whatever the blocks", "A of 0-1 is the exception"
SAME = "0-1, Hamming and F-score are one loss"
R_OF = {"zero-one": "r of 0-1", "hamming": "r of Hamming", "f-score": "r of the F-score"}


def polynomial(at: Case, said: Claimed) -> Iterator[Evidence]:
    """A^2 is at most the bound for each loss but 0-1."""
    m, bound = at.integer("m"), Fraction(said("bound on A^2", at))
    for loss, form, part in (
        (losses.make("hamming", m=m), "repaired", HAMMING),
        (losses.make("prec-at-k", m=m, k=1), "printed", PREC),
        (losses.make("f-score", m=m, undefined="one"), "balanced", F_SCORE),
        (losses.make("block-zero-one", m=m, blocks="singletons"), "printed", BLOCK),
    ):
        yield constant_is(loss, form, "squared-constant", bound, part=part, relation="<=")


def exception(at: Case, said: Claimed) -> Iterator[Evidence]:
    """The least A^2 of the 0-1 loss is at most the bound as well."""
    m, bound = at.integer("m"), Fraction(said("bound on A^2", at))
    zero_one = losses.make("zero-one", m=m)
    least = (1 - Fraction(1, 1 << m)) ** 2
    if least <= bound:
        yield Evidence(
            a_star(zero_one, "<=", least),
            (from_above(NamedForm("minimal", "entries")),),
            stance=Stance.CONTRADICTS,
        )


def always_polynomial(at: Case, said: Claimed) -> Iterator[Evidence]:
    """The printed A^2 of the 0-1 loss against the bound that the F-score needs."""
    loss, bound = losses.make("zero-one", m=at.integer("m")), said("bound on A^2", at)
    yield constant_is(loss, "printed", "squared-constant", bound, relation="<=")


def one_label(at: Case, said: Claimed) -> Iterator[Evidence]:
    """The matrix ((0, 1), (1, 0)) three times, and the dimension that each row of Table 1 gives."""
    m = at.integer("m")
    for family, part in R_OF.items():
        policy = {"undefined": "one"} if family == "f-score" else {}
        loss = losses.make(family, m=m, **policy)
        yield decomposes(
            loss,
            lambda z: [Fraction(1 - 2 * bit, 2) for bit in z],
            lambda y: [2 * bit - 1 for bit in y],
            Fraction(1, 2),
            SAME,
        )
        minor = Minor(((0,), (1,)), ((0,), (1,)), 7)
        yield from affine_dimension(
            loss,
            said(part, at),
            lower=Bound(1, minor),
            upper=Bound(1, NamedForm("repaired" if family == "hamming" else "minimal", "entries")),
            part=part,
        )


def decoded(at: Case, said: Claimed) -> Iterator[Evidence]:
    """Where F_z . theta is least, z is optimal: theta = sum_y alpha_y U_y, up to `orientation`."""
    loss = losses.parse(str(at["loss"]))
    form, orientation = loss.closed_form(str(at["form"])), said("orientation", at)
    U = [form.observation_features(y) for y in loss.observations]
    values: dict[Label, Form] = {
        z: tuple(dot(form.prediction_features(z), u) for u in U) for z in loss.predictions
    }
    # The last predictions first: a distribution refutes the printed F-score there.
    for z in reversed(tuple(loss.predictions)):
        rivals = [other for other in loss.predictions if other != z]
        conditions = [leads(orientation, values[other], values[z]) for other in rivals]
        yield picks(loss, z, conditions, partial(which, rivals))


def least(at: Case, said: Claimed) -> Iterator[Evidence]:
    """For each loss some decomposition has A^2 at most the bound."""
    m, bound = at.integer("m"), Fraction(said("bound on A^2", at))
    (singletons,) = cases(m=(m,), blocks=("singletons",))
    for loss, certificate, part in (
        (losses.make("hamming", m=m), NamedForm("repaired", "counts"), HAMMING),
        (losses.make("prec-at-k", m=m, k=1), NamedForm("centred", "counts"), PREC),
        (losses.make("f-score", m=m, undefined="one"), NamedForm("balanced", "counts"), F_SCORE),
        (losses.make("zero-one", m=m), NamedForm("minimal", "entries"), ZERO_ONE),
        (block(singletons), codes(singletons), BLOCK),
    ):
        yield Evidence(a_star(loss, "<=", bound), (from_above(certificate),), part)


def decompositions(*named: tuple[str, str]) -> tuple[Case, ...]:
    """Cases: a loss and one of its closed forms."""
    return tuple(Case((("loss", loss), ("form", form))) for loss, form in named)


EXACT = decompositions(
    *((f"zero-one:m={m}", form) for m in (1, 2, 3) for form in ("printed", "minimal")),
    *((f"block-zero-one:m=3,blocks={b}", "printed") for b in ("parity", "size")),
    *((f"hamming:m={m}", form) for m in (1, 2, 3, 4) for form in ("printed", "repaired")),
    *((f"prec-at-k:m={m},k=2", "printed") for m in (2, 3, 4)),
    *(
        (f"f-score:m={m},undefined=one", form)
        for m in (1, 2, 3)
        for form in ("repaired-1", "repaired-2", "balanced", "minimal")
    ),
    ("ndcg:m=3,R=2,discount=reciprocal", "printed"),
    ("pairwise-disagreement:m=3,undefined=drop", "repaired"),
    ("map:m=3,undefined=drop", "printed"),
)
PRINTED_F_SCORE = decompositions(
    *((f"f-score:m={m},undefined=one", f"printed-{number}") for m in (1, 2) for number in (1, 2))
)
WHY_LINEAR = (
    r"$\sum_i\alpha_iL(z,y_i)=F_z\cdot\theta+c\sum_i\alpha_i$ with $\theta=\sum_i\alpha_iU_{y_i}$,"
    r" and the last term does not depend on $z$."
)
CLAIMS = (
    claim("infer.equivalent", "eq. (23)")(
        text="argmin over z of F_z . theta is the argmin of the weighted losses.",
        latex=r"\arg\min_zF_z\cdot\theta=\arg\min_z\sum_i\alpha_iL(z,y_i),"
        r"\quad\theta=\sum_i\alpha_iU_{y_i}",
        reading="every decomposition that holds, or fails by a constant only",
        **tried(decoded, EXACT, "every loss and every exact decomposition"),
        theorems=(Theorem("Surrogates.inference", arguments=lambda loss, form: ()),),
        claimed={"orientation": always(1, ("sign",))},
        derivation=WHY_LINEAR,
        remark="Weights of either sign are meant. A wrong c does no harm, nor does a function of y"
        " added to L.",
    ),
    fails("infer.printed-f-score", "eq. (23) with App. B.3, F-score, decompositions 1 and 2")(
        kind=Kind.EXTENSION,
        text="The printed decompositions of the F-score decode it through eq. (23).",
        reading="the printed F and U",
        **tried(decoded, PRINTED_F_SCORE, "every m >= 1"),
        theorems=(
            refuted(
                "RefutedSets.fscore_printed",
                "every m >= 1, both decompositions",
                arguments=lambda loss, form: (),
            ),
        ),
        claimed={"orientation": always(1, ("sign",))},
        uses=("infer.equivalent", "fscore.dec1", "fscore.dec2"),
        repaired_by="infer.equivalent",
        remark=r"At $m=1$ with all weight on $\emptyset$ the printed $F_z\cdot\theta$ is $1$ at"
        r" $z=\emptyset$ and $0$ at $z=\{1\}$: it picks $\{1\}$, whose loss is $1$.",
    ),
    fails_partly("table1.polynomial", "Sec. 3.2, after Theorem 3.2 (p. 6)")(
        text="Constants and decoding are polynomial in m for all losses of Table 1 but 0-1.",
        latex=r"\mathsf A=\mathrm{poly}(m)\text{ for all but the 0-1 loss}",
        readings=(
            Reading(
                "the printed constants; the paper names no polynomial: 2 m^2 serves for A^2 where"
                " one does (ranking losses: ndcg.A, pd.A, map.A)",
                **tried(
                    polynomial, cases(m=range(1, 9)), "every m >= 1", HAMMING, PREC, F_SCORE, BLOCK
                ),
                theorems=(
                    refuted(
                        "RefutedRankings.blocks",
                        "every m >= 7, a block for each label set",
                        BLOCK,
                        word="blocks",
                    ),
                ),
                claimed={"bound on A^2": Constant(lambda m: 2 * m * m, ("sign",))},
                derivation=Derivation(
                    r"$\frac14\le2m^2$ and $m\le2m^2$ (hamming.A, prec.A); fscore.A.",
                    (HAMMING, PREC, F_SCORE),
                ),
            ),
            Reading(
                "0-1 as an exception in its least A too",
                **tried(exception, cases(m=range(1, 6)), "every m >= 1"),
                theorems=(refuted("RefutedRankings.exception", "m = 1..6", word="exception"),),
                claimed={"bound on A^2": Constant(lambda m: 2 * m * m, ("sign",))},
            ),
        ),
        uses=(
            *("hamming.A", "prec.A", "fscore.A", "block.A", "01.A", "01.sharp.repaired"),
            *("ndcg.A", "ndcg.A.repaired", "pd.A", "map.A", "map.A.repaired"),
            *("map.hard", "pd.hard"),
        ),
        remark=r"Block 0-1 with one label set a block is the 0-1 loss: $\sqrt b=2^{m/2}$ outgrows"
        r" every polynomial, here $\sqrt2\,m$, which serves the others. And 0-1 is no exception:"
        r" its least $\mathsf A$ is $1-2^{-m}$."
        r" Decoding: two paragraphs later PD and MAP are said to be NP-hard (map.hard, pd.hard).",
    ),
    fails("x.table1.always-polynomial", "opening of Sec. 3; end of Sec. 3.1; opening of Sec. 3.2")(
        kind=Kind.EXTENSION,
        text="The constants of Table 1 are always polynomial in m, that of 0-1 included.",
        latex=r"\mathsf A=\mathrm{poly}(m)\text{ for every loss of Table 1}",
        reading="the printed A of 0-1, with 2 m^2 as the polynomial for A^2",
        **tried(always_polynomial, cases(m=range(1, 10)), "every m >= 1"),
        theorems=(refuted("RefutedSets.always_polynomial", "every m >= 7"),),
        claimed={"bound on A^2": Constant(lambda m: 2 * m * m, ())},
        uses=("01.A", "01.sharp.repaired"),
        repaired_by="table1.polynomial.repaired",
        remark=r"The sentences say 'always' and 'only polynomially'; Table 1 prints $2^{m/2}$ for"
        r" 0-1, which outgrows every polynomial, and the text after the theorem excepts it. True"
        r" they become with the least $\mathsf A$, which is $1-2^{-m}$.",
    ),
    repair("table1.polynomial", "Sec. 3.2, after Theorem 3.2 (p. 6)")(
        text="The least A is at most sqrt(2) m for every multilabel loss of Table 1, 0-1 and block"
        " 0-1 included; decoding is polynomial for these.",
        latex=r"\min_{L=FU^\top+c}\mathsf A\le\sqrt2\,m",
        reading="block 0-1 with one label set a block, Prec@1",
        **tried(
            least, cases(m=range(1, 7)), "every m >= 1", HAMMING, PREC, F_SCORE, BLOCK, ZERO_ONE
        ),
        claimed={"bound on A^2": Constant(lambda m: 2 * m * m, ())},
        theorems=(Theorem("Table.polynomial"),),
        derivation=r"The least $\mathsf A$ is $\frac12$ for Hamming, at most $\frac12\sqrt{m/k}$"
        r" for Prec@k, $\sqrt{2m}$ for the F-score, and below $1$ for (block) 0-1.",
        uses=(
            *("hamming.sharp", "prec.sharp.repaired", "fscore.A", "block.sharp.repaired"),
            *("01.sharp.repaired", "01.inference", "block.inference", "hamming.inference"),
            *("prec.inference", "fscore.algo.repaired"),
        ),
    ),
    fails_partly("table1.one-label", "Table 1, rows 0-1, Hamming and F-score")(
        kind=Kind.EXTENSION,
        text="For m = 1 the rows 0-1, Hamming and F-score agree on r, being rows of one loss.",
        latex=r"r=2^m,\ m,\ m^2+1\quad\text{at }m=1",
        reading="r as the affine dimension, F(empty, empty) = 1",
        **tried(one_label, cases(m=(1,)), "", SAME, *R_OF.values()),
        theorems=(
            refuted(
                "RefutedRankings.one_label",
                "m = 1",
                R_OF["zero-one"],
                R_OF["f-score"],
                beside=("r of Hamming",),
            ),
        ),
        claimed={
            "r of 0-1": Constant(lambda m: 2**m, ("plus one", "doubled")),
            "r of Hamming": Constant(lambda m: m, ("plus one", "doubled")),
            "r of the F-score": Constant(lambda m: m * m + 1, ("plus one", "doubled")),
        },
        uses=("01.affdim.repaired", "hamming.affdim", "fscore.affdim"),
        repaired_by="01.affdim.repaired",
        remark=r"Table 1 contradicts itself: one matrix $\begin{pmatrix}0&1\\1&0\end{pmatrix}$ has"
        r" $(r,\mathsf A)=(2,\sqrt2)$, $(1,\frac12)$ and $(2,\le\sqrt2)$. Only Hamming's is least.",
    ),
)
