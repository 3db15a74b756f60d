"""The examples on the page of the certificate format, made from the samples of the contract tests.

For every rule its smallest sample, and the first change of it that the checker does not accept.
`python -m tests.certify.page_examples` writes both files anew.
"""

import json
from collections.abc import Iterator
from typing import Any

from qstheory.certify import Outcome, decide
from qstheory.certify.bundle import Item
from qstheory.certify.decide import rules
from qstheory.certify.rules import Rule
from qstheory.report.certificate_specification import HERE
from qstheory.work.certificates import dumps, encode

from .mutations import mutants
from .readable import as_read
from .samples import samples
from .samples.sample import Sample

NO_LOSS = "There is no loss"


def _size(sample: Sample) -> int:
    return len(json.dumps([encode(sample.proposition), encode(sample.certificate)]))


def _changed(sample: Sample, others: list[Sample]) -> Iterator[tuple[Any, Any]]:
    for certificate in mutants(sample.certificate):
        yield sample.proposition, certificate
    for proposition in mutants(sample.proposition):
        yield proposition, sample.certificate
    for other in others:
        if type(other.proposition) is type(sample.proposition):
            yield other.proposition, sample.certificate


def _rejected(sample: Sample, others: list[Sample]) -> Item:
    """One that shows nothing, or else the opposite, or else about a loss that does not exist."""
    found: list[Item | None] = [None, None]
    for pair in _changed(sample, others):
        if any(as_read(part) is None for part in pair):
            continue
        decision = decide(*pair)
        item = Item(*pair, sample.expect)
        if decision.outcome is Outcome.INVALID and NO_LOSS not in decision.reason:
            return item
        if decision.outcome.value != sample.expect:
            worse = int(decision.outcome is Outcome.INVALID)
            found[worse] = found[worse] or item
    chosen = found[0] or found[1]
    assert chosen is not None, f"no change of {sample} is rejected"
    return chosen


def _smallest(rule: Rule, given: list[Sample]) -> Sample:
    fitting = [
        s
        for s in given
        if (type(s.proposition), type(s.certificate)) == (rule.proposition, rule.certificate)
    ]
    return min(fitting, key=_size)


def documents() -> dict[str, str]:
    """The text of each file by its name."""
    given = samples()
    chosen = [_smallest(rule, given) for rule in rules()]
    accepted = [Item(s.proposition, s.certificate, s.expect) for s in chosen]
    rejected = [_rejected(s, given) for s in chosen]
    return {"accepted.json": dumps(accepted), "rejected.json": dumps(rejected)}


if __name__ == "__main__":
    for name, text in documents().items():
        (HERE / name).write_text(text, encoding="utf-8")
