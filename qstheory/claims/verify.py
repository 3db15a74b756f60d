"""`qstheory verify`: judge claims or take up stored verdicts, and say what they rest on."""

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from hashlib import sha256
from pathlib import Path
from types import MappingProxyType
from typing import Any

from qstheory.certify import Outcome
from qstheory.certify.bundle import Item
from qstheory.claims.claim import Claim
from qstheory.claims.evidence import FAILED, HOLDING, Judgement, Verdict, as_recorded
from qstheory.claims.judge import Found, gather, item, judge_found
from qstheory.claims.ledger import Ledger, load_ledger
from qstheory.claims.theorems import proofs_of, theorems
from qstheory.errors import InvalidParameter
from qstheory.work.certificates import dumps
from qstheory.work.engine import Engine, engine, joblib_engine, processors
from qstheory.work.files import cache_folder, from_data, to_data, write_whole

FORMAT = "qstheory-verdict/1"


def _digest(judgement: Any) -> str:
    return sha256(json.dumps(judgement, sort_keys=True).encode()).hexdigest()


@dataclass(frozen=True)
class Store:
    """A folder with a verdict and a certificate file for each claim and version of the code."""

    folder: Path

    def prepare(self) -> None:
        """Make the folder before any work is done; raises InvalidParameter where that fails."""
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise self._refusal(error) from None

    def _refusal(self, error: OSError) -> InvalidParameter:
        return InvalidParameter(
            f"Verdicts cannot be kept in {self.folder} ({error.strerror}); name another folder."
        )

    def path(self, claim: str, version: str) -> Path:
        """The file of a claim under a version: named by a hash, as ids may hold any character."""
        name = sha256(f"{version}\n{claim}".encode()).hexdigest()
        return self.folder / f"{name}.json"

    def certificates(self, claim: str, version: str) -> Path:
        """The certificate file that was kept with a verdict."""
        return self.path(claim, version).with_suffix(".certificates")

    def get(self, claim: str, version: str) -> Judgement | None:
        """The stored judgement; None when there is none or a file of it is damaged."""
        try:
            record = json.loads(self.path(claim, version).read_text(encoding="utf-8"))
            data = record["judgement"]
            named = (record["format"], record["claim"], record["version"])
            if named != (FORMAT, claim, version) or record["sha256"] != _digest(data):
                return None
            judgement = from_data(data, Judgement)
            kept = sha256(self.certificates(claim, version).read_bytes()).hexdigest()
            whole = judgement.claim == claim and record["certificates"] == kept
        except (OSError, ValueError, KeyError, TypeError, RecursionError):
            return None
        return judgement if whole else None

    def put(self, version: str, judgement: Judgement, certificates: str) -> None:
        """Keep a judgement and the text of its certificate file."""
        data = to_data(judgement)
        record = {
            "format": FORMAT,
            "claim": judgement.claim,
            "version": version,
            "judgement": data,
            "sha256": _digest(data),
            "certificates": sha256(certificates.encode()).hexdigest(),
        }
        try:
            write_whole(self.certificates(judgement.claim, version), certificates)
            write_whole(self.path(judgement.claim, version), json.dumps(record, indent=1))
        except OSError as error:
            raise self._refusal(error) from None


Parameters = tuple[tuple[str, str], ...]
Watcher = Callable[[Judgement], None]
"""Told of every judgement as it is there."""


SINGLE = joblib_engine(1)
"""This process alone."""


def stored_version(ledger: Ledger, claim: str, parameters: Parameters) -> str:
    """What a stored verdict goes by: the version of the ledger, the parameters, what the files hold
    that the claim's measurements are read from, and what is proved in Coq of it."""
    named = any(reading.theorems for reading in ledger[claim].readings)
    proved = theorems(ledger[claim], proofs_of(ledger.folder)) if named else {}
    files = dict.fromkeys(path for reading in ledger[claim].readings for path in reading.reads)
    return "\n".join(
        [
            ledger.version,
            *(f"{name!r} = {value!r}" for name, value in parameters),
            *(f"{path.name} holds {_held(path)}" for path in files),
            *(f"{statement} is {found!r}" for statement, found in proved.items()),
        ]
    )


def _held(path: Path) -> str:
    return sha256(path.read_bytes()).hexdigest() if path.is_file() else "nothing"


def _judge_and_keep(
    claim: str, folder: Path, store: Store | None, parameters: Parameters
) -> Judgement:
    """What a worker does: it loads the ledger itself, since claims hold functions.

    The judgement is kept, with its certificates, under the version of what the worker has loaded.
    """
    ledger = load_ledger(folder)
    version = stored_version(ledger, claim, parameters)
    found = gather(ledger[claim], proofs_of(folder))
    judgement = judge_found(ledger[claim], found)
    if store is not None:
        store.put(version, judgement, document(ledger[claim], found))
    return judgement


def judge_all(
    ledger: Ledger,
    claims: Iterable[str],
    *,
    work: Engine = SINGLE,
    store: Store | None = None,
    parameters: Mapping[str, str] = MappingProxyType({}),
    fresh: bool = False,
    watch: Watcher = lambda judgement: None,
) -> dict[str, Judgement]:
    """The judgements of these claims of a loaded ledger, by id, in the order given.

    What the store has for this ledger, version and parameters is taken up, unless `fresh`; what is
    judged is stored by the worker as soon as it is finished, so an interruption loses only what was
    under way. The answer does not depend on where the work is done.
    """
    wanted = tuple(claims)
    named = tuple(sorted(parameters.items()))
    done: dict[str, Judgement] = {}
    if store is not None and not fresh:
        for claim in wanted:
            kept = store.get(claim, stored_version(ledger, claim, named))
            if kept is not None:
                done[claim] = kept
                watch(kept)
    missing = [claim for claim in wanted if claim not in done]
    judge = partial(_judge_and_keep, folder=ledger.folder, store=store, parameters=named)
    for judgement in work(judge, missing) if missing else ():
        done[judgement.claim] = judgement
        watch(judgement)
    return {claim: done[claim] for claim in wanted}


def certificates(claim: Claim, found: Sequence[Found]) -> Iterator[Item]:
    """Every certificate that settles something about the claim, in the order of its evidence.

    The note of an item names the claim, the reading, the part and the case.
    """
    for reading, each in zip(claim.judged_readings, found, strict=True):
        for d in each.at_cases:
            if d.decision.outcome is not Outcome.INVALID:
                place = (claim.id, reading.name, d.evidence.part, d.case or "every case")
                yield item(d, ", ".join(place))


def file_name(claim: str) -> str:
    """The name of the certificate file of a claim."""
    return re.sub(r"[^A-Za-z0-9._-]+", "-", claim) + ".json"


def document(claim: Claim, found: Sequence[Found]) -> str:
    """The text of the certificate file of a claim."""
    return dumps(certificates(claim, found))


@dataclass(frozen=True)
class Weakness:
    """A claim among the ancestors that is not proved; `carried` when its repaired form serves.

    A claim is carried past a refuted one when the repaired form holds and the claim, or the claim
    between them that rests on the refuted one, lists that form among its `uses`: that form is then
    an ancestor itself, and a weakness when it is not proved.
    """

    claim: str
    verdict: Verdict
    repaired_by: str = ""
    carried: bool = False


@dataclass(frozen=True)
class Standing:
    """`fully_proved`: the claim is proved and so is all that it rests on, repairs included."""

    fully_proved: bool
    weaknesses: tuple[Weakness, ...]

    @property
    def rests_on_refuted(self) -> tuple[Weakness, ...]:
        """The weaknesses that are refuted claims."""
        return tuple(weakness for weakness in self.weaknesses if weakness.verdict in FAILED)


def standing(claim: str, ledger: Ledger, judged: Mapping[str, Judgement]) -> Standing:
    """The standing of a judged claim; all its ancestors must be judged."""
    related = ledger.ancestors(claim)
    weaknesses = []
    for ancestor in sorted(related):
        verdict = judged[ancestor].verdict
        if verdict is Verdict.PROVED:
            continue
        repair = ledger[ancestor].repaired_by
        users = [c for c in (claim, *related) if ancestor in ledger[c].uses]
        carried = (
            verdict in FAILED
            and repair in judged
            and judged[repair].verdict in HOLDING
            and all(repair in ledger[user].uses for user in users)
        )
        weaknesses.append(Weakness(ancestor, verdict, repair, carried))
    proved = judged[claim].verdict is Verdict.PROVED
    return Standing(proved and all(w.carried for w in weaknesses), tuple(weaknesses))


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
