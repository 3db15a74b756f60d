"""The dossier of a loss with irrational entries, such as NDCG with the logarithmic discount.

Lower bounds come from minors of rational enclosures, upper bounds from identities that hold for all
weights. What needs exact entries is skipped and says so.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from qstheory.certify.kinds.affine_dimension import AffineDimensionAtLeast, AffineDimensionAtMost
from qstheory.certify.kinds.calibration_dimension import (
    CalibrationDimensionAtLeast,
    CalibrationDimensionAtMost,
)
from qstheory.certify.kinds.declared_ranks import EnclosedMinor, SymbolicSpan
from qstheory.certify.kinds.decomposition import ClosedFormHolds, NamedForm
from qstheory.certify.kinds.dimension_bounds import EqualRiskRank
from qstheory.certify.kinds.equal_risk import EqualRiskPoint, EqualRiskPointExists
from qstheory.certify.kinds.rank import RankAtLeast, RankAtMost, View
from qstheory.certify.weights import UniformWeights
from qstheory.exact.integer_matrix import from_fractions
from qstheory.exact.modular import Basis, Pivots, independent
from qstheory.losses.closed_forms import ClosedForm
from qstheory.losses.spaces import Label
from qstheory.theory import dimensions, optimality
from qstheory.theory.calibration_dimension import MEANING as CALIBRATION_MEANING
from qstheory.theory.findings import Evidence, Finding, judged, not_attempted
from qstheory.theory.window import Looked, labels_at

TOLERANCE = 1e-9
"""A pivot is taken as 0 below this share of the first: far above what rounding leaves, 1e-16
times the size, and the certificate that follows tells when it was wrong.
"""
PRECISION = 1 << 44
"""The inverse is rounded to 44 binary digits: nine of the 53 are left to its rounding errors."""


@dataclass(frozen=True)
class Proposal:
    """Rows and columns that look regular, and a rational close to the inverse of their minor."""

    pivots: Pivots
    inverse: tuple[tuple[Fraction, ...], ...]


def propose(matrix: NDArray[np.float64]) -> Proposal:
    """A minor of the size of the numerical rank, by pivoted QR of columns and then of rows."""
    columns = _independent(matrix)
    rows = _independent(matrix[:, columns].T)
    columns = columns[: len(rows)]
    inverse = np.linalg.inv(matrix[np.ix_(rows, columns)]) if rows else np.zeros((0, 0))
    rounded = tuple(
        tuple(Fraction(round(x * PRECISION), PRECISION) for x in row) for row in inverse.tolist()
    )
    return Proposal(Pivots(tuple(rows), tuple(columns)), rounded)


def _independent(matrix: NDArray[np.float64]) -> list[int]:
    if not matrix.size:
        return []
    from scipy.linalg import qr

    _, triangle, order = qr(matrix, mode="economic", pivoting=True)
    diagonal = np.abs(np.diag(triangle))
    rank = int((diagonal > TOLERANCE * max(1.0, float(diagonal[0]))).sum())
    return [int(j) for j in order[:rank]]


BITS = 96
"""Of enclosures: 53 would do for numbers shown, the rest is for what sums of them cancel."""
EXACT_ONLY = "the entries are irrational, and this needs exact ones"


@dataclass(frozen=True, eq=False)
class Irrational(Looked):
    """A loss with irrational entries under analysis."""

    @cached_property
    def approximate(self) -> NDArray[np.float64]:
        """L on the window in floating point, which only proposes."""
        rows = []
        for z in self.window.predictions:
            pairs = (self.loss.enclosure(z, y, 64) for y in self.window.observations)
            rows.append([float((low + high) / 2) for low, high in pairs])
        return np.array(rows)

    def minor(self, view: View) -> EnclosedMinor:
        """A minor of the view with the numerical rank as its size."""
        rows, columns, matrix = self.window.predictions, self.window.observations, self.approximate
        base: Label | None = None
        if view == "prediction-differences":
            base, rows, matrix = rows[0], rows[1:], matrix[1:] - matrix[0]
        elif view == "observation-differences":
            base, columns, matrix = columns[0], columns[1:], matrix[:, 1:] - matrix[:, :1]
        found = propose(matrix)
        return EnclosedMinor(
            view,
            labels_at(rows, found.pivots.rows),
            labels_at(columns, found.pivots.columns),
            base,
            BITS,
            found.inverse,
        )

    @cached_property
    def minors(self) -> dict[View, EnclosedMinor]:
        """The minor of each view."""
        views: tuple[View, ...] = ("loss", "prediction-differences", "observation-differences")
        return {view: self.minor(view) for view in views}

    def forms(self) -> list[ClosedForm]:
        """The closed forms that hold for all weights, if a replay of them is affordable."""
        return [form for form in self.loss.closed_forms if form.linear and self.complete]

    @cached_property
    def span(self) -> SymbolicSpan | None:
        """Columns that span those of the differences of predictions for all weights."""
        entry = self.loss.linear
        if entry is None or not self.complete:
            return None
        base, *others = self.window.predictions
        observations = self.window.observations
        rows = []
        for z in others:
            pairs = [(entry.numerator(z, y), entry.numerator(base, y)) for y in observations]
            for p in sorted({p for pair in pairs for form in pair for p in form}):
                zero = Fraction(0)
                rows.append([here.get(p, zero) - there.get(p, zero) for here, there in pairs])
        if not rows:
            return SymbolicSpan((), ())
        matrix = from_fractions(rows)
        basis = Basis(matrix, independent(matrix))
        return SymbolicSpan(
            labels_at(observations, basis.pivots.columns), tuple(map(tuple, basis.coefficients()))
        )


def _rank_finding(subject: Irrational, view: View) -> Finding:
    reference, minor = subject.loss.reference, subject.minors[view]
    rank = len(minor.predictions)
    lower = judged(RankAtLeast(reference, view, rank), minor)
    title, meaning = dimensions.TITLE[view], dimensions.MEANING[view]
    for upper in _rank_bounds(subject, view, rank):
        if upper.proves:
            statement = f"{title} = {rank}"
            return Finding("dimensions", view, statement, rank, (lower, upper), meaning)
    reason = "the lower bound only: no identity for all weights gives the upper bound"
    return Finding(
        "dimensions", view, f"{title} >= {rank}", rank, (lower,), meaning, reason, interval=True
    )


def _rank_bounds(subject: Irrational, view: View, rank: int) -> Sequence[Evidence]:
    proposition = RankAtMost(subject.loss.reference, view, rank)
    if view != "observation-differences" and subject.span is not None:
        return [judged(proposition, subject.span)]
    return [
        judged(proposition, NamedForm(form.name, "weights"))
        for form in subject.forms()
        if form.dimension == rank
    ]


def _affine_lower(subject: Irrational) -> tuple[int, Evidence]:
    """The best lower bound on the affine dimension, and the judged certificate."""
    best = max(
        subject.minors.values(), key=lambda minor: len(minor.predictions) - (minor.view == "loss")
    )
    dimension = len(best.predictions) - (best.view == "loss")
    proposition = AffineDimensionAtLeast(subject.loss.reference, dimension)
    return dimension, judged(proposition, best)


def _affine_finding(subject: Irrational) -> Finding:
    reference, title = subject.loss.reference, "min over c of rank(L - c)"
    dimension, lower = _affine_lower(subject)
    key, meaning = "affine-dimension", dimensions.AFFINE_MEANING
    for form in subject.forms():
        if form.dimension == dimension:
            at_most = AffineDimensionAtMost(reference, dimension)
            upper = judged(at_most, NamedForm(form.name, "weights"))
            return Finding(
                "dimensions",
                key,
                f"{title} = {dimension}",
                dimension,
                (lower, upper),
                meaning,
                details=(("c", form.constant),),
            )
    reason = "the lower bound only: no identity for all weights gives the upper bound"
    statement = f"{title} >= {dimension}"
    return Finding(
        "dimensions", key, statement, dimension, (lower,), meaning, reason, interval=True
    )


def _shift_finding(subject: Irrational) -> Finding:
    """No scalar lowers the rank when the affine dimension reaches an upper bound on the rank."""
    dimension, lower = _affine_lower(subject)
    statement = "no scalar c makes rank(L - c) smaller than rank L"
    for upper in _rank_bounds(subject, "loss", dimension):
        if upper.proves:
            return Finding("dimensions", "shift", statement, None, (lower, upper))
    return not_attempted("dimensions", "shift", "whether some scalar lowers the rank", EXACT_ONLY)


def dimension_findings(subject: Irrational) -> list[Finding]:
    """Part 1 of the dossier."""
    return [
        _rank_finding(subject, "loss"),
        _affine_finding(subject),
        _shift_finding(subject),
        _rank_finding(subject, "prediction-differences"),
        _rank_finding(subject, "observation-differences"),
    ]


def decomposition_findings(subject: Irrational) -> list[Finding]:
    """Part 2: the closed forms, for all weights; their constants enclosed."""
    findings = []
    for form in subject.loss.closed_forms:
        key = f"form:{form.name}"
        statement = f"L = F U^T + c, {form.name}, with c = {form.constant}"
        if form not in subject.forms():
            findings.append(not_attempted("decompositions", key, statement, "exceeds the budget"))
            continue
        evidence = judged(
            ClosedFormHolds(subject.loss.reference, form.name), NamedForm(form.name, "weights")
        )
        findings.append(
            Finding(
                "decompositions",
                key,
                statement,
                form.dimension,
                (evidence,),
                form.source,
                details=_enclosed_constants(subject, form),
            )
        )
    for key in ("minimal", "minimal-up-to-observation"):
        findings.append(not_attempted("decompositions", key, "explicit F and U", EXACT_ONLY))
    return findings


def _enclosed_constants(
    subject: Irrational, form: ClosedForm
) -> tuple[tuple[str, int | Fraction | str], ...]:
    """r, and rigorous decimal enclosures of ||F||_inf^2, U_max and A^2."""
    entry, linear = subject.loss.linear, form.linear
    assert entry is not None
    assert linear is not None
    norm_low = norm_high = Fraction(0)
    for z in subject.window.predictions:
        low = high = Fraction(0)
        for weights in linear.prediction(z).values():
            below, above = entry.weights.combine_enclosed(
                {p: abs(v) for p, v in weights.items()}, BITS
            )
            low, high = low + below**2, high + above**2
        norm_low, norm_high = max(norm_low, low), max(norm_high, high)
    top_low = top_high = Fraction(0)
    for y in subject.window.observations:
        below, above = entry.weights.combine_enclosed(entry.denominator(y), BITS)
        largest = max((abs(v) for v in linear.observation(y).values()), default=Fraction(0))
        top_low, top_high = max(top_low, largest / above), max(top_high, largest / below)
    r = form.dimension
    return (
        ("r", r),
        ("||F||_inf^2", _decimals(norm_low, norm_high)),
        ("U_max", _decimals(top_low, top_high)),
        ("A^2", _decimals(r * norm_low * top_low**2, r * norm_high * top_high**2)),
        ("c", form.constant),
    )


def _decimals(low: Fraction, high: Fraction, digits: int = 15) -> str:
    """An enclosure with that many decimals, rounded outwards."""
    scale = 10**digits
    below, above = low * scale // 1, -(-high * scale // 1)
    return f"[{_fixed(int(below), digits)}, {_fixed(int(above), digits)}]"


def _fixed(scaled: int, digits: int) -> str:
    whole, rest = divmod(scaled, 10**digits)
    return f"{whole}.{rest:0{digits}d}"


def optimality_findings(subject: Irrational) -> list[Finding]:
    """Part 3: the uniform distribution as an equal-risk point for all weights."""
    reference = subject.loss.reference
    if not subject.complete:
        reason = "the loss is too large to enumerate within the budget"
        return [
            not_attempted(
                "optimality", "equal-risk", optimality.STATEMENT, reason, optimality.MEANING
            ),
            not_attempted("optimality", "calibration-dimension", "its bounds", reason),
        ]
    point = EqualRiskPoint(UniformWeights())
    evidence = judged(EqualRiskPointExists(reference), point)
    equal = "equal-risk"
    if not evidence.proves:
        reason = "the uniform distribution is none, and other ones need exact entries"
        return [
            not_attempted("optimality", equal, optimality.STATEMENT, reason, optimality.MEANING),
            not_attempted("optimality", "calibration-dimension", "its bounds", EXACT_ONLY),
        ]
    finding = Finding(
        "optimality", equal, optimality.STATEMENT, True, (evidence,), optimality.MEANING
    )
    return [finding, _calibration_finding(subject, point)]


def _calibration_finding(subject: Irrational, point: EqualRiskPoint) -> Finding:
    reference, minor = subject.loss.reference, subject.minors["prediction-differences"]
    low = len(minor.predictions)
    lower = judged(CalibrationDimensionAtLeast(reference, low), EqualRiskRank(point, minor))
    assert subject.span is not None
    high = len(subject.span.columns)
    upper = judged(CalibrationDimensionAtMost(reference, high), subject.span)
    statement = f"{low} <= convex calibration dimension <= {high}"
    if low == high:
        statement = f"convex calibration dimension = {low}"
    return Finding(
        "optimality",
        "calibration-dimension",
        statement,
        (low, high),
        (lower, upper),
        CALIBRATION_MEANING,
        interval=low < high,
    )


def merging_findings(subject: Irrational) -> list[Finding]:
    """Part 5 needs exact entries."""
    return [
        not_attempted("merging", key, title, EXACT_ONLY)
        for key, title in (
            ("equal-rows", "which rows are equal"),
            ("equal-columns", "which columns are equal"),
            ("dominance", "which predictions are never optimal, or only with ties"),
        )
    ]
