"""0-1 losses on label sets: L(z, y) = 1(z != y), and 1(z and y lie in different blocks).

The blocks are those of a partition of the label sets.
"""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from qstheory.errors import InvalidParameter, TooLarge
from qstheory.losses.base import DecoderNote, Loss
from qstheory.losses.closed_forms import ClosedForm, CountForm, Features
from qstheory.losses.counts import CountStructure
from qstheory.losses.linear import Sparse
from qstheory.losses.parameters import CountFormula, LossFamily, integer, sequence, word_or
from qstheory.losses.shared import (
    ONE,
    Classifier,
    ClassWords,
    Expression,
    FormExpressions,
    centred_form,
    flip_first,
    indicator_form,
    itself,
    relabelling,
    same,
)
from qstheory.losses.spaces import Label, LabelSets, binary

SETS = ClassWords("1(z=z')", "1(y=z')", "z'", "2^m")
CHARACTER_LIMIT = 20
"""Most labels for which the 2^m - 1 features of one set are written out."""


def characters_form(m: int) -> ClosedForm:
    """F_z = -2^-m (chi_S(z))_S, U_y = (chi_S(y))_S over the non-empty S, c = 1 - 2^-m.

    chi_S(z) = (-1)^|S & z|; sum_S chi_S(z) chi_S(y) = 2^m 1(z = y) over all S.
    """
    nonempty = r"\emptyset\ne S"
    prediction = Expression(lambda chi, n: -ONE * chi / n, (r"(-1)^{|S\cap z|}", "2^m"), nonempty)
    observation = Expression(same, (r"(-1)^{|S\cap y|}",), nonempty)
    written = FormExpressions(
        (prediction,),
        (observation,),
        Expression(lambda n: 1 - ONE / n, ("2^m",)),
        Expression(lambda n: n - 1, ("2^m",)),
    )
    n = 1 << m

    def characters(label: Label, odd: Fraction, even: Fraction) -> Sparse:
        if m > CHARACTER_LIMIT:
            raise TooLarge(f"2^{m} - 1 features of one label set are too many to write out.")
        bits = binary(label)
        return {S - 1: odd if (S & bits).bit_count() % 2 else even for S in range(1, n)}

    return ClosedForm(
        name="minimal",
        constant=written.constant(n),
        features=Features(
            n - 1,
            lambda z: characters(z, prediction(-1, n), prediction(1, n)),
            lambda y: characters(y, observation(-1), observation(1)),
        ),
        source="orthogonality of the characters of (Z/2)^m, the constant one moved into c",
        expressions=written,
    )


def zero_one(m: int) -> Loss:
    """The 0-1 loss on subsets of m labels."""
    space = LabelSets(m)
    counts = CountStructure(m, space, space, lambda a, b, both: Fraction(not a == b == both))
    return Loss(
        reference=ZERO_ONE.reference(m=m),
        predictions=space,
        observations=space,
        entry=counts,
        bounds=(Fraction(0), Fraction(1)),
        closed_forms=(
            indicator_form("printed", 1 << m, binary, "App. B.3, 0-1 loss", SETS),
            characters_form(m),
        ),
        symmetries=(*relabelling(m), flip_first(m)),
        decoder=DecoderNote("heaviest observed label set", "O(min(n, 2^m))", "App. B.3"),
    )


ZERO_ONE = LossFamily(
    name="zero-one",
    title="0-1 on label sets",
    definition=r"L(z,y)=1(z\neq y)",
    source="Table 1; App. B.3",
    parameters=(integer("m", "number of labels", 1, maximum=100_000),),
    build=zero_one,
    formula=CountFormula("0 if a == b == i else 1"),
    examples=({"m": 1}, {"m": 2}, {"m": 3}, {"m": 4}),
    aliases=("0-1",),
)


BY_SIZE: dict[str, tuple[Callable[[int], int], Callable[[int], int]]] = {
    "size": (lambda size: size, lambda m: m + 1),
    "parity": (lambda size: size % 2, lambda m: 2),
    "empty": (lambda size: min(size, 1), lambda m: 2),
}
"""Partitions by |z|: the block of a size, and how many blocks there are for m labels."""
SINGLETONS = "singletons"
"""The partition into blocks of one label set, for which the loss is the 0-1 loss."""


def _number(items: list[Any]) -> tuple[int, ...]:
    numbers: dict[str, int] = {}
    return tuple(numbers.setdefault(str(item), len(numbers)) for item in items)


def partition(m: int, blocks: str | tuple[int, ...]) -> tuple[int, Classifier]:
    """How many blocks there are, and the block of a label set."""
    if blocks == SINGLETONS:
        return 1 << m, binary
    if isinstance(blocks, str):
        of_size, count = BY_SIZE[blocks]

        def by_size(label: Label) -> int:
            assert isinstance(label, tuple)
            return of_size(sum(label))

        return count(m), by_size
    if m > 20 or len(blocks) != 1 << m:
        raise InvalidParameter(
            f"blocks must be one of {', '.join((*BY_SIZE, SINGLETONS))} or name the block of each"
            f" of the 2^{m} label sets, not {len(blocks)} of them."
        )
    return len(set(blocks)), lambda label: blocks[binary(label)]


def closed_forms(
    m: int, blocks: str | tuple[int, ...], count: int, of: Classifier
) -> tuple[ClosedForm, ...]:
    """Those of the 0-1 loss on the blocks; their features depend on sizes where blocks do."""
    source = "App. B.3, block 0-1 loss"
    if not isinstance(blocks, str) or blocks == SINGLETONS:
        return indicator_form("printed", count, of, source), centred_form(count, of)
    of_size = BY_SIZE[blocks][0]

    def by_size(form: ClosedForm) -> ClosedForm:
        counts = CountForm(
            m,
            0,
            form.dimension,
            prediction_extra=lambda size: form.prediction_features(of_size(size)),
            observation_extra=lambda size: form.observation_features(of_size(size)),
        )
        return ClosedForm(form.name, form.constant, counts, form.source, form.expressions)

    printed = indicator_form("printed", count, itself, source)
    return by_size(printed), by_size(centred_form(count, itself))


def block_zero_one(m: int, blocks: str | tuple[int, ...]) -> Loss:
    """The block 0-1 loss for a partition of the subsets of m labels."""
    space = LabelSets(m)
    count, of = partition(m, blocks)
    counts = None
    if blocks == SINGLETONS:
        counts = CountStructure(m, space, space, lambda a, b, both: Fraction(not a == b == both))
    elif isinstance(blocks, str):
        of_size = BY_SIZE[blocks][0]
        counts = CountStructure(
            m, space, space, lambda a, b, both: Fraction(of_size(a) != of_size(b))
        )
    return Loss(
        reference=BLOCK_ZERO_ONE.reference(m=m, blocks=blocks),
        predictions=space,
        observations=space,
        entry=counts or (lambda z, y: Fraction(of(z) != of(y))),
        bounds=(Fraction(0), Fraction(1)),
        closed_forms=closed_forms(m, blocks, count, of),
        symmetries=relabelling(m) if counts else (),
        decoder=DecoderNote("heaviest block", "O(b)", "App. B.3"),
    )


BLOCK_ZERO_ONE = LossFamily(
    name="block-zero-one",
    title="Block 0-1",
    definition=r"L(z,y)=1(z\in B_j,\ y\notin B_j\text{ for some }j)",
    source="Table 1; App. B.3",
    parameters=(
        integer("m", "number of labels", 1, maximum=100_000),
        word_or(
            (*BY_SIZE, SINGLETONS),
            sequence(
                "blocks",
                "the partition: by size, by parity (of the size), by empty (or not), singletons, or"
                " the block of each of the 2^m label sets in binary order",
                _number,
            ),
            "size",
        ),
    ),
    build=block_zero_one,
    examples=(
        {"m": 1, "blocks": "size"},
        {"m": 3, "blocks": "size"},
        {"m": 3, "blocks": "parity"},
        {"m": 3, "blocks": "empty"},
        {"m": 2, "blocks": "singletons"},
        {"m": 2, "blocks": ["a", "b", "b", "c"]},
        {"m": 2, "blocks": "7;7;7;7"},
        {"m": 3, "blocks": [0, 1, 1, 0, 2, 3, 3, 3]},
    ),
)
