"""Compiling a folder of proofs, binding its theorems, coqchk on the result, and the record of it.

The committed record of what was compiled is why a machine without Coq may say `formal`.
"""

import json
import os
import re
import shutil
import subprocess
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, field
from functools import cached_property, lru_cache, partial
from pathlib import Path
from tempfile import TemporaryDirectory

from qstheory.errors import MissingProgram, UnreadableInput
from qstheory.proofs.binding import ALLOWED, CLOSED, TOGETHER, Binding, assumptions, program
from qstheory.proofs.sources import LIBRARY, Sources, Statements, digest, read_sources
from qstheory.work.files import copied, write_whole

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


PACKAGES = (
    "coq",
    "libcoq-mathcomp-algebra",
    "libcoq-mathcomp-fingroup",
    "libcoq-mathcomp-algebra-tactics",
    "libcoq-mathcomp-zify",
    "libcoq-mathcomp-analysis",
)
"""The Debian packages that bring Coq and the libraries."""
WARNINGS = ("-w", "-notation-overridden,-ambiguous-paths")
SECONDS = 900
"""For one call of Coq: all the files together take minutes, so this one is stuck."""
COLLECTOR = {"OCAMLRUNPARAM": "s=2M,o=1000"}
"""Coq's garbage collector by its defaults takes a fifth of the time and a third more memory."""


def need_coq() -> None:
    """Raises MissingProgram, naming the Debian packages, when Coq is not there."""
    for name in ("coqc", "coqchk", "coq_makefile", "make"):
        if shutil.which(name) is None:
            raise MissingProgram(
                f"The proofs need Coq 8.16 with MathComp, and there is no {name}; on Debian:"
                f" apt-get install --no-install-recommends make {' '.join(PACKAGES)}"
            )


def _run(command: Sequence[str | Path], folder: Path) -> subprocess.CompletedProcess[str]:
    words = list(map(str, command))
    try:
        return subprocess.run(
            words,
            check=False,
            cwd=folder,
            env=COLLECTOR | os.environ,
            capture_output=True,
            text=True,
            timeout=SECONDS,
        )
    except subprocess.TimeoutExpired:
        raise UnreadableInput(
            f"{words[0]} took more than {SECONDS} seconds in {folder} and was stopped; what it"
            " compiled is kept, so that running it again goes on from there."
        ) from None


def compile_folder(folder: Path, jobs: int = 2) -> None:
    """Compile every file that _CoqProject lists; raises UnreadableInput when one does not."""
    need_coq()
    done = _run(["make", "-C", folder, f"JOBS={jobs}"], folder)
    if done.returncode:
        said = (done.stderr + done.stdout).strip()
        raise UnreadableInput(f"The proofs in {folder} do not compile:\n{said[-2000:]}")


@dataclass(frozen=True)
class Compiled:
    """What was bound, with its record, and why the rest was not."""

    record: Mapping[str, Entry]
    faults: Mapping[str, str]


def _answer(path: Path) -> str:
    return path.read_text(encoding="utf-8") if path.is_file() else ""


def bind(folder: Path, bindings: Iterable[Binding], jobs: int = 1) -> Compiled:
    """Bind theorems and witnesses of a compiled folder to statements, and read what each rests on.

    They are shared out to so many compilers at once.
    """
    need_coq()
    proofs = Proofs(read_sources(folder))
    faults: dict[str, str] = {}
    waiting: list[Binding] = []
    for binding in bindings:
        if fault := binding.fault(proofs.sources, proofs.statements):
            faults[binding.statement] = fault
        else:
            waiting.append(binding)
    shares = [waiting[k::jobs] for k in range(jobs)]
    with ThreadPoolExecutor(jobs) as pool:
        done = list(pool.map(partial(_bind_together, folder, proofs), shares))
    record = {name: item for part in done for name, item in part.record.items()}
    return Compiled(record, faults | {k: v for part in done for k, v in part.faults.items()})


def _bind_together(folder: Path, proofs: Proofs, waiting: list[Binding]) -> Compiled:
    """Those that should rest on no axiom are asked about together; each is when one does."""
    record: dict[str, Entry] = {}
    with TemporaryDirectory() as name:
        place = Path(name)
        faults = _accepted(folder, place, proofs, waiting, one_by_one=False)
        waiting = [binding for binding in waiting if binding.statement not in faults]
        closed = not assumptions(_answer(place / f"{TOGETHER}.out"))
        if not closed:
            faults |= _accepted(folder, place, proofs, waiting, one_by_one=True)
        for binding in waiting:
            together = closed and binding.axioms == "none"
            answer = CLOSED if together else _answer(place / f"{binding.statement}.out")
            rests_on = assumptions(answer)
            if extra := sorted(set(rests_on) - ALLOWED[binding.axioms]):
                faults[binding.statement] = f"it rests on {', '.join(extra)}"
            else:
                record[binding.statement] = entry(binding, proofs, rests_on)
    return Compiled(record, faults)


def _accepted(
    folder: Path, place: Path, proofs: Proofs, bindings: Iterable[Binding], one_by_one: bool
) -> dict[str, str]:
    """What Coq refuses, left out one after another until it takes the rest, with its messages."""
    faults: dict[str, str] = {}
    while waiting := [binding for binding in bindings if binding.statement not in faults]:
        bound = program(waiting, proofs.sources, proofs.statements, one_by_one)
        (place / "Bound.v").write_text(bound.text, encoding="utf-8")
        done = _run(["coqc", *WARNINGS, "-R", folder, LIBRARY, "Bound.v"], place)
        if done.returncode == 0:
            break
        at = re.search(r'"[^"]*Bound\.v", line (\d+)', done.stderr)
        guilty, why = bound.guilty(int(at.group(1))) if at else ("", "")
        said = " ".join(done.stderr.split())[-600:]
        if not guilty:
            raise UnreadableInput(f"The bindings do not compile: {said}")
        faults[guilty] = f"{why}: {said}"
    return faults


def compile_text(folder: Path, text: str) -> str:
    """What Coq holds against a text that rests on a compiled folder, or nothing."""
    need_coq()
    with TemporaryDirectory() as place:
        (Path(place) / "Text.v").write_text(text, encoding="utf-8")
        done = _run(["coqc", *WARNINGS, "-R", folder, LIBRARY, "Text.v"], Path(place))
    return " ".join(done.stderr.split())[-600:] if done.returncode else ""


def recheck(folder: Path, files: Iterable[str], jobs: int = 1) -> str:
    """What coqchk holds against compiled files and what they rest on, or nothing.

    The files are shared out to so many checkers at once, each file to one.
    """
    need_coq()
    sources = read_sources(folder)
    modules = sorted({f for file in files for f in sources.closure(file)})
    shares = [share for k in range(jobs) if (share := modules[k::jobs])]
    with ThreadPoolExecutor(jobs) as pool:
        return next(filter(None, pool.map(partial(_rechecked, folder), shares)), "")


def _rechecked(folder: Path, modules: Iterable[str]) -> str:
    asked = [word for module in modules for word in ("-norec", f"{LIBRARY}.{module}")]
    done = _run(["coqchk", "-silent", "-o", "-R", folder, LIBRARY, *asked], folder)
    said = done.stdout + done.stderr
    if done.returncode:
        return " ".join(said.split())[-600:]
    own = re.findall(rf"^\s+({LIBRARY}\.\S+)", said, re.MULTILINE)
    if own:
        return f"these are assumed: {', '.join(own)}"
    for title in (
        "relying on type-in-type",
        "relying on unsafe (co)fixpoints",
        "positivity is assumed",
    ):
        if f"{title}: <none>" not in said:
            return f"coqchk does not say that nothing is {title}"
    return ""
