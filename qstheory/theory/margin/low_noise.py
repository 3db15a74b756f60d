"""Everything of Section 3.3 at one finite distribution: margins, tails, moments, inequalities."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from qstheory.certify.bundle import Item
from qstheory.certify.intervals import Interval
from qstheory.certify.kinds.decomposition import AffineDecomposition
from qstheory.certify.kinds.finite_instances import Evaluation, FiniteProblem, Input, PowerRelation
from qstheory.certify.kinds.values import Enclosed
from qstheory.certify.rules import Outcome
from qstheory.errors import InvalidParameter, TooLarge
from qstheory.exact.integer_matrix import Vector, inner
from qstheory.exact.span import FLINT
from qstheory.losses.base import Loss
from qstheory.theory.calibration.bound_findings import chosen_forms
from qstheory.theory.calibration.problem import problem_of_form
from qstheory.theory.decompositions import minimal_decomposition
from qstheory.theory.effort import DEFAULT
from qstheory.theory.findings import Evidence, judged
from qstheory.theory.margin.cells import Margins
from qstheory.theory.margin.distribution import (
    DIGIT_BITS,
    FiniteDistribution,
    Root,
    Tail,
    bits_of,
    both_sides,
    enclosed_sides,
    tail,
)
from qstheory.theory.margin.inequalities import (
    Inequality,
    at_exponent,
    bounded_gap,
    positive_margins,
    without_exponent,
)
from qstheory.theory.subject import Subject
from qstheory.work.certificates import dumps

MOST = 8
"""Most thresholds at which a predictor is built; of more distinct margins these are spread."""


@dataclass(frozen=True)
class Decision:
    """Scores v and a prediction z with F_z . v least."""

    scores: Vector
    prediction: int


@dataclass(frozen=True)
class Erring:
    """The predictor that decides wrongly exactly where gamma+ <= threshold."""

    threshold: Fraction
    problem: FiniteProblem


def best_scores(decomposition: AffineDecomposition, conditional: Vector) -> Vector:
    """g*(x) = sum_y Pi_y(x) U_y."""
    return tuple(inner(conditional, column) for column in zip(*decomposition.U, strict=True))


def nearest_error(F: tuple[Vector, ...], best: Vector, found: Margins) -> Decision:
    """The nearest scores to g* that decode to a prediction that is not optimal.

    With several optimal predictions a projection may decode to another one of them; it is then
    passed over, and the scores 0, at which all predictions tie, serve at last.
    """
    wrong = [z for z in range(len(F)) if z not in found.optimal]
    reached = []
    for z in wrong:
        for optimal in found.optimal:
            step = tuple(a - b for a, b in zip(F[z], F[optimal], strict=True))
            square = inner(step, step)
            gap = inner(step, best)
            moved = tuple(v - gap / square * s for v, s in zip(best, step, strict=True))
            reached.append((gap * gap / square, z, moved))
    for _, z, scores in sorted(reached):
        values = [inner(row, scores) for row in F]
        if values[z] == min(values):
            return Decision(scores, z)
    return Decision((Fraction(0),) * len(best), wrong[0])


def erring(
    distribution: FiniteDistribution, decomposition: AffineDecomposition, threshold: Fraction
) -> Erring:
    """g = g* where gamma+ > threshold, and a nearest error elsewhere."""
    inputs = []
    for point, found in zip(distribution.points, distribution.margins, strict=True):
        best = best_scores(decomposition, point.conditional)
        decision = Decision(best, found.optimal[0])
        if found.gap is not None and found.gap <= threshold:
            decision = nearest_error(decomposition.F, best, found)
        inputs.append(
            Input(
                point.weight,
                point.conditional,
                decision.scores,
                decision.prediction,
                found.optimal[0],
            )
        )
    problem = FiniteProblem(distribution.loss.reference, decomposition, tuple(inputs))
    return Erring(threshold, problem)


def erring_predictors(
    distribution: FiniteDistribution, decomposition: AffineDecomposition
) -> Iterator[Erring]:
    """One predictor for each value of gamma+, or for MOST of them, the first and the last included.

    Where every prediction is optimal at every input none can err, and the one predictor is g*.
    """
    gaps = sorted({found.gap for found in distribution.margins if found.gap is not None})
    gaps = gaps or [Fraction(0)]
    last = len(gaps) - 1
    places = range(len(gaps)) if last < MOST else (i * last // (MOST - 1) for i in range(MOST))
    for i in places:
        yield erring(distribution, decomposition, gaps[i])


Measure = Literal["margin", "gap"]
Status = Literal["holds", "violated", "undecided", "not applicable"]
BITS = (64, 256, 1024)
"""Precisions at which the sides of an inequality are enclosed, until they are apart."""
ENTRIES = 4096
"""Most entries of a loss, times inputs, that are analysed."""
LARGEST_P, LARGEST_DENOMINATOR = 32, 12
"""Largest numerator and denominator of an exponent p: both sides are raised to such powers."""
POWER_BITS = 12_000
"""Most bits of a power of a margin."""


@dataclass(frozen=True)
class Moments:
    """At one p: B and E m^-p for m = gamma and gamma+; None where infinite or not defined."""

    p: Fraction
    margin_bound: Root | None
    margin_moment: Interval | None
    gap_bound: Root | None
    gap_moment: Interval | None


@dataclass(frozen=True)
class Sided:
    """The two sides, both raised to `power`, exactly or enclosed."""

    left: Interval
    right: Interval
    power: int


@dataclass(frozen=True)
class Checked:
    """An inequality at one predictor, as `decide` judged it; p is None where it has none."""

    inequality: Inequality
    p: Fraction | None
    erring: Erring
    evidence: Evidence
    sides: Sided | None

    @property
    def status(self) -> Status:
        """What `decide` says: where the sides are infinite or no enclosure parts them, neither."""
        names: dict[Outcome, Status] = {Outcome.PROVES: "holds", Outcome.REFUTES: "violated"}
        open_: Status = "not applicable" if self.sides is None else "undecided"
        return names.get(self.evidence.decision.outcome, open_)


@dataclass(frozen=True)
class Condition:
    """P(m <= t) = o(1) for m = gamma ("margin") or gamma+ ("gap"), as `decide` judged it.

    With finitely many inputs this is the p-noise condition for every p.
    """

    measure: Measure
    evidence: Evidence


@dataclass(frozen=True)
class NoiseAnalysis:
    """What was found; `decomposition` is the one whose surrogate the predictors belong to."""

    distribution: FiniteDistribution
    decomposition: AffineDecomposition
    margin: Tail | None
    gap: Tail
    moments: tuple[Moments, ...]
    conditions: tuple[Condition, ...]
    checked: tuple[Checked, ...]

    def items(self) -> list[Item]:
        """The certificates: every inequality and condition that was decided, each once."""
        found: list[Item] = []
        evidence = [(c.evidence, f"p-noise condition, {c.measure}") for c in self.conditions]
        evidence += [
            (c.evidence, f"{c.inequality.name}, {c.inequality.form}: {c.inequality.text}")
            for c in self.checked
        ]
        for item, note in evidence:
            outcome = item.decision.outcome
            if outcome is Outcome.PROVES:
                found.append(Item(item.proposition, item.certificate, "proves", note))
            elif outcome is Outcome.REFUTES:
                found.append(Item(item.proposition, item.certificate, "refutes", note))
        return found

    def certificates(self) -> str:
        """The text of the certificate file, which `qstheory check` replays."""
        return dumps(self.items())


def surrogate_of(loss: Loss) -> AffineDecomposition:
    """The decomposition L = F U^T + c whose surrogate is analysed: the closed form of least A."""
    subject = Subject(loss, DEFAULT)
    form = next(iter(chosen_forms(subject)), None)
    if form is None:
        return minimal_decomposition(subject)
    made = problem_of_form(loss, form)
    return AffineDecomposition(made.F, made.U, form.constant)


def analyze_noise(
    distribution: FiniteDistribution,
    decomposition: AffineDecomposition,
    exponents: Sequence[Fraction],
) -> NoiseAnalysis:
    """The analysis at these p > 0, for predictors that err where the margin is small.

    Raises InvalidParameter for an exponent that is not positive or no simple fraction, TooLarge
    where numbers would be too long.
    """
    size = len(distribution.matrix) * len(distribution.matrix[0]) * len(distribution.points)
    if size > ENTRIES:
        raise TooLarge(
            f"The loss has {size} entries times inputs; at most {ENTRIES} are analysed exactly."
        )
    for p in exponents:
        if not 0 < p.numerator <= LARGEST_P or p.denominator > LARGEST_DENOMINATOR:
            raise InvalidParameter(
                f"The exponent p = {p} must be a positive fraction with a numerator of at most"
                f" {LARGEST_P} and a denominator of at most {LARGEST_DENOMINATOR}."
            )
    _require_short(distribution, exponents)
    several = len(distribution.matrix) > 1
    margin = tail(distribution.measured("margin")) if several else None
    gap = tail(distribution.measured("gap"))
    predictors = tuple(erring_predictors(distribution, decomposition))
    return NoiseAnalysis(
        distribution,
        decomposition,
        margin,
        gap,
        tuple(_moments(p, margin, gap) for p in exponents),
        tuple(_conditions(predictors[0].problem)),
        tuple(_checked(predictors, exponents)),
    )


def _require_short(distribution: FiniteDistribution, exponents: Sequence[Fraction]) -> None:
    """Raise TooLarge unless risks, and powers of margins and probabilities, can be written out."""
    risks = [risk for found in distribution.margins for risk in found.risks]
    if max(map(bits_of, risks)) > DIGIT_BITS:
        raise TooLarge("The probabilities have too many digits; round them.")
    steps = tail(distribution.measured("margin")).steps + tail(distribution.measured("gap")).steps
    for p in exponents:
        for value, mass in steps:
            if p.numerator * bits_of(value) + p.denominator * bits_of(mass) > POWER_BITS:
                raise TooLarge(
                    f"At p = {p} the powers of the margins have too many digits; give a smaller p"
                    " or round the probabilities."
                )


def _moments(p: Fraction, margin: Tail | None, gap: Tail) -> Moments:
    return Moments(
        p,
        margin.bound(p) if margin else None,
        margin.moment(p) if margin else None,
        gap.bound(p),
        gap.moment(p),
    )


def _conditions(problem: FiniteProblem) -> Iterator[Condition]:
    yield Condition("margin", judged(positive_margins(problem), Evaluation()))
    yield Condition("gap", judged(bounded_gap(problem), Evaluation()))


def _checked(predictors: Sequence[Erring], exponents: Sequence[Fraction]) -> Iterator[Checked]:
    posed: list[tuple[Fraction | None, Inequality]] = [(None, i) for i in without_exponent()]
    posed += [(p, inequality) for p in exponents for inequality in at_exponent(p)]
    for p, inequality in posed:
        for erring in predictors if inequality.speaks_of_f else predictors[:1]:
            yield check(inequality, p, erring)


def check(inequality: Inequality, p: Fraction | None, erring: Erring) -> Checked:
    """Judge the inequality at a predictor: exactly, or by enclosures where roots are irrational."""
    left, right = inequality.sides
    proposition = PowerRelation(erring.problem, left, "<=", right)
    evidence = judged(proposition, Evaluation())
    sides = _exact_sides(proposition)
    for bits in BITS if sides is None else ():
        sides = _enclosed_sides(proposition, bits)
        if sides is None:
            break
        evidence = judged(proposition, Enclosed(bits))
        if evidence.decision.outcome is not Outcome.INVALID:
            break
    return Checked(inequality, p, erring, evidence, sides)


def _exact_sides(proposition: PowerRelation) -> Sided | None:
    try:
        left, right, power = both_sides(proposition, FLINT)
    except (InvalidParameter, TooLarge):
        return None
    if max(map(bits_of, (left, right))) > DIGIT_BITS:
        return _enclosed_sides(proposition, BITS[0])
    return Sided(Interval(left, left), Interval(right, right), power)


def _enclosed_sides(proposition: PowerRelation, bits: int) -> Sided | None:
    try:
        left, right = enclosed_sides(proposition, bits, FLINT)
    except (InvalidParameter, TooLarge):
        return None
    return Sided(left, right, 1)
