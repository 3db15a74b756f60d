"""Parts in a share of the time: what was found is kept, what was not says so, in time."""

import signal
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from math import inf
from pathlib import Path

import numpy as np
import pytest
from threadpoolctl import threadpool_info

from qstheory import analyze
from qstheory.errors import InvalidParameter, TooLarge
from qstheory.losses.base import matrix_loss
from qstheory.memory import memory_limit
from qstheory.theory.dossier import analyze_loss
from qstheory.theory.findings import Finding, Part
from qstheory.theory.timed import Allowance, Compute, Run, can_fork, until_late

pytestmark = pytest.mark.skipif(not can_fork(), reason="parts need processes that are forked")
LOSS = matrix_loss([[Fraction(0), Fraction(1)], [Fraction(1), Fraction(0)]])


def line(part: Part, key: str) -> Finding:
    return Finding(part, key, key, Fraction(1, 3))


def at_once(part: Part) -> Compute:
    return lambda: [line(part, "quick")]


def busy(part: Part) -> Compute:
    """One finding, then a loop without end."""

    def compute() -> Iterator[Finding]:
        yield line(part, "first")
        while True:
            pass

    return compute


def deaf(part: Part) -> Compute:
    """As a library in a long call, which no alarm reaches."""

    def compute() -> Iterator[Finding]:
        yield line(part, "first")
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGALRM})
        time.sleep(60)

    return compute


def greedy(part: Part) -> Compute:
    """More memory than there is."""

    def compute() -> Iterator[Finding]:
        yield line(part, "first")
        yield Finding(part, "large", str(len(bytearray(1 << 40))))

    return compute


def dead(part: Part) -> Compute:
    """A process that is ended by the system."""

    def compute() -> Iterator[Finding]:
        signal.raise_signal(signal.SIGKILL)
        yield line(part, "never")

    return compute


def run(*parts: tuple[Part, Compute], seconds: float = 2.0, **limits: float) -> Run:
    return Run(parts, Allowance(seconds, limits, 1 << 30), LOSS.reference, lambda part: None)


@pytest.mark.parametrize(
    ("bad", "why"),
    [
        (busy, "that were left for it; would take"),
        (deaf, "that were left for it; would take"),
        (greedy, "needs more memory"),
    ],
)
def test_a_part_that_does_not_end_keeps_what_it_found_and_the_others_follow(
    bad: Callable[[Part], Compute], why: str
) -> None:
    job = run(
        ("dimensions", at_once("dimensions")),
        ("constants", bad("constants")),
        ("margins", at_once("margins")),
    )
    first, second, rest, last = job.findings()
    assert (first.key, second.key, last.key) == ("quick", "first", "quick")
    assert second.value == Fraction(1, 3)
    assert rest.status == "not attempted"
    assert why in rest.limit
    assert rest.statement == "the rest of constants"


def test_a_process_that_was_ended_is_told() -> None:
    lost, last = run(("constants", dead("constants")), ("margins", at_once("margins"))).findings()
    assert "system ended its process" in lost.limit
    assert last.key == "quick"


def test_all_the_time_is_divided_and_what_is_left_goes_on() -> None:
    begun = time.monotonic()
    parts: list[Part] = ["constants", "margins", "merging"]
    found = run(*((part, busy(part)) for part in parts), seconds=3.0).findings()
    assert [f.key for f in found] == ["first", "constants", "first", "margins", "first", "merging"]
    assert time.monotonic() - begun > 2.5


def test_a_limit_of_its_own() -> None:
    found = run(("constants", busy("constants")), seconds=inf, constants=0.2).findings()
    assert [f.key for f in found] == ["first", "constants"]


def test_an_interruption_keeps_what_was_found() -> None:
    def stop(part: str) -> None:
        if part == "margins":
            raise KeyboardInterrupt

    parts = (
        ("constants", at_once("constants")),
        ("margins", busy("margins")),
        ("merging", at_once("merging")),
    )
    job = Run(parts, Allowance(30), LOSS.reference, stop)  # type: ignore[arg-type]
    first, *rest = job.findings()
    assert job.interrupted
    assert first.key == "quick"
    assert [(f.part, f.status) for f in rest] == [
        ("margins", "not attempted"),
        ("merging", "not attempted"),
    ]


def test_linear_algebra_has_one_thread() -> None:
    """Those of small matrices wait for each other longer than they work."""

    def threads() -> list[Finding]:
        pools = [pool for pool in threadpool_info() if pool["user_api"] == "blas"]
        assert pools
        return [replace(line("constants", "threads"), value=max(p["num_threads"] for p in pools))]

    np.linalg.svd(np.eye(2))
    (found,) = run(("constants", threads), seconds=60).findings()
    assert found.value == 1


def test_where_no_process_is_forked_no_part_begins_late() -> None:
    started = time.monotonic() - 5
    parts = (("constants", at_once("constants")), ("margins", at_once("margins")))
    late = list(until_late(parts, Allowance(1, started=started), lambda part: None))
    assert [(f.key, f.status) for f in late] == [
        ("constants", "not attempted"),
        ("margins", "not attempted"),
    ]
    assert "give more --time" in late[0].limit
    assert [f.key for f in until_late(parts, Allowance(60), lambda part: None)] == ["quick"] * 2


def test_a_later_finding_of_the_same_key_takes_the_place_of_the_first() -> None:
    """Bounds come before an exact value; where that is late they stay."""

    def better() -> Iterator[Finding]:
        yield replace(line("constants", "A"), interval=True)
        yield line("constants", "B")
        yield line("constants", "A")

    found = run(("constants", better)).findings()
    assert [(f.key, f.extent) for f in found] == [("A", "exact"), ("B", "exact")]


def test_within_time_the_dossier_is_the_one_without_a_limit() -> None:
    with_limit = analyze([[0, 1, 2], [1, 0, 1], [2, 1, 0]], time=600)
    without = analyze([[0, 1, 2], [1, 0, 1], [2, 1, 0]])
    assert with_limit.findings == without.findings
    assert with_limit.certificates() == without.certificates()


def test_some_parts_alone() -> None:
    found = analyze_loss(LOSS, parts=["decoder", "merging"])
    assert {finding.part for finding in found.findings} == {"decoder", "merging"}
    with pytest.raises(InvalidParameter, match="no part of a dossier"):
        analyze_loss(LOSS, parts=["everything"])


@pytest.mark.parametrize("given", [Allowance, lambda seconds: Allowance(10, {"margins": seconds})])
def test_a_time_that_is_not_positive_is_refused(given: Callable[[float], Allowance]) -> None:
    for seconds in (0, -1, float("nan")):
        with pytest.raises(InvalidParameter, match="must be positive"):
            given(seconds)


def test_memory_beyond_the_limit_is_one_sentence() -> None:
    with pytest.raises(TooLarge, match="raise --memory"), memory_limit(1 << 28):
        bytearray(1 << 40)
    assert len(bytearray(1 << 28)) == 1 << 28


def test_when_the_time_is_over_only_what_says_something_at_once_begins(tmp_path: Path) -> None:
    def begins(part: Part) -> Compute:
        def compute() -> Iterator[Finding]:
            (tmp_path / part).touch()
            yield line(part, "quick")

        return compute

    names: tuple[Part, ...] = ("margins", "consistency", "merging")
    over = Allowance(0.2, started=time.monotonic() - 1)
    parts = [(part, begins(part)) for part in names]
    found = Run(parts, over, LOSS.reference, lambda part: None).findings()
    assert [finding.status for finding in found] == ["not attempted"] * 3
    assert not list(tmp_path.iterdir())


def test_the_grace_of_what_does_not_react_ends_with_the_whole_time() -> None:
    given = Allowance(10, started=100.0)
    # Half a second where time is left for others, a fiftieth of the time at its end.
    assert [given.last(until) for until in (105.0, 109.9, 110.0)] == [105.5, 110.2, 110.2]
    # What begins after the end, and says something at once, has a moment.
    assert 112.0 < given.last(112.0) < 112.1
    assert given.last(inf) == inf
    assert 105.0 < Allowance(inf, {"margins": 1.0}, started=100.0).last(105.0) < 106.0
