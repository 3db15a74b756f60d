"""Judging many claims: in parallel, taking up what is stored, with the same answer for any number
of workers."""

from collections.abc import Callable, Iterable
from pathlib import Path

from joblib import Parallel, delayed

from qstheory.claims.judge import judge
from qstheory.claims.ledger import load_ledger
from qstheory.claims.store import Store
from qstheory.claims.verdict import Judgement

Watcher = Callable[[Judgement], None]
"""Told of every judgement as it is there."""


def _judge_and_keep(folder: Path, claim: str, store: Store | None, version: str) -> Judgement:
    """What a worker does: it loads the ledger itself, since claims hold functions."""
    judgement = judge(load_ledger(folder)[claim])
    if store is not None:
        store.put(version, judgement)
    return judgement


def judge_all(
    folder: Path,
    claims: Iterable[str],
    *,
    workers: int = 1,
    store: Store | None = None,
    version: str = "",
    fresh: bool = False,
    watch: Watcher = lambda judgement: None,
) -> dict[str, Judgement]:
    """The judgements of these claims of the ledger in `folder`, by id, in the order given.

    What the store has for this version is taken up, unless `fresh`; what is judged is stored by the
    worker as soon as it is finished, so an interruption loses only what was under way.
    """
    wanted = tuple(claims)
    done: dict[str, Judgement] = {}
    if store is not None and not fresh:
        for claim in wanted:
            kept = store.get(claim, version)
            if kept is not None:
                done[claim] = kept
                watch(kept)
    tasks = [
        delayed(_judge_and_keep)(folder, claim, store, version)
        for claim in wanted
        if claim not in done
    ]
    for judgement in Parallel(n_jobs=workers, return_as="generator_unordered")(tasks):
        done[judgement.claim] = judgement
        watch(judgement)
    return {claim: done[claim] for claim in wanted}
