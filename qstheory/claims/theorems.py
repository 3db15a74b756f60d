"""The theorems that the claims of a ledger name: bound to its proofs in Coq, and compiled.

They also hold formulas of a family for every size. A claim speaks of the family where its evidence
at small sizes states a proposition about the very losses of the family; the theorem must be bound
to the claim by the record of the compiler, and its constant, the one that the claim names, is the
formula at a symbol for the size. Nobody types that a formula is proved.
"""

from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Any, Literal

from sympy import Expr, Symbol, expand, simplify

from qstheory.certify.kinds.affine_dimension import AffineDimensionAtLeast, AffineDimensionAtMost
from qstheory.certify.kinds.calibration_dimension import (
    CalibrationDimensionAtLeast,
    CalibrationDimensionAtMost,
)
from qstheory.certify.kinds.rank import RankAtLeast, RankAtMost
from qstheory.claims.claim import Claim, Claimed, Formula, Reading, Theorem
from qstheory.claims.evidence import Case, Stance
from qstheory.claims.ledger import Ledger, load_ledger
from qstheory.errors import QstheoryError, UnreadableInput
from qstheory.losses import resolve
from qstheory.losses.base import Loss, LossReference, Reference
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
from qstheory.theory.families.family import LOWER, QUANTITIES, UPPER, AnalyzedFamily
from qstheory.theory.families.formulas import DerivedForm, guessed
from qstheory.theory.families.kernels import m

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


MATCHED, ENTRIES = 4, 1 << 9
"""The largest size, and most entries, at which a claim's losses are compared with the family's."""
BITS = 64
"""Of enclosures of irrational entries that are compared: equal ones come from equal formulas."""
SIZES = 24
"""Sizes from whose constants the formula is proposed: no quantity of a family has more than five
coefficients."""
HALF = Symbol("k", integer=True, positive=True)
"""The sizes 2 k and 2 k + 1, at which the constant is compared with the formula for every k."""


@dataclass(frozen=True)
class ProvedForm(DerivedForm):
    """A formula that a theorem in Coq holds, in the cases that `scope` says."""

    theorem: str = ""
    claim: str = ""
    scope: str = ""
    given: tuple[str, ...] = ()
    renamed: bool = False

    @property
    def label(self) -> str:
        """The theorem and where it holds, the cited theorems that it assumes, and whether it
        speaks of the same rows under other names."""
        given = f", given {' and '.join(self.given)}" if self.given else ""
        rows = f", predictions renamed (seen at m <= {MATCHED})" if self.renamed else ""
        return f"theorem {self.theorem} for {self.scope}{given}{rows}"


def with_theorems(found: AnalyzedFamily, ledger: Ledger) -> AnalyzedFamily:
    """The analysis with theorems in the place of what was derived or conjectured; raises Undecided
    where a theorem contradicts a size that was computed, which would be a defect."""
    forms = dict(found.closed_forms)
    for name, form in _forms(found, ledger):
        values = {at.m: QUANTITIES[name](at) for at in found.points}
        known = {m: value for m, value in values.items() if value is not None}
        forms[name] = form.checked(known)
    return replace(found, closed_forms={name: forms[name] for name in QUANTITIES if name in forms})


def _forms(found: AnalyzedFamily, ledger: Ledger) -> Iterator[tuple[str, ProvedForm]]:
    reference = found.points[-1].loss.reference
    if not isinstance(reference, LossReference):
        return
    rows = [row for row in ledger.table if row.family == reference.family]
    named = dict.fromkeys(claim for row in rows for pair in row.claims for claim in pair if claim)
    for claim in named:
        proved = theorems(ledger[claim], proofs_of(ledger.folder))
        for reading in ledger[claim].readings:
            for theorem in reading.theorems:
                formal = isinstance(proved[theorem.statement(claim)], Formal)
                if formal and not theorem.refutes:
                    for name, form in _stated(found, reading, theorem):
                        yield name, replace(form, claim=claim)


@dataclass(frozen=True)
class Spoken:
    """What a reading states at a case of the family's loss: numbers by quantity and side."""

    m: int
    case: Case
    bounds: Mapping[tuple[str, str], int]
    renamed: bool


def _stated(
    found: AnalyzedFamily, reading: Reading, theorem: Theorem
) -> Iterator[tuple[str, ProvedForm]]:
    """Quantities of the family that the reading states by a constant of the theorem."""
    at = {spoken.m: spoken for spoken in _spoken(found, reading, theorem)}
    others = {tuple((k, v) for k, v in at[m].case.items() if k != "m") for m in at}
    if len(at) < 2 or len(others) > 1:
        return
    (rest,) = others
    for name in QUANTITIES:
        sides = {side for spoken in at.values() for n, side in spoken.bounds if n == name}
        if len(sides) < (1 if name in (LOWER, UPPER) else 2):
            continue
        for constant, claimed in reading.claimed.items():
            if constant not in theorem.beside and all(
                value == claimed.formula(**spoken.case)
                for spoken in at.values()
                for (n, _), value in spoken.bounds.items()
                if n == name
            ):
                since, renamed = min(at), any(spoken.renamed for spoken in at.values())
                sizes = range(since, since + SIZES)
                values = {m: Fraction(claimed.formula(**{"m": m, **dict(rest)})) for m in sizes}
                form = guessed(values)
                if (
                    form is not None
                    and form.found_from[0] == since
                    and _is_that(form.expression, claimed.formula, dict(rest))
                ):
                    proved = ProvedForm(form.expression, since, (), theorem.name)
                    yield (
                        name,
                        replace(
                            proved, scope=reading.ranges_over, given=theorem.given, renamed=renamed
                        ),
                    )
                break


def _is_that(expression: Expr, formula: Formula, rest: Mapping[str, Any]) -> bool:
    """Whether the constant is the expression at 2 k and at 2 k + 1, for a symbol k: halves of
    products of neighbours are integers there.

    >>> _is_that(m * (m + 1) / 2, lambda m: m * (m + 1) // 2, {})
    True
    >>> _is_that(m, lambda m: m // 2 + m // 2, {})
    False
    """
    try:
        return all(
            simplify(expand(formula(**{"m": at, **rest})) - expand(expression.subs(m, at))) == 0
            for at in (2 * HALF, 2 * HALF + 1)
        )
    except TypeError:  # It asks what the number is.
        return False


def _spoken(found: AnalyzedFamily, reading: Reading, theorem: Theorem) -> Iterator[Spoken]:
    """The cases of the reading, one a size, that are about the family's loss."""
    seen: set[int] = set()
    for case in reading.cases if reading.evidence else ():
        size = case.get("m")
        if not isinstance(size, int) or size > MATCHED or size in seen:
            continue
        try:
            loss = found.family.member(size)
        except QstheoryError:
            continue
        assert reading.evidence is not None
        bounds: dict[tuple[str, str], int] = {}
        likeness: dict[Reference, Likeness] = {}
        for evidence in reading.evidence(case, Claimed(reading.claimed)):
            stated = _quantity(evidence.proposition)
            if stated is None or evidence.stance is not Stance.STATES:
                continue
            reference = evidence.proposition.loss
            if reference not in likeness:
                likeness[reference] = _likeness(loss, reference)
            if likeness[reference] != "another" and theorem.covers(evidence.part):
                name, side, value = stated
                bounds[name, side] = value
        if bounds:
            seen.add(size)
            yield Spoken(size, case, bounds, "renamed" in likeness.values())


def _quantity(proposition: object) -> tuple[str, str, int] | None:
    """Which quantity of a family a proposition bounds, from which side, and by what."""
    match proposition:
        case AffineDimensionAtLeast(_, r):
            return "affine dimension", "below", r
        case AffineDimensionAtMost(_, r):
            return "affine dimension", "above", r
        case RankAtLeast(_, view, r):
            return _view(view), "below", r
        case RankAtMost(_, view, r):
            return _view(view), "above", r
        case CalibrationDimensionAtLeast(_, d):
            return LOWER, "below", d
        case CalibrationDimensionAtMost(_, d):
            return UPPER, "above", d
    return None


def _view(view: str) -> str:
    return "rank" if view == "loss" else view.replace("-", " ")


Likeness = Literal["same", "renamed", "another"]


def _likeness(loss: Loss, reference: Reference) -> Likeness:
    """Whether it is the family's loss, or has its rows in another order: no dimension differs then.

    Parameters of the same family may be written in several ways, so that entries are compared.
    """
    if reference == loss.reference:
        return "same"
    if not isinstance(reference, LossReference) or not isinstance(loss.reference, LossReference):
        return "another"
    if reference.family != loss.reference.family:
        return "another"
    other = resolve(reference)
    if other.shape != loss.shape or loss.predictions.size * loss.observations.size > ENTRIES:
        return "another"
    if tuple(loss.observations) != tuple(other.observations):
        return "another"
    rows, others = (
        {z: tuple(L.enclosure(z, y, BITS) for y in L.observations) for z in L.predictions}
        for L in (loss, other)
    )
    if rows == others:
        return "same"
    return "renamed" if sorted(rows.values()) == sorted(others.values()) else "another"
