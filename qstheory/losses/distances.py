"""Losses that are distances of classes: absolute and squared on ordered classes, edges of a tree.

Ordered classes 0..n-1 have |z - y| and (z - y)^2. Nodes of a rooted tree have the number of edges
between them; they are written as paths from the root: `animal/cat animal/dog plant`. A path may be
the beginning of another; the root itself is written `/`. Each class stands for a set, the distance
being that of sets: ordered classes for the thresholds 1..n-1 that they reach, nodes of a tree for
the edges above them.
"""

import re
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from qstheory.errors import InvalidParameter
from qstheory.losses.base import DecoderNote, Loss, Symmetry
from qstheory.losses.closed_forms import ClosedForm, CountForm, PolynomialEntry, PolynomialForm
from qstheory.losses.counts import AffineEntry, CountStructure
from qstheory.losses.parameters import LossFamily, integer, sequence
from qstheory.losses.spaces import Classes, Label, Labels, LabelSets

DISTANCE = AffineEntry(Fraction(0), Fraction(1), Fraction(1), Fraction(-2))
"""|z| + |y| - 2 |z & y|."""


def distances(m: int, set_of: Callable[[Label], int]) -> CountStructure:
    """The distance of sets of m elements, for the set of each class as the bits of an integer."""
    return CountStructure(m, LabelSets(m), LabelSets(m), DISTANCE, set_of, set_of)


def sign_form(name: str, source: str, m: int, set_of: Callable[[Label], int]) -> ClosedForm:
    """F_z = -s(z) / 2, U_y = s(y), c = m / 2 with s_t = 1 for the elements of a set, otherwise -1.

    The distance is sum_t (1 - s_t(z) s_t(y)) / 2.
    """
    form = CountForm(
        m,
        1,
        0,
        lambda bit, size: {0: Fraction(1 - 2 * bit, 2)},
        lambda bit, size: {0: Fraction(2 * bit - 1)},
        prediction_set=set_of,
        observation_set=set_of,
    )
    return ClosedForm(name, Fraction(m, 2), form, source)


def reached(label: Label) -> int:
    """The bits of the thresholds 1..label.

    >>> reached(3)
    7
    """
    assert isinstance(label, int)
    return (1 << label) - 1


def threshold_form(classes: int) -> ClosedForm:
    """F_z = -s(z) / 2, U_y = s(y), c = (n - 1) / 2 with s_t = 2 * 1(label >= t) - 1.

    |z - y| = sum_t 1(1(z >= t) != 1(y >= t)) = sum_t (1 - s_t(z) s_t(y)) / 2.
    """
    source = "|z - y| counts the thresholds between z and y"
    return sign_form("minimal", source, classes - 1, reached)


def reversal_of_classes(classes: int) -> Symmetry:
    """Class n - 1 - k for class k, in predictions and observations."""

    def reverse(label: Label) -> Label:
        assert isinstance(label, int)
        return classes - 1 - label

    return Symmetry("reversal of the classes", reverse, reverse)


def absolute(classes: int) -> Loss:
    """The absolute loss on that many ordered classes: the number of thresholds between two."""
    space, counts = Classes(classes), distances(classes - 1, reached)
    return Loss(
        reference=ABSOLUTE.reference(classes=classes),
        predictions=space,
        observations=space,
        entry=counts,
        bounds=(Fraction(0), Fraction(classes - 1)),
        closed_forms=(threshold_form(classes),),
        symmetries=(reversal_of_classes(classes),),
        decoder=DecoderNote("least prefix sum", "O(classes)", "Pedregosa, Bach, Gramfort 2017"),
    )


ABSOLUTE = LossFamily(
    name="ordinal-absolute",
    title="Ordinal absolute",
    definition=r"L(z,y)=|z-y|",
    source="Pedregosa, Bach, Gramfort 2017",
    parameters=(integer("classes", "number of ordered classes", 1),),
    build=absolute,
    examples=({"classes": 1}, {"classes": 2}, {"classes": 3}, {"classes": 5}),
)


ZERO, ONE, TWO = Fraction(0), Fraction(1), Fraction(2)
SQUARE = PolynomialEntry(((ZERO, ZERO, ONE), (ZERO, -TWO), (ONE,)))
"""y^2 - 2 z y + z^2."""


def expansion_form(classes: int) -> ClosedForm:
    """F_z = (x^2, -2 s x, s^2), U_y = (1, u/s, u^2/s^2), c = 0, for x = z - s, u = y - s.

    s is the middle of the classes, so that U has entries up to 1 and ||F||^2 is at most 6 s^4.
    """
    s = Fraction(classes - 1, 2)
    square, line = (s * s, -2 * s, ONE), (-s, ONE)
    F = (square, tuple(-2 * s * x for x in line), (s * s,))
    U = ((ONE,), tuple(x / s for x in line), tuple(x / (s * s) for x in square))
    text = "(z - y)^2 = x^2 - 2 x u + u^2 for x = z - s, u = y - s and s the middle of the classes"
    return ClosedForm("minimal", ZERO, PolynomialForm(F, U), text)


def squared(classes: int) -> Loss:
    """The squared loss on that many ordered classes; for two it is the absolute one."""
    space = Classes(classes)
    few = classes <= 2
    return Loss(
        reference=SQUARED.reference(classes=classes),
        predictions=space,
        observations=space,
        entry=distances(classes - 1, reached) if few else SQUARE,
        bounds=(ZERO, Fraction((classes - 1) ** 2)),
        closed_forms=(threshold_form(classes) if few else expansion_form(classes),),
        symmetries=(reversal_of_classes(classes),),
        decoder=DecoderNote("least value of a parabola on the classes", "O(classes)"),
    )


SQUARED = LossFamily(
    name="ordinal-squared",
    title="Ordinal squared",
    definition=r"L(z,y)=(z-y)^2",
    source="Pedregosa, Bach, Gramfort 2017",
    parameters=(integer("classes", "number of ordered classes", 1),),
    build=squared,
    examples=({"classes": 1}, {"classes": 2}, {"classes": 3}, {"classes": 5}),
)


BITS = 1 << 30
"""Most edges times classes of a tree, a bit each: 128 MB, as 30,000 leaves on 35,000 edges."""
NODE = re.compile(r"(?:[^\W\d]|%[0-9A-F]{2})(?:[\w.-]|%[0-9A-F]{2})*")
"""A name of a node: it begins with a letter, so that no path reads as a number; %20 is a blank."""


def _paths(items: list[Any]) -> tuple[str, ...]:
    paths = []
    for item in items:
        text = str(item).strip()
        steps = [] if text == "/" else text.removeprefix("/").removesuffix("/").split("/")
        if not all(NODE.fullmatch(step) for step in steps):
            raise InvalidParameter(
                f"{text[:40]!r} is not a path of names that begin with a letter, such as a/b/c."
            )
        paths.append("/".join(steps) or "/")
    if not paths or len(set(paths)) != len(paths):
        raise InvalidParameter("classes must be distinct paths, at least one.")
    return tuple(paths)


def steps(path: Label) -> tuple[str, ...]:
    """The names on the way from the root.

    >>> steps("animal/cat"), steps("/")
    (('animal', 'cat'), ())
    """
    assert isinstance(path, str)
    return tuple(path.split("/")) if path != "/" else ()


def edges_above(classes: tuple[str, ...]) -> tuple[int, dict[Label, int]]:
    """How many edges separate some of the classes, and the bits of those above each class.

    Edges above all classes do not matter; deeper edges have higher bits. Raises InvalidParameter
    where all these bits are more than BITS.
    """
    nodes: dict[tuple[int, str], int] = {}
    ways: dict[str, list[int]] = {}
    below, depths = [0], [0]
    for path in classes:
        node, way = 0, []
        for step in steps(path):
            parent, node = node, nodes.setdefault((node, step), len(below))
            if node == len(below):
                below.append(0)
                depths.append(depths[parent] + 1)
            below[node] += 1
            way.append(node)
        ways[path] = way
    separating = [node for node in range(1, len(below)) if below[node] < len(classes)]
    if len(separating) * len(classes) > BITS:
        raise InvalidParameter(
            f"A tree of {len(classes):,} classes may have at most {BITS // len(classes):,} edges"
            f" between them, not {len(separating):,}."
        )
    place = {node: e for e, node in enumerate(sorted(separating, key=depths.__getitem__))}
    above: dict[Label, int] = {}
    for path, way in ways.items():
        bits = bytearray(len(separating) // 8 + 1)
        for e in (place[node] for node in way if node in place):
            bits[e // 8] |= 1 << e % 8
        above[path] = int.from_bytes(bits, "little")
    return len(separating), above


def path_form(m: int, above: Mapping[Label, int]) -> ClosedForm:
    """d(z, y) = |z| + |y| - 2 |z & y| for the sets of the m edges above z and y.

    F_z = (-2 [e in z], |z| - a, s), U_y = ([e in y], 1, (|y| - a)/s), c = 2 a, with a in the middle
    of the numbers of edges and s the largest distance from it. Where all depths are alike the last
    two coordinates are left out.
    """
    depths = [edges.bit_count() for edges in above.values()]
    middle = Fraction(min(depths) + max(depths), 2)
    s = middle - min(depths)
    form = CountForm(
        m,
        1,
        2 if s else 0,
        lambda bit, size: {0: Fraction(-2 * bit)},
        lambda bit, size: {0: Fraction(bit)},
        lambda size: {0: size - middle, 1: s} if s else {},
        lambda size: {0: Fraction(1), 1: (size - middle) / s} if s else {},
        prediction_set=above.__getitem__,
        observation_set=above.__getitem__,
    )
    return ClosedForm("paths", 2 * middle, form, "the depths less twice the edges above both")


def tree(classes: tuple[str, ...]) -> Loss:
    """The tree distance on these nodes: the number of edges above one of them and not the other."""
    space = Labels(classes)
    edges, above = edges_above(classes)
    counts = distances(edges, above.__getitem__)
    deepest = max(len(steps(path)) for path in classes)
    source = "the distance counts the edges that separate z from y"
    return Loss(
        reference=TREE.reference(classes=classes),
        predictions=space,
        observations=space,
        entry=counts,
        bounds=(Fraction(0), Fraction(2 * deepest)),
        closed_forms=(
            sign_form("edges", source, edges, above.__getitem__),
            *([path_form(edges, above)] if edges else []),
        ),
        conventions=("every edge has length 1",),
        decoder=DecoderNote("node of least expected distance", "O(nodes^2)"),
    )


TREE = LossFamily(
    name="tree",
    title="Tree distance",
    definition=r"L(z,y)=d_T(z,y)",
    source="Ramaswamy, Tewari, Agarwal 2015",
    parameters=(
        sequence(
            "classes", "the nodes as paths from the root: 'animal/cat animal/dog plant'", _paths
        ),
    ),
    build=tree,
    examples=(
        {"classes": "animal/cat animal/dog plant"},
        {"classes": "/ a a/b a/c a/c/d e"},
        {"classes": ["x/y/a", "x/y/b"]},
        {"classes": "a/p/x;a/p/y;b/q/x;b/q/y;c"},
        {"classes": "a"},
    ),
    aliases=("hierarchical",),
)
