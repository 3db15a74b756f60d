"""Surrogates for abstaining, at cost 1/2 and at others."""

from fractions import Fraction

from qstheory.claims import cases
from qstheory.claims.statements import claim, extension

from ._surrogates import abstain, consistent, constant, embeds, inconsistent

RTA = "Ramaswamy, Tewari and Agarwal 2018, "
HALF = Fraction(1, 2)
FROM_TWO = "n classes", cases(n=(2, 3, 4)), "every n >= 2"
FROM_THREE = "n classes", cases(n=(3, 4)), "every n >= 3"
BITS = "2^d classes", cases(d=(1, 2, 3)), "every d >= 1"
COST = "cost d", cases(cost=("1/4", "1/3", "2/5", "1/2")), "every d in (0, 1/2]"

CLAIMS = (
    claim("consistent.abstain.crammer-singer", f"{RTA}Crammer-Singer surrogate")(
        text="Some link makes the Crammer-Singer loss consistent for abstaining at cost 1/2.",
        readings=consistent("crammer-singer:classes={n}", "abstain:classes={n}", *FROM_TWO),
    ),
    claim(
        "regret.abstain.crammer-singer",
        f"{RTA}excess risk bound of the Crammer-Singer surrogate at threshold 1/2",
    )(
        text="The excess abstain risk is at most the excess Crammer-Singer risk; no link has a"
        " smaller constant.",
        readings=constant(
            "crammer-singer:classes={n}", "abstain:classes={n}", *FROM_THREE, C=lambda n: 1
        ),
        remark="That no link has a smaller constant is beyond the paper.",
    ),
    claim(
        "embed.abstain.one-vs-all",
        f"Finocchiaro, Frongillo and Waggoner 2024; its decoder is in {RTA}one-versus-all hinge",
    )(
        text="The one-versus-all hinge loss embeds four times the abstain loss at cost 1/2.",
        readings=embeds(
            "one-vs-all-hinge:classes={n}", lambda n: abstain(n, HALF), *FROM_TWO, scale=lambda n: 4
        ),
    ),
    claim(
        "regret.abstain.one-vs-all",
        f"{RTA}excess risk bound of the one-versus-all hinge loss at threshold 0",
    )(
        text="The excess abstain risk is at most half the excess risk of the one-versus-all hinge"
        " loss; no link has a smaller constant.",
        readings=constant(
            "one-vs-all-hinge:classes={n}", "abstain:classes={n}", *FROM_THREE, C=lambda n: HALF
        ),
        remark="That no link has a smaller constant is beyond the paper.",
    ),
    claim(
        "embed.abstain.binary-encoded",
        "Finocchiaro, Frongillo and Waggoner 2019, binary encoded predictions",
    )(
        text="The surrogate of binary encoded predictions embeds twice the abstain loss at cost 1/2"
        " on 2^d classes, with d scores.",
        readings=embeds(
            "binary-encoded:bits={d}", lambda d: abstain(2**d, HALF), *BITS, scale=lambda d: 2
        ),
    ),
    claim("consistent.abstain.binary-encoded", f"{RTA}binary encoded predictions")(
        text="The surrogate of binary encoded predictions is consistent for abstaining at cost"
        " 1/2.",
        readings=consistent("binary-encoded:bits={d}", lambda d: f"abstain:classes={2**d}", *BITS),
    ),
    claim(
        "regret.abstain.binary-encoded",
        f"{RTA}excess risk bound of binary encoded predictions at threshold 1/2",
    )(
        text="The excess abstain risk is at most the excess risk of binary encoded predictions; no"
        " link has a smaller constant.",
        readings=constant(
            "binary-encoded:bits={d}",
            lambda d: f"abstain:classes={2**d}",
            "2^d classes",
            cases(d=(2,)),
            "every d >= 2",
            C=lambda d: 1,
        ),
        remark="That no link has a smaller constant is beyond the paper.",
    ),
    extension(
        "inconsistent.abstain.other-costs",
        f"completes {RTA}Crammer-Singer surrogate: other costs need other surrogates",
    )(
        text="For three classes and a cost other than 1/2 the Crammer-Singer loss is consistent"
        " with no link.",
        readings=inconsistent(
            "crammer-singer:classes=3",
            "abstain:classes=3,cost={cost}",
            "three classes",
            cases(cost=("1/4", "1/3", "2/5", "3/5")),
        ),
    ),
    claim("embed.reject-hinge", "Bartlett and Wegkamp 2008, the generalised hinge loss")(
        text="The hinge loss with a reject option embeds 1/d times the 0-1 loss with rejection at"
        " cost d.",
        latex=r"\max\bigl(0,1-yv,1-\tfrac{1-d}{d}yv\bigr)",
        readings=embeds(
            "reject-hinge:cost={cost}",
            lambda cost: abstain(2, Fraction(cost)),
            *COST,
            scale=lambda cost: 1 / Fraction(cost),
        ),
    ),
    claim(
        "consistent.reject-hinge",
        "Bartlett and Wegkamp 2008, consistency of the generalised hinge loss",
    )(
        text="The hinge loss with a reject option is consistent for rejection at its cost.",
        readings=consistent("reject-hinge:cost={cost}", "abstain:classes=2,cost={cost}", *COST),
    ),
    extension(
        "regret.reject-hinge", "completes Bartlett and Wegkamp 2008, comparison of excess risks"
    )(
        text="The excess risk with rejection at cost d is at most 2d times the excess risk of its"
        " hinge loss, and no link has a smaller constant.",
        readings=constant(
            "reject-hinge:cost={cost}",
            "abstain:classes=2,cost={cost}",
            "cost d",
            cases(cost=("1/4", "1/3")),
            "every d in (0, 1/2)",
            C=lambda cost: 2 * Fraction(cost),
        ),
        remark="At v = 1/2 rejecting is wrong by d at certainty, where W - min W = 1/2, and"
        " deciding by 1 - 2d at the border of rejection, where it is (1 - 2d) / (2d).",
    ),
)
