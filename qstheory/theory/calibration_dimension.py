"""A certified interval for the convex calibration dimension of a loss.

It closes at an equal-risk point, where both bounds are the rank of the differences of predictions.
"""

from qstheory.losses.display import size_text
from qstheory.theory.calibration_dimension_lower import lower_bound
from qstheory.theory.calibration_dimension_upper import embedded_bound, upper_bound
from qstheory.theory.findings import Finding
from qstheory.theory.optimality import EqualRisk
from qstheory.theory.subject import Subject

MEANING = (
    "The least dimension of a convex surrogate that is consistent for the loss; every bound rests"
    " on a theorem of Ramaswamy and Agarwal (2016) whose hypotheses are checked exactly."
)


def calibration_dimension_finding(subject: Subject, equal: EqualRisk) -> Finding:
    """The certified interval for the convex calibration dimension."""
    key = "calibration-dimension"
    upper = upper_bound(subject)
    high = upper.proposition.d
    lower = lower_bound(subject, equal, high)
    if lower is None:
        statement = f"convex calibration dimension <= {size_text(high)}"
        limit = "no lower bound: more entries than are looked at"
        return Finding(
            "optimality", key, statement, (0, high), (upper,), MEANING, limit=limit, interval=True
        )
    low = lower.proposition.d
    closer = embedded_bound(subject, low, high)
    if closer is not None and closer.proves:
        upper, high = closer, closer.proposition.d
    statement = f"{low} <= convex calibration dimension <= {size_text(high)}"
    if low == high:
        statement = f"convex calibration dimension = {low}"
    return Finding(
        "optimality", key, statement, (low, high), (lower, upper), MEANING, interval=low < high
    )
