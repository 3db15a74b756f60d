"""The theorems that the claims of a ledger name: bound to its proofs in Coq, and compiled."""

from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from pathlib import Path

from qstheory.claims.claim import Claim
from qstheory.claims.ledger import load_ledger
from qstheory.errors import UnreadableInput
from qstheory.proofs.binding import Binding
from qstheory.proofs.compiler import (
    Compiled,
    Formal,
    Proofs,
    bind,
    compile_folder,
    compile_text,
    read_proofs,
    recheck,
    write_record,
)
from qstheory.proofs.sources import read_sources
from qstheory.proofs.tables import TWINS, tables_hash, tables_text
from qstheory.proofs.tables import tables as all_tables

FOLDER = "coq"


def proofs_folder(folder: Path) -> Path:
    """The folder with the proofs of a ledger: within its own, or beside it."""
    within = folder / FOLDER
    return within if within.is_dir() else folder.parent / FOLDER


def proofs_of(folder: Path) -> Proofs:
    """The proofs of the ledger in a folder, none when it has none; raises UnreadableInput."""
    return read_proofs(proofs_folder(folder))


def bindings(claim: Claim) -> dict[str, Binding | str]:
    """The binding of each statement that the readings of a claim name, or why there is none.

    Readings that name one statement say together which constants it has.
    """
    found: dict[str, Binding | str] = {}
    for reading in claim.judged_readings:
        for theorem in reading.theorems:
            name = theorem.statement(claim.id)
            first = Binding(
                name, theorem.name, theorem.axioms, given=theorem.given, unmet=theorem.unmet
            )
            before = found.get(name, first)
            if isinstance(before, str):
                continue
            if replace(before, instances=()) != first:
                found[name] = f"two theorems are named for {name}"
                continue
            try:
                said = tuple(theorem.instances(claim.id, reading.claimed, reading.cases))
            except Exception as error:  # The formulas of a ledger may raise anything.
                found[name] = f"a constant cannot be compared, {type(error).__name__}: {error}"
                continue
            instances = tuple(dict.fromkeys((*before.instances, *said)))
            found[name] = replace(before, instances=instances)
    return found


def theorems(claim: Claim, proofs: Proofs) -> dict[str, Formal | str]:
    """What is proved in Coq of each statement that a claim names, or why it does not count."""
    return {
        statement: binding if isinstance(binding, str) else proofs.formal(binding)
        for statement, binding in bindings(claim).items()
    }


def all_bindings(claims: Iterable[Claim]) -> dict[str, Binding | str]:
    """Those of all claims; two claims whose statements have one name get neither."""
    found: dict[str, Binding | str] = {}
    for claim in claims:
        for name, binding in bindings(claim).items():
            found[name] = f"two claims have the statement {name}" if name in found else binding
    return found


def prove(claims: Path | None = None, jobs: int = 2, check: bool = False) -> Compiled:
    """Compile the proofs of a ledger and bind them; the record is written, or only compared.

    Where the folder has twins of the losses the definitions are held against the package's entries.

    Raises MissingProgram without Coq and UnreadableInput where there are no proofs or one does not
    compile.
    """
    ledger = load_ledger(claims)
    folder = proofs_folder(ledger.folder)
    if not folder.is_dir():
        raise UnreadableInput(
            f"{ledger.folder} has no proofs: they stand in its folder coq or beside it."
        )
    named = all_bindings(ledger.claims.values())
    compile_folder(folder, jobs)
    bindings = [binding for binding in named.values() if not isinstance(binding, str)]
    compiled = bind(folder, bindings, jobs)
    faults = {name: fault for name, fault in named.items() if isinstance(fault, str)}
    faults |= compiled.faults
    shown = {name for entry in compiled.record.values() for name in (entry.theorem, entry.witness)}
    sources = read_sources(folder)
    text = tables_text(all_tables()) if TWINS in sources.texts else ""
    files = {name.partition(".")[0] for name in shown if "." in name}
    asked = [("coqchk", partial(recheck, folder, files, jobs))]
    if text:
        asked.append(("tables of the losses", partial(compile_text, folder, text)))
    with ThreadPoolExecutor(jobs) as pool:
        said = list(pool.map(lambda asks: asks[1](), asked))
    for (name, _), objection in zip(asked, said, strict=True):
        if objection:
            return Compiled({}, {**faults, name: objection})
    tables = tables_hash(sources, text) if text else ""
    if check:
        known = proofs_of(ledger.folder)
        for name in sorted(known.record.keys() | compiled.record.keys()):
            if known.record.get(name) != compiled.record.get(name):
                faults[name] = faults.get(name) or "the committed record says otherwise"
        if known.tables != tables:
            faults["tables of the losses"] = "the committed record says otherwise"
    else:
        write_record(folder, compiled.record, tables)
    return Compiled(compiled.record, faults)
