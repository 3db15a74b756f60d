"""What the command `qstheory prove` does once its arguments are parsed."""

from pathlib import Path

from qstheory.claims.bindings import FOLDER, all_bindings, proofs_of
from qstheory.claims.ledger import load_ledger
from qstheory.proofs.compiler import Compiled, bind, compile_folder, recheck
from qstheory.proofs.record import write_record


def prove(claims: Path | None = None, jobs: int = 2, check: bool = False) -> Compiled:
    """Compile the proofs of a ledger and bind them; the record is written, or only compared.

    Raises MissingProgram without Coq and UnreadableInput when a proof does not compile.
    """
    ledger = load_ledger(claims)
    folder = ledger.folder / FOLDER
    named = all_bindings(ledger.claims.values())
    compile_folder(folder, jobs)
    compiled = bind(folder, [binding for binding in named.values() if not isinstance(binding, str)])
    faults = {name: fault for name, fault in named.items() if isinstance(fault, str)}
    faults |= compiled.faults
    if objection := recheck(
        folder, {e.theorem.partition(".")[0] for e in compiled.record.values()}
    ):
        return Compiled({}, {**faults, "coqchk": objection})
    if check:
        kept = proofs_of(ledger.folder).record
        for name in sorted(kept.keys() | compiled.record.keys()):
            if kept.get(name) != compiled.record.get(name):
                faults[name] = faults.get(name) or "the committed record says otherwise"
    else:
        write_record(folder, compiled.record)
    return Compiled(compiled.record, faults)
