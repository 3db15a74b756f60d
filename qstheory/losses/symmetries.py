"""Generators of the symmetry groups that losses declare; tests verify them entry by entry."""

from collections.abc import Callable

from qstheory.losses.base import Symmetry
from qstheory.losses.spaces import Label


def _coordinates(order: list[int]) -> Callable[[Label], Label]:
    def move(label: Label) -> Label:
        assert isinstance(label, tuple)
        return tuple(label[j] for j in order)

    return move


def relabelling(m: int) -> tuple[Symmetry, ...]:
    """A swap and a cycle of the m coordinates, moving predictions and observations alike.

    For permutations as position vectors, sigma -> sigma o pi is the same coordinate move.
    """
    if m < 2:
        return ()
    swap = _coordinates([1, 0, *range(2, m)])
    cycle = _coordinates([*range(1, m), 0])
    return (
        Symmetry("swap of the first two labels", swap, swap),
        Symmetry("cycle of the labels", cycle, cycle),
    )


def flip_first(m: int) -> Symmetry:
    """Complement the first label in prediction and observation."""

    def flip(label: Label) -> Label:
        assert isinstance(label, tuple)
        return (1 - label[0], *label[1:])

    return Symmetry("complement of the first label", flip, flip)


def class_permutations(classes: int) -> tuple[Symmetry, ...]:
    """A swap and a cycle of the classes 0..classes-1; other predictions stay where they are."""
    if classes < 2:
        return ()

    def swap(label: Label) -> Label:
        assert isinstance(label, int)
        return 1 - label if label < 2 else label

    def cycle(label: Label) -> Label:
        assert isinstance(label, int)
        return (label + 1) % classes if label < classes else label

    return (
        Symmetry("swap of the first two classes", swap, swap),
        Symmetry("cycle of the classes", cycle, cycle),
    )


def reversal(m: int, total: int) -> Symmetry:
    """Positions m + 1 - sigma(j) with grades total - y_j: the order and its reading reversed."""

    def prediction(label: Label) -> Label:
        assert isinstance(label, tuple)
        return tuple(m + 1 - position for position in label)

    def observation(label: Label) -> Label:
        assert isinstance(label, tuple)
        return tuple(total - grade for grade in label)

    return Symmetry("reversal of positions and grades", prediction, observation)
