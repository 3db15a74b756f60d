"""Structural SVMs (Sec. 5 and 6; App. A.1): their margins, and what they are consistent for."""

import random
from collections.abc import Iterator
from fractions import Fraction
from functools import partial

from qstheory import losses
from qstheory.certify.arithmetic import Vector
from qstheory.certify.kinds.decomposition import EveryEntry
from qstheory.certify.kinds.log_linear_consistency import LogLinearConsistent
from qstheory.certify.kinds.max_margin import MarginBoundsLoss
from qstheory.claims import Case, Evidence, Stance, Verdict, cases
from qstheory.claims.claim import Claimed, Reading, Theorem, proved, refuted
from qstheory.claims.statements import claim, extension, fails, fails_partly, repair, tried

from ._max_margin import everywhere, fails_at, signs
from .self_losses import loss_of, unit
from .surrogates_crf import indicators

SKEWED = "0 1; 2 0"
"""The smallest loss that is not symmetric."""
SQUARE_LOSSES = (
    SKEWED,
    "hamming:m=2",
    "zero-one:m=2",
    "block-zero-one:m=2,blocks=parity",
    "f-score:m=2,undefined=one",
    "hamming:m=3",
)
INCONSISTENT = "not consistent in general"
MAJORITY, MINORITY = "0-1: consistent with a majority", "0-1: not consistent without one"


def margins(at: Case, said: Claimed) -> Iterator[Evidence]:
    """The surrogate with either order of the arguments bounds the loss of the decoded label."""
    loss = loss_of(at)
    for order, part in (
        ("prediction-first", "SSVM as in Sec. 6"),
        ("observation-first", "SSVM as in App. A.1"),
    ):
        proposition = MarginBoundsLoss(loss.reference, order)  # type: ignore[arg-type]
        yield Evidence(proposition, (EveryEntry(),), part)
    n = loss.predictions.size
    classes = losses.make("multiclass", classes=n)
    fits = LogLinearConsistent(classes.reference, indicators(n), "mode")
    yield Evidence(fits, (EveryEntry(),), "CRF as printed")


def prediction_first(at: Case, said: Claimed) -> Iterator[Evidence]:
    """The surrogate of Sec. 6."""
    proposition = MarginBoundsLoss(loss_of(at).reference, "prediction-first")
    yield Evidence(proposition, (EveryEntry(),))


def classes_case(at: Case, said: Claimed) -> Iterator[Evidence]:
    """F-score fails somewhere, 0-1 without a label of probability more than 1/2.

    That with one it does not fail is left to the theorem.
    """
    n, source = at.integer("classes"), random.Random(at.integer("seed"))
    score = losses.parse("f-score:m=2,undefined=one")
    yield everywhere(score, unit(4), INCONSISTENT, Stance.DENIES)
    zero_one = losses.make("multiclass", classes=n)
    without = [Fraction(source.randint(2, 3)) for _ in range(n)]
    without[0] = Fraction(4 if n > 3 else 3)
    without[1] = Fraction(2)
    yield fails_at(zero_one, normalised(without), MINORITY)


def normalised(weights: list[Fraction]) -> Vector:
    """The weights as probabilities."""
    return tuple(w / sum(weights) for w in weights)


def unary(family: str, stance: Stance, at: Case, said: Claimed) -> Iterator[Evidence]:
    """Unary scores with the margin of the loss: for Hamming it is one hinge for each label."""
    m = at.integer("m")
    yield everywhere(losses.make(family, m=m), signs(m), stance=stance)


def one_clique(at: Case, said: Claimed) -> Iterator[Evidence]:
    """A score for each label set: not consistent for Hamming."""
    m = at.integer("m")
    yield everywhere(losses.make("hamming", m=m), unit(2**m), stance=Stance.DENIES)


CLAIMS = (
    fails_partly("surrogate.crf-ssvm", "Examples A.1 and A.2; Sec. 6")(
        text="The printed CRF and SSVM surrogates and decoders; the SSVM bounds the loss.",
        latex=r"S_{\text{SSVM}}(v,y)=\max_{y'}(v_{y'}+L(y',y))-v_y\ge L(d(v),y)",
        reading="one clique",
        evidence=margins,
        cases=cases(loss=SQUARE_LOSSES),
        ranges_over="every loss with Z = Y",
        parts=("CRF as printed", "SSVM as in Sec. 6", "SSVM as in App. A.1"),
        theorems=(
            proved("LogLinear.crf_zero_one", "CRF as printed", word="CRF", axioms="reals"),
            proved("Surrogates.ssvm", "SSVM as in Sec. 6", word="SSVM"),
            refuted(
                "MaxMarginConsistency.swapped",
                "every loss that is not symmetric, 0 on the diagonal and positive elsewhere",
                "SSVM as in App. A.1",
            ),
        ),
        repaired_by="surrogate.ssvm.repaired",
        remark="App. A.1 swaps the arguments of L, which Sec. 6 does not: it is right for symmetric"
        " losses only.",
    ),
    repair("surrogate.ssvm", "App. A.1")(
        text="max_y' (v_y' + L(y', y)) - v_y, the prediction first, bounds the loss of every"
        " decoded label.",
        latex=r"\max_{y'}(v_{y'}+L(y',y))-v_y\ge L(d(v),y)",
        reading="prediction first",
        **tried(prediction_first, cases(loss=SQUARE_LOSSES), "every loss with Z = Y"),
        derivation=r"Take $y'=d(v)$: $v_{d(v)}\ge v_y$.",
        theorems=(Theorem("Surrogates.ssvm"),),
    ),
    claim("surrogate.ssvm-consistency", "Sec. 6")(
        text="SSVMs are not Fisher consistent in general; for 0-1 only when a label has probability"
        " more than 1/2.",
        reading="one clique; three classes or more, Pi not uniform",
        evidence=classes_case,
        cases=cases(classes=(3, 4, 5), seed=range(4)),
        ranges_over="every distribution on three classes or more that is not uniform",
        parts=(INCONSISTENT, MAJORITY, MINORITY),
        theorems=(Theorem("MaxMarginConsistency.ssvm_consistency"),),
        derivation=r"With $\Pi_k>\frac12$: $W(e_k)=2(1-\Pi_k)<1$, while $W\ge1$ wherever"
        r" another label $z$ is decoded: with $d=v_z-v_k\ge0$ the surrogate is at least $1+d$"
        r" at $k$, $\max(0,1-d)$ at $z$ and $1$ elsewhere, and $\Pi_k>\Pi_z$. With"
        r" $\max\Pi\le\frac12$ there is a coupling of $\Pi$ with itself without fixed"
        r" points, so $v=0$ is a minimiser with $W=1$, and it ties all labels. One"
        r" distribution at which the F-score fails is enough for the first part.",
        remark="With two labels, and at the uniform distribution, it is consistent as well."
        " 'Deterministic' in the paper would be probability 1.",
    ),
    *fails("surrogate.ssvm-hamming", "Sec. 5")(
        text="The multilabel SSVM with unary potentials and the Hamming loss is inconsistent.",
        readings=(
            Reading(
                "unary potentials, as used in the experiments",
                **tried(partial(unary, "hamming", Stance.DENIES), cases(m=(1, 2)), "every m >= 1"),
                theorems=(refuted("RefutedNoise.ssvm_hamming", "every m >= 1"),),
            ),
            Reading("one clique, m = 3", **tried(one_clique, cases(m=(3,)))),
        ),
        remark="It is m binary SVMs. With scores on all label sets it is inconsistent from m = 3.",
    ).repaired(
        text="The multilabel SSVM with unary potentials and the Hamming loss is consistent at every"
        " distribution.",
        latex=r"\max_{y'}\sum_j\bigl(\tfrac1m1(y'_j\ne y_j)+(s_j(y')-s_j(y))w_j\bigr)=\sum_j"
        r"\max\bigl(0,\tfrac1m-2s_j(y)w_j\bigr)",
        reading="unary potentials",
        **tried(
            partial(unary, "hamming", Stance.STATES),
            cases(m=(1, 2)),
            "every m >= 1 and every distribution",
        ),
        theorems=(Theorem("MaxMargin.hamming_consistent"),),
        derivation="The maximum of a separable sum is the sum of the maxima: one hinge for each"
        " label, and the hinge is classification calibrated.",
    ),
    extension("x.surrogate.ssvm-unary-01", "completes Sec. 6")(
        text="With unary scores and the 0-1 margin the SSVM is consistent for the 0-1 loss.",
        reading="unary scores, m = 2",
        **tried(partial(unary, "zero-one", Stance.STATES), cases(m=(2,)), "every distribution"),
        expected=Verdict.REFUTED,
        remark="Unary scores are consistent with the Hamming margin for Hamming, not with the 0-1"
        " margin for 0-1.",
    ),
)
