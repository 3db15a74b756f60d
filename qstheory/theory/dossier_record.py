"""A dossier as a record: rationals as text, verdicts as `decide` gave them."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from qstheory.certify.outcome import Outcome
from qstheory.losses.views import exact_size
from qstheory.theory.effort import Budget
from qstheory.theory.findings import Extent, Finding, Part, Status, Value
from qstheory.work.records import Digits, copied

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
        tuple(map(_finding, dossier.findings)),
    )


def dossier_file(dossier: "Dossier", file: str) -> DossierFile:
    """The record of a dossier as it is filed under a name."""
    return DossierFile(**vars(dossier_record(dossier)), file=file)


def _finding(finding: Finding) -> FindingRecord:
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
