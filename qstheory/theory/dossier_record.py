"""The record of a dossier, and its finished parts on disk.

In the record rationals are text and verdicts are as `decide` gave them. Of the finished parts there
is a file for each loss, part, budget and version of the package and its libraries; a change of any
of them has a file of its own, so that what is taken up is what would be found again. A file is
there whole or not at all: neither a run at the same time nor one that is killed does harm.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass, replace
from fractions import Fraction
from hashlib import sha256
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from qstheory.certify import Decision
from qstheory.certify.bundle import Item, loads
from qstheory.certify.rules import Outcome
from qstheory.errors import QstheoryError
from qstheory.losses.base import LossReference, MatrixReference, Reference
from qstheory.losses.views import exact_size
from qstheory.theory.effort import Budget
from qstheory.theory.findings import Evidence, Extent, Finding, Part, Status, Value
from qstheory.work.certificates import dumps
from qstheory.work.files import Digits, cache_folder, copied, package_version, write_whole

if TYPE_CHECKING:
    from qstheory.theory.dossier import Dossier


@dataclass(frozen=True)
class JudgedCertificate:
    """The kinds of a proposition and its certificate, and what `decide` says of them."""

    proposition: str
    certificate: str
    outcome: Outcome
    reason: str


@dataclass(frozen=True)
class FindingRecord:
    """One line of the dossier, which `key` names.

    `value` is null, a boolean, an integer, a text (rationals as p/q) or an array of these; `status`
    is what `decide` answered for the certificates, never typed; `extent` is how much of the
    quantity is known (an interval has two bounds, or one); `reason` says what failed, or what was
    not attempted and how to have it; `details` are exact quantities by name, `latex` formulas for
    every size.
    """

    part: Part
    key: str
    statement: str
    value: Any
    status: Status
    extent: Extent
    meaning: str
    reason: str
    details: Mapping[str, Any]
    latex: Mapping[str, str]
    certificates: tuple[JudgedCertificate, ...]


@dataclass(frozen=True)
class DossierRecord:
    """What was found about one loss.

    `loss` is its family and parameters on one line, `title` what the user called it or the
    beginning of its name; `undefined` is the policy where the definition reads 0/0; `complete`
    says whether every entry was looked at.
    """

    loss: str
    title: str
    predictions: Digits
    observations: Digits
    undefined: Literal["raise", "drop", "zero", "one"] | None
    conventions: tuple[str, ...]
    complete: bool
    budget: Budget
    findings: tuple[FindingRecord, ...]


@dataclass(frozen=True)
class DossierFile(DossierRecord):
    """What was found about one loss, as it is filed.

    `file` is the name, without extension, of the record and of its certificates.
    """

    FORMAT: ClassVar[str] = "qstheory-dossier/1"
    file: str


def dossier_record(dossier: "Dossier") -> DossierRecord:
    """The record of a dossier."""
    loss = dossier.loss
    return DossierRecord(
        loss.name,
        loss.title,
        exact_size(loss.predictions.size),
        exact_size(loss.observations.size),
        loss.undefined,
        tuple(loss.conventions),
        dossier.complete,
        dossier.budget,
        tuple(map(_recorded, dossier.findings)),
    )


def dossier_file(dossier: "Dossier", file: str) -> DossierFile:
    """The record of a dossier as it is filed under a name."""
    return DossierFile(**vars(dossier_record(dossier)), file=file)


def _recorded(finding: Finding) -> FindingRecord:
    return copied(
        FindingRecord,
        finding,
        value=_plain(finding.value),
        reason=finding.reason or finding.limit,
        details={name: _plain(value) for name, value in finding.details},
        latex=dict(finding.latex),
        certificates=tuple(
            JudgedCertificate(
                type(item.proposition).__name__,
                type(item.certificate).__name__,
                item.decision.outcome,
                item.decision.reason,
            )
            for item in finding.evidence
        ),
    )


def _plain(value: Value) -> Any:
    """A value with integers beyond 2^53, which other readers of JSON round, as text."""
    if isinstance(value, Fraction):
        return str(value)
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) >= 2**53:
        return exact_size(value)
    if isinstance(value, tuple):
        return tuple(map(_plain, value))
    return value


FORMAT = "qstheory-findings/1"
WORTH = 0.5
"""Seconds that a part takes at least if it is kept."""
ITSELF = LossReference("the loss of this file", ())
"""Stands for the loss, which is known when a file is read, and may have millions of entries."""
WRITTEN = {"value", "details", "latex", "evidence"}
PLAIN = [f.name for f in fields(Finding) if f.name not in WRITTEN]
"""Members of a finding that are JSON data as they are."""


def default_folder() -> Path:
    """`$XDG_CACHE_HOME/qstheory/dossiers`, or below `~/.cache`."""
    return cache_folder("dossiers")


def usable(folder: Path) -> str:
    """Why nothing can be kept in that folder, which is made if need be; empty where it can."""
    try:
        write_whole(folder / "README", "Finished parts of dossiers; may be removed at any time.\n")
    except OSError as error:
        return f"finished parts are not kept, as {folder} cannot be written ({error.strerror})"
    return ""


@dataclass(frozen=True)
class Kept:
    """The finished parts of one loss under one budget."""

    folder: Path
    reference: Reference
    budget: Budget

    def path(self, part: Part) -> Path:
        """The file of a part."""
        return self.folder / f"{self._name(part)}-{package_version()}.json"

    def _name(self, part: Part) -> str:
        """What the files of a part begin with, whatever the version is."""
        reference = self.reference
        named: object = reference
        if isinstance(reference, MatrixReference):
            named = (reference.sha256, reference.predictions, reference.observations)
        return sha256(f"{named!r}\n{self.budget!r}\n{part}".encode()).hexdigest()

    def get(self, part: Part) -> tuple[Finding, ...] | None:
        """The findings of a part; None when there are none or the file is damaged."""
        try:
            # The version takes longer to find out than a small loss to analyse.
            if next(self.folder.glob(f"{self._name(part)}-*.json"), None) is None:
                return None
            text = self.path(part).read_text(encoding="utf-8")
            digest, _, body = text.partition("\n")
            if digest != _digest(body):
                return None
            head, _, certificates = body.partition("\n")
            items = iter(loads(certificates))
            return tuple(_finding(data, items, self.reference) for data in json.loads(head))
        except (OSError, ValueError, LookupError, TypeError, StopIteration, QstheoryError):
            return None

    def put(self, part: Part, found: Iterable[Finding]) -> None:
        """Keep the findings of a part; without a word where that cannot be done."""
        try:
            items: list[Item] = []
            head = json.dumps([_data(finding, items, self.reference) for finding in found])
            body = f"{head}\n{dumps(items)}"
            write_whole(self.path(part), f"{_digest(body)}\n{body}")
        except (OSError, ValueError):  # No room, or a number of more digits than Python writes.
            return

    def part(self, part: Part, compute: Callable[[], Iterable[Finding]]) -> Iterator[Finding]:
        """The findings of a part: those that were kept, otherwise computed, and kept if that took
        long and every certificate was accepted."""
        known = self.get(part)
        if known is not None:
            yield from known
            return
        begun, found = monotonic(), []
        for finding in compute():
            found.append(finding)
            yield finding
        if monotonic() - begun >= WORTH and all(f.status != "undecided" for f in found):
            self.put(part, found)


def _digest(body: str) -> str:
    return f"{FORMAT} {sha256(body.encode()).hexdigest()}"


def _data(finding: Finding, items: list[Item], reference: Reference) -> dict[str, Any]:
    """A finding as JSON data; its certificates are added to the items."""
    for each in finding.evidence:
        items.append(
            Item(
                _renamed(each.proposition, reference, ITSELF),
                _renamed(each.certificate, reference, ITSELF),
            )
        )
    return {
        **{name: getattr(finding, name) for name in PLAIN},
        "value": _value_data(finding.value),
        "details": [[name, _value_data(value)] for name, value in finding.details],
        "latex": [list(pair) for pair in finding.latex],
        "evidence": [
            [
                each.decision.outcome.value,
                each.decision.reason,
                list(each.decision.modulo),
                each.supports.value,
            ]
            for each in finding.evidence
        ],
    }


def _finding(data: dict[str, Any], items: Iterator[Item], reference: Reference) -> Finding:
    evidence = []
    for outcome, reason, modulo, supports in data["evidence"]:
        item = next(items)
        evidence.append(
            Evidence(
                _renamed(item.proposition, ITSELF, reference),
                _renamed(item.certificate, ITSELF, reference),
                Decision(Outcome(outcome), reason, tuple(modulo)),
                Outcome(supports),
            )
        )
    return Finding(
        **{name: data[name] for name in PLAIN},
        value=_value(data["value"]),
        evidence=tuple(evidence),
        details=tuple((name, _value(value)) for name, value in data["details"]),
        latex=tuple((name, text) for name, text in data["latex"]),
    )


def _renamed(value: Any, old: Reference, new: Reference) -> Any:
    """The same with another reference, looked for in dataclasses and not within tuples."""
    if value is old or (type(value) is LossReference and value == old):
        return new
    if not is_dataclass(value) or isinstance(value, type | MatrixReference):
        return value
    members = {f.name: getattr(value, f.name) for f in fields(value) if f.init}
    renamed = {name: _renamed(member, old, new) for name, member in members.items()}
    changed = {name: renamed[name] for name in members if renamed[name] is not members[name]}
    return replace(value, **changed) if changed else value


def _value_data(value: Value) -> Any:
    """Rationals as {"q": text}, tuples as arrays."""
    if isinstance(value, Fraction):
        return {"q": str(value)}
    return [_value_data(item) for item in value] if isinstance(value, tuple) else value


def _value(data: Any) -> Value:
    if isinstance(data, dict):
        numerator, _, denominator = data["q"].partition("/")
        return Fraction(int(numerator), int(denominator or 1))
    return tuple(map(_value, data)) if isinstance(data, list) else data
