"""Margins of distances of sets and of convex polynomials, of which no matrix is looked at.

Of a distance of sets another prediction exceeds z by at most its distance from z, as much at y = z:
the largest margin is the largest distance of a set from its nearest other one. Along a line the
mean of the two neighbours exceeds z by half a second difference.
"""

from collections.abc import Iterator
from decimal import ROUND_CEILING, ROUND_FLOOR
from fractions import Fraction

from qstheory.certify.certain import certain, distance
from qstheory.certify.kinds.dominance import Distribution, Mixture
from qstheory.certify.kinds.finite_instances import Evaluation
from qstheory.certify.kinds.largest_margin import (
    LargestMargin,
    Mixtures,
    NoiselessMargins,
    declared_excess,
)
from qstheory.certify.sets import declared_places
from qstheory.certify.weights import ListedWeights
from qstheory.errors import TooLarge
from qstheory.losses.base import Loss
from qstheory.losses.spaces import Label, label
from qstheory.theory.calibration.text import rounded_text
from qstheory.theory.findings import Finding, attempt, judged


def is_declared(loss: Loss) -> bool:
    """Whether a loss is declared as a distance of sets, or as convex along a line."""
    return (loss.some_counts is not None and distance(loss) is not None) or (
        loss.polynomial is not None and declared_places(loss) is not None
    )


def largest_words(low: Fraction, high: Fraction) -> str:
    """The largest margin between two bounds."""
    if not high:
        return "gamma = 0 at every distribution"
    below, above = rounded_text(low, ROUND_FLOOR), rounded_text(high, ROUND_CEILING)
    return f"max gamma = {below}" if below == above else f"{below} <= max gamma <= {above}"


def noiseless_finding(loss: Loss, meaning: str) -> Finding:
    """gamma at each observation, y being a function of x."""
    found = certain(loss)
    margins = tuple(lead for _, _, lead in found)
    evidence = judged(NoiselessMargins(loss.reference, margins), Evaluation())
    tied = [label(y) for y, lead in zip(loss.observations, margins, strict=True) if not lead]
    words = f"without noise gamma >= {min(margins)}"
    if tied:
        words = f"gamma = 0 at {len(tied)} of {len(margins)} noiseless observations: "
        words += ", ".join(tied[:8]) + (", ..." if len(tied) > 8 else "")
    return Finding("margins", "noiseless-margin", words, tuple(tied), (evidence,), meaning)


def largest_finding(loss: Loss, meaning: str) -> Finding:
    """From above by neighbours, from below at the certain observation of the largest margin."""
    leads = [lead for _, _, lead in certain(loss)]
    low = max(leads)
    y = list(loss.observations)[leads.index(low)]
    excess, mixtures = declared_excess(loss), _mixtures(loss)
    if excess is None:
        raise TooLarge("what is declared of the loss does not bound its margins")
    high = max(map(excess, loss.predictions, mixtures))
    point = Distribution(ListedWeights(((y, Fraction(1)),)))
    evidence = (
        judged(LargestMargin(loss.reference, "<=", high), Mixtures(mixtures)),
        judged(LargestMargin(loss.reference, ">=", low), point),
    )
    return Finding(
        "margins",
        "largest-margin",
        largest_words(low, high),
        high if low == high else (low, high),
        evidence,
        meaning,
        details=(("attained at", f"1 on {label(y)}"),) if low == high else (),
        interval=low < high,
    )


def _mixtures(loss: Loss) -> tuple[Mixture, ...]:
    """For each prediction its nearest other one, or both neighbours on the line, one at an end."""
    if distance(loss) is not None:
        return tuple(_even(second) for _, second, _ in certain(loss))
    places = declared_places(loss)
    assert places is not None
    line = [z for z, _ in places]
    return tuple(_even(*line[max(0, k - 1) : k], *line[k + 1 : k + 2]) for k in range(len(line)))


def _even(*labels: Label) -> Mixture:
    return Mixture(ListedWeights(tuple((z, Fraction(1, len(labels))) for z in labels)))


def declared_findings(loss: Loss, meaning: str, noiseless_meaning: str) -> Iterator[Finding]:
    """The largest margin, and those at certain observations."""
    yield attempt("margins", "largest-margin", lambda: largest_finding(loss, meaning))
    yield attempt("margins", "noiseless-margin", lambda: noiseless_finding(loss, noiseless_meaning))
