"""Block 0-1 loss: L(z, y) = 1(z and y lie in different blocks of a partition of the label sets)."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from qstheory.errors import InvalidParameter
from qstheory.losses.base import DecoderNote, Loss
from qstheory.losses.closed_forms import ClosedForm, CountForm
from qstheory.losses.counts import CountStructure
from qstheory.losses.parameters import LossFamily, integer, sequence, word_or
from qstheory.losses.shared import Classifier, centred_form, indicator_form, itself, relabelling
from qstheory.losses.spaces import Label, LabelSets, binary

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


def build(m: int, blocks: str | tuple[int, ...]) -> Loss:
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
        reference=FAMILY.reference(m=m, blocks=blocks),
        predictions=space,
        observations=space,
        entry=counts or (lambda z, y: Fraction(of(z) != of(y))),
        bounds=(Fraction(0), Fraction(1)),
        closed_forms=closed_forms(m, blocks, count, of),
        symmetries=relabelling(m) if counts else (),
        decoder=DecoderNote("heaviest block", "O(b)", "App. B.3"),
    )


FAMILY = LossFamily(
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
    build=build,
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
