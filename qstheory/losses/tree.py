"""Tree distance: L(z, y) = the number of edges between two nodes of a rooted tree.

The classes are nodes written as paths from the root: `animal/cat animal/dog plant`. A path may be
the beginning of another; the root itself is written `/`.
"""

import re
from fractions import Fraction
from typing import Any

from qstheory.errors import InvalidParameter
from qstheory.losses.base import DecoderNote, Loss, LossFamily
from qstheory.losses.closed_forms import ClosedForm, Sparse
from qstheory.losses.parameters import sequence
from qstheory.losses.spaces import Label, Labels

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


def distance(z: Label, y: Label) -> Fraction:
    """The number of edges between two paths."""
    first, second = steps(z), steps(y)
    shared = 0
    for one, other in zip(first, second, strict=False):
        if one != other:
            break
        shared += 1
    return Fraction(len(first) + len(second) - 2 * shared)


def edges_form(classes: tuple[str, ...]) -> ClosedForm:
    """F_z = -w s(z) / 2, U_y = s(y), c = sum of w / 2 over the ways e in which edges split classes.

    s_e(z) = 1 if z lies below edge e, otherwise -1; w_e counts the edges with the same split, and
    edges that have all classes on one side do not matter.
    """
    ways = [steps(path) for path in classes]
    nodes = sorted({way[:depth] for way in ways for depth in range(1, len(way) + 1)})
    splits: dict[tuple[int, ...], int] = {}
    for node in nodes:
        side = tuple(1 if way[: len(node)] == node else -1 for way in ways)
        if len(set(side)) == 2:
            canonical = tuple(s * side[0] for s in side)
            splits[canonical] = splits.get(canonical, 0) + 1
    place = {path: i for i, path in enumerate(classes)}

    def prediction(z: Label) -> Sparse:
        assert isinstance(z, str)
        items = enumerate(splits.items())
        return {e: Fraction(-w * side[place[z]], 2) for e, (side, w) in items}

    def observation(y: Label) -> Sparse:
        assert isinstance(y, str)
        return {e: Fraction(side[place[y]]) for e, side in enumerate(splits)}

    constant = Fraction(sum(splits.values()), 2)
    source = "the distance counts the edges that separate z from y"
    return ClosedForm("edges", len(splits), constant, prediction, observation, source)


def build(classes: tuple[str, ...]) -> Loss:
    """The tree distance on these nodes."""
    space = Labels(classes)
    deepest = max(len(steps(path)) for path in classes)
    return Loss(
        reference=FAMILY.reference(classes=classes),
        predictions=space,
        observations=space,
        entry=distance,
        bounds=(Fraction(0), Fraction(2 * deepest)),
        closed_forms=(edges_form(classes),),
        conventions=("every edge has length 1",),
        decoder=DecoderNote("node of least expected distance", "O(nodes^2)"),
    )


FAMILY = LossFamily(
    name="tree",
    title="Tree distance",
    definition=r"L(z,y)=d_T(z,y)",
    source="Ramaswamy, Tewari, Agarwal 2015",
    parameters=(
        sequence(
            "classes", "the nodes as paths from the root: 'animal/cat animal/dog plant'", _paths
        ),
    ),
    build=build,
    examples=(
        {"classes": "animal/cat animal/dog plant"},
        {"classes": "/ a a/b a/c a/c/d e"},
        {"classes": ["x/y/a", "x/y/b"]},
        {"classes": "a/p/x;a/p/y;b/q/x;b/q/y;c"},
        {"classes": "a"},
    ),
    aliases=("hierarchical",),
)
