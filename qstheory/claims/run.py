"""Judging many claims: in parallel, taking up what is stored, with the same answer for any number
of workers."""

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from hashlib import sha256
from pathlib import Path
from types import MappingProxyType

from qstheory.claims.bindings import proofs_of, theorems
from qstheory.claims.collect import gather
from qstheory.claims.documents import document
from qstheory.claims.judge import judge_found
from qstheory.claims.ledger import Ledger, load_ledger
from qstheory.claims.store import Store
from qstheory.claims.verdict import Judgement
from qstheory.work.engine import Engine, joblib_engine

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
