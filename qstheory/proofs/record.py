"""The committed record of what was compiled: why a machine without Coq may say `formal`."""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from functools import cached_property, lru_cache
from pathlib import Path

from qstheory.errors import UnreadableInput
from qstheory.proofs.binding import ALLOWED, Binding
from qstheory.proofs.sources import Sources, Statements, digest, read_sources
from qstheory.work.files import write_whole
from qstheory.work.records import copied

FORMAT, FILE = "qstheory-proofs/2", "record.json"


@dataclass(frozen=True)
class Entry:
    """A statement that was bound: by which theorem, with which witness of its premises (`meet`: one
    that Coq found), given which cited theorems, from which texts, on which axioms.

    `statement`, `proof`, `met` and `claimed` are hashes: of the statement and the definitions that
    it speaks of, of the proof file and all it rests on, of the witness in the same way, of the
    constants that the ledger claims.
    """

    theorem: str
    witness: str
    given: tuple[str, ...]
    statement: str
    proof: str
    met: str
    claimed: str
    axioms: tuple[str, ...]
    text: str

    @property
    def hash(self) -> str:
        """The first digits of a hash of the statement and the proof."""
        return digest(f"{self.statement} {self.proof}")[:12]


def entry(binding: Binding, proofs: "Proofs", axioms: tuple[str, ...]) -> Entry:
    """The record of a binding as the files are now."""
    return Entry(
        binding.theorem,
        binding.witness(proofs.sources),
        binding.given,
        proofs.statements.statement_hash(binding.statement),
        proofs.sources.proof_hash(binding.file),
        binding.met_hash(proofs.sources),
        binding.claimed_hash(),
        axioms,
        proofs.statements.text(binding.statement),
    )


@dataclass(frozen=True)
class Formal:
    """What a bound theorem says, as its claim's page shows it."""

    statement: str
    theorem: str
    witness: str
    given: tuple[str, ...]
    text: str
    axioms: tuple[str, ...]
    hash: str


@dataclass(frozen=True)
class Proofs:
    """The Coq files of a ledger beside the record of their compilation.

    `tables` is the hash of the definitions and of the entries that they were compared with.
    """

    sources: Sources
    record: Mapping[str, Entry] = field(default_factory=dict)
    tables: str = ""

    @cached_property
    def statements(self) -> Statements:
        """What Statements.v defines."""
        return Statements(self.sources)

    def formal(self, binding: Binding) -> Formal | str:
        """The theorem if it was compiled from just these texts, otherwise why it does not count."""
        if fault := binding.fault(self.sources, self.statements):
            return fault
        kept = self.record.get(binding.statement)
        if kept is None:
            return f"{binding.statement} was not compiled: run `make proofs`"
        if kept != entry(binding, self, kept.axioms):
            return f"{binding.statement} or its proof has changed since it was compiled"
        if not set(kept.axioms) <= ALLOWED[binding.axioms]:
            return f"{binding.theorem} rests on {', '.join(kept.axioms)}"
        return copied(Formal, kept, statement=binding.statement)


NO_PROOFS = Proofs(Sources({}))
"""Those of a ledger without a folder of proofs."""


def as_text(record: Mapping[str, Entry], tables: str = "") -> str:
    """The record as it is committed."""
    entries = {name: asdict(record[name]) for name in sorted(record)}
    return (
        json.dumps(
            {"format": FORMAT, "tables": tables, "bound": entries}, indent=1, ensure_ascii=False
        )
        + "\n"
    )


def write_record(folder: Path, record: Mapping[str, Entry], tables: str = "") -> None:
    """Write the record of a folder of proofs."""
    write_whole(folder / FILE, as_text(record, tables))


def read_proofs(folder: Path) -> Proofs:
    """The Coq files of a folder and their record; nothing when there are none.

    The same texts are parsed once. Raises UnreadableInput for a record in another form.
    """
    path = folder / FILE
    record = path.read_bytes() if path.is_file() else None
    return _proofs(path, tuple(sorted(read_sources(folder).texts.items())), record)


@lru_cache(maxsize=4)  # a few ledgers at a time; every claim of a ledger asks for the same proofs
def _proofs(path: Path, texts: tuple[tuple[str, str], ...], content: bytes | None) -> Proofs:
    sources = Sources(dict(texts))
    if content is None:
        return Proofs(sources)
    try:
        data = json.loads(content)
        if data["format"] != FORMAT:
            raise ValueError("another format")
        record = {
            name: Entry(**{**kept, "axioms": tuple(kept["axioms"]), "given": tuple(kept["given"])})
            for name, kept in data["bound"].items()
        }
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise UnreadableInput(
            f"{path} is no record of compiled proofs ({error}); write it anew with `make proofs`."
        ) from None
    return Proofs(sources, record, str(data.get("tables", "")))
