"""The smallest instance that is stated is the smallest: below it the statement is certified."""

import re
from collections.abc import Iterator
from dataclasses import replace

import pytest

from qstheory.claims.claim import Claim
from qstheory.claims.evidence import FAILED, HOLDING
from qstheory.claims.judge import judge
from qstheory.claims.ledger import load_ledger

FAILING = [
    claim
    for claim in load_ledger().claims.values()
    if claim.expected in FAILED and claim.readings and claim.readings[0].evidence is not None
    and any("m" in case for case in claim.readings[0].cases)
]  # fmt: skip
FROM = re.compile(r"every m >= (\d+)")


def restricted(claim: Claim, sizes: range) -> Claim:
    """The claim at these sizes alone, without what reaches beyond its cases."""
    reading = claim.readings[0]
    chosen = tuple(case for case in reading.cases if case.integer("m") in sizes)
    return claim.with_reading(
        replace(reading, cases=chosen, ranges_over="", derivation=None, theorems=())
    )


def failing_sizes(claim: Claim) -> Iterator[tuple[str, int]]:
    """Each part that fails, with the first size at which it does."""
    sizes = sorted({case.integer("m") for case in claim.readings[0].cases})
    left = set(claim.readings[0].parts)
    for m in sizes:
        for part in judge(restricted(claim, range(m, m + 1))).readings[0].parts:
            if part.part in left and part.refutation is not None:
                left.remove(part.part)
                yield part.part, m
        if len(left) < len(claim.readings[0].parts):
            return


@pytest.mark.parametrize("claim", FAILING, ids=lambda claim: claim.id)
def test_below_the_smallest_instance_the_statement_is_certified(claim: Claim) -> None:
    reading = claim.readings[0]
    first = min(case.integer("m") for case in reading.cases)
    for part, size in failing_sizes(claim):
        if starts := FROM.match(reading.ranges_over):
            assert first <= int(starts[1]), "sizes are left out below the first that is tried"
        if first < size:
            below = judge(restricted(claim, range(first, size))).readings[0]
            (judged,) = (p for p in below.parts if p.part == part)
            assert judged.verdict in HOLDING, (part, size, judged.reason)
