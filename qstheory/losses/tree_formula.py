"""A loss on the leaves of a tree by a formula in the depth of their lowest common ancestor."""

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from math import prod

from qstheory.errors import InvalidParameter, TooLarge
from qstheory.losses.base import Loss, Symmetry
from qstheory.losses.formula import compiled
from qstheory.losses.formula_reader import entry, read_formula
from qstheory.losses.parameters import LossFamily, integer, sequence
from qstheory.losses.spaces import Classes, Label

VARIABLES = {"i": "the depth of the lowest common ancestor of z and y", "m": "the depth of leaves"}
LEAVES, DEPTH = 1 << 12, 12
"""Most leaves, and the depth at which a binary tree has so many."""
CHILDREN = sequence(
    "children",
    "the number of children of a node at each depth from the root on, such as 3;2",
    lambda items: tuple(integer("children", "", 1).parse(item) for item in items),
)


def path(leaf: Label, children: tuple[int, ...]) -> tuple[int, ...]:
    """Which child is taken at each depth; leaves are numbered from 0 in the order of their paths.

    >>> path(5, (3, 2))
    (2, 1)
    """
    assert isinstance(leaf, int)
    found = []
    for count in reversed(children):
        leaf, child = divmod(leaf, count)
        found.append(child)
    return tuple(reversed(found))


def common(left: tuple[int, ...], right: tuple[int, ...]) -> int:
    """The depth of the lowest common ancestor: the length of the common beginning."""
    pairs = enumerate(zip(left, right, strict=True))
    return next((i for i, (ours, theirs) in pairs if ours != theirs), len(left))


def _turned(
    children: tuple[int, ...], depth: int, image: Callable[[int], int]
) -> Callable[[Label], Label]:
    """Moves the children of the first node at that depth."""
    size = prod(children[depth + 1 :])

    def move(leaf: Label) -> Label:
        assert isinstance(leaf, int)
        child, rest = divmod(leaf, size)
        return image(child) * size + rest if child < children[depth] else leaf

    return move


def automorphisms(children: tuple[int, ...]) -> tuple[Symmetry, ...]:
    """A swap and a cycle of the children of the first node of each depth: they generate all."""
    found = []
    for depth, count in enumerate(children):
        if count < 2:
            continue
        swap = _turned(children, depth, lambda child: 1 - child if child < 2 else child)
        cycle = _turned(children, depth, partial(_next, count))
        found += [
            Symmetry(f"swap of two children at depth {depth}", swap, swap),
            Symmetry(f"cycle of the children at depth {depth}", cycle, cycle),
        ]
    return tuple(found)


def _next(count: int, child: int) -> int:
    return (child + 1) % count


def build(children: tuple[int, ...], entry: str) -> Loss:
    """The loss; raises InvalidParameter for no tree and for an undefined entry, TooLarge."""
    m = len(children)
    if not 1 <= m <= DEPTH:
        raise InvalidParameter(f"children must be 1 to {DEPTH} numbers, one for each depth.")
    leaves = prod(children)
    if leaves > LEAVES:
        raise TooLarge(f"A tree of more than {LEAVES} leaves is not written out; take fewer.")
    space = Classes(leaves)
    paths = [path(leaf, children) for leaf in range(leaves)]
    formula = compiled(read_formula(entry))
    values = [Fraction(formula({"i": i, "m": m})) for i in range(m + 1)]

    def value(z: Label, y: Label) -> Fraction:
        assert isinstance(z, int)
        assert isinstance(y, int)
        return values[common(paths[z], paths[y])]

    # A node with one child branches nowhere, so that some depths have no pair of leaves.
    met = {common(paths[0], other) for other in paths}
    return Loss(
        reference=FAMILY.reference(children=children, entry=entry),
        predictions=space,
        observations=space,
        entry=value,
        bounds=(min(values[i] for i in met), max(values[i] for i in met)),
        symmetries=automorphisms(children),
        conventions=("the root has depth 0; leaves are numbered in the order of their paths",),
    )


FAMILY = LossFamily(
    name="tree-formula",
    title="Formula on the leaves of a tree",
    definition=r"L(z,y)=f(\mathrm{depth}(z\wedge y),m)",
    source="given by the user",
    parameters=(CHILDREN, entry(VARIABLES, "2*(m-i)")),
    build=build,
    examples=(
        {"children": "3", "entry": "1 - i"},
        {"children": "3;2", "entry": "i < 1"},
        {"children": "2;2", "entry": "2*(m-i)"},
    ),
)
