"""Hinge losses for classification: what they embed, and that not all of them serve the 0-1 loss."""

from fractions import Fraction
from itertools import accumulate, combinations

from qstheory.claims import cases
from qstheory.claims.statements import claim, extension
from qstheory.losses.base import matrix_loss

from ._surrogates import abstain, consistent, constant, embeds, inconsistent, zero_one

FFW = "Finocchiaro, Frongillo and Waggoner 2024, "
FROM_TWO = "n classes", cases(n=(2, 3, 4)), "every n >= 2"
FROM_THREE = "n classes", cases(n=(3, 4)), "every n >= 3"


def ordered_partitions(n: int) -> list[list[Fraction]]:
    """The ordered partition loss of blocks S_1, ..., S_l, l > 1, for y in the i-th block:

    |S_1| - 1 for i = 1, else |S_1| + ... + |S_1 u ... u S_(i-1)| + |S_1 u ... u S_i| - 1.
    """
    rows = []
    for blocks in _partitions(tuple(range(n))):
        if len(blocks) == 1:
            continue
        sizes = list(accumulate(map(len, blocks)))
        losses = {y: sum(sizes[: i + 1]) - 1 for i, block in enumerate(blocks) for y in block}
        rows.append([Fraction(losses[y]) for y in range(n)])
    return rows


def _partitions(items: tuple[int, ...]) -> list[tuple[tuple[int, ...], ...]]:
    """All ordered partitions."""
    if not items:
        return [()]
    return [
        (first, *rest)
        for size in range(1, len(items) + 1)
        for first in combinations(items, size)
        for rest in _partitions(tuple(x for x in items if x not in first))
    ]


CLAIMS = (
    claim("embed.hinge", f"{FFW}hinge loss as the running example")(
        text="The hinge loss embeds twice the 0-1 loss.",
        latex=r"\max(0,1-yv)",
        readings=embeds("hinge", zero_one, "two classes", cases(n=(2,)), scale=lambda n: 2),
    ),
    claim(
        "regret.hinge", "Bartlett, Jordan and McAuliffe 2006, the psi-transform of the hinge loss"
    )(
        text="The excess 0-1 risk is at most the excess hinge risk, and no smaller constant does.",
        latex=r"\psi(\theta)=|\theta|",
        readings=constant(
            "hinge", "multiclass:classes=2", "two classes", cases(n=(2,)), C=lambda n: 1
        ),
    ),
    claim("embed.crammer-singer", f"{FFW}Crammer-Singer; Ramaswamy, Tewari and Agarwal 2018")(
        text="The Crammer-Singer loss embeds twice the abstain loss at cost 1/2.",
        readings=embeds(
            "crammer-singer:classes={n}",
            lambda n: abstain(n, Fraction(1, 2)),
            *FROM_TWO,
            scale=lambda n: 2,
        ),
    ),
    claim(
        "inconsistent.crammer-singer",
        "Tewari and Bartlett 2007; Liu 2007: the loss of Crammer and Singer",
    )(
        text="For three or more classes the Crammer-Singer loss is consistent for the 0-1 loss with"
        " no link.",
        readings=inconsistent("crammer-singer:classes={n}", "multiclass:classes={n}", *FROM_THREE),
    ),
    claim("consistent.crammer-singer.two", "Tewari and Bartlett 2007: two classes")(
        text="For two classes the Crammer-Singer loss is consistent for the 0-1 loss.",
        readings=consistent(
            "crammer-singer:classes=2", "multiclass:classes=2", "two classes", cases(n=(2,))
        ),
    ),
    claim(
        "inconsistent.one-vs-all",
        "Liu 2007; Tewari and Bartlett 2007: the one-versus-all hinge loss",
    )(
        text="For three or more classes the one-versus-all hinge loss is not consistent for the 0-1"
        " loss.",
        readings=inconsistent(
            "one-vs-all-hinge:classes={n}", "multiclass:classes={n}", *FROM_THREE
        ),
    ),
    claim("consistent.lee-lin-wahba", "Lee, Lin and Wahba 2004; Tewari and Bartlett 2007")(
        text="The loss of Lee, Lin and Wahba is consistent for the 0-1 loss.",
        readings=consistent("lee-lin-wahba:classes={n}", "multiclass:classes={n}", *FROM_TWO),
    ),
    claim(
        "embed.lee-lin-wahba",
        "Lee, Lin and Wahba 2004: their minimisers are the vectors of class codes",
    )(
        text="The loss of Lee, Lin and Wahba embeds n / (n - 1) times the 0-1 loss.",
        readings=embeds(
            "lee-lin-wahba:classes={n}", zero_one, *FROM_TWO, scale=lambda n: Fraction(n, n - 1)
        ),
    ),
    claim(
        "inconsistent.weston-watkins",
        "Liu 2007; Tewari and Bartlett 2007: the loss of Weston and Watkins",
    )(
        text="For three classes the Weston-Watkins loss is not consistent for the 0-1 loss.",
        readings=inconsistent(
            "weston-watkins:classes={n}",
            "multiclass:classes={n}",
            "three classes",
            cases(n=(3,)),
            "every n >= 3",
        ),
    ),
    claim("embed.weston-watkins", "Wang and Scott 2020: embedding of the ordered partition loss")(
        text="The Weston-Watkins loss embeds the ordered partition loss.",
        readings=embeds(
            "weston-watkins:classes={n}", ordered_partitions, *FROM_TWO, scale=lambda n: 1
        ),
    ),
    claim(
        "consistent.weston-watkins",
        "Wang and Scott 2020: calibration for the ordered partition loss",
    )(
        text="The Weston-Watkins loss is consistent for the ordered partition loss.",
        readings=consistent(
            "weston-watkins:classes={n}", lambda n: matrix_loss(ordered_partitions(n)), *FROM_TWO
        ),
    ),
    extension(
        "regret.lee-lin-wahba", "completes Frongillo and Waggoner 2021: a linear bound exists"
    )(
        text="The least constant of the loss of Lee, Lin and Wahba for the 0-1 loss is 1 for two"
        " classes.",
        readings=constant(
            "lee-lin-wahba:classes={n}",
            "multiclass:classes={n}",
            "two classes",
            cases(n=(2,)),
            C=lambda n: 1,
        ),
    ),
)
