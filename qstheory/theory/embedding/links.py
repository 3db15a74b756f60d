"""The best link from scores to predictions, by branch and bound over exact linear programs.

A link psi errs at v and Pi when psi(v) is not optimal at Pi. Each pair of a prediction z and a
distribution p_j at which z is not optimal has a convex piecewise linear function g_zj(v) >= 0 that
says how far v is from such an error. The value of the best link is

    min_v max_z min_j g_zj(v) = min over j(.) of min_v max_z g_{z j(z)}(v)

and psi(v) = argmax_z min_j g_zj(v) attains it. The nodes of the search choose j(z) for some z.
"""

import heapq
from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import count
from typing import Any, Protocol

from qstheory.certify.finite import Vector
from qstheory.errors import TooLarge

EFFORT = 30_000
"""Most linear programs of one search, times the number of pieces of the surrogate."""
Pair = tuple[int, int]
"""A prediction and a vertex at which it is not optimal, by index."""


@dataclass(frozen=True)
class Relaxed:
    """min_v max g over the pairs of a node: the value, such a v, and what proves it."""

    value: Fraction
    scores: Vector
    proof: Any


class Distances(Protocol):
    """The functions g."""

    @property
    def errors(self) -> Mapping[int, tuple[int, ...]]:
        """For each prediction the vertices at which it is not optimal."""

    def at(self, pair: Pair, v: Vector) -> Fraction:
        """g_zj(v)."""

    def extended(self, proof: Any) -> Any:
        """The proof of a node for one with a pair more that does not bind."""

    def relaxed(self, pairs: tuple[Pair, ...]) -> Relaxed:
        """The least v for some pairs; at least one."""


@dataclass
class Node:
    """A choice for some predictions; `branched` is the prediction that its children choose for."""

    pairs: tuple[Pair, ...]
    bound: Relaxed | None
    branched: int | None = None
    children: tuple["Node", ...] = ()


@dataclass(frozen=True)
class Best:
    """The value and the v at which it is attained, None when some z never errs; the search tree."""

    value: Fraction | None
    scores: Vector
    root: Node


def best_link(distances: Distances, start: Vector, pieces: int) -> Best:
    """The search, least bound first, for a surrogate of that many pieces; raises TooLarge."""
    never = next((z for z, errors in distances.errors.items() if not errors), None)
    root = Node((), None)
    if never is not None:
        root.branched = never
        return Best(None, start, root)
    order, heap = count(), list[tuple[Fraction, int, Node]]()
    heapq.heappush(heap, (Fraction(0), next(order), root))
    left = EFFORT // pieces
    while True:
        _, _, node = heapq.heappop(heap)
        value = node.bound.value if node.bound else Fraction(-1)
        v = node.bound.scores if node.bound else start
        z = _violated(distances, v, value)
        if z is None:
            return Best(value, v, root)
        node.branched = z
        children = []
        for j in distances.errors[z]:
            pairs = (*node.pairs, (z, j))
            if node.bound is not None and distances.at((z, j), v) <= value:
                # v serves the child too, and the proof of the parent, with weight 0 for the pair.
                bound = replace(node.bound, proof=distances.extended(node.bound.proof))
            else:
                left -= 1
                bound = distances.relaxed(pairs)
            children.append(Node(pairs, bound))
            heapq.heappush(heap, (bound.value, next(order), children[-1]))
        if left < 0:
            raise TooLarge(
                f"The best link would take more than {EFFORT // pieces:,} linear programs, the"
                f" limit for {pieces} pieces; give a surrogate of fewer pieces or a loss of fewer"
                " predictions."
            )
        node.children = tuple(children)


def _violated(distances: Distances, v: Vector, value: Fraction) -> int | None:
    """A prediction that is farther from an error at v than the value, with the fewest errors."""
    far = [z for z in distances.errors if distance(distances, z, v) > value]
    return min(far, key=lambda z: len(distances.errors[z]), default=None)


def distance(distances: Distances, z: int, v: Vector) -> Fraction:
    """min_j g_zj(v), for a prediction that errs somewhere."""
    return min(distances.at((z, j), v) for j in distances.errors[z])
