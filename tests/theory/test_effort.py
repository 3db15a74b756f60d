"""Estimates of time and alarms: the words, a budget, the clock, and what must be whole."""

import time
from importlib import import_module
from math import inf
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qstheory.errors import TooLarge
from qstheory.theory.effort import (
    DEFAULT,
    EXACT,
    Alarm,
    Budget,
    OutOfTime,
    affordable,
    decided,
    duration,
    in_time,
    remedy,
)

UNITS = {"s": 1, "min": 60, "h": 3600, "days": 86400, "m": 60}


@given(st.floats(0.01, 3e7))
def test_a_duration_is_right_to_a_digit(seconds: float) -> None:
    number, unit = duration(seconds).split()
    shown = int(number) * UNITS[unit]
    assert seconds * 0.99 <= shown <= max(2 * seconds, 1.0)


@given(st.floats(0.01, 3e7))
def test_the_time_that_is_named_suffices(seconds: float) -> None:
    time = remedy("margins", seconds).split("--time ")[1].split()[0]
    assert int(time[:-1]) * UNITS[time[-1]] >= 1.99 * min(seconds, 1e9)


@given(st.sampled_from(sorted(EXACT)), st.floats(0.1, 1e6))
def test_what_is_affordable_takes_no_longer(kind: str, seconds: float) -> None:
    budget = affordable(DEFAULT, {kind: seconds})
    entries = getattr(budget, kind)
    effort = EXACT[kind]  # type: ignore[index]
    assert effort.seconds(entries) <= 1.001 * seconds
    assert effort.seconds(entries + 1) >= 0.999 * seconds


@pytest.mark.parametrize(
    ("seconds", "classes", "narrow"),
    [(5.0, 300, False), (30.0, 300, True), (30.0, 1000, False), (3000.0, 1000, True)],
)
def test_many_classes_have_wide_intervals_where_narrow_ones_take_too_long(
    seconds: float, classes: int, narrow: bool
) -> None:
    budget = affordable(DEFAULT, {"constants": seconds / 7})
    assert (budget.rebalanced >= classes**2) is narrow


def test_without_a_time_the_budget_is_as_it_was() -> None:
    assert affordable(DEFAULT, {"margins": inf}) == DEFAULT


@given(st.integers(1, 10**6), st.integers(1, 10**6), st.integers(1, 10**6))
def test_budgets_that_decide_alike_are_one(entries: int, one: int, other: int) -> None:
    """Entries and twice as many are what limits are compared with."""

    def outcome(limit: int) -> tuple[bool, bool]:
        return entries <= limit, 2 * entries <= limit

    same = decided(Budget(calibration=one), entries) == decided(Budget(calibration=other), entries)
    if same:
        assert outcome(one) == outcome(other)
    if max(one, other) < entries or min(one, other) >= 2 * entries:
        assert same


def test_what_is_held_is_done_whole() -> None:
    alarm, done = Alarm(), []
    alarm.install()
    alarm.set(0.05)
    with pytest.raises(OutOfTime), alarm.hold():  # noqa: PT012
        end = time.monotonic() + 0.2
        while time.monotonic() < end:
            pass
        done.append(True)
    assert done
    with alarm.hold():
        pass


def test_a_module_is_imported_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Half of one would stay in sys.modules, for the next part to stumble over."""
    slow = "from time import monotonic\nend = monotonic() + 0.2\nwhile monotonic() < end: pass\n"
    (tmp_path / "imported_slowly.py").write_text(f"{slow}whole = True\n")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(TooLarge), in_time(0.05, "importing"):  # noqa: PT012
        module = import_module("imported_slowly")
        while True:
            pass
    assert module.whole


def test_what_is_done_in_time_stays() -> None:
    with in_time(30, "nothing"):
        pass
    with pytest.raises(TooLarge, match="before sleeping was done"), in_time(0.05, "sleeping"):
        time.sleep(10)
    with in_time(float("inf"), "this"):
        time.sleep(0.01)
