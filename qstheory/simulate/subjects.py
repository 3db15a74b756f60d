"""What is simulated: a loss, a decomposition, and whose boundary P(y | x) crosses."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from hashlib import sha256
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from qstheory.errors import InvalidParameter, TooLarge, UnreadableInput
from qstheory.inputs import as_loss
from qstheory.inputs.read import Options, file_content, names_file
from qstheory.losses.base import Loss
from qstheory.simulate.disc import DISC
from qstheory.simulate.domain import INTERVAL, Cells, Domain, density
from qstheory.simulate.world import BoundaryPath, World, boundary_path, decompose

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


READ = Options()
"""A file as it is read when nothing is said."""
MOST = 64
"""Most predictions and most observations: the exact search for a boundary takes seconds there."""


@dataclass(frozen=True)
class Subject:
    """A loss by its name or its matrix file, optionally a closed form of its, optionally another
    loss (on the same observations) whose boundary the distribution crosses.

    `digest` is that of the matrix file, so that results go by what it holds; `reading` says how it
    is read.

    Parameters
    ----------
    loss : str
        A name with parameters, such as "hamming:m=3", or the path of a file.
    form : str
        The name of a closed form, "" for the preferred one.
    path : str
        The loss whose boundary is crossed, "" for the loss itself.
    digest : str
        SHA-256 of the file, "" for a built-in loss.
    reading : Options
        How a file is read.
    """

    loss: str
    form: str = ""
    path: str = ""
    digest: str = ""
    reading: Options = READ

    @property
    def name(self) -> str:
        """Loss, form and path in one line."""
        form = f" [{self.form}]" if self.form else ""
        path = f" on the path of {self.path}" if self.path else ""
        return f"{self.loss}{form}{path}"


def subjects(texts: Sequence[str], reading: Options = READ) -> tuple[Subject, ...]:
    """The subjects of names, name[form] and matrix files, each once.

    Raises InvalidParameter for a stated `reading` where none is a file.
    """
    if reading != READ and not any(map(names_file, texts)):
        raise InvalidParameter("How a file is read has no meaning here: no loss is a file.")
    return tuple(dict.fromkeys(subject(text, reading) for text in texts))


def subject(text: str, reading: Options = READ) -> Subject:
    """The subject of a loss's name, name[form], or of a matrix file; raises when there is none."""
    name, bracket, form = text.partition("[")
    if names_file(text):
        _small(as_loss(text, **vars(reading)))
        return Subject(text, digest=_digest(text), reading=reading)
    made = Subject(name.strip(), form.rstrip("] ") if bracket else "")
    decompose(load(made.loss), made.form)
    return made


@lru_cache(maxsize=64)
def load(name: str, digest: str = "", reading: Options = READ) -> Loss:
    """The loss of that name or in that file.

    Raises UnreadableInput when the file has changed, TooLarge beyond `MOST` rows or columns.
    """
    if names_file(name) and _digest(name) != digest:
        raise UnreadableInput(f"{name} has changed since the study began; start it again.")
    return _small(as_loss(name, **vars(reading)))


def _small(loss: Loss) -> Loss:
    rows, columns = loss.predictions.size, loss.observations.size
    if max(rows, columns) > MOST:
        raise TooLarge(
            f"{loss.title} has {rows} predictions and {columns} observations; a simulation takes up"
            f" to {MOST} of each, so choose a smaller size."
        )
    return loss


def _digest(name: str) -> str:
    return sha256(file_content(Path(name))).hexdigest()


@lru_cache(maxsize=64)
def path_of(name: str, digest: str = "", reading: Options = READ) -> BoundaryPath:
    """Its boundary path: exact, hence slow, hence kept."""
    return boundary_path(load(name, digest, reading))


def domain_of(dimension: int) -> Domain:
    """[-1, 1] or the unit disc."""
    for domain in (INTERVAL, DISC):
        if domain.dimension == dimension:
            return domain
    raise InvalidParameter(f"X is simulated in 1 or 2 dimensions, not {dimension}.")


def make_world(chosen: Subject, law: str, dimension: int = 1) -> World:
    """The learning problem of a subject under a density."""
    own = (chosen.loss, chosen.digest, chosen.reading)
    loss = load(*own)
    path = path_of(chosen.path) if chosen.path else path_of(*own)
    return World(
        loss, decompose(loss, chosen.form), path, density(law), not chosen.path,
        domain_of(dimension),
    )  # fmt: skip


@lru_cache(maxsize=64)
def make_setting(chosen: Subject, law: str, cells: int, dimension: int = 1) -> Setting:
    """The world on its cells, kept since every job of a subject and density needs it."""
    return Setting(make_world(chosen, law, dimension), make_cells(law, cells, dimension))


@lru_cache(maxsize=16)
def make_cells(law: str, cells: int, dimension: int) -> Cells:
    """The cells, shared by all subjects."""
    return domain_of(dimension).cells(density(law), cells)
