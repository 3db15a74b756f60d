"""The calibration function in the dossier: its pieces, bounds, and how far these are from it."""

from fractions import Fraction
from itertools import pairwise

from qstheory.certify.finite import squared_distance
from qstheory.certify.kinds.calibration import Metric
from qstheory.exact.rational import inner
from qstheory.losses.closed_forms import ClosedForm
from qstheory.theory.calibration.envelope import CalibrationFunction, calibration_function
from qstheory.theory.calibration.problem import CalibrationProblem, problem_of_form
from qstheory.theory.closed_forms import holds, replayable
from qstheory.theory.constants import of_form
from qstheory.theory.findings import Evidence, Finding, Value, skipped
from qstheory.theory.minimal import minimal_decomposition
from qstheory.theory.subject import Subject

MEANING = (
    "H(e) is the least excess surrogate risk at an excess risk of e, for ||v - U_y||^2 and the"
    " decoder argmin_z F_z . v."
)
FULL_MEANING = (
    "The same for the surrogate ||f + L_y||^2 / (2 |Z|) with unconstrained scores f of Osokin, Bach"
    " and Lacoste-Julien (2017)."
)
TOO_LARGE = "there are more entries than the budget for calibration functions"


def chosen_form(subject: Subject) -> ClosedForm | None:
    """The declared closed form that holds with the least A, or None when none does."""
    valid = [
        form
        for form in subject.loss.closed_forms
        if replayable(subject, form) and holds(subject, form)[1] is None
    ]
    return min(
        valid,
        key=lambda form: (of_form(subject.loss, form).squared_constant, form.dimension),
        default=None,
    )


def chosen_problem(subject: Subject) -> tuple[str, CalibrationProblem]:
    """The decomposition whose surrogate is analysed, with its name."""
    form = chosen_form(subject)
    if form is not None:
        return form.name, problem_of_form(subject.loss, form)
    given = minimal_decomposition(subject)
    return "minimal", CalibrationProblem(given.F, given.U)


def full_space(subject: Subject) -> CalibrationProblem:
    """Unconstrained scores, one for each prediction: F = I, U = L^T, G = I / (2 |Z|)."""
    loss = subject.loss
    size = loss.predictions.size
    identity = tuple(tuple(Fraction(int(i == j)) for j in range(size)) for i in range(size))
    U = tuple(tuple(loss.entry(z, y) for z in loss.predictions) for y in loss.observations)
    return CalibrationProblem(identity, U, Metric(identity, Fraction(1, 2 * size)))


def pieces_text(H: CalibrationFunction) -> str:
    """The quadratics in order, neighbours with the same coefficients as one."""
    merged = merged_pieces(H)
    return "; ".join(
        f"{_quadratic(*coefficients)} on [{low}, {high}]" for low, high, *coefficients in merged
    )


def merged_pieces(H: CalibrationFunction) -> list[tuple[Fraction, ...]]:
    """(low, high, constant, linear, square) of each quadratic."""
    merged: list[tuple[Fraction, ...]] = []
    for certified in H.pieces:
        piece = certified.piece
        coefficients = (piece.constant, piece.linear, piece.square)
        if merged and merged[-1][1] == piece.low and merged[-1][2:] == coefficients:
            merged[-1] = (merged[-1][0], piece.high, *coefficients)
        else:
            merged.append((piece.low, piece.high, *coefficients))
    return merged


def _quadratic(constant: Fraction, linear: Fraction, square: Fraction) -> str:
    terms = [(square, " e^2"), (linear, " e"), (constant, "")]
    text = " + ".join(f"{x}{power}" for x, power in terms if x)
    return text.replace("+ -", "- ") or "0"


def is_convex(H: CalibrationFunction) -> bool:
    """Whether H is convex: no negative curvature, no gap, and slopes that do not fall."""
    merged = merged_pieces(H)
    slopes = [
        (linear + 2 * square * low, linear + 2 * square * high)
        for low, high, _, linear, square in merged
    ]
    falls = any(after[0] < before[1] for before, after in pairwise(slopes))
    return not falls and not H.gaps and all(piece[4] >= 0 for piece in merged)


def least_ratio(H: CalibrationFunction) -> Fraction:
    """An upper bound on inf H(e)/e^2 that is attained at an end of a piece or beyond all ends."""
    return min(
        (piece.constant / e**2 + piece.linear / e + piece.square)
        for certified in H.pieces
        for piece in (certified.piece,)
        for e in (piece.low, piece.high)
        if e > 0
    )


def _function_finding(key: str, words: str, H: CalibrationFunction, meaning: str) -> Finding:
    evidence = tuple(Evidence(p.piece, p.certificate, p.decision) for p in H.pieces)
    details: tuple[tuple[str, Value], ...] = (
        ("largest excess", H.largest_excess),
        ("convex", is_convex(H)),
    )
    if H.gaps:
        details = (*details, ("gaps of relative width 2^-60", len(H.gaps)))
    return Finding(
        "calibration",
        key,
        f"{words}: H(e) = {pieces_text(H)}",
        tuple(merged_pieces(H)),
        evidence,
        meaning,
        details=details,
    )


def _bounds_finding(H: CalibrationFunction) -> Finding:
    """H beside e^2/D^2 and e^2/(4 ||F||^2); where they are attained shows in the ratios."""
    F = H.problem.F
    diameter = max(squared_distance(a, b) for a in F for b in F)
    norm = max(inner(row, row) for row in F)
    ratio = least_ratio(H)
    details: tuple[tuple[str, Value], ...] = (
        ("D^2 = max |F_z - F_z'|^2", diameter),
        ("4 ||F||_inf^2", 4 * norm),
        ("least H(e) D^2/e^2 at ends of pieces", ratio * diameter),
        ("least H(e) 4 ||F||^2/e^2 at ends of pieces", ratio * 4 * norm),
    )
    return Finding(
        "calibration",
        "calibration-bounds",
        f"H(e) >= e^2/D^2 >= e^2/(4 ||F||^2): {1 / diameter} e^2 and {1 / (4 * norm)} e^2",
        diameter,
        meaning="A ratio of 1 says that the bound is attained there.",
        details=details,
    )


def calibration_findings(subject: Subject) -> list[Finding]:
    """H of the quadratic surrogate, its bounds, and H of the surrogate with all scores."""
    loss = subject.loss
    entries = loss.predictions.size * loss.observations.size
    keys = ("calibration-function", "calibration-full-space")
    if loss.predictions.size < 2 or entries > subject.budget.calibration:
        words = "H(e), the least excess surrogate risk at an excess risk of e"
        reason = TOO_LARGE if loss.predictions.size > 1 else "there is only one prediction"
        return [skipped("calibration", keys[0], words, reason, MEANING)]
    name, problem = chosen_problem(subject)
    H = calibration_function(problem)
    if not H.pieces:
        reason = "every prediction has the same risk everywhere"
        return [skipped("calibration", keys[0], "H(e)", reason, MEANING)]
    found = [_function_finding(keys[0], f"decomposition {name}", H, MEANING), _bounds_finding(H)]
    if entries <= subject.budget.calibration // 2:
        full = calibration_function(full_space(subject))
        found.append(_function_finding(keys[1], "unconstrained scores", full, FULL_MEANING))
    return found
