"""Consistency of their quadratic surrogate, and of the surrogates for abstaining.

The theorems of Ramaswamy, Tewari and Agarwal hold for every threshold of the decoders strictly
between the values at which certainty and indifference are decoded; one of each is judged.
"""

from collections.abc import Callable, Iterator
from fractions import Fraction

from qstheory import losses
from qstheory.claims import Case, Claimed, Evidence, Stance, cases
from qstheory.claims.statements import claim, tried
from qstheory.losses.base import Loss
from qstheory.theory.consistency.surrogates import surrogate
from qstheory.theory.consistency.verdict import consistency

RTA = "Ramaswamy, Tewari and Agarwal 2018, "
Source = Callable[[Case, Claimed], Iterator[Evidence]]


def verdict(loss: Loss, name: str, stance: Stance = Stance.STATES) -> Evidence:
    """Whether the surrogate is consistent for the loss, with the certificate for it."""
    found = consistency(loss, surrogate(name)).evidence
    assert found is not None
    return Evidence(found.proposition, (found.certificate,), stance=stance)


def quadratic(at: Case, said: Claimed) -> Iterator[Evidence]:
    """A score for each label."""
    yield verdict(losses.parse(str(at["loss"])), "quadratic-full-space")


def abstaining(name: str) -> Source:
    """The surrogate of that name for the cost 1/2."""

    def evidence(at: Case, said: Claimed) -> Iterator[Evidence]:
        yield verdict(losses.make("abstain", classes=at["n"], cost=Fraction(1, 2)), name)

    return evidence


def other_cost(at: Case, said: Claimed) -> Iterator[Evidence]:
    """The Crammer-Singer surrogate for another cost."""
    loss = losses.make("abstain", classes=3, cost=at["cost"])
    yield verdict(loss, "crammer-singer-abstain", Stance.DENIES)


CLAIMS = (
    claim("consistency.quadratic", "Osokin et al. 2017, quadratic surrogate")(
        text="With unconstrained scores the quadratic surrogate is consistent for every loss.",
        latex=r"\Phi_{\rm quad}(f,y)=\tfrac1{2k}\|f+L_{\cdot y}\|^2",
        reading="unconstrained scores",
        evidence=quadratic,
        cases=cases(
            loss=(
                "multiclass:classes=4",
                "zero-one:m=2",
                "block-zero-one:m=2,blocks=parity",
                "hamming:m=3",
                "f-score:m=2,undefined=one",
                "ordinal-absolute:classes=4",
                "pairwise-disagreement:m=3,undefined=drop",
            )
        ),
    ),
    claim("consistency.abstain.crammer-singer", f"{RTA}Crammer-Singer surrogate")(
        text="The Crammer-Singer surrogate, abstaining where the two highest scores differ by at"
        " most a threshold in (0, 1), is consistent for abstaining at cost 1/2.",
        reading="threshold 1/2",
        **tried(abstaining("crammer-singer-abstain"), cases(n=(2, 3, 4)), "every n >= 2"),
    ),
    claim("consistency.abstain.one-vs-all", f"{RTA}one-versus-all hinge")(
        text="The one-versus-all hinge loss, abstaining where no score exceeds a threshold in"
        " (-1, 1), is consistent for abstaining at cost 1/2.",
        reading="threshold 0",
        **tried(abstaining("one-vs-all-abstain"), cases(n=(2, 3, 4)), "every n >= 2"),
    ),
    claim("consistency.abstain.binary-encoded", f"{RTA}binary encoded predictions")(
        text="With log2 n scores, abstaining where one of them is within a threshold in (0, 1), the"
        " surrogate of binary encoded predictions is consistent for abstaining at cost 1/2.",
        latex=r"\bigl(\max_jB_j(y)v_j+1\bigr)_+",
        reading="threshold 1/2",
        evidence=abstaining("binary-encoded-abstain"),
        cases=cases(n=(2, 4)),
        ranges_over="every n that is a power of 2",
    ),
    claim("consistency.abstain.other-costs", f"completes {RTA}Crammer-Singer surrogate")(
        text="For another cost than 1/2 that surrogate is not consistent.",
        reading="three classes, threshold 1/2",
        **tried(other_cost, cases(cost=("1/4", "1/3", "2/5", "3/5"))),
    ),
)
