"""The low-noise analysis of a distribution as text, Markdown or JSON data."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction

from qstheory.certify.algebra.intervals import Interval
from qstheory.certify.outcome import Outcome
from qstheory.losses.display import label, number_text
from qstheory.report.noise_records import noise_record
from qstheory.tables import Table
from qstheory.theory.noise.analysis import Checked, NoiseAnalysis
from qstheory.theory.noise.tails import Root
from qstheory.work.records import to_json
from qstheory.work.terminal import fitted, sheet

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
