"""Tree distance: L(z, y) = the number of edges between two nodes of a rooted tree.

The classes are nodes written as paths from the root: `animal/cat animal/dog plant`. A path may be
the beginning of another; the root itself is written `/`.
"""

import re
from fractions import Fraction
from typing import Any

from qstheory.errors import InvalidParameter
from qstheory.losses.base import DecoderNote, Loss
from qstheory.losses.parameters import LossFamily, sequence
from qstheory.losses.shared import distances, sign_form
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


def edges_above(classes: tuple[str, ...]) -> tuple[int, dict[Label, int]]:
    """How many edges separate some of the classes, and the bits of those above each class.

    Edges above all classes do not matter; deeper edges have higher bits.
    """
    ways = {path: steps(path) for path in classes}
    below: dict[tuple[str, ...], int] = {}
    for way in ways.values():
        for depth in range(1, len(way) + 1):
            below[way[:depth]] = below.get(way[:depth], 0) + 1
    separating = sorted((node for node, n in below.items() if n < len(classes)), key=len)
    place = {node: 1 << e for e, node in enumerate(separating)}
    above: dict[Label, int] = {
        path: sum(place.get(way[:depth], 0) for depth in range(1, len(way) + 1))
        for path, way in ways.items()
    }
    return len(separating), above


def build(classes: tuple[str, ...]) -> Loss:
    """The tree distance on these nodes: the number of edges above one of them and not the other."""
    space = Labels(classes)
    edges, above = edges_above(classes)
    counts = distances(edges, above.__getitem__)
    deepest = max(len(steps(path)) for path in classes)
    source = "the distance counts the edges that separate z from y"
    return Loss(
        reference=FAMILY.reference(classes=classes),
        predictions=space,
        observations=space,
        entry=counts,
        bounds=(Fraction(0), Fraction(2 * deepest)),
        closed_forms=(sign_form("edges", source, edges, above.__getitem__),),
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
