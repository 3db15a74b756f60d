"""An alarm interrupts, but not what must be whole."""

import time
from importlib import import_module
from pathlib import Path

import pytest

from qstheory.errors import TooLarge
from qstheory.theory.effort import Alarm, OutOfTime, in_time


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
