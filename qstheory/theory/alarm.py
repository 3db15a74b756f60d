"""An alarm that ends what runs for too long, but never in the middle of what must be whole."""

import contextlib
import signal
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from math import inf
from types import FrameType

from qstheory.errors import TimeOver


class OutOfTime(BaseException):
    """The time of something is over; no handler of errors takes it for one."""


AGAIN = 0.02
"""Seconds until an alarm rings again that came in the middle of an import."""


def _importing(frame: FrameType | None) -> bool:
    """Whether a module is being imported, which would stay behind in part."""
    while frame is not None:
        if frame.f_globals.get("__name__") == "importlib._bootstrap":
            return True
        frame = frame.f_back
    return False


@dataclass
class Alarm:
    """Raises OutOfTime in the main thread when its time is over.

    Signals cannot be blocked instead: one may come by way of a thread of a library.
    """

    held: bool = False
    due: bool = False

    def install(self) -> None:
        """Take the place of other handlers of SIGALRM in this process."""
        signal.signal(signal.SIGALRM, self._rings)

    def set(self, seconds: float) -> None:
        """OutOfTime after that many seconds, or never."""
        self.due = False
        signal.setitimer(signal.ITIMER_REAL, 0 if seconds == inf else max(seconds, 1e-3))

    def off(self) -> None:
        """No OutOfTime any more."""
        self.set(inf)

    def _rings(self, number: int, frame: FrameType | None) -> None:
        if self.held:
            self.due = True
        elif _importing(frame):
            signal.setitimer(signal.ITIMER_REAL, AGAIN)
        else:
            raise OutOfTime

    @contextlib.contextmanager
    def hold(self) -> Iterator[None]:
        """What is within is done whole; OutOfTime comes after it."""
        self.held = True
        try:
            yield
        finally:
            self.held = False
        if self.due:
            self.due = False
            raise OutOfTime


@contextlib.contextmanager
def in_time(seconds: float, words: str) -> Iterator[None]:
    """Raises TimeOver when something in the main thread takes longer; elsewhere it has no limit.

    >>> with in_time(0.01, "counting"):
    ...     while True:
    ...         pass
    Traceback (most recent call last):
    qstheory.errors.TimeOver: The time was over before counting was done; give more --time.
    """
    alarms = hasattr(signal, "setitimer")
    if seconds == inf or not alarms or threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.getsignal(signal.SIGALRM)
    alarm = Alarm()
    alarm.install()
    try:
        alarm.set(seconds)
        yield
        alarm.off()
    except OutOfTime:
        raise TimeOver(f"The time was over before {words} was done; give more --time.") from None
    finally:
        alarm.off()
        signal.signal(signal.SIGALRM, before)
