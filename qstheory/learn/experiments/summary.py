"""From test losses to means, standard errors, paired tests and verdicts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Literal

import numpy as np
from scipy.stats import t as student

from qstheory.learn.experiments.protocol import measure_named
from qstheory.learn.experiments.records import PrintedCell, printed_cells

Losses = Mapping[tuple[str, str, str], Mapping[int, float]]
ExperimentVerdict = Literal["consistent", "not reproduced"]
Standing = Literal["better", "within", "worse"]
LEVEL = 0.05
"""Of the tests, as is customary."""
# Test rows over training rows of a 60/20/20 split whose final fit takes 80 percent.
TEST_SHARE = 0.2 / 0.8


@dataclass(frozen=True)
class Cell:
    """One entry of the table, as the paper shows it (a score for F and NDCG, else a loss).

    `runs_as_good` is the number of splits on which the method reaches the printed number; one
    split has no standard error.
    """

    DERIVED: ClassVar[tuple[str, ...]] = (
        "at_least_printed",
        "printed_p_value",
        "interval",
        "standing",
    )

    dataset: str
    measure: str
    method: str
    mean: float
    standard_error: float | None
    runs: int
    printed: PrintedCell | None
    runs_as_good: int | None = None

    @property
    def at_least_printed(self) -> bool | None:
        """Whether the mean is as good as the printed number, to the printed digits."""
        return None if self.printed is None else _reaches(self.mean, self.measure, self.printed)

    @property
    def printed_p_value(self) -> float | None:
        """Two-sided p value of the printed number as the outcome of one more split.

        The prediction t test with runs - 1 degrees of freedom; None where the splits do not vary.
        """
        if self.printed is None or not self.standard_error:
            return None
        distance = abs(self.mean - self.printed.value) / self._deviation_of_one_more
        return float(2 * student.sf(distance, self.runs - 1))

    @property
    def interval(self) -> tuple[float, float] | None:
        """Where one more split lies with probability 0.95, by the same t distribution."""
        if not self.standard_error:
            return None
        half = float(student.ppf(1 - LEVEL / 2, self.runs - 1)) * self._deviation_of_one_more
        return self.mean - half, self.mean + half

    @property
    def standing(self) -> Standing | None:
        """Beside the printed number: "within" when that may be one more split, or better, worse.

        Where the splits do not vary, the printed digits decide.
        """
        if self.printed is None:
            return None
        low, high = self.interval or (self.mean, self.mean)
        if low - self.printed.rounding <= self.printed.value <= high + self.printed.rounding:
            return "within"
        return "better" if self.at_least_printed else "worse"

    @property
    def in_words(self) -> str:
        """One line: the mean, where one more split lies, and the printed number."""
        line = f"{self.dataset}, {self.measure}, {self.method}: {self.mean:.3f}"
        if self.interval is not None:
            low, high = self.interval
            line += f", one more in {low:.3f} to {high:.3f}"
        if self.printed is not None:
            line += f"; {self.printed.value:g} printed, reached on {self.runs_as_good}"
            line += f" of {self.runs} splits"
        return line

    @property
    def _deviation_of_one_more(self) -> float:
        return float((self.standard_error or 0.0) * np.sqrt(self.runs + 1))


@dataclass(frozen=True)
class Comparison:
    """QS against another method on the same splits, and against what the paper's table says.

    `difference` is the mean test loss of QS less that of the other, `p_value` two-sided, for seeds
    by the t test that corrects for overlapping training sets (C. Nadeau, Y. Bengio, Machine
    Learning 52, 2003). `adjusted` is the p value among all comparisons of the table (S. Holm,
    Scandinavian Journal of Statistics 6, 1979).
    """

    dataset: str
    measure: str
    other: str
    difference: float
    p_value: float
    runs: int
    printed_difference: float | None
    verdict: ExperimentVerdict | None
    adjusted: float = 1.0

    @property
    def behind(self) -> bool:
        """Whether the mean test loss of QS is the greater."""
        return self.difference > 0


def _reaches(shown: float, measure: str, printed: PrintedCell) -> bool:
    """Whether a number is as good as the printed one, to the printed digits."""
    gain = shown - printed.value
    if not measure_named(measure).is_score:
        gain = -gain
    return gain >= -printed.rounding


def corrected_paired_test(differences: np.ndarray, test_share: float = TEST_SHARE) -> float:
    """Two-sided p value of mean / sqrt((1/J + share) s^2) against Student's t with J - 1 degrees.

    One where there are fewer than two differences, or none but zeros. Equal differences say nothing
    of their variance: then it is 2^(1 - J), that of all J signs alike by chance.
    """
    count = len(differences)
    if count < 2 or not np.any(differences):
        return 1.0
    variance = float(np.var(differences, ddof=1))
    if np.ptp(differences) <= 1e-12 * np.max(np.abs(differences)):
        return float(2.0 ** (1 - count))
    statistic = float(np.mean(differences)) / np.sqrt((1 / count + test_share) * variance)
    return float(2 * student.sf(abs(statistic), count - 1))


def cells(losses: Losses) -> list[Cell]:
    """Every entry, in the order of the losses."""
    printed = printed_cells()
    found = []
    for (dataset, measure, method), by_seed in losses.items():
        shown = np.array([measure_named(measure).shown(loss) for loss in by_seed.values()])
        error = float(np.std(shown, ddof=1) / np.sqrt(len(shown))) if len(shown) > 1 else None
        entry = printed.get((dataset, measure, method))
        as_good = None
        if entry is not None:
            as_good = sum(_reaches(float(value), measure, entry) for value in shown)
        found.append(
            Cell(dataset, measure, method, float(shown.mean()), error, len(shown), entry, as_good)
        )
    return found


def ordering_verdict(
    difference: float, p_value: float, printed_difference: float, rounding: float
) -> ExperimentVerdict:
    """Whether the measured comparison is the printed one.

    Printed as better (beyond the rounding of both numbers): consistent when QS is better on
    average. Printed as worse: consistent when it is worse. Printed as equal: consistent when the
    test at level 0.05 sees no difference.
    """
    if abs(printed_difference) <= rounding:
        return "consistent" if p_value > LEVEL else "not reproduced"
    same_side = difference * printed_difference > 0
    return "consistent" if same_side else "not reproduced"


def holm(p_values: Sequence[float]) -> list[float]:
    """Adjusted p values: the i-th smallest is max over j <= i of (count - j + 1) p_j, at most 1.

    >>> holm([0.01, 0.04, 0.03])
    [0.03, 0.06, 0.06]
    """
    count, largest = len(p_values), 0.0
    adjusted = [0.0] * count
    for place, index in enumerate(np.argsort(p_values, kind="stable").tolist()):
        largest = max(largest, min(1.0, (count - place) * p_values[index]))
        adjusted[index] = largest
    return adjusted


def comparisons(losses: Losses, reference: str = "QS") -> list[Comparison]:
    """QS against every other method on the splits that both have, where these are at least two."""
    printed = printed_cells()
    found = []
    for (dataset, measure, method), by_seed in losses.items():
        own = losses.get((dataset, measure, reference), {})
        shared = sorted(set(own) & set(by_seed))
        if method == reference or len(shared) < 2:
            continue
        differences = np.array([own[seed] - by_seed[seed] for seed in shared])
        difference, p_value = float(differences.mean()), corrected_paired_test(differences)
        pair = printed.get((dataset, measure, reference)), printed.get((dataset, measure, method))
        printed_difference, verdict = None, None
        if pair[0] is not None and pair[1] is not None:
            as_loss = measure_named(measure).shown  # its own inverse
            printed_difference = as_loss(pair[0].value) - as_loss(pair[1].value)
            verdict = ordering_verdict(
                difference, p_value, printed_difference, pair[0].rounding + pair[1].rounding
            )
        found.append(
            Comparison(
                dataset,
                measure,
                method,
                difference,
                p_value,
                len(shared),
                printed_difference,
                verdict,
            )
        )
    adjusted = holm([comparison.p_value for comparison in found])
    return [replace(c, adjusted=p) for c, p in zip(found, adjusted, strict=True)]
