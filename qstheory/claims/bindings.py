"""The bindings of the theorems that the claims of a ledger name."""

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from qstheory.claims.claim import Claim
from qstheory.proofs.binding import Binding
from qstheory.proofs.record import Formal, Proofs, read_proofs

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
