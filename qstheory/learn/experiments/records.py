"""Records of finished runs, one file each, so that an interrupted experiment resumes."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path

from qstheory.errors import UnreadableInput
from qstheory.learn.experiments.choice import Outcome
from qstheory.learn.experiments.methods import METHODS
from qstheory.learn.experiments.protocol import Budget


@dataclass(frozen=True)
class Run:
    """One method on one split of one data set.

    `protocol` says by which settings it was made, `reading` how the data were read.
    """

    dataset: str
    n: int
    m: int
    seed: int
    method: str
    protocol: str
    seconds: float
    outcomes: tuple[Outcome, ...]
    reading: str = ""

    def follows(self, budget: Budget) -> bool:
        """Whether the run was made under the settings of this budget."""
        ranking = any(outcome.measure.startswith("ndcg") for outcome in self.outcomes)
        return self.protocol == budget.fingerprint(
            self.method, self.n, ranking=ranking, reading=self.reading
        )


@dataclass(frozen=True)
class RecordStore:
    """A folder of runs."""

    directory: Path

    def path(self, dataset: str, seed: int, method: str) -> Path:
        return self.directory / f"{dataset}-{seed:02d}-{method}.json"

    def load(self, dataset: str, seed: int, method: str) -> Run | None:
        """The run if it was finished, under whatever settings.

        Raises
        ------
        UnreadableInput
            When the file is not a record.
        """
        path = self.path(dataset, seed, method)
        return self._read(path) if path.exists() else None

    def all(self) -> list[Run]:
        """Every run, by data set, method and seed."""
        runs = [self._read(path) for path in self.directory.glob("*.json")]
        return sorted(runs, key=lambda run: (run.dataset, METHODS.index(run.method), run.seed))

    @staticmethod
    def _read(path: Path) -> Run:
        try:
            fields = json.loads(path.read_text(encoding="utf-8"))
            outcomes = tuple(Outcome(**outcome) for outcome in fields.pop("outcomes"))
            return Run(**fields, outcomes=outcomes)
        except (ValueError, TypeError, KeyError, AttributeError) as error:
            raise UnreadableInput(f"{path} is no record of a run: delete it.") from error

    def save(self, run: Run) -> None:
        """Write the run; a reader sees the whole of it or nothing."""
        self.directory.mkdir(parents=True, exist_ok=True)
        path = self.path(run.dataset, run.seed, run.method)
        partial = path.with_suffix(f".{os.getpid()}.part")
        partial.write_text(json.dumps(asdict(run), indent=1, sort_keys=True), encoding="utf-8")
        partial.replace(path)


def losses_by_split(runs: Iterable[Run]) -> dict[tuple[str, str, str], dict[int, float]]:
    """(data set, measure, method) -> seed -> test loss."""
    table: dict[tuple[str, str, str], dict[int, float]] = {}
    for run in runs:
        for outcome in run.outcomes:
            key = (run.dataset, outcome.measure, run.method)
            table.setdefault(key, {})[run.seed] = outcome.test
    return table
