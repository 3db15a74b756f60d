"""Whether the constant sqrt(b) of the block 0-1 loss is the least over all decompositions."""

from fractions import Fraction

from qstheory.certify.kinds.decomposition import AffineDecomposition
from qstheory.claims import Bound, Case, Constant, Kind, Theorem
from qstheory.claims.statements import always, fails, refuted, repair
from qstheory.losses.spaces import Label

from ._best import entry_range
from ._evidence import explicit
from ._table import OVER_ALL, SHARP, least, least_between
from .block import EVERY, PROPER, WIDE, block, by_count, count, members

PARTS = "1/2 <= A", "A <= 1 - 1/d"


def order(m: int, blocks: str) -> int:
    """d, the least power of two >= b."""
    return 1 << (count(m, blocks) - 1).bit_length()


def exponent(m: int, blocks: str) -> tuple[int]:
    """n for d = 2^n."""
    return (order(m, blocks).bit_length() - 1,)


def sylvester(d: int) -> list[list[int]]:
    """The rows of the Sylvester matrix of order d, without the first column of ones."""
    return [[(-1) ** (i & s).bit_count() for s in range(1, d)] for i in range(d)]


def codes(at: Case) -> AffineDecomposition:
    """F = -h/d, U = h, c = 1 - 1/d, block i having row i of the Sylvester matrix as its h."""
    blocks, d = members(at), order(at.integer("m"), str(at["blocks"]))
    rows = sylvester(d)

    def own(label: Label) -> list[int]:
        return rows[next(i for i, B in enumerate(blocks) if label in B)]

    return explicit(block(at), lambda z: [Fraction(-h, d) for h in own(z)], own, 1 - Fraction(1, d))


def found(at: Case) -> tuple[Bound, Bound]:
    """Two entries from below, the codes from above."""
    blocks, d = members(at), order(at.integer("m"), str(at["blocks"]))
    first, other = blocks[0][0], blocks[-1][0]
    apart = Fraction(1, 4) if len(blocks) > 1 else Fraction(0)
    return (
        Bound(apart, entry_range((first, other), (first, first))),
        Bound((1 - Fraction(1, d)) ** 2, codes(at)),
    )


CLAIMS = (
    fails(
        id="block.sharp",
        kind=Kind.EXTENSION,
        source=SHARP,
        text="The constant sqrt(b) is sharp: no decomposition has a smaller A.",
        latex=r"\min_{L=FU^\top+c}\mathsf A=\sqrt b",
        reading=OVER_ALL,
        **least(block, EVERY, found),
        cases=PROPER,
        theorems=(
            refuted(
                "RefutedSets.block_sharp", "every m >= 1 and every partition", arguments=by_count
            ),
        ),
        claimed={"least A^2": Constant(count, ("plus one", "doubled"))},
        remark="Every partition has a decomposition with A < 1.",
    ),
    repair(
        of="block.sharp",
        source=SHARP,
        text="For b >= 2 the least A lies between 1/2 and 1 - 1/d, d the least power of 2 >= b.",
        latex=r"\tfrac12\le\min_{L=FU^\top+c}\mathsf A\le1-\tfrac1d<1",
        reading="over all decompositions of any r",
        **least_between(block, "every m >= 1 and every partition with b >= 2", found, PARTS),
        cases=tuple(case for case in WIDE if len(members(case)) > 1),
        theorems=(Theorem("LabelSets.block_sharp", arguments=exponent),),
        claimed={
            "lower A^2": always(Fraction(1, 4), ("plus one", "doubled")),
            "upper A^2": Constant(
                lambda m, blocks: (1 - Fraction(1, order(m, blocks))) ** 2,
                ("minus one", "halved", "sign"),
            ),
        },
        derivation=r"Give block $i$ the row $h_i\in\{\pm1\}^{d-1}$ of a Sylvester matrix without"
        r" its first column: $h_i\cdot h_j=d\,1(i=j)-1$. Then $F=-h/d$, $U=h$, $c=1-1/d$ and"
        r" $\mathsf A=(d-1)/d$. Entries $0$ and $1$ give $\mathsf A\ge\frac12$.",
    ),
)
