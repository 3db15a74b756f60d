"""Replaying certificate files: the independent check of what was computed elsewhere."""

from dataclasses import dataclass, fields
from fractions import Fraction
from pathlib import Path
from typing import Any

from qstheory.certify.bundle import Item, load
from qstheory.certify.decide import STANDARD_LIBRARY, decide
from qstheory.certify.outcome import Decision
from qstheory.certify.rules import Tools
from qstheory.losses.base import LossReference, MatrixReference, reference_name


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
    text = str(member) if isinstance(member, int | str | Fraction | tuple) else repr(member)
    return text if len(text) <= 60 else text[:57] + "..."
