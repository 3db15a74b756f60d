"""LETOR's five folds of OHSUMED, rebuilt from the query ids: 60/20/20 percent of the queries."""

from dataclasses import dataclass

import numpy as np

from qstheory.learn.data.datasets import RankingData
from qstheory.learn.decoders.arrays import BoolArray

# The first query id of each of the parts S1..S5 (LETOR, Qin et al. 2010).
OHSUMED_PARTS = (1, 22, 43, 64, 85)


@dataclass(frozen=True, eq=False)
class Fold:
    """Masks over the pairs of a RankingData."""

    train: BoolArray
    validation: BoolArray
    test: BoolArray


def ohsumed_folds(data: RankingData) -> tuple[Fold, ...]:
    """Fold f trains on the parts f, f+1, f+2, validates on f+3 and tests on f+4 (cyclically)."""
    part = np.searchsorted(OHSUMED_PARTS, data.query, side="right") - 1
    count = len(OHSUMED_PARTS)
    return tuple(
        Fold(
            train=np.isin(part, [(f + step) % count for step in range(3)]),
            validation=part == (f + 3) % count,
            test=part == (f + 4) % count,
        )
        for f in range(count)
    )
