"""The rows and columns that an analysis looks at: all, or a sample that carries the rank."""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice

from qstheory.errors import TooLarge
from qstheory.losses.base import Loss, MatrixReference
from qstheory.losses.shared import Grades
from qstheory.losses.spaces import Classes, Label, LabelSets, Permutations, Space
from qstheory.theory.effort import Budget

SEED = 20_19
"""Any number: the sample is the same on every machine."""
SAMPLE_LIMIT = 3000
"""Most labels of a sample: a matrix of so many rows and columns has 9 10^6 entries."""
CLASS_LIMIT = 1500
"""Most classes of a rank certificate: its minor is replayed entry by entry."""
BIT_LIMIT = 50_000_000
"""Most bits of all the label sets of a sample."""


@dataclass(frozen=True)
class Window:
    """Predictions and observations of a loss; `complete` when none is left out."""

    predictions: tuple[Label, ...]
    observations: tuple[Label, ...]
    complete: bool


def is_complete(loss: Loss, budget: Budget) -> bool:
    """Whether all rows and columns are within the budget."""
    if isinstance(loss.reference, MatrixReference):
        limit = budget.stored
    else:
        limit = budget.evaluated if loss.by_counts is None else budget.tabulated
    return loss.predictions.size * loss.observations.size <= limit


def window(loss: Loss, budget: Budget) -> Window:
    """Everything within the budget, otherwise a sample; raises TooLarge.

    The sample has as many rows and columns as twice the smallest declared closed form needs, or
    for a loss by counts m independent sets of each size, which span all sets of that size.
    """
    if is_complete(loss, budget):
        return Window(tuple(loss.predictions), tuple(loss.observations), True)
    least = min((form.dimension for form in loss.closed_forms), default=64)
    sides = [_sampled(loss, space, least) for space in (loss.predictions, loss.observations)]
    return Window(sides[0], sides[1], False)


def _sampled(loss: Loss, space: Space, least: int) -> tuple[Label, ...]:
    if isinstance(space, Classes) and least > CLASS_LIMIT:
        raise TooLarge(
            f"{loss.title} needs a certificate with {least} rows and columns, beyond {CLASS_LIMIT};"
            " choose fewer classes."
        )
    if not isinstance(space, LabelSets):
        return sample(space, min(2 * least + 16, SAMPLE_LIMIT))
    # At least one size, and no more sizes than there are.
    sizes = min(-(-least // space.m) + 3, len(space.sizes))
    if sizes * space.m**2 > BIT_LIMIT:
        raise TooLarge(f"Sampling label sets of {loss.title} needs too much memory.")
    return spanning_sets(space, least)


def spanning_sets(sets: LabelSets, enough: int) -> tuple[Label, ...]:
    """For each size s with 0 < s < m, m sets of size s whose indicator vectors are independent.

    They are {1..s}, then {1..s} with i replaced by s + 1, then {2..s} with another element.
    When that is far more than `enough`, sizes are spread evenly over the range.
    """
    chosen: list[Label] = []
    sizes = list(sets.sizes)
    most = -(-enough // max(1, sets.m)) + 1
    if len(sizes) > most + 2:
        middle = [sizes[1 + (len(sizes) - 2) * i // most] for i in range(most)]
        sizes = sorted({sizes[0], *middle, sizes[-1]})
    for size in sizes:
        chosen.extend(_sets_of_size(sets.m, size))
    return tuple(chosen)


def _sets_of_size(m: int, size: int) -> list[Label]:
    base = set(range(size))
    members = [base]
    if 0 < size < m:
        members += [base - {i} | {size} for i in range(size)]
        members += [base - {0} | {j} for j in range(size + 1, m)]
    return [tuple(int(j in chosen) for j in range(m)) for chosen in members]


def sample(space: Space, count: int) -> tuple[Label, ...]:
    """Up to `count` different labels, the same ones in every run."""
    if space.size <= count:
        return tuple(space)
    source = random.Random(SEED)
    found: dict[Label, None] = {}
    for _ in range(50 * count):
        label = _random_label(space, source)
        if label is None:
            return tuple(islice(iter(space), count))
        if label in space:
            found[label] = None
        if len(found) == count:
            break
    return tuple(found)


def _random_label(space: Space, source: random.Random) -> Label | None:
    if isinstance(space, Permutations):
        order: list[int] = list(range(1, space.m + 1))
        source.shuffle(order)
        return tuple(order)
    if isinstance(space, Grades):
        return tuple(source.randint(space.low, space.high) for _ in range(space.m))
    return None


def labels_at(labels: Sequence[Label], indices: Sequence[int]) -> tuple[Label, ...]:
    """The labels at these positions."""
    return tuple(labels[i] for i in indices)


@dataclass(frozen=True, eq=False)
class Looked:
    """A loss under analysis, within a budget."""

    loss: Loss
    budget: Budget

    @property
    def complete(self) -> bool:
        """Whether every row and column is looked at."""
        return is_complete(self.loss, self.budget)

    @cached_property
    def window(self) -> Window:
        """The rows and columns looked at."""
        return window(self.loss, self.budget)
