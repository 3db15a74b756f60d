"""Low-noise analyses of distributions as records, text and Markdown, and those of the site."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from types import MappingProxyType
from typing import ClassVar

from qstheory.certify.intervals import Interval
from qstheory.certify.rules import Outcome
from qstheory.losses.catalogue import parse
from qstheory.losses.spaces import label
from qstheory.losses.views import number_text
from qstheory.markup import Table
from qstheory.theory.margin.cells import Measure
from qstheory.theory.margin.distribution import FiniteDistribution, Point, Root
from qstheory.theory.margin.inequalities import Form
from qstheory.theory.margin.low_noise import (
    Checked,
    NoiseAnalysis,
    Status,
    analyze_noise,
    surrogate_of,
)
from qstheory.work.certificates import write_judged
from qstheory.work.files import Pair, copied, to_json
from qstheory.work.terminal import fitted, sheet

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
            copied(
                MomentsRecord,
                at,
                margin_moment=_ends(at.margin_moment),
                gap_moment=_ends(at.gap_moment),
            )
            for at in found.moments
        ),
        tuple(ConditionRecord(c.measure, c.evidence.decision.outcome) for c in found.conditions),
        tuple(map(_checked, found.checked)),
    )


def _checked(item: Checked) -> InequalityRecord:
    inequality, sides, decision = item.inequality, item.sides, item.evidence.decision
    return copied(
        InequalityRecord,
        inequality,
        p=item.p,
        wrong_where_gap_at_most=item.erring.threshold if inequality.speaks_of_f else None,
        status=item.status,
        outcome=decision.outcome,
        reason=decision.reason,
        power=None if sides is None else sides.power,
        left=None if sides is None else _ends(sides.left),
        right=None if sides is None else _ends(sides.right),
    )


def _ends(value: Interval | None) -> Pair | None:
    return None if value is None else (value.lower, value.upper)


def write_noise(name: str, output: Path) -> None:
    """The record of an example and its certificates."""
    found = analysis(name)
    write_judged(output / "noise", name, noise_record(found, name), found.certificates())


LONGEST = 24
"""Most characters of a fraction that is written out."""
Block = tuple[str, tuple[str, ...], list[tuple[str, ...]]]
"""A heading, the names of columns, and rows."""


def number(value: Fraction) -> str:
    """A fraction, or six digits of it when it is long."""
    return number_text(value, LONGEST, 6)


def optional(value: Fraction | None, otherwise: str = "infinite") -> str:
    """A number, or a word where there is none."""
    return otherwise if value is None else number(value)


def enclosed(value: Interval | None) -> str:
    """An exact value, or the six leading digits of an enclosed one."""
    if value is None:
        return "infinite"
    return number(value.lower) if value.is_exact else f"{float(value.lower):.6g}..."


def root(value: Root | None) -> str:
    """A root of a fraction."""
    if value is None:
        return "infinite"
    return (
        number(value.value) if value.degree == 1 else f"({number(value.value)})^(1/{value.degree})"
    )


def blocks(found: NoiseAnalysis) -> Iterator[Block]:
    """What is said, block by block."""
    predictions = [label(z) for z in found.distribution.loss.predictions]
    rows: list[tuple[str, ...]] = [
        (
            point.name,
            str(point.weight),
            ", ".join(map(str, point.conditional)),
            ", ".join(predictions[z] for z in at.optimal),
            optional(at.margin, "undefined"),
            optional(at.gap),
        )
        for point, at in zip(found.distribution.points, found.distribution.margins, strict=True)
    ]
    yield (
        "Margins: gamma as printed, gamma+ to the best prediction that is not optimal",
        ("input", "P(x)", "Pi(x)", "optimal", "gamma", "gamma+"),
        rows,
    )
    yield "Tails P(m <= t)", ("m", "steps (t, P)", "p-noise condition"), list(_tails(found))
    yield (
        "Moments: B = sup_t P(m <= t)/t^p and M = E m^-p = ||1/m||_p^p",
        ("p", "B", "M", "B+", "M+"),
        [
            (
                str(at.p),
                root(at.margin_bound),
                enclosed(at.margin_moment),
                root(at.gap_bound),
                enclosed(at.gap_moment),
            )
            for at in found.moments
        ],
    )
    yield (
        "Inequalities between the excess risk E, the excess surrogate risk R and the probability"
        " P(X_f) of a wrong decision, with H(t) = t^2/(4 |F|^2), at predictors that decide wrongly"
        " exactly where gamma+ <= t",
        ("inequality", "form", "p", "status", "at t", "left <= right there"),
        [_summary(group) for group in grouped(found.checked)],
    )


def _tails(found: NoiseAnalysis) -> Iterator[tuple[str, ...]]:
    for name, tail, condition in zip(
        ("gamma", "gamma+"), (found.margin, found.gap), found.conditions, strict=True
    ):
        outcome = condition.evidence.decision.outcome
        words = {Outcome.PROVES: "for every p", Outcome.REFUTES: "for no p"}
        steps = "" if tail is None else "; ".join(f"({t}, {mass})" for t, mass in tail.steps)
        yield name, steps or "none", words.get(outcome, "not defined")


def grouped(checked: Sequence[Checked]) -> list[list[Checked]]:
    """The same inequality at the same p, all its predictors together."""
    groups: dict[tuple[str, str, str, Fraction | None], list[Checked]] = {}
    for item in checked:
        key = (item.inequality.name, item.inequality.form, item.inequality.text, item.p)
        groups.setdefault(key, []).append(item)
    return list(groups.values())


def _summary(group: Sequence[Checked]) -> tuple[str, ...]:
    """The worst predictor: one at which it is violated, otherwise where the sides are closest."""
    order = ("violated", "undecided", "holds", "not applicable")
    worst = min(group, key=lambda item: (order.index(item.status), -_ratio(item)))
    inequality = worst.inequality
    threshold = number(worst.erring.threshold) if inequality.speaks_of_f else ""
    return (
        f"{inequality.name}: {inequality.text}",
        inequality.form,
        "" if worst.p is None else str(worst.p),
        worst.status,
        threshold,
        comparison(worst),
    )


def _ratio(item: Checked) -> float:
    """left / right of the inequality as it stands, for choosing only."""
    if item.sides is None or not item.sides.right.lower:
        return 0.0
    ratio = item.sides.left.lower / item.sides.right.lower
    return float(ratio) ** (1 / item.sides.power) if ratio < 10**300 else float("inf")


def comparison(item: Checked) -> str:
    """Both sides, or why there are none."""
    if item.sides is None:
        return item.evidence.decision.reason
    left, right = item.sides.left, item.sides.right
    sign = ">" if left.lower > right.upper else "<=" if item.status == "holds" else "?"
    power = "" if item.sides.power == 1 else f" (both to the power {item.sides.power})"
    return f"{enclosed(left)} {sign} {enclosed(right)}{power}"


def text_of(title: str, given: Iterable[Block]) -> str:
    """Blocks for a terminal."""
    sheets = (
        sheet(Table(columns, rows), heading, ratios=(1,) * len(columns))
        for heading, columns, rows in given
    )
    return fitted(title) + "".join(sheets)


def markdown_of(title: str, given: Iterable[Block]) -> str:
    """A heading, and a table for each block."""
    lines = [f"# {title}"]
    for heading, columns, rows in given:
        lines += ["", f"## {heading}", "", Table(columns, rows).markdown()]
    return "\n".join(lines) + "\n"


def as_text(found: NoiseAnalysis) -> str:
    """For a terminal."""
    return text_of(found.distribution.loss.title, blocks(found))


def as_markdown(found: NoiseAnalysis) -> str:
    """A table for each block."""
    return markdown_of(f"Low noise: {found.distribution.loss.title}", blocks(found))


def as_json(found: NoiseAnalysis) -> str:
    """The record."""
    return to_json(noise_record(found, "noise"))


RENDERERS: Mapping[str, Callable[[NoiseAnalysis], str]] = {
    "text": as_text,
    "json": as_json,
    "md": as_markdown,
}
