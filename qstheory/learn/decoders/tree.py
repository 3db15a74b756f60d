"""Tree distance: L(z, y) = the number of edges between two nodes of a rooted tree."""

from dataclasses import dataclass
from functools import cached_property
from itertools import takewhile

import numpy as np

from qstheory.errors import InvalidParameter
from qstheory.learn.decoders.arrays import FloatArray
from qstheory.learn.decoders.loss_table import LossTable


@dataclass(frozen=True, eq=False)
class TreeDecoder(LossTable):
    """argmin over the nodes, written as paths from the root: ("animal/cat", "animal/dog", "/").

    Predictions and observations are indices into `nodes`. With weights of either sign no descent
    from the root is exact, so all nodes are compared.
    """

    nodes: tuple[str, ...]

    name = "tree"
    cost = "O(nodes^2)"
    tie_rule = "the first node"
    examples = ({"nodes": ("/", "a", "a/b", "a/c", "a/c/d", "e")}, {"nodes": ("x",)})

    def __post_init__(self) -> None:
        """Raises InvalidParameter unless the paths are distinct and at least one."""
        if not self.nodes or len(set(map(_steps, self.nodes))) != len(self.nodes):
            raise InvalidParameter("nodes must be distinct paths such as a/b/c, at least one.")

    @cached_property
    def entries(self) -> FloatArray:
        """The number of edges between the nodes."""
        ways = [_steps(path) for path in self.nodes]
        return np.array([[float(_distance(z, y)) for y in ways] for z in ways])


def _steps(path: str) -> tuple[str, ...]:
    return tuple(step for step in path.split("/") if step)


def _distance(z: tuple[str, ...], y: tuple[str, ...]) -> int:
    shared = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(z, y, strict=False)))
    return len(z) + len(y) - 2 * shared
