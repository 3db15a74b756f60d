"""A world on cells: the excess risk of every prediction in every cell, enclosed."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from qstheory.simulate.quadrature import Cells
from qstheory.simulate.world import World

Array = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Setting:
    """What all samples from one world share.

    Parameters
    ----------
    world : World
        Loss, decomposition, path, density and domain.
    cells : Cells
        Over which risks are summed.
    """

    world: World
    cells: Cells

    @cached_property
    def features(self) -> Array:
        """The features in the middle of each cell."""
        return self.world.domain.features(self.cells.points)

    @cached_property
    def slopes(self) -> tuple[Array, ...]:
        """Their partial derivatives there."""
        return self.world.domain.slopes(self.cells.points)

    @cached_property
    def middle(self) -> Array:
        """The excess of each prediction in the middle of each cell: cells x |Z|."""
        return self.world.excess(self.cells.middle)

    @cached_property
    def highest(self) -> Array:
        """Its maximum in the cell: it is convex in s, so at an end."""
        return np.maximum(
            self.world.excess(self.cells.near), self.world.excess(self.cells.far)
        )  # fmt: skip

    @cached_property
    def lowest(self) -> Array:
        """A lower bound in the cell: max over z' of the minimum of the risk's lead over z'."""
        near, far = self.world.risks(self.cells.near), self.world.risks(self.cells.far)
        bound = np.zeros_like(near)
        for rival in range(near.shape[1]):
            leads = np.minimum(near - near[:, [rival]], far - far[:, [rival]])
            bound = np.maximum(bound, leads)
        return bound

    def split(self, which: NDArray[np.bool_]) -> "Setting":
        """The same world on smaller cells that cover those."""
        return Setting(self.world, self.world.domain.split(self.world.density, self.cells, which))
