"""What the command `qstheory prove` does once its arguments are parsed."""

from pathlib import Path

from qstheory.claims.bindings import all_bindings, proofs_folder, proofs_of
from qstheory.claims.ledger import load_ledger
from qstheory.proofs.compiler import Compiled, bind, compile_folder, compile_text, recheck
from qstheory.proofs.record import write_record
from qstheory.proofs.sources import read_sources
from qstheory.proofs.tables import TWINS, tables_hash, tables_text
from qstheory.proofs.tables import tables as all_tables


def prove(claims: Path | None = None, jobs: int = 2, check: bool = False) -> Compiled:
    """Compile the proofs of a ledger and bind them; the record is written, or only compared.

    Where the folder has twins of the losses the definitions are held against the package's entries.

    Raises MissingProgram without Coq and UnreadableInput when a proof does not compile.
    """
    ledger = load_ledger(claims)
    folder = proofs_folder(ledger.folder)
    named = all_bindings(ledger.claims.values())
    compile_folder(folder, jobs)
    compiled = bind(folder, [binding for binding in named.values() if not isinstance(binding, str)])
    faults = {name: fault for name, fault in named.items() if isinstance(fault, str)}
    faults |= compiled.faults
    shown = {name for entry in compiled.record.values() for name in (entry.theorem, entry.witness)}
    if objection := recheck(folder, {name.partition(".")[0] for name in shown if "." in name}):
        return Compiled({}, {**faults, "coqchk": objection})
    sources, tables = read_sources(folder), ""
    if TWINS in sources.texts:
        text = tables_text(all_tables())
        tables = tables_hash(sources, text)
        if objection := compile_text(folder, text):
            return Compiled({}, {**faults, "tables of the losses": objection})
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
