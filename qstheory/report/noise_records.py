"""Example distributions whose low-noise analysis the site shows, with certificates."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from types import MappingProxyType
from typing import ClassVar

from qstheory.certify.algebra.intervals import Interval
from qstheory.certify.outcome import Outcome
from qstheory.losses.catalogue import parse
from qstheory.losses.display import label
from qstheory.theory.margin.band import Measure
from qstheory.theory.noise.analysis import (
    Checked,
    NoiseAnalysis,
    Status,
    analyze_noise,
    surrogate_of,
)
from qstheory.theory.noise.distribution import FiniteDistribution, Point
from qstheory.theory.noise.inequalities import Form
from qstheory.theory.noise.tails import Root
from qstheory.work.files import write_text
from qstheory.work.records import Pair, to_json

Example = tuple[str, tuple[tuple[str, str, str], ...], tuple[str, ...]]
"""A loss, inputs (name, weight, probabilities), and exponents."""
EXAMPLES: Mapping[str, Example] = MappingProxyType(
    {
        "one-input": ("hamming:m=1", (("x", "1", "1/4 3/4"),), ("1", "2", "1/2")),
        "small-margin": ("hamming:m=1", (("x", "1", "32/65 33/65"),), ("2",)),
        "three-classes": (
            "multiclass:classes=3",
            (
                ("clear", "1/2", "4/5 1/10 1/10"),
                ("close", "1/3", "9/20 2/5 3/20"),
                ("tied", "1/6", "2/5 2/5 1/5"),
            ),
            ("1", "2"),
        ),
        "ladder": (
            "hamming:m=1",
            tuple((f"{k}/8", "1/8", f"{8 - k}/16 {8 + k}/16") for k in range(1, 9)),
            ("1", "3"),
        ),
        "large-loss": ("cost-sensitive:costs=0 4;4 0", (("x", "1", "1/4 3/4"),), ("1",)),
    }
)
"""The coin of the ledger's instances, one of margin 1/65 at which the printed comparison fails at
p = 2, a tie, P(gamma <= t) close to t, and a loss beyond 1."""


@dataclass(frozen=True)
class InputRecord:
    """An input x: P(x), Pi(x), the conditional risks, gamma and gamma+."""

    name: str
    weight: Fraction
    conditional: tuple[Fraction, ...]
    risks: tuple[Fraction, ...]
    optimal: tuple[str, ...]
    margin: Fraction | None
    gap: Fraction | None


@dataclass(frozen=True)
class MomentsRecord:
    """sup_t P(m <= t)/t^p, a root, and the ends of E m^-p; null where infinite."""

    p: Fraction
    margin_bound: Root | None
    margin_moment: Pair | None
    gap_bound: Root | None
    gap_moment: Pair | None


@dataclass(frozen=True)
class ConditionRecord:
    """Whether P(m <= t) = o(1), as `decide` answered."""

    measure: Measure
    outcome: Outcome


@dataclass(frozen=True)
class InequalityRecord:
    """left <= right at the predictor that decides wrongly exactly where gamma+ <= a threshold.

    Both sides are raised to `power` and enclosed; `claim` is the line of the ledger.
    """

    name: str
    form: Form
    text: str
    claim: str
    p: Fraction | None
    wrong_where_gap_at_most: Fraction | None
    status: Status
    outcome: Outcome
    reason: str
    power: int | None
    left: Pair | None
    right: Pair | None


@dataclass(frozen=True)
class NoiseRecord:
    """Margins, moments and the inequalities of Section 3.3 at a finite distribution.

    The tails `margin` and `gap` are pairs (t, P(m <= t)) at the steps.
    """

    FORMAT: ClassVar[str] = "qstheory-noise/1"
    file: str
    loss: str
    observations: tuple[str, ...]
    inputs: tuple[InputRecord, ...]
    margin: tuple[Pair, ...] | None
    gap: tuple[Pair, ...]
    moments: tuple[MomentsRecord, ...]
    conditions: tuple[ConditionRecord, ...]
    inequalities: tuple[InequalityRecord, ...]


def analysis(name: str) -> NoiseAnalysis:
    """The analysis of the example of that name."""
    loss_name, inputs, exponents = EXAMPLES[name]
    loss = parse(loss_name)
    points = (
        Point(x, Fraction(weight), tuple(map(Fraction, conditional.split())))
        for x, weight, conditional in inputs
    )
    distribution = FiniteDistribution(loss, tuple(points))
    return analyze_noise(distribution, surrogate_of(loss), [Fraction(p) for p in exponents])


def noise_record(found: NoiseAnalysis, file: str) -> NoiseRecord:
    """Everything, exactly; `file` names the record."""
    loss, points = found.distribution.loss, found.distribution.points
    predictions = [label(z) for z in loss.predictions]
    return NoiseRecord(
        file,
        loss.name,
        tuple(map(label, loss.observations)),
        tuple(
            InputRecord(
                point.name,
                point.weight,
                point.conditional,
                tuple(at.risks),
                tuple(predictions[z] for z in at.optimal),
                at.margin,
                at.gap,
            )
            for point, at in zip(points, found.distribution.margins, strict=True)
        ),
        None if found.margin is None else found.margin.steps,
        found.gap.steps,
        tuple(
            MomentsRecord(
                at.p,
                at.margin_bound,
                _ends(at.margin_moment),
                at.gap_bound,
                _ends(at.gap_moment),
            )
            for at in found.moments
        ),
        tuple(ConditionRecord(c.measure, c.evidence.decision.outcome) for c in found.conditions),
        tuple(map(_checked, found.checked)),
    )


def _checked(item: Checked) -> InequalityRecord:
    inequality, sides, decision = item.inequality, item.sides, item.evidence.decision
    return InequalityRecord(
        inequality.name,
        inequality.form,
        inequality.text,
        inequality.claim,
        item.p,
        item.erring.threshold if inequality.speaks_of_f else None,
        item.status,
        decision.outcome,
        decision.reason,
        None if sides is None else sides.power,
        None if sides is None else _ends(sides.left),
        None if sides is None else _ends(sides.right),
    )


def _ends(value: Interval | None) -> Pair | None:
    return None if value is None else (value.lower, value.upper)


def write_noise(name: str, output: Path) -> None:
    """The record of an example and its certificates."""
    found = analysis(name)
    write_text(output / "noise" / f"{name}.json", to_json(noise_record(found, name)))
    write_text(output / "certificates" / "noise" / f"{name}.json", found.certificates())
