"""What the command `qstheory prove` does once its arguments are parsed."""

from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

from qstheory.claims.collect import all_bindings, proofs_folder, proofs_of
from qstheory.claims.ledger import load_ledger
from qstheory.errors import UnreadableInput
from qstheory.proofs.compiler import Compiled, bind, compile_folder, compile_text, recheck
from qstheory.proofs.record import write_record
from qstheory.proofs.sources import read_sources
from qstheory.proofs.tables import TWINS, tables_hash, tables_text
from qstheory.proofs.tables import tables as all_tables


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
