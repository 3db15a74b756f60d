"""The parts of a dossier within a time: each in a share of it, in a process that can be ended.

A forked process works through the parts and sends each finding as soon as it has it. It interrupts
itself when the share of a part is over and goes on with the next. What does not react, within a
long call of a library, is ended from outside after a grace, and a new process takes up what is
left. So there is an answer in time whatever the input, and nothing that was found is lost.
"""

import contextlib
import multiprocessing
import pickle
import signal
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from io import BytesIO
from math import inf
from multiprocessing.connection import Connection
from time import monotonic
from types import MappingProxyType
from typing import Any, Literal

from qstheory.errors import InvalidParameter
from qstheory.losses.base import Reference
from qstheory.memory import limit_memory, readable_bytes
from qstheory.theory.effort import Alarm, OutOfTime, remedy
from qstheory.theory.findings import Finding, Part, not_attempted

Compute = Callable[[], Iterable[Finding]]
Parts = Sequence[tuple[Part, Compute]]
Progress = Callable[[str], None]
Ending = Literal["late", "memory", "ends"]

GRACE = 0.05
"""The share of the whole time after which a part that does not react is ended."""
LEAST_AGAIN = 0.1
"""The share of the whole time that a second attempt needs at least."""
LEAST_SHARE = 0.05
"""Seconds that a part needs at least: its modules are imported whole, whenever the time is over."""
AT_ONCE = frozenset({"dimensions", "decoder"})
"""Parts that say something without any time."""
LEAST_GRACE = 0.3
"""Seconds of grace at least, as long as some of the whole time is left."""
BEYOND = 0.02
"""The share of the whole time that is the last grace, after its end."""
LATE = "not done"
"""How the reason begins for a part whose time was over."""
DIED = "the system ended its process, perhaps for want of memory"
"""The reason for a part whose process is gone."""
MEMORY = "needs more memory than the limit"
"""How the reason begins for a part that was refused memory."""
STOPPED = "the analysis was interrupted before"
"""The reason for what was not begun."""
WEIGHTS: Mapping[str, int] = MappingProxyType({"dimensions": 4, "decoder": 0})
"""How the time is divided; 2 for a part not named. What a part leaves goes to those after it."""


@dataclass(frozen=True)
class Allowance:
    """How long and how large an analysis may be.

    `seconds` for all parts together but those that have `limits` of their own, `memory` in bytes
    for what is allocated beyond what is there already; `started` on the monotonic clock.
    """

    seconds: float = inf
    limits: Mapping[str, float] = field(default_factory=dict)
    memory: int | None = None
    started: float = field(default_factory=monotonic)

    def __post_init__(self) -> None:
        """Raise InvalidParameter for what is not positive."""
        for name, value in (("time", self.seconds), *self.limits.items()):
            if not value > 0:
                raise InvalidParameter(f"The time of {name} must be positive, not {value:g} s.")
        if self.memory is not None and self.memory <= 0:
            raise InvalidParameter("The memory must be positive.")

    @property
    def limited(self) -> bool:
        """Whether anything is limited."""
        return self.seconds < inf or bool(self.limits) or self.memory is not None

    @property
    def end(self) -> float:
        """When the time for all parts and the limits beside it is over."""
        return self.started + self.seconds + sum(self.limits.values())

    @property
    def left(self) -> float:
        """Seconds that are left until then."""
        return max(0.0, self.end - monotonic())

    def last(self, until: float) -> float:
        """When a part that does not react is ended whose share is over at `until`."""
        if until == inf:
            return inf
        if self.seconds == inf:
            return until + LEAST_GRACE
        grace = max(LEAST_GRACE, GRACE * self.seconds)
        return until + min(grace, max(LEAST_SHARE, self.end + BEYOND * self.seconds - until))

    @property
    def timed(self) -> bool:
        """Whether the time of any part is limited."""
        return self.seconds < inf or bool(self.limits)

    def shares(self, parts: Sequence[str]) -> dict[str, float]:
        """Seconds that each of the parts may expect if all use up theirs."""
        total = sum(WEIGHTS.get(p, 2) for p in parts if p not in self.limits)
        return {
            p: self.limits.get(p, self.seconds * WEIGHTS.get(p, 2) / max(1, total)) for p in parts
        }

    def share(self, left: Sequence[str]) -> float:
        """Seconds for the first of the parts that are left."""
        part = left[0]
        if part in self.limits:
            return self.limits[part]
        shared = [p for p in left if p not in self.limits]
        weights = [WEIGHTS.get(p, 2) for p in shared]
        reserved = sum(self.limits[p] for p in left if p in self.limits)
        return max(0.0, self.left - reserved) * max(weights[0], 1) / max(1, sum(weights))


@dataclass(frozen=True)
class Message:
    """What the process sends: one of the findings of a part, or what becomes of the part."""

    kind: Literal["begins", "finding", "all"] | Ending
    part: int
    finding: Finding | None = None
    until: float = inf


@dataclass
class Run:
    """Parts at work within an allowance, and what has come of them; by their positions.

    `efforts` are the seconds that parts are thought to take.
    """

    parts: Parts
    allowance: Allowance
    reference: Reference
    progress: Progress
    efforts: Mapping[str, float] = field(default_factory=dict)
    found: dict[int, list[Finding]] = field(default_factory=dict)
    ended: dict[int, str] = field(default_factory=dict)
    deaf: set[int] = field(default_factory=set)
    position: int = 0
    interrupted: bool = False

    def findings(self) -> list[Finding]:
        """Those of all parts in their order; what did not come about says why."""
        while self.position < len(self.parts) and not self.interrupted:
            if self._is_over(self.position):
                self._end(self.position, self._late(self.position, 0.0))
                continue
            with self._process(self.position) as connection:
                try:
                    self._listen(connection)
                except KeyboardInterrupt:
                    self.interrupted = True
        result: list[Finding] = []
        for k, (part, _) in enumerate(self.parts):
            some = latest(self.found.get(k, []))
            why = self.ended.get(k, STOPPED if self.interrupted else "")
            result += some
            if why:
                title = f"the rest of {part}" if some else part
                result.append(not_attempted(part, part, title, why))
        return result

    def _listen(self, connection: Connection) -> None:
        """Collect what a process sends until it ends or is late; `position` is where to go on."""
        until = share = inf
        part, known = self.position, 0
        while True:
            last = self.allowance.last(until)
            if not connection.poll(None if last == inf else max(0.0, last - monotonic())):
                self.deaf.add(part)
                return self._end(part, self._late(part, share))
            try:
                message = _received(connection.recv_bytes(), self.reference)
            except EOFError:
                return self._end(part, DIED)
            if message.finding is not None:
                known += 1
                found = self.found.setdefault(part, [])
                found += [message.finding] * (known > len(found))  # Not again what is known.
            elif message.kind == "begins":
                part, known = message.part, 0
                until, share = message.until, message.until - monotonic()
                self.progress(self.parts[part][0])
            elif message.kind == "ends":
                self._end(part, "")
                until = inf
            elif message.kind == "all":
                return None
            else:
                late = message.kind == "late"
                self._end(part, self._late(part, share) if late else self._memory())
                until = inf

    def _is_over(self, part: int) -> bool:
        """Whether it is too late to begin with a part."""
        return self.allowance.left < LEAST_SHARE and self.parts[part][0] not in AT_ONCE

    def _end(self, part: int, why: str) -> None:
        self.ended[part] = why
        self.position = max(self.position, part + 1)

    def _late(self, position: int, share: float) -> str:
        part = self.parts[position][0]
        thought = max(self.efforts.get(part, 0.0), 2 * share)
        return f"{LATE} in the {max(share, 0):.2g} s that were left for it; {remedy(part, thought)}"

    def _memory(self) -> str:
        most = self.allowance.memory
        given = "" if most is None else f" of {readable_bytes(most)}"
        return f"{MEMORY}{given}; raise --memory"

    @contextlib.contextmanager
    def _process(self, first: int) -> Iterator[Connection]:
        """A forked process at work on the parts from the first on; it is ended at the end."""
        context = multiprocessing.get_context("fork")
        here, there = context.Pipe(duplex=False)
        worker = context.Process(target=self._work, args=(there, here, first), daemon=True)
        worker.start()
        there.close()
        try:
            yield here
        finally:
            here.close()
            worker.kill()
            worker.join()

    def _work(self, connection: Connection, other: Connection, first: int) -> None:
        """In the forked process, until the other one is gone: part by part, each in its time."""
        other.close()
        with contextlib.suppress(BrokenPipeError):
            self._work_on(connection, first)

    def _work_on(self, connection: Connection, first: int) -> None:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        signal.signal(signal.SIGTERM, signal.SIG_DFL)  # What the command does is not for here.
        alarm = Alarm()
        alarm.install()
        single_threaded()
        if self.allowance.memory is not None:
            limit_memory(self.allowance.memory)
        late = [k for k, why in self.ended.items() if why and k not in self.deaf]
        for k in range(first, len(self.parts)):
            share = self.allowance.share([part for part, _ in self.parts[k:]])
            if self._try(connection, alarm, k, share):
                late.append(k)
        while late and self.allowance.seconds < inf:
            # What the others left goes to those that were late, from the start again.
            share = self.allowance.left / len(late)
            if share > LEAST_AGAIN * self.allowance.seconds:
                self._try(connection, alarm, late[0], share)
            del late[0]
        _send(connection, Message("all", len(self.parts)), self.reference)

    def _try(self, connection: Connection, alarm: Alarm, k: int, share: float) -> bool:
        """Work on a part for that many seconds; whether it was late."""
        _send(connection, Message("begins", k, until=monotonic() + share), self.reference)
        if self._is_over(k):
            _send(connection, Message("late", k), self.reference)
            return False
        ending: Ending = "ends"
        try:
            alarm.set(share)
            for finding in self.parts[k][1]():
                # An alarm within the writing would leave half a message in the pipe.
                with alarm.hold():
                    _send(connection, Message("finding", k, finding), self.reference)
        except OutOfTime:
            ending = "late"
        except MemoryError:
            ending = "memory"
        with contextlib.suppress(OutOfTime):  # Which came too late to matter.
            alarm.off()
        _send(connection, Message(ending, k), self.reference)
        return ending == "late" and self.parts[k][0] not in self.allowance.limits


def latest(findings: Iterable[Finding]) -> list[Finding]:
    """One finding a key, the last of each, in the order of the first."""
    return list({finding.key: finding for finding in findings}.values())


def until_late(parts: Parts, allowance: Allowance, progress: Progress) -> Iterator[Finding]:
    """The findings where no process can be forked: no part begins after the end of the time."""
    for part, compute in parts:
        if allowance.left > 0:
            progress(part)
            yield from latest(compute())
        else:
            yield not_attempted(part, part, part, "the time was over before it; give more --time")


def can_fork() -> bool:
    """Whether parts can run in processes of their own."""
    return "fork" in multiprocessing.get_all_start_methods() and sys.platform != "darwin"


class _Pickler(pickle.Pickler):
    """Between the two processes alone: the loss, which both have, goes by name."""

    def __init__(self, file: BytesIO, reference: Reference) -> None:
        super().__init__(file, pickle.HIGHEST_PROTOCOL)
        self._reference = reference

    def persistent_id(self, obj: Any) -> str | None:
        return "loss" if obj is self._reference else None


class _Unpickler(pickle.Unpickler):
    def __init__(self, file: BytesIO, reference: Reference) -> None:
        super().__init__(file)
        self._reference = reference

    def persistent_load(self, pid: Any) -> Reference:
        return self._reference


def _send(connection: Connection, message: Message, reference: Reference) -> None:
    file = BytesIO()
    _Pickler(file, reference).dump(message)
    connection.send_bytes(file.getvalue())


def _received(content: bytes, reference: Reference) -> Message:
    message = _Unpickler(BytesIO(content), reference).load()
    assert isinstance(message, Message)
    return message


def single_threaded() -> None:
    """One thread for the linear algebra of this process, from now on.

    The matrices of an analysis are small: threads that wait for each other take longer than one
    that does all. A process that was forked has no use for the threads of its parent either.
    """
    from threadpoolctl import threadpool_limits

    threadpool_limits(1)
