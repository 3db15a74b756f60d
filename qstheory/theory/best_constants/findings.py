"""A* and gamma_2 in the dossier, beside the constants of the declared decompositions."""

from fractions import Fraction
from math import isqrt

from qstheory.certify.kinds.best_constants import Shift
from qstheory.theory.best_constants.bounds import SquaredInterval, best_constants
from qstheory.theory.findings import Finding, Value, not_attempted, over
from qstheory.theory.subject import Subject

MEANINGS = {
    "A": "A = sqrt(r) ||F||_inf U_max depends on the decomposition; A* is its infimum over all.",
    "gamma-2": "The factorisation norm, min ||F||_inf ||U||_inf; A* lies within sqrt(pi/2) of it.",
}
NAMES = {"A": "A*", "gamma-2": "gamma_2"}
WORDS: dict[Shift, str] = {
    "scalar": "L = F U^T + c",
    "by-observation": "L = F U^T + 1 c^T, c a function of y",
}

DIGITS = 9
"""Digits after the point in written bounds."""


def root_below(square: Fraction) -> str:
    """The square root, rounded down."""
    return _written(isqrt(square.numerator * 10 ** (2 * DIGITS) // square.denominator))


def root_above(square: Fraction) -> str:
    """The square root, rounded up."""
    scaled = -(-square.numerator * 10 ** (2 * DIGITS) // square.denominator)
    root = isqrt(scaled)
    return _written(root if root * root == scaled else root + 1)


def _written(scaled: int) -> str:
    return f"{scaled // 10**DIGITS}.{scaled % 10**DIGITS:0{DIGITS}d}"


def _finding(shift: Shift, interval: SquaredInterval) -> Finding:
    low, high = interval.ends
    name = NAMES[interval.quantity]
    details: tuple[tuple[str, Value], ...] = ((f"bounds on {name}^2", (low, high)),)
    bounds = f"{root_below(low)} <= {name} <= {root_above(high)}" if high else f"{name} = 0"
    return Finding(
        "constants",
        f"{interval.quantity}:{shift}",
        f"{bounds} over {WORDS[shift]}",
        (low, high),
        (interval.lower, interval.upper),
        MEANINGS[interval.quantity],
        details=details,
    )


def constant_findings(subject: Subject) -> list[Finding]:
    """Certified intervals of gamma_2 and A* for both kinds of shift."""
    loss = subject.loss
    entries = loss.predictions.size * loss.observations.size
    if entries > subject.budget.constants:
        limit = over(entries, subject.budget.constants, "constants")
        words = "the infimum A* of A over all decompositions"
        return [not_attempted("constants", "A:scalar", words, limit, MEANINGS["A"])]
    found = []
    for shift in WORDS:
        best = best_constants(loss, shift)
        found += [_finding(shift, best.a), _finding(shift, best.gamma_2)]
    return found
