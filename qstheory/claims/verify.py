"""`qstheory verify`: judge claims, say what they rest on, and whether a verdict has changed."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from qstheory.claims.documents import file_name
from qstheory.claims.ledger import Ledger, load_ledger
from qstheory.claims.run import Watcher, judge_all, stored_version
from qstheory.claims.standing import Standing, standing
from qstheory.claims.store import Store
from qstheory.claims.verdict import Judgement, Verdict, as_recorded
from qstheory.work.engine import engine, processors
from qstheory.work.files import cache_folder, write_whole

AS_EXPECTED, CHANGED, UNDECIDED = 0, 1, 3
"""The exit codes of a run that was not stopped by a usage error (2)."""


@dataclass(frozen=True)
class VerifyOptions:
    """What to judge and how.

    `patterns` select claims by id, all when empty; `claims` is the folder of the ledger, the
    paper's when None. `store` is the folder of finished verdicts, None for the default one; with
    `fresh` they are judged again. `parameters` go into the key of stored verdicts. `engine` is
    joblib, dask or the address of a dask scheduler, whose workers share this file system.
    """

    patterns: tuple[str, ...] = ()
    claims: Path | None = None
    workers: int = field(default_factory=processors)
    store: Path | None = None
    fresh: bool = False
    parameters: Mapping[str, str] = field(default_factory=dict)
    engine: str = "joblib"


@dataclass(frozen=True)
class Report:
    """The selected claims, judged, each with its standing; `judged` has their ancestors as well.

    `certificates` are the kept certificate files of the judged claims.
    """

    ledger: Ledger
    selected: tuple[str, ...]
    judged: Mapping[str, Judgement]
    standings: Mapping[str, Standing]
    certificates: Mapping[str, Path] = field(default_factory=dict)

    def save_certificates(self, folder: Path) -> None:
        """Write the certificate file of each selected claim into a folder, made if need be."""
        for claim in self.selected:
            kept = self.certificates[claim].read_text(encoding="utf-8")
            write_whole(folder / file_name(claim), kept)

    @property
    def changed(self) -> tuple[str, ...]:
        """The claims that were decided otherwise than is recorded."""
        return tuple(
            claim
            for claim in self.selected
            if self.judged[claim].verdict is not Verdict.UNDECIDED
            and not as_recorded(self.judged[claim].verdict, self.ledger[claim].expected)
        )

    @property
    def undecided(self) -> tuple[str, ...]:
        """The claims that nothing decides, whatever is recorded."""
        return tuple(
            claim for claim in self.selected if self.judged[claim].verdict is Verdict.UNDECIDED
        )

    @property
    def counts(self) -> dict[Verdict, int]:
        """How many of the selected claims have each verdict."""
        verdicts = [self.judged[claim].verdict for claim in self.selected]
        return {verdict: verdicts.count(verdict) for verdict in Verdict}

    @property
    def exit_code(self) -> int:
        """1 when a verdict changed, otherwise 3 when one is undecided, otherwise 0."""
        if self.changed:
            return CHANGED
        return UNDECIDED if self.undecided else AS_EXPECTED


def to_judge(options: VerifyOptions) -> tuple[str, ...]:
    """The selected claims and all that they rest on, in the order of the ledger."""
    ledger = load_ledger(options.claims)
    selected = ledger.select(options.patterns)
    wanted = set(selected).union(*map(ledger.ancestors, selected))
    return tuple(claim for claim in ledger.claims if claim in wanted)


def verify(options: VerifyOptions, watch: Watcher = lambda judgement: None) -> Report:
    """Judge the selected claims and all that they rest on.

    Raises UnreadableInput or DuplicateName when the ledger or a pattern is wrong, InvalidParameter
    when the engine is (exit code 2).
    """
    ledger = load_ledger(options.claims)
    selected = ledger.select(options.patterns)
    store = Store(options.store or cache_folder("verdicts"))
    store.prepare()
    judged = judge_all(
        ledger,
        to_judge(options),
        work=engine(options.engine, options.workers),
        store=store,
        parameters=options.parameters,
        fresh=options.fresh,
        watch=watch,
    )
    standings = {claim: standing(claim, ledger, judged) for claim in selected}
    named = tuple(sorted(options.parameters.items()))
    certificates = {
        claim: store.certificates(claim, stored_version(ledger, claim, named)) for claim in judged
    }
    return Report(ledger, selected, judged, standings, certificates)
