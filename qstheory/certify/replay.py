"""Replaying certificate files: the independent check of what was computed elsewhere."""

from dataclasses import dataclass, fields, is_dataclass
from pathlib import Path
from typing import Any

from qstheory.certify.algebra.expressions import Expression, written
from qstheory.certify.bundle import Item, load
from qstheory.certify.decide import STANDARD_LIBRARY, decide
from qstheory.certify.outcome import Decision
from qstheory.certify.rules import Tools
from qstheory.losses.base import LossReference, MatrixReference, reference_name

SHOWN, WIDTH = 4, 60
"""Most elements and characters of a member that `describe` shows."""


@dataclass(frozen=True)
class Replayed:
    """An item of a file and what `decide` says of it."""

    item: Item
    decision: Decision

    @property
    def as_expected(self) -> bool:
        """Whether the certificate does what the item says: prove or refute."""
        return self.decision.outcome.value == self.item.expect


def replay_file(path: Path, tools: Tools = STANDARD_LIBRARY) -> list[Replayed]:
    """Decide every item of a certificate file; raises UnreadableCertificate."""
    return [
        Replayed(item, decide(item.proposition, item.certificate, tools)) for item in load(path)
    ]


def describe(proposition: Any) -> str:
    """A proposition on one line, long members left out.

    >>> from qstheory import losses
    >>> from qstheory.certify.kinds.rank import RankAtLeast
    >>> describe(RankAtLeast(losses.make("hamming", m=3).reference, "loss", 4))
    'RankAtLeast(hamming:m=3, loss, 4)'
    """
    members = (getattr(proposition, f.name) for f in fields(proposition))
    return f"{type(proposition).__name__}({', '.join(map(_short, members))})"


def _short(member: Any) -> str:
    if isinstance(member, LossReference | MatrixReference):
        return reference_name(member)
    if isinstance(member, tuple):
        shown = ", ".join(map(_short, member[:SHOWN]))
        text = f"({shown}, ...)" if len(member) > SHOWN else f"({shown})"
    elif isinstance(member, Expression):
        text = written(member)
    elif is_dataclass(member):
        text = describe(member)
    else:
        text = str(member)
    return text if len(text) <= WIDTH else text[: WIDTH - 3] + "..."
