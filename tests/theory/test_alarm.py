"""An alarm interrupts, but not what must be whole."""

import time

import pytest

from qstheory.errors import TooLarge
from qstheory.theory.alarm import Alarm, OutOfTime, in_time


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


def test_what_is_done_in_time_stays() -> None:
    with in_time(30, "nothing"):
        pass
    with pytest.raises(TooLarge, match="before sleeping was done"), in_time(0.05, "sleeping"):
        time.sleep(10)
    with in_time(float("inf"), "this"):
        time.sleep(0.01)
