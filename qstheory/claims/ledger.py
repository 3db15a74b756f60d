"""A ledger is a folder of Python files, each with `CLAIMS`: finding, checking and selecting them.

Loading a folder of claims runs its Python files, as importing any module does: only pass a folder
whose code you trust.

Its `_printed_table.py` may have, as `ROWS`, the rows of a table as a paper prints them: a
transcription to compare with, never a source. A row gives r and A as formulas in the loss's own
parameters, A squared so that it stays rational where it is, to be held against certified values
size by size; and for every cell what is printed, the claim that says so and the claim that says
what is right. Formulas that are right come from the claims and stand nowhere else.
"""

import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from functools import cache
from hashlib import sha256
from importlib import import_module, invalidate_caches
from importlib.machinery import ModuleSpec
from importlib.util import module_from_spec
from pathlib import Path
from types import MappingProxyType, ModuleType
from typing import Literal, get_args

import sympy

import qstheory
from qstheory.claims.claim import Claim
from qstheory.errors import DuplicateName, UnreadableInput
from qstheory.losses.catalogue import nearest
from qstheory.work.files import folder_digest, package_version

Parameters = Mapping[str, int]
m, k, b = sympy.symbols("m k b", positive=True, integer=True)
R = sympy.Symbol("R", positive=True, integer=True)


Column = Literal["r", "decoder", "A", "least A", "decoding"]
COLUMNS: tuple[Column, ...] = get_args(Column)
"""Of the table shown: the second and the fourth are not columns of the paper."""


@dataclass(frozen=True)
class PrintedCell:
    """What is printed, in LaTeX, the claim that says so, and the claim that says what is right."""

    printed: str
    claim: str
    right: str


@dataclass(frozen=True)
class PrintedRow:
    """One row of the table: `r` and `a_squared` are expressions in m, k, b (and R for NDCG).

    `claims` are pairs, the claim and the right one, in the order of COLUMNS.
    """

    family: str
    measure: str
    r: sympy.Expr
    a_squared: sympy.Expr
    r_latex: str
    a_latex: str
    inference: str
    parameters: Callable[[int], Mapping[str, object]]
    symbols: Callable[[int], Parameters]
    sizes: tuple[int, ...]
    claims: tuple[tuple[str, str], ...]

    @property
    def cells(self) -> tuple[PrintedCell, ...]:
        """The cells in the order of COLUMNS."""
        shown = (self.r_latex, "", self.a_latex, "", self.inference)
        return tuple(
            PrintedCell(text, *pair) for text, pair in zip(shown, self.claims, strict=True)
        )


def evaluate(expression: sympy.Expr, values: Parameters) -> sympy.Expr:
    """The expression at these sizes, sums carried out."""
    symbols = {"m": m, "k": k, "b": b, "R": R}
    return expression.subs({symbols[name]: value for name, value in values.items()}).doit()


PAPER = "sharp2020"
"""The paper whose ledger is judged where none is named."""
TABLE = "_printed_table"


@dataclass(frozen=True)
class Ledger:
    """Claims by id, in the order of their files.

    `folder` is where they come from, `version` identifies all code that they and their judging rest
    on, as it was when they were loaded; `table` holds the rows of the paper's table as printed.
    """

    folder: Path
    version: str
    claims: MappingProxyType[str, Claim]
    table: tuple[PrintedRow, ...] = ()

    def __getitem__(self, claim: str) -> Claim:
        """The claim of that id."""
        return self.claims[claim]

    def ancestors(self, claim: str) -> frozenset[str]:
        """All that a claim rests on, directly or not, itself left out."""
        found: set[str] = set()
        waiting = [claim]
        while waiting:
            for used in self.claims[waiting.pop()].uses:
                if used not in found:
                    found.add(used)
                    waiting.append(used)
        return frozenset(found)

    def select(self, patterns: Sequence[str]) -> tuple[str, ...]:
        """The ids that match one of the patterns (`*`, `?`, `[...]`), all without a pattern.

        Raises UnreadableInput for a pattern that matches none.
        """
        for pattern in patterns:
            if not any(fnmatchcase(claim, pattern) for claim in self.claims):
                raise UnreadableInput(
                    f"No claim in {self.folder} matches {pattern!r};"
                    f" {nearest(pattern, self.claims)}`qstheory verify` without arguments lists"
                    " them all."
                )
        return tuple(
            claim
            for claim in self.claims
            if not patterns or any(fnmatchcase(claim, pattern) for pattern in patterns)
        )


def papers() -> tuple[Path, str]:
    """The folder of the ledgers that come with the package, and the package that it is.

    In a source tree it stands beside `qstheory`, in an installed wheel within it.
    """
    beside = Path(qstheory.__file__).resolve().parents[1] / "verification"
    if (beside / PAPER).is_dir():
        return beside, "verification"
    return Path(qstheory.__file__).resolve().parent / "verification", "qstheory.verification"


def paper_ledger() -> Path:
    """The folder of the claims of the paper."""
    return papers()[0] / PAPER


def _root(folder: Path) -> Path:
    """The folder whose files the ledger's may import relatively: its own, or, where it is a package
    within another, that one."""
    nested = all((place / "__init__.py").is_file() for place in (folder, folder.parent))
    return folder.parent if nested else folder


def _package(folder: Path, digest: str) -> str:
    """Make the folder a package of its own, so that its files may import each other relatively.

    Its name depends on the content: files that have changed are loaded anew.
    """
    root = _root(folder)
    name = f"qstheory_ledger_{sha256(f'{root} {digest}'.encode()).hexdigest()[:16]}"
    if name not in sys.modules:
        spec = ModuleSpec(name, loader=None, is_package=True)
        spec.submodule_search_locations = [str(root)]
        sys.modules[name] = module_from_spec(spec)
        invalidate_caches()
    return name if root == folder else f"{name}.{folder.name}"


def _files(folder: Path) -> list[str]:
    return sorted(
        path.stem
        for path in folder.glob("*.py")
        if path.is_file() and not path.stem.startswith("_")
    )


@contextmanager
def _without_bytecode() -> Iterator[None]:
    """Leave no bytecode behind: Python takes it up again when a file of the same size was written
    within the same second, whatever it says."""
    before = sys.dont_write_bytecode
    sys.dont_write_bytecode = True
    try:
        yield
    finally:
        sys.dont_write_bytecode = before


def _loaded(module_name: str, file: str) -> ModuleType:
    try:
        with _without_bytecode():
            return import_module(module_name)
    except (Exception, SystemExit) as error:  # A file that exits must not look like success.
        raise UnreadableInput(
            f"{file}.py cannot be loaded as claims: {type(error).__name__}: {error}"
        ) from error


def _table_of(folder: Path, package: str) -> tuple[PrintedRow, ...]:
    """The rows of the table as printed, none where the ledger has no such file."""
    if not (folder / f"{TABLE}.py").is_file():
        return ()
    rows = getattr(_loaded(f"{package}.{TABLE}", TABLE), "ROWS", None)
    if not isinstance(rows, tuple) or not all(isinstance(row, PrintedRow) for row in rows):
        raise UnreadableInput(f"{TABLE}.py must define ROWS, a tuple of PrintedRow.")
    return rows


def _claims_of(module_name: str, file: str) -> Iterable[Claim]:
    claims = getattr(_loaded(module_name, file), "CLAIMS", None)
    if not isinstance(claims, tuple) or not all(isinstance(claim, Claim) for claim in claims):
        raise UnreadableInput(
            f"{file}.py must define CLAIMS, a tuple of qstheory.claims.Claim;"
            " name a file of helpers with a leading underscore."
        )
    return claims


def ledger_of(claims: Iterable[Claim], folder: Path = Path(), version: str = "") -> Ledger:
    """The ledger of these claims.

    Raises DuplicateName when two have the same id, and UnreadableInput when one uses or is repaired
    by an unknown claim, or rests on itself.
    """
    found: dict[str, Claim] = {}
    for claim in claims:
        if claim.id in found:
            raise DuplicateName(f"Two claims have the id {claim.id!r}; rename one of them.")
        found[claim.id] = claim
    for claim in found.values():
        repair = (claim.repaired_by,) if claim.repaired_by else ()
        for other in (*claim.uses, *repair):
            if other not in found:
                raise UnreadableInput(
                    f"The claim {claim.id} refers to {other!r}, which is no claim."
                )
        if claim.id in repair:
            raise UnreadableInput(f"The claim {claim.id} cannot be repaired by itself.")
    ledger = Ledger(folder, version, MappingProxyType(found))
    for claim_id in found:
        if claim_id in ledger.ancestors(claim_id):
            raise UnreadableInput(f"The claim {claim_id} rests on itself through its `uses`.")
    return ledger


def _paper_package() -> str:
    """The name under which the paper's folder is imported.

    Raises UnreadableInput where another package of that name hides it.
    """
    folder, name = papers()
    found = [Path(place).resolve() for place in import_module(name).__path__]
    if folder not in found:
        raise UnreadableInput(
            f"The folder {found[0]} hides the ledger of the paper; run from another folder."
        )
    return f"{name}.{PAPER}"


@cache
def _load(place: Path, digest: str) -> Ledger:
    files = _files(place)
    if not files:
        raise UnreadableInput(f"{place} has no Python file with claims.")
    package = _paper_package() if place == paper_ledger() else _package(place, digest)
    found = (claim for file in files for claim in _claims_of(f"{package}.{file}", file))
    version = sha256(f"{package_version()} {digest}".encode()).hexdigest()
    return replace(ledger_of(found, place, version), table=_table_of(place, package))


@cache
def _load_paper() -> Ledger:
    """Once in a process: modules of an installed package are not loaded anew."""
    return _load(paper_ledger(), folder_digest(papers()[0]))


def load_ledger(folder: Path | None = None) -> Ledger:
    """The claims in the Python files of a folder, those of the paper by default.

    A ledger that comes with the package may be given by its name alone, such as `osokin2017`. Files
    whose name starts with an underscore are helpers; sub-folders are ledgers of their own. The
    files are run. Raises UnreadableInput, DuplicateName.
    """
    place = paper_ledger() if folder is None else Path(os.path.realpath(folder.expanduser()))
    if folder is not None and not place.exists() and (papers()[0] / folder.name).is_dir():
        place = papers()[0] / folder.name
    if place == paper_ledger():
        return _load_paper()
    if not place.is_dir():
        raise UnreadableInput(f"{folder} is not a folder of claims.")
    return _load(place, folder_digest(_root(place)))
