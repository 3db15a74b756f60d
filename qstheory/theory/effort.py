"""About how long a part of a dossier takes, from which it is told what is worth attempting.

Seconds on one core of a usual machine, as powers of the number of entries that were fitted to dense
random matrices: the right order of magnitude, no more. `tests/theory/test_effort.py` holds them
against the clock.

A budget says how much an analysis may compute before it says so instead, and an alarm ends what
runs for too long, but never in the middle of what must be whole.
"""

import contextlib
import signal
import threading
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from math import ceil, inf
from types import FrameType, MappingProxyType
from typing import Literal

from qstheory.certify.kinds.counted_squares import MOST_LABELS, observed_pairs
from qstheory.errors import TimeOver
from qstheory.losses.base import Loss
from qstheory.theory.findings import Part


@dataclass(frozen=True)
class Budget:
    """Limits of an analysis; what exceeds one is not attempted, and the finding names the limit.

    listed: entries that are looked at although what a named loss declares settles its dimensions;
    stored: entries of a matrix that is given entry by entry; tabulated: entries evaluated by
    counts; evaluated: entries evaluated one by one;
    factors: rows * columns * rank of an explicit decomposition that a replay multiplies out;
    counted: products of features when a closed form is compared by counts;
    program: rows * columns for linear programs;
    intervals: the same for largest margins, and for bounds where exact values are too many;
    rebalanced: the same for narrow intervals of the best constants, instead of wide ones;
    low_rank: the same for a matrix of low rank, whose intervals are quicker;
    programs: linear programs of one kind;
    calibration, constants, margins, consistency: rows * columns for a calibration function (half as
    many where the surrogate lives on scores), for the best constants, for the margins and for the
    consistency of surrogates.
    """

    listed: int = 1 << 12
    stored: int = 1 << 25
    tabulated: int = 1 << 21
    evaluated: int = 1 << 17
    factors: int = 1 << 23
    counted: int = 1 << 22
    program: int = 1 << 20
    intervals: int = 1 << 15
    rebalanced: int = 1 << 17
    low_rank: int = 1 << 20
    programs: int = 200
    calibration: int = 128
    constants: int = 256
    margins: int = 600
    consistency: int = 16


DEFAULT = Budget()


Kind = Literal["calibration", "constants", "margins", "consistency"]


@dataclass(frozen=True)
class Power:
    """seconds = scale * (entries / 100)^exponent."""

    scale: float
    exponent: float

    def seconds(self, entries: int) -> float:
        """For that many entries, infinite beyond what a float holds."""
        try:
            return float(self.scale * (entries / 100) ** self.exponent)
        except OverflowError:
            return inf

    def entries(self, seconds: float) -> int:
        """The most entries for which that suffices."""
        most: float = 100 * (seconds / self.scale) ** (1 / self.exponent)
        return int(min(most, 1e15))


EXACT: Mapping[Kind, Power] = MappingProxyType(
    {
        "calibration": Power(50, 2.5),
        "constants": Power(12, 4),
        "margins": Power(0.2, 1.5),
        "consistency": Power(5, 2),
    }
)
"""Exact values: all pieces, semidefinite programs, corners of cells, every surrogate."""
PARTS: Mapping[Part, Power] = MappingProxyType(
    {
        "dimensions": Power(0.002, 1),
        "decompositions": Power(0.0015, 1.5),
        "constants": Power(0.08, 0.7),
        "optimality": Power(0.15, 0.8),
        "calibration": Power(0.001, 1.2),
        "margins": Power(0.005, 1.2),
        "consistency": Power(0.005, 1.4),
        "decoder": Power(0.001, 0.1),
        "merging": Power(0.0013, 1.1),
    }
)
"""Everything else of a part: dimensions, intervals, single linear programs."""
COUNTED, COUNTED_LEAST = Power(480_000, 8), 4.0
"""The best constants of a loss by counts, from the orbits of pairs of observations; at least so."""
LOW_RANK = 24
"""Most dimensions of the rows and 1 for intervals by these: of 100 x 100 entries 20 take 0.6 s, 30
take 3 s and 40 take 11 s."""
QUICKER = 8
"""How many times as many entries a matrix of low rank may have: the intervals of 400 x 500 of rank
4 take 1.2 s and those of 800 x 800 of rank 7 take 7, where 300 x 300 of full rank take 8."""
UNLIMITED = 1 << 62
"""Entries that no loss has."""
YEAR = 365 * 24 * 3600.0
UNITS = ((24 * 3600.0, "days"), (3600.0, "h"), (60.0, "min"), (1.0, "s"))


def duration(seconds: float) -> str:
    """A time to one digit, which is all that an estimate is good for.

    >>> duration(47), duration(100), duration(9000), duration(1e12)
    ('50 s', '2 min', '3 h', 'more than a year')
    """
    if seconds > YEAR:
        return "more than a year"
    unit, name = next((u for u in UNITS if seconds >= 1.5 * u[0]), UNITS[-1])
    return f"{_rounded(seconds / unit)} {name}"


def _rounded(number: float) -> int:
    """Upwards, to one digit."""
    step: int = 10 ** (len(str(max(1, int(number)))) - 1)
    return max(1, ceil(number / step) * step)


def remedy(part: Part, seconds: float) -> str:
    """How long something would take, and which words of the command attempt it.

    >>> remedy("margins", 100)
    'would take about 2 min; the same command with --part margins --time 4m attempts it'
    """
    words = f"would take about {duration(seconds)}"
    if seconds > YEAR:
        return f"would take {duration(seconds)}"
    twice = 2 * seconds
    time = f"{_rounded(twice / 60)}m" if twice >= 90 else f"{_rounded(twice)}s"
    return f"{words}; the same command with --part {part} --time {time} attempts it"


def counted_seconds(loss: Loss) -> float | None:
    """The time for the best constants of a loss by counts of few labels; None for others."""
    counts = loss.counts
    if counts is None or counts.m > MOST_LABELS:
        return None
    return COUNTED_LEAST + COUNTED.seconds(len(observed_pairs(counts)))


def as_large_as(loss: Loss) -> int:
    """The entries of a loss without symmetries whose best constants take as long."""
    entries: int = loss.predictions.size * loss.observations.size
    seconds = counted_seconds(loss)
    return entries if seconds is None else min(entries, EXACT["constants"].entries(seconds))


def affordable(budget: Budget, shares: Mapping[str, float]) -> Budget:
    """What parts may attempt in their shares of the time.

    Bounds and single programs have no limit but the time; exact values are attempted up to the size
    that the share suffices for, and up to that of the budget where the share is unlimited.
    """

    def most(kind: Kind) -> int:
        share = shares.get(kind, inf)
        return int(getattr(budget, kind)) if share == inf else EXACT[kind].entries(share)

    changed: dict[str, int] = {kind: most(kind) for kind in EXACT}
    if max(shares.values(), default=inf) < inf:
        # Worth a try where the parts before may leave some time: wide intervals come at once.
        rebalanced = PARTS["constants"].entries(3 * shares.get("constants", 0.0))
        changed |= {"program": UNLIMITED, "intervals": UNLIMITED, "rebalanced": rebalanced}
        changed["low_rank"] = QUICKER * rebalanced
    return replace(budget, **changed)


def decided(budget: Budget, entries: int) -> Budget:
    """The budget without what makes no difference for a loss of that many entries.

    Limits below the entries are one, and so are those beyond twice as many.
    """
    timed = ("program", "intervals", "rebalanced", "low_rank", *EXACT)
    limits = {name: min(getattr(budget, name), 2 * entries) for name in timed}
    return replace(budget, **{name: n if n >= entries else 0 for name, n in limits.items()})


def exact_later(kind: Kind, entries: int) -> str:
    """Why an exact value was not attempted, and how to have it."""
    return remedy(kind, EXACT[kind].seconds(entries))


def later(part: Part, entries: int) -> str:
    """Why nothing of a part was attempted, and how to have it."""
    return remedy(part, PARTS[part].seconds(entries))


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
