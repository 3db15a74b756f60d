"""The margin and the p-noise condition (Sec. 3.3): what they say, and for which losses."""

import random
from collections.abc import Iterator
from fractions import Fraction

from qstheory import losses
from qstheory.certify.kinds.decomposition import EveryEntry
from qstheory.certify.kinds.different_lines import DifferentLines
from qstheory.certify.kinds.finite_instances import Evaluation
from qstheory.certify.kinds.margins import Distribution, LargestMargin, Mixture, Mixtures
from qstheory.certify.risks import risks_at
from qstheory.certify.weights import ListedWeights
from qstheory.claims.claim import Claimed, Kind, Reading, Theorem, always, refuted
from qstheory.claims.evidence import Case, Evidence, Stance, cases
from qstheory.claims.statements import claim, fails, fails_partly, tried
from qstheory.losses.base import Loss
from qstheory.theory.margin.distribution import powers, quantity
from qstheory.theory.margin.inequalities import bounded_gap, positive_margins

from ._problems import EVERY_PROBLEM, at_problem, compared_at, drawn, named

BINARY = tuple(f"coin {g}" for g in ("1", "1/2", "1/7", "0", "-1/7", "-1/2", "-1"))
DRAWS = 200
FAMILIES = {
    "0-1": "zero-one:m={m}",
    "block 0-1": "block-zero-one:m={m},blocks=parity",
    "Hamming": "hamming:m={m}",
    "F-score": "f-score:m={m},undefined=one",
    "Prec@k": "prec-at-k:m={m},k=1",
    "Prec@m": "prec-at-k:m={m},k={m}",
    "NDCG": "ndcg:m={m},R=2,discount=reciprocal",
    "NDCG@1": "ndcg:m={m},R=2,discount=reciprocal,k=1",
    "PD": "pairwise-disagreement:m={m},undefined=drop",
    "MAP": "map:m={m},undefined=drop",
}
"""The eight losses. Blocks by parity have two members or more, NDCG@1 leaves out discounts, and
Prec@m has one prediction."""


def binary(at: Case, said: Claimed) -> Iterator[Evidence]:
    """gamma = |E Y|, Y = -+1 being the score of the observation."""
    mean = powers((said("multiple", at), 1), (quantity("mean-score"), 1))
    yield compared_at(at, powers((quantity("least-margin"), 1)), "=", mean)


def little(at: Case, said: Claimed) -> Iterator[Evidence]:
    """o(1) for the margin: it is nowhere 0."""
    yield Evidence(positive_margins(at_problem(at)), (Evaluation(),))


def big(at: Case, said: Claimed) -> Iterator[Evidence]:
    """O(1) for the margin: sup over t of P(gamma <= t) / t^0 is at most 1."""
    yield compared_at(at, powers((quantity("margin-tail"), 1)), "<=", powers((1, 1)))


def gap(at: Case, said: Claimed) -> Iterator[Evidence]:
    """o(1) for the least positive excess: P(gamma+ <= t) is at most a multiple of t."""
    yield Evidence(bounded_gap(at_problem(at)), (Evaluation(),))


def some_distribution(loss: Loss) -> ListedWeights | None:
    """A distribution at which one prediction alone is optimal, searched at random."""
    observations = list(loss.observations)
    source = random.Random(0)
    for _ in range(DRAWS):
        counts = [source.randint(1, 9) for _ in observations]
        risks = [
            sum(n * loss.entry(z, y) for n, y in zip(counts, observations, strict=True))
            for z in loss.predictions
        ]
        if risks.count(min(risks)) == 1:
            total = sum(counts)
            return ListedWeights(
                tuple((y, Fraction(n, total)) for n, y in zip(counts, observations, strict=True))
            )
    return None


def twins(loss: Loss) -> Mixtures:
    """For each prediction another one with the same row, or itself when there is none."""
    rows = {z: [loss.entry(z, y) for y in loss.observations] for z in loss.predictions}
    found = (
        next((other for other in rows if other != z and rows[other] == rows[z]), z) for z in rows
    )
    return Mixtures(tuple(Mixture(ListedWeights(((z, Fraction(1)),))) for z in found))


def positive_margin(at: Case, said: Claimed) -> Iterator[Evidence]:
    """A distribution with a positive margin, or a twin for each prediction.

    Where there is one prediction only the margin is a minimum over nothing.
    """
    for part, name in FAMILIES.items():
        loss = losses.parse(name.format(**at))
        if loss.predictions.size == 1:
            single = DifferentLines(loss.reference, "predictions", 1)
            yield Evidence(single, (EveryEntry(),), part, Stance.DENIES)
        elif (found := some_distribution(loss)) is not None:
            risks = risks_at(loss, found)
            margin = LargestMargin(loss.reference, ">=", risks.second - risks.bayes)
            yield Evidence(margin, (Distribution(found),), part)
        else:
            nowhere = LargestMargin(loss.reference, "<=", Fraction(0))
            yield Evidence(nowhere, (twins(loss),), part, Stance.DENIES)


CLAIMS = (
    claim("noise.binary", "Sec. 3.3")(
        text="For the binary 0-1 loss gamma(x) = |E[Y|x]|.",
        latex=r"\gamma(x)=|\mathbb E[Y\mid x]|",
        reading="Y = -1, 1",
        **tried(binary, named(*BINARY), "every P(Y = 1) in [0, 1]"),
        claimed={"multiple": always(Fraction(1), ("plus one", "doubled", "halved"))},
        theorems=(Theorem("Calibration.binary"),),
        derivation=r"The risks are $p$ and $1-p$, so $\gamma=|2p-1|=|\mathbb E Y|$.",
    ),
    *fails("noise.p0", "Sec. 3.3")(
        text="The p-noise condition with p = 0 is no assumption: it is always verified.",
        latex=r"P_{\mathcal X}(\gamma(X)\le\varepsilon)=o(\varepsilon^0)",
        readings=(
            Reading(
                "little o, as printed",
                evidence=little,
                cases=named("coin 0", "sure prec-at-k:m=2,k=1 3", "coin 1/2"),
                ranges_over=EVERY_PROBLEM,
                theorems=(
                    refuted(
                        "RefutedNoise.little",
                        "two optimal predictions at a point of positive probability",
                    ),
                ),
            ),
            Reading(
                "with O in place of o",
                evidence=big,
                cases=named("coin 0", "sure prec-at-k:m=2,k=1 3", *drawn("random", 30)),
                ranges_over=EVERY_PROBLEM,
                theorems=(Theorem("RefutedNoise.bounded", word="bounded"),),
                derivation="A probability is at most 1.",
            ),
        ),
        remark="o(1) says P(gamma = 0) = 0, which fails at a point with two optimal predictions.",
    ).repaired(
        text="With gamma+, the least positive excess of a prediction, the condition with p = 0 is"
        " always verified.",
        latex=r"P(\gamma_+(X)\le\varepsilon)=o(1)",
        reading="gamma+ is infinite where all predictions are optimal",
        evidence=gap,
        cases=named("coin 0", "sure prec-at-k:m=2,k=1 3", *drawn("random", 60)),
        ranges_over=EVERY_PROBLEM,
        theorems=(Theorem("Calibration.no_condition"),),
        derivation=r"$\gamma_+>0$ everywhere, so $P(\gamma_+\le\varepsilon)\to0$ by continuity.",
    ),
    *fails_partly("noise.defined", "Sec. 3.3, the margin")(
        text="The margin and the p-noise condition make sense for each of the eight losses.",
        latex=r"\gamma(x)=\min_{z'\ne f^*(x)}\ell(z',x)-\ell(f^*(x),x)",
        reading="some distribution has a positive margin",
        **tried(positive_margin, cases(m=(2, 3)), "every m >= 2", *FAMILIES),
        theorems=(
            refuted(
                "RefutedNoise.undefined_margins",
                "every m, blocks of two label sets or more; NDCG@1 with m >= 3",
                "block 0-1",
                "Prec@m",
                "NDCG@1",
            ),
        ),
        remark="Equal rows make gamma 0 everywhere: blocks with two members, and NDCG@k with"
        " k <= m - 2, the loss of the paper's own ranking experiment. With one prediction, which"
        " rankings of m = 1 (left out) have, gamma is a minimum over nothing.",
    ).repaired(
        text="The least positive excess gamma+ is positive for every loss and distribution, so the"
        " p-noise condition with gamma+ makes sense for each of the eight losses.",
        latex=r"\gamma_+(x)=\min\{\ell(z,x)-\min\ell(\cdot,x)>0\}",
        reading="gamma+ on the eight losses",
        evidence=gap,
        cases=named(
            *(
                f"loss {name.format(m=m)} {seed}"
                for name in FAMILIES.values()
                for m in (2, 3)
                for seed in (1, 2)
            )
        ),
        ranges_over="every loss and distribution",
        theorems=(Theorem("Calibration.gap_defined"),),
        derivation="A minimum of positive numbers.",
        remark="The inequalities of Sec. 3.3 hold with it (x.noise.gamma-plus).",
    ),
    fails("x.noise.noiseless-excluded", "Sec. 3.3")(
        kind=Kind.EXTENSION,
        text="A problem without noise satisfies the p-noise condition for every p.",
        reading="y is a function of x",
        evidence=little,
        cases=named(
            "sure hamming:m=2 3", "sure prec-at-k:m=2,k=1 3", "sure map:m=2,undefined=drop 2"
        ),
        ranges_over="every noiseless problem",
        repaired_by="noise.p0.repaired",
        remark="With Prec@1 and the observation {1, 2} both predictions are optimal.",
    ),
)
