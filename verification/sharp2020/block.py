"""Block 0-1 loss (App. B.3): the claims of the paper about its row of Table 1."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import partial

from qstheory import losses
from qstheory.certify.kinds.best_constants import SignDual, WeightedColumns
from qstheory.certify.kinds.calibration_dimension import FeasibleSubspace
from qstheory.certify.kinds.decomposition import AffineDecomposition, NamedForm
from qstheory.certify.kinds.rank import Minor
from qstheory.certify.weights import ListedWeights
from qstheory.claims.claim import Claimed, Constant, Kind, Theorem, always, refuted
from qstheory.claims.evidence import Bound, Case, Derivation, Evidence, cases
from qstheory.claims.statements import Shown, claim, fails, fails_partly, tried
from qstheory.losses.base import Loss
from qstheory.losses.spaces import Label
from qstheory.losses.zero_one import partition

from . import _evidence, _table
from .best_constants import balanced_columns, least_squared

PLACE = "App. B.3, block 0-1 loss"
EVERY = "every m >= 1 and every partition"
PRIME = 7


def parsed(blocks: str) -> str | tuple[int, ...]:
    """A partition by name, or the block of each label set in binary order as digits."""
    return tuple(map(int, blocks)) if blocks.isdigit() else blocks


def set_partitions(size: int) -> tuple[str, ...]:
    """All partitions of 0..size-1, fewest blocks first: the number of the block of each."""
    grown: list[tuple[int, ...]] = [(0,)]
    for _ in range(size - 1):
        grown = [(*g, new) for g in grown for new in range(max(g) + 2)]
    ordered = sorted(grown, key=lambda g: (max(g), g))
    return tuple("".join(map(str, g)) for g in ordered)


ALL_SMALL = (*cases(m=(1,), blocks=set_partitions(2)), *cases(m=(2,), blocks=set_partitions(4)))
"""Every partition of the label sets for m = 1 and m = 2."""
PROPER = tuple(case for case in ALL_SMALL if len(set(str(case["blocks"]))) > 1)
"""Those with two blocks at least: with one block the loss is 0."""
NAMED = cases(m=range(3, 6), blocks=("empty", "parity", "size"))
SINGLETONS = cases(m=(3, 4), blocks=("singletons",))
WIDE = (*ALL_SMALL, *NAMED, *SINGLETONS)


def count(m: int, blocks: str) -> int:
    """b, the number of blocks."""
    return len(set(blocks)) if blocks.isdigit() else partition(m, blocks)[0]


def by_count(m: int, blocks: str) -> tuple[int]:
    """b alone: what the statements of the theorems depend on."""
    return (count(m, blocks),)


def block(at: Case) -> Loss:
    """The block 0-1 loss of the case."""
    m = at.integer("m")
    return losses.make("block-zero-one", m=m, blocks=parsed(str(at["blocks"])))


def members(at: Case) -> tuple[tuple[Label, ...], ...]:
    """The blocks, each as the tuple of its label sets, in the order in which they appear."""
    m = at.integer("m")
    of = partition(m, parsed(str(at["blocks"])))[1]
    found: dict[int, list[Label]] = {}
    for label in block(at).predictions:
        found.setdefault(of(label), []).append(label)
    return tuple(map(tuple, found.values()))


def representatives(at: Case) -> Minor:
    """One label set of each block but the first, against one of the first: minus the identity."""
    first, *others = (B[0] for B in members(at))
    return Minor(tuple(others), tuple(others), PRIME, base=first)


def in_blocks(blocks: Sequence[Sequence[Label]], other: Label) -> list[int]:
    """Which of the blocks a prediction is in, as 0 and 1."""
    return [int(other in block) for block in blocks]


def indicators(at: Case) -> _evidence.Features:
    """Which block it is in."""
    return partial(in_blocks, members(at))


def even(at: Case, weight: Fraction) -> ListedWeights:
    """The weight for each block, spread evenly over its label sets."""
    return ListedWeights(tuple((y, weight / len(B)) for B in members(at) for y in B))


def optimality(at: Case, said: Claimed) -> Iterator[Evidence]:
    """The printed distribution, and the bounds on the calibration dimension at it."""
    loss, value = block(at), len(members(at)) - 1
    yield _evidence.equal_risk(loss, even(at, Fraction(said("weight of a block", at))))
    point = even(at, Fraction(1, value + 1))
    yield from _evidence.calibration_dimension(
        loss,
        said("r", at),
        lower=Bound(value, FeasibleSubspace(point, representatives(at))),
        upper=Bound(value, MINIMAL),
    )


MINIMAL = NamedForm("minimal", "entries")
DECOMPOSITION = _table.decomposition(block, EVERY, indicators, indicators)
AFFINE, *_ = _table.dimensions(block, EVERY, representatives, lambda at: MINIMAL)


def heaviest(at: Case, said: Claimed) -> Iterator[Evidence]:
    """Where the weight of the block of z is largest, z is optimal; `orientation` -1: smallest."""
    loss, blocks, orientation = block(at), members(at), said("orientation", at)
    weight = [_evidence.scores(loss, B.__contains__) for B in blocks]
    for i, B in enumerate(blocks):
        rivals = [k for k in range(len(blocks)) if k != i]
        conditions = [_evidence.leads(orientation, weight[i], weight[k]) for k in rivals]
        for z in B[:1]:
            yield _evidence.picks(
                loss, z, conditions, partial(in_blocks, [blocks[k] for k in rivals])
            )


WHY_DIMENSION = (
    r"Take one label set of each block. Rows minus the first, on the other columns, are $-I$ of"
    r" order $b-1$, so every $L-c$ has rank at least $b-1$. For $c=1-1/b$ the rows of $L-c$ on the"
    r" blocks sum to $0$, so its rank is $b-1$."
)


def sylvester(d: int) -> list[list[int]]:
    """The rows of the Sylvester matrix of order d, without the first column of ones."""
    return [[(-1) ** (i & s).bit_count() for s in range(1, d)] for i in range(d)]


def codes(at: Case) -> AffineDecomposition:
    """F = -h/b, U = h, c = 1 - 1/b for b = 2^n, block i having row i of the Sylvester matrix."""
    blocks = members(at)
    b = len(blocks)
    rows = sylvester(b)

    def own(label: Label) -> list[int]:
        return rows[next(i for i, B in enumerate(blocks) if label in B)]

    return _evidence.explicit(
        block(at), lambda z: [Fraction(-h, b) for h in own(z)], own, 1 - Fraction(1, b)
    )


def balanced(at: Case) -> WeightedColumns:
    """The balanced signs of the b classes, each for the label sets of its block."""
    blocks, predictions = members(at), tuple(block(at).predictions)
    given = balanced_columns(len(blocks))
    of = [next(i for i, B in enumerate(blocks) if z in B) for z in predictions]
    F, U = (tuple(rows[i] for i in of) for rows in (given.F, given.U))
    return WeightedColumns(F, U, given.weights, (given.shift[0],) * len(of))


def apart(at: Case) -> SignDual:
    """The dual of the 0-1 loss on one label set of each block."""
    places = {z: i for i, z in enumerate(block(at).predictions)}
    chosen = [places[B[0]] for B in members(at)]
    b = len(chosen)
    B = [[Fraction(0)] * len(places) for _ in places]
    q = [Fraction(0)] * len(places)
    for i, z in enumerate(chosen):
        q[z] = Fraction(1, b)
        for j, y in enumerate(chosen):
            B[z][y] = Fraction(b * (i == j) - 1)
    return SignDual(tuple(map(tuple, B)), tuple(q))


def found(at: Case) -> tuple[Bound, Bound]:
    """The bounds of the 0-1 loss on b classes, by signs of a code where b is a power of 2."""
    b = len(members(at))
    value = least_squared(b)
    above = balanced(at) if b & (b - 1) else codes(at)
    return Bound(value, apart(at)), Bound(value, above)


OPTIMALITY = Shown(
    evidence=optimality, ranges_over=EVERY, parts=(_evidence.EQUAL_RISK, _evidence.OPTIMAL)
)
CLAIMS = (
    claim("block.decomposition", PLACE)(
        text="L = F U^T + 1 with F = -(indicators of the blocks), U = indicators, r = b.",
        latex=r"L(z,y)=1-\sum_{j=1}^b1(z\in B_j)\,1(y\in B_j)",
        reading="as printed",
        **DECOMPOSITION,
        cases=WIDE,
        theorems=(Theorem("LabelSets.block_decomposition", arguments=by_count),),
        claimed={"weight of F": always(-1), "c": always(1), "r": Constant(count)},
        derivation=r"Each label set lies in exactly one block.",
    ),
    *fails("block.affdim", f"{PLACE}; Table 1")(
        text="The affine dimension is b.",
        latex=r"\operatorname{affdim}(L)=b",
        reading=_table.LEAST_RANK,
        **AFFINE,
        cases=PROPER,
        theorems=(refuted("RefutedSets.block_affdim", EVERY, arguments=by_count),),
        claimed={"dimension": Constant(count, ("plus one", "doubled", "sign"))},
        uses=("block.decomposition",),
        remark=WHY_DIMENSION,
    ).repaired(
        text="The affine dimension is b - 1, attained at c = 1 - 1/b.",
        latex=r"\operatorname{affdim}(L)=b-1",
        cases=WIDE,
        theorems=(Theorem("LabelSets.block_affdim", arguments=by_count),),
        claimed={"dimension": Constant(lambda m, blocks: count(m, blocks) - 1)},
        derivation=WHY_DIMENSION,
    ),
    claim("block.A", "Table 1")(
        text="A = sqrt(b).",
        latex=r"\mathsf A=\sqrt b",
        reading="F and U as printed",
        **_table.constants(block, EVERY, "A^2"),
        cases=WIDE,
        theorems=(Theorem("LabelSets.block_A", arguments=by_count),),
        claimed={"A^2": Constant(count)},
        derivation=r"$r=b$, and every row of $F$ and $U$ is a unit vector up to sign.",
        uses=("block.decomposition",),
        remark="With blocks of one label set each this is 2^(m/2), which is not polynomial in m;"
        " it is not the least constant either: see block.sharp.",
    ),
    claim("block.inference", "Table 1; App. B.3")(
        text="Decoding takes any label set of the heaviest block, in O(b).",
        latex=r"\widehat f(x)\in\arg\max_{j}\sum_{i:y_i\in B_j}\alpha_i(x)",
        reading="the maximum over all blocks, unobserved ones having weight 0",
        **tried(heaviest, (*ALL_SMALL, *cases(m=(3,), blocks=("empty", "parity", "size"))), EVERY),
        theorems=(Theorem("LabelSets.block_inference", arguments=by_count),),
        claimed={"orientation": always(1, ("sign",))},
        derivation=r"$\sum_i\alpha_iL(z,y_i)=\sum_i\alpha_i-\sum_{i:y_i\in B(z)}\alpha_i$; a"
        r" maximum of $b$ numbers once the weights of the blocks are there.",
        uses=("block.decomposition",),
        remark="O(b) is the cost given the b weights; summing them takes one pass over the sample.",
    ),
    *fails_partly("block.optimal", PLACE)(
        text="Pi_y = 1/(b |B(y)|) meets the equal-risk condition, and r = b is optimal.",
        reading="no calibrated convex surrogate of dimension below b",
        **OPTIMALITY,
        cases=PROPER,
        theorems=(
            refuted(
                "RefutedSets.block_optimal",
                EVERY,
                _evidence.OPTIMAL,
                arguments=by_count,
                beside=("weight of a block",),
            ),
        ),
        claimed={
            "weight of a block": Constant(lambda m, blocks: Fraction(1, count(m, blocks)), ()),
            "r": Constant(count, ("plus one", "doubled")),
        },
        derivation=Derivation(
            r"Each block has probability $1/b$, so every prediction errs with probability"
            r" $1-1/b$.",
            (_evidence.EQUAL_RISK,),
        ),
        uses=("block.affdim", "block.affdim.repaired", "optimal.ra18"),
        remark="Probabilities of all but one block determine the rest.",
    ).repaired(
        text="Pi_y = 1/(b |B(y)|) meets the equal-risk condition, and no consistent convex"
        " surrogate has a dimension below b - 1, which is attained.",
        latex=r"\operatorname{CCdim}(L)=b-1",
        reading="the convex calibration dimension",
        cases=WIDE,
        theorems=(Theorem("LabelSets.block_optimal", given=("RA16",), arguments=by_count),),
        claimed={
            "weight of a block": Constant(lambda m, blocks: Fraction(1, count(m, blocks)), ()),
            "r": Constant(lambda m, blocks: count(m, blocks) - 1),
        },
        derivation=r"At this distribution all predictions are optimal, so the dimension is at"
        r" least the rank $b-1$ of the row differences, which also suffices.",
        uses=("block.affdim.repaired", "optimal.ra16"),
    ),
    *fails("block.sharp", _table.SHARP)(
        kind=Kind.EXTENSION,
        text="The constant sqrt(b) is sharp: no decomposition has a smaller A.",
        latex=r"\min_{L=FU^\top+c}\mathsf A=\sqrt b",
        reading=_table.OVER_ALL,
        **_table.least(block, EVERY, found),
        cases=PROPER,
        theorems=(refuted("RefutedSets.block_sharp", EVERY, arguments=by_count),),
        claimed={"least A^2": Constant(count, ("plus one", "doubled"))},
        remark="Every partition has a decomposition with A < 1.",
    ).repaired(
        text="For b >= 2 the least A is 1 - 1/b for even b and sqrt((b-1)/(b+1)) for odd b.",
        latex=r"\min_{L=FU^\top+c}\mathsf A=1-\tfrac1b\ (b\text{ even}),"
        r"\quad\sqrt{\tfrac{b-1}{b+1}}\ (b\text{ odd})",
        reading=_table.OVER_ALL,
        **_table.least(block, "every m >= 1 and every partition with b >= 2", found),
        cases=tuple(case for case in WIDE if len(members(case)) > 1),
        theorems=(Theorem("LabelSets.block_sharp", arguments=by_count),),
        claimed={"least A^2": Constant(lambda m, blocks: least_squared(count(m, blocks)))},
        derivation="The 0-1 loss on the blocks with rows and columns repeated, which changes no"
        " bound (x.best.zero-one).",
        uses=("x.best.zero-one",),
    ),
)
