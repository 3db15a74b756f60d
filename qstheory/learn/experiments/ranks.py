"""Average ranks of the methods over data sets, and which of them the data can tell apart.

J. Demsar, "Statistical comparisons of classifiers over multiple data sets", JMLR 7, 2006: the test
of Friedman, then that of Nemenyi.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy.stats import friedmanchisquare, rankdata, studentized_range

from qstheory.learn.experiments.choice import MULTILABEL, RANKING, measure_named
from qstheory.learn.experiments.summary import LEVEL, Cell

FEWEST_DATASETS, FEWEST_METHODS = 3, 3
"""Of fewer the Friedman test has no power: two give at most two different orders."""


@dataclass(frozen=True)
class Ranks:
    """Methods by their average rank (1 is best) over the data sets on which all of them were run.

    Methods that were run on fewer than half of the data sets are left out.

    Two methods whose average ranks differ by less than `critical_difference` cannot be told apart
    at level 0.05; `p_value` is that of Friedman's test that all methods are alike.
    """

    measure: str
    methods: tuple[str, ...]
    average: tuple[float, ...]
    datasets: int
    critical_difference: float
    p_value: float

    @property
    def groups(self) -> list[tuple[str, ...]]:
        """The largest groups of methods, in the order of the ranks, that cannot be told apart."""
        found: list[tuple[str, ...]] = []
        end = 0
        for start, first in enumerate(self.average):
            last = sum(rank < first + self.critical_difference for rank in self.average)
            if last > max(end, start + 1):
                found.append(self.methods[start:last])
                end = last
        return found


def critical_difference(methods: int, datasets: int) -> float:
    """q sqrt(k (k + 1) / (6 N)) with q from the studentised range of k means.

    >>> round(critical_difference(4, 14), 2)
    1.25
    """
    q = float(studentized_range.ppf(1 - LEVEL, methods, np.inf)) / np.sqrt(2)
    return float(q * np.sqrt(methods * (methods + 1) / (6 * datasets)))


def ranks(found: Sequence[Cell]) -> list[Ranks]:
    """The ranks in each measure with three data sets and three methods or more."""
    made = []
    for measure in (*MULTILABEL, *RANKING):
        by_method: dict[str, dict[str, float]] = {}
        for cell in found:
            if cell.measure == measure.key:
                loss = -cell.mean if measure_named(cell.measure).is_score else cell.mean
                by_method.setdefault(cell.method, {})[cell.dataset] = loss
        datasets = {name for row in by_method.values() for name in row}
        by_method = {
            method: row for method, row in by_method.items() if 2 * len(row) >= len(datasets)
        }
        shared = sorted(set.intersection(*map(set, by_method.values()))) if by_method else []
        if len(shared) < FEWEST_DATASETS or len(by_method) < FEWEST_METHODS:
            continue
        losses = np.array([[row[name] for name in shared] for row in by_method.values()])
        average = rankdata(losses, axis=0).mean(axis=1)
        order = np.argsort(average, kind="stable")
        varied = np.ptp(losses, axis=0).any()
        made.append(
            Ranks(
                measure.key,
                tuple(list(by_method)[i] for i in order),
                tuple(float(average[i]) for i in order),
                len(shared),
                critical_difference(len(by_method), len(shared)),
                float(friedmanchisquare(*losses).pvalue) if varied else 1.0,
            )
        )
    return made
