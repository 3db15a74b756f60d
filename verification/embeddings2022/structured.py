"""Ordinal classes, sets of labels, top-k, and every loss."""

from collections.abc import Iterator
from itertools import product

from qstheory import losses
from qstheory.claims import Case, Claimed, Evidence, cases
from qstheory.claims.statements import claim, tried
from qstheory.theory.design.placement import conjugate, smallest

from ._surrogates import consistent, embeds, inconsistent

FFN = "Finocchiaro, Frongillo and Nueve 2022, "
CLASSES = "n classes", cases(n=(2, 3, 4, 5)), "every n >= 2"
TOP_K = "three classes, k = 2", cases(k=(1, 2)), "every k below the number of classes"
EVERY = (
    "multiclass:classes=4",
    "ordinal-squared:classes=4",
    "abstain:classes=3,cost=1/3",
    "hamming:m=2",
    "f-score:m=2,undefined=one",
    "jaccard:m=2,undefined=one",
    "top-k:classes=4,k=2",
    "pairwise-disagreement:m=3,undefined=drop",
)


def absolute(n: int) -> list[list[int]]:
    """|z - y|."""
    return [[abs(z - y) for y in range(n)] for z in range(n)]


def structured_abstain(m: int, cap: int) -> list[list[int]]:
    """f({v_j y_j < 0}) + f({v_j y_j <= 0}) for v in {-1, 0, 1}^m, with f(A) = min(|A|, cap)."""
    rows = []
    for v in product((-1, 0, 1), repeat=m):
        row = []
        for y in product((-1, 1), repeat=m):
            products = [a * b for a, b in zip(v, y, strict=True)]
            wrong, open_ = (sum(x < 0 for x in products), sum(x <= 0 for x in products))
            row.append(min(wrong, cap) + min(open_, cap))
        rows.append(row)
    return rows


def every_loss(at: Case, said: Claimed) -> Iterator[Evidence]:
    """The surrogate by the conjugate of the Bayes risk."""
    _, proof = conjugate(losses.parse(str(at["loss"])))
    yield Evidence(proof.proposition, (proof.certificate,))


def on_a_line(at: Case, said: Claimed) -> Iterator[Evidence]:
    """The surrogate that the search finds in one dimension."""
    found = smallest(losses.make("ordinal-absolute", classes=at["n"]), 1, 2)
    if found is not None:
        yield Evidence(found[1].proposition, (found[1].certificate,))


CLAIMS = (
    claim(
        "embed.every-loss",
        "Finocchiaro, Frongillo and Waggoner 2019: every discrete loss is embedded",
    )(
        text="Every discrete loss is embedded by a polyhedral surrogate.",
        reading="the conjugate of the Bayes risk",
        **tried(every_loss, cases(loss=EVERY), "every loss"),
    ),
    claim("embed.absolute", "Pedregosa, Bach and Gramfort 2017, absolute error")(
        text="Absolute deviation of one score embeds the absolute loss of ordinal classes.",
        readings=embeds("absolute:classes={n}", absolute, *CLASSES, scale=lambda n: 1),
    ),
    claim("consistent.absolute", "Pedregosa, Bach and Gramfort 2017, absolute error")(
        text="Absolute deviation of one score is consistent for the absolute loss.",
        readings=consistent("absolute:classes={n}", "ordinal-absolute:classes={n}", *CLASSES),
    ),
    claim("inconsistent.absolute", "Pedregosa, Bach and Gramfort 2017: medians are not modes")(
        text="Absolute deviation of one score is not consistent for the 0-1 loss on three or more"
        " classes.",
        readings=inconsistent(
            "absolute:classes={n}",
            "multiclass:classes={n}",
            "n classes",
            cases(n=(3, 4)),
            "every n >= 3",
        ),
    ),
    claim("embed.line", "Finocchiaro, Frongillo and Waggoner 2020: orderable losses")(
        text="Absolute losses of ordinal classes, whose cells touch in a path, are embedded with"
        " one score.",
        reading="n classes",
        **tried(on_a_line, cases(n=(3, 4, 5)), "every n >= 2"),
    ),
    claim("embed.lovasz-hinge", f"{FFN}embedding of the structured abstain loss")(
        text="The Lovasz hinge of a submodular f embeds the structured abstain loss.",
        latex=r"f(\{v\odot y<0\})+f(\{v\odot y\le0\}),\ v\in\{-1,0,1\}^m",
        readings=embeds(
            "lovasz-hinge:m={m},cap={cap}",
            structured_abstain,
            "f(A) = min(|A|, cap)",
            cases(m=(2,), cap=(1, 2)),
            "every submodular f",
            scale=lambda m, cap: 1,
        ),
    ),
    claim("inconsistent.lovasz-hinge", f"{FFN}inconsistency for the loss it was made for")(
        text="The Lovasz hinge of an f that is not modular is not consistent for f of the wrong"
        " labels: f(A) = min(|A|, 1) is the subset 0-1 loss.",
        readings=inconsistent(
            "lovasz-hinge:m={m},cap=1", "zero-one:m={m}", "m labels", cases(m=(2,)), "every m >= 2"
        ),
    ),
    claim("consistent.lovasz-hinge", f"{FFN}modular f")(
        text="The Lovasz hinge of a modular f is consistent: |A| gives the Hamming loss.",
        readings=consistent(
            "lovasz-hinge:m={m},cap={m}",
            "hamming:m={m}",
            "m labels",
            cases(m=(1, 2)),
            "every m >= 1",
        ),
    ),
    claim(
        "inconsistent.top-k.alpha",
        "Yang and Koyejo 2020; Thilagar, Frongillo, Finocchiaro and Goodwill 2022",
    )(
        text="The top-k hinge loss alpha of Lapin, Hein and Schiele is not consistent for top-k.",
        readings=inconsistent(
            "top-k-hinge:classes=3,k={k},form=alpha", "top-k:classes=3,k={k}", *TOP_K
        ),
    ),
    claim(
        "inconsistent.top-k.beta",
        "Yang and Koyejo 2020; Thilagar, Frongillo, Finocchiaro and Goodwill 2022",
    )(
        text="The top-k hinge loss beta of Lapin, Hein and Schiele is not consistent for top-k.",
        readings=inconsistent(
            "top-k-hinge:classes=3,k={k},form=beta", "top-k:classes=3,k={k}", *TOP_K
        ),
    ),
)
