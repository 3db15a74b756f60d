"""Replaying certificate files: the independent check of what was computed elsewhere."""

import signal
import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from qstheory.certify.bundle import Item, Unknown, load
from qstheory.certify.decide import STANDARD_LIBRARY, decide_read
from qstheory.certify.rules import Decision, Outcome, Tools, invalid

LONGEST, LOSS, KIND = 400, 78, 60
"""Most characters of a sentence and of the names of a loss and of a kind that are shown."""
SECONDS = 600
"""Most seconds of the processor that one item may take, besides the limits of each kind."""


@dataclass(frozen=True)
class Replayed:
    """An item of a file and what `decide` says of it."""

    item: Item
    decision: Decision

    @property
    def skipped(self) -> bool:
        """Whether the kind of the proposition or the certificate is not known here."""
        return isinstance(self.item.proposition, Unknown) or isinstance(
            self.item.certificate, Unknown
        )

    @property
    def as_expected(self) -> bool:
        """Whether the certificate does what the item says: prove or refute."""
        return self.decision.outcome.value == self.item.expect

    @property
    def line(self) -> str:
        """The answer on one line, whatever text the file holds; what was expected, if anything."""
        decision = self.decision
        answer = "skipped" if self.skipped else decision.outcome.value
        modulo = f" (modulo {'; '.join(decision.modulo)})" if decision.modulo else ""
        reason = f" ({decision.reason})" if decision.reason else ""
        text = escaped(f"{answer:8} {describe(self.item.proposition)}{modulo}{reason}")
        return text if self.as_expected else f"{text}\n         expected: {self.item.expect}"


def exit_code(replayed: Iterable[Replayed]) -> int:
    """0: all as expected; 1: an item does the opposite; 3: none, but some show nothing."""
    missed = [each for each in replayed if not each.as_expected]
    opposite = any(each.decision.outcome is not Outcome.INVALID for each in missed)
    return 1 if opposite else 3 if missed else 0


def replay_file(path: Path, tools: Tools = STANDARD_LIBRARY) -> list[Replayed]:
    """Decide every item of a certificate file; raises UnreadableCertificate."""
    return [Replayed(item, _decided(item, tools)) for item in load(path)]


def _decided(item: Item, tools: Tools) -> Decision:
    for part in (item.proposition, item.certificate):
        if isinstance(part, Unknown):
            return invalid(f"the kind {part.kind[:KIND]} is not known to this checker")
    try:
        with _budget():
            return decide_read(item.proposition, item.certificate, tools)
    except _Exhausted:
        return invalid(f"replaying it takes more than {SECONDS} seconds of the processor")


class _Exhausted(Exception):
    """The seconds of an item are used up."""


@contextmanager
def _budget() -> Iterator[None]:
    """Raise _Exhausted after SECONDS of the processor, where the system and the thread allow it."""
    here = hasattr(signal, "SIGVTALRM") and threading.current_thread() is threading.main_thread()
    if not here:
        yield
        return

    def stop(*_: object) -> None:
        raise _Exhausted

    before = signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def escaped(text: str) -> str:
    """The text with every character that does not print by its escape: one line stays one line.

    >>> escaped("a\\nproves")
    'a\\\\nproves'
    """
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)


def describe(proposition: Any) -> str:
    """A proposition on one line, cut where a name or number in it is very long.

    >>> from qstheory import losses
    >>> from qstheory.certify.kinds.rank import RankAtLeast
    >>> describe(RankAtLeast(losses.make("hamming", m=3).reference, "loss", 4))
    'hamming:m=3: the rank of L is at least 4'
    """
    name, text = str(getattr(proposition, "loss", "")), str(proposition)
    if len(name) > LOSS:
        text = text.replace(name, f"{name[: LOSS - 3]}...")
    return escaped(text if len(text) <= LONGEST else f"{text[: LONGEST - 4]} ...")
