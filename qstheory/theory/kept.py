"""Finished parts of dossiers on disk, so that an analysis that is run again goes on from them.

A file for each loss, part, budget and version of the package and its libraries; a change of any of
them has a file of its own, so that what is taken up is what would be found again. A file is there
whole or not at all: neither a run at the same time nor one that is killed does harm.
"""

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, fields, is_dataclass, replace
from fractions import Fraction
from hashlib import sha256
from pathlib import Path
from time import monotonic
from typing import Any

from qstheory.certify import Decision
from qstheory.certify.bundle import Item, loads
from qstheory.certify.outcome import Outcome
from qstheory.errors import QstheoryError
from qstheory.losses.base import LossReference, MatrixReference, Reference
from qstheory.theory.effort import Budget
from qstheory.theory.findings import Evidence, Finding, Part, Value
from qstheory.work.certificates import dumps
from qstheory.work.files import cache_folder, package_version, write_whole

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
