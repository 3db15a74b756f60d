"""Conditional random fields (Sec. 6; App. A.1): what they are consistent for."""

from collections.abc import Iterator
from functools import cache

from qstheory import losses
from qstheory.claims import Case, Claimed, Evidence, Reading, Stance, Theorem, cases
from qstheory.claims.evidence import WHOLE
from qstheory.claims.statements import claim, extension, tried
from qstheory.losses.base import Loss
from qstheory.theory.consistency.surrogates import LogLinear
from qstheory.theory.consistency.verdict import log_linear_decided
from qstheory.theory.findings import Evidence as Judged

from ._evidence import shown
from ._max_margin import label_bits
from .self_losses import loss_of

OTHERS = (
    "hamming:m=2",
    "f-score:m=2,undefined=one",
    "block-zero-one:m=2,blocks=parity",
    "ordinal-absolute:classes=3",
    "ordinal-squared:classes=3",
    "hamming:m=3",
    "f-score:m=3,undefined=one",
)
"""Square losses that are no multiple of the 0-1 loss."""
CONSISTENT, NO_OTHER = "0-1 is consistent", "no other loss is consistent"
DISTRIBUTIONS = 3_000
"""How many are tried, by denominator, for the first failure."""


def indicators(size: int) -> tuple[tuple[int, ...], ...]:
    """One feature for each label: scores on the full label set, one clique."""
    return tuple(tuple(int(i == j) for j in range(size)) for i in range(size))


@cache
def _decided(loss: Loss, model: LogLinear) -> Judged:
    return log_linear_decided(loss, model, DISTRIBUTIONS)


def everywhere(
    loss: Loss, model: LogLinear, part: str = WHOLE, stance: Stance = Stance.STATES
) -> Evidence:
    """Whether the model is consistent at every distribution, with the certificate for it."""
    return shown(_decided(loss, model), part, stance)


def full_crf(at: Case, said: Claimed) -> Iterator[Evidence]:
    """0-1 at every distribution, and the other loss at the first one whose mode is wrong."""
    loss = loss_of(at)
    model = LogLinear(indicators(loss.observations.size), "mode")
    yield everywhere(losses.make("multiclass", classes=loss.observations.size), model, CONSISTENT)
    yield everywhere(loss, model, NO_OTHER, Stance.DENIES)


def unary_crf(at: Case, said: Claimed) -> Iterator[Evidence]:
    """0-1 with unary cliques."""
    loss = losses.make("zero-one", m=2)
    yield everywhere(loss, LogLinear(tuple(label_bits(2)), "mode"), CONSISTENT)


def unary_hamming(at: Case, said: Claimed) -> Iterator[Evidence]:
    """Hamming with unary cliques."""
    m = at.integer("m")
    yield everywhere(losses.make("hamming", m=m), LogLinear(tuple(label_bits(m)), "mode"))


def least_risk(at: Case, said: Claimed) -> Iterator[Evidence]:
    """One clique, decoded to a prediction of least risk under the model."""
    loss = loss_of(at)
    yield everywhere(loss, LogLinear(indicators(loss.observations.size), "least-risk"))


CLAIMS = (
    claim("surrogate.crf-consistency", "Sec. 6")(
        text="CRFs are consistent only for the 0-1 loss (well specified).",
        readings=(
            Reading(
                "one clique, decoded to a mode",
                evidence=full_crf,
                cases=cases(loss=OTHERS),
                ranges_over="every loss other than a 1(z != y) + c(y), every Pi",
                parts=(CONSISTENT, NO_OTHER),
                theorems=(Theorem("LogLinear.crf_consistency", axioms="reals"),),
                derivation=r"$v=\log\Pi$ is the minimiser, so the decoder takes a mode of $\Pi$."
                " Where $z$ and $z'$ are the two modes both must be optimal, as a small change of"
                r" $\Pi$ makes either the only one: $(L_z-L_{z'})\cdot\Pi=0$ on an open part of"
                r" $\Pi_z=\Pi_{z'}$, so $L_z-L_{z'}=a_{zz'}(e_{z'}-e_z)$ and"
                r" $L(z,y)=b_y-a\,1(z=y)$.",
            ),
            Reading(
                "unary cliques, decoded to a mode",
                **tried(unary_crf, cases(m=(2,)), "every Pi", CONSISTENT),
            ),
        ),
        remark="With unary cliques it is consistent for Hamming and not for 0-1"
        " (x.surrogate.crf-unary-hamming); with the least-risk decoder for every loss"
        " (x.surrogate.crf-least-risk). Where Pi has zeros there is no minimiser; there what is"
        " decoded along scores whose surrogate risk tends to its infimum is meant.",
    ),
    extension("x.surrogate.crf-unary-hamming", "completes Sec. 6")(
        text="With unary cliques and the mode as decoder a CRF is consistent for Hamming at every"
        " distribution, well specified or not.",
        reading="unary cliques",
        **tried(unary_hamming, cases(m=range(1, 7)), "every m and every distribution"),
        theorems=(Theorem("LogLinear.unary_hamming", axioms="reals"),),
        derivation=r"The model is a product whose marginals tend to those of $\Pi$; its modes"
        r" are the majorities of the labels.",
    ),
    extension("x.surrogate.crf-least-risk", "completes Sec. 6")(
        text="With one clique and the decoder argmin_z sum_y softmax(v)_y L(z, y) a CRF is"
        " consistent for every loss at every distribution.",
        reading="one clique, least risk",
        evidence=least_risk,
        cases=cases(loss=(*OTHERS, "prec-at-k:m=3,k=1", "abstain:classes=3")),
        ranges_over="every loss and every distribution",
        theorems=(Theorem("LogLinear.least_risk", axioms="reals"),),
        derivation="The model tends to Pi, and so do the risks.",
    ),
)
