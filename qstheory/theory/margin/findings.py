"""Margins in the dossier: the largest one, noiseless problems, the cells, and the margin band.

Of distances of sets and of convex polynomials no matrix is looked at. Of a distance of sets another
prediction exceeds z by at most its distance from z, as much at y = z: the largest margin is the
largest distance of a set from its nearest other one. Along a line the mean of the two neighbours
exceeds z by half a second difference.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from decimal import ROUND_CEILING, ROUND_FLOOR
from fractions import Fraction

import numpy as np

from qstheory.certify.certain import certain, distance
from qstheory.certify.kinds.finite_instances import Evaluation
from qstheory.certify.kinds.margins import (
    Distribution,
    LargestMargin,
    Mixture,
    Mixtures,
    declared_excess,
)
from qstheory.certify.kinds.margins_by_counts import NoiselessMargins
from qstheory.certify.sets import declared_places
from qstheory.certify.weights import ListedWeights
from qstheory.errors import NotApplicable, QstheoryError, TooLarge
from qstheory.exact.games import Weights
from qstheory.exact.integer_matrix import common
from qstheory.losses.base import Loss
from qstheory.losses.counts import CountStructure
from qstheory.losses.spaces import Label, label
from qstheory.theory.calibration.text import rounded_text
from qstheory.theory.effort import exact_later, later
from qstheory.theory.findings import (
    Evidence,
    Finding,
    Value,
    attempt,
    judged,
    not_attempted,
    without,
)
from qstheory.theory.margin.cells import (
    BandPiece,
    Rows,
    band,
    band_law,
    cell,
    matrix_of,
    polynomial_text,
)
from qstheory.theory.margin.largest import (
    Largest,
    game_entries,
    is_declared,
    largest_by_counts,
    largest_evidence,
    largest_margin,
    noiseless_evidence,
    quick_bounds,
)
from qstheory.theory.merging import (
    alone_everywhere,
    cells_with_interior,
    cells_with_interior_by_size,
)
from qstheory.theory.subject import Subject
from qstheory.theory.window import listed_weights

MEANING = (
    "gamma(Pi) is the least excess risk of a prediction other than one best one; at 0 everywhere no"
    " distribution satisfies the p-noise condition."
)
NOISELESS_MEANING = (
    "A problem in which y is a function of x satisfies the p-noise condition only if gamma > 0 at"
    " its observations. gamma+, to the best prediction that is not optimal, is positive everywhere."
)
CELL_MEANING = "The cell of a prediction is the set of distributions at which it is optimal."
BAND_MEANING = (
    "The part of the distributions, uniform on the simplex, with a margin of at most e; piece by"
    " piece a polynomial in e."
)
LAW_MEANING = "The part of the distributions, uniform on the simplex, with a margin of at most e."
AT_ONCE = 10_000
"""Most entries for which the largest margin is not told before its certificates are judged."""
SHOWN = 120
"""Characters of a distribution that is written out."""
WRITTEN = 24
"""Most corners of all cells together that are written out."""
BAND_OBSERVATIONS, BAND_ROWS = 4, 12
"""Most observations and different rows of a loss whose margin band is measured."""


def largest_words(low: Fraction, high: Fraction) -> str:
    """The largest margin between two bounds."""
    if not high:
        return "gamma = 0 at every distribution"
    below, above = rounded_text(low, ROUND_FLOOR), rounded_text(high, ROUND_CEILING)
    return f"max gamma = {below}" if below == above else f"{below} <= max gamma <= {above}"


def margin_findings(subject: Subject) -> Iterator[Finding]:
    """Every finding about margins, or one that says why there is none."""
    loss = subject.loss
    entries = loss.predictions.size * loss.observations.size
    if loss.predictions.size < 2:
        words = "there is only one prediction, so gamma is a minimum over nothing"
        yield Finding("margins", "margins", words, meaning=MEANING)
        return
    counts = loss.counts
    beyond = entries > subject.budget.intervals or not subject.complete
    if beyond and counts is not None and game_entries(counts) <= subject.budget.program:
        yield attempt("margins", "noiseless-margin", lambda: _noiseless_by_size(subject, counts))
        yield _largest_by_orbits(subject, counts)
        yield attempt(
            "margins", "cells", lambda: _interiors(subject, cells_with_interior_by_size(loss))
        )
        yield from _band_by_law(loss)
        return
    if beyond and counts is None and is_declared(loss):
        yield attempt("margins", "largest-margin", lambda: _largest_declared(loss))
        yield attempt("margins", "noiseless-margin", lambda: _noiseless_declared(loss))
        yield attempt("margins", "cells", lambda: _declared_cells(subject))
        return
    if beyond:
        limit = later("margins", entries)
        yield not_attempted("margins", "margins", "the margin gamma", limit, MEANING)
        return
    bounds, quick = quick_bounds(subject.matrix) if entries > AT_ONCE else None, None
    if bounds is not None and bounds[0].value < bounds[1]:
        yield _largest_between(subject, *bounds)
    elif bounds is not None:
        quick = bounds[0]
    try:
        found = quick or largest_margin(subject.matrix)
    except QstheoryError as error:
        yield without("margins", "largest-margin", "largest-margin", error)
    else:
        stated, point = _largest(subject, found), found.distribution
        if entries > AT_ONCE:
            yield stated
        evidence = _largest_evidence(subject, found.value, found.value, point, found.mixtures)
        yield replace(stated, evidence=evidence)
    yield attempt("margins", "noiseless-margin", lambda: _noiseless(subject))
    if entries > subject.budget.margins:
        yield attempt("margins", "cells", lambda: _interiors(subject, cells_with_interior(subject)))
        yield from _band_by_law(loss)
        return
    L = matrix_of(loss)
    yield attempt("margins", "cells", lambda: _cells(subject, L))
    law = list(_band_by_law(loss)) if len(L[0]) > BAND_OBSERVATIONS else []
    yield from law or [attempt("margins", "margin-band", lambda: _band(L))]


def _noiseless_by_size(subject: Subject, counts: CountStructure) -> Finding:
    """gamma at an observation of each size, y being a function of x."""
    sizes = counts.observations.sizes
    margins, evidence = noiseless_evidence(subject.loss, counts)
    tied = [size for size, margin in zip(sizes, margins, strict=True) if not margin]
    words = f"without noise gamma >= {min(margins)}"
    if tied:
        shown = ", ".join(map(str, tied[:8])) + (", ..." if len(tied) > 8 else "")
        words = f"gamma = 0 at noiseless observations of size {shown}"
        words += "" if len(tied) < len(sizes) else ", all of them"
    value = tuple(map(str, tied))
    return Finding("margins", "noiseless-margin", words, value, (evidence,), NOISELESS_MEANING)


def _largest_by_orbits(subject: Subject, counts: CountStructure) -> Finding:
    """The largest margin by orbits of pairs of sets."""
    found = largest_by_counts(counts)
    assert found is not None
    words = largest_words(found.value, found.value)
    evidence = tuple(largest_evidence(subject.loss, found))
    return Finding("margins", "largest-margin", words, found.value, evidence, MEANING)


def _largest_declared(loss: Loss) -> Finding:
    """From above by neighbours, from below at the certain observation of the largest margin."""
    leads = [lead for _, _, lead in certain(loss)]
    low = max(leads)
    y = list(loss.observations)[leads.index(low)]
    excess, mixtures = declared_excess(loss), _mixtures(loss)
    if excess is None:
        raise TooLarge("what is declared of the loss does not bound its margins")
    high = max(map(excess, loss.predictions, mixtures))
    evidence = (
        judged(LargestMargin(loss.reference, "<=", high), Mixtures(mixtures)),
        judged(LargestMargin(loss.reference, ">=", low), Distribution(_even(y))),
    )
    if low < high:
        return _between(low, high, evidence)
    words, details = largest_words(low, high), (("attained at", f"1 on {label(y)}"),)
    return Finding("margins", "largest-margin", words, low, evidence, MEANING, details=details)


def _mixtures(loss: Loss) -> tuple[Mixture, ...]:
    """For each prediction its nearest other one, or both neighbours on the line, one at an end."""
    if distance(loss) is not None:
        return tuple(Mixture(_even(second)) for _, second, _ in certain(loss))
    places = declared_places(loss)
    assert places is not None
    line = [z for z, _ in places]
    return tuple(
        Mixture(_even(*line[max(0, k - 1) : k], *line[k + 1 : k + 2])) for k in range(len(line))
    )


def _even(*labels: Label) -> ListedWeights:
    return ListedWeights(tuple((z, Fraction(1, len(labels))) for z in labels))


def _between(low: Fraction, high: Fraction, evidence: tuple[Evidence, ...]) -> Finding:
    words = largest_words(low, high)
    value = (low, high)
    return Finding(
        "margins", "largest-margin", words, value, evidence, MEANING, interval=low < high
    )


def _largest(subject: Subject, found: Largest) -> Finding:
    """The largest margin before its certificates are judged."""
    point = listed_weights(subject.window.observations, found.distribution)
    words = largest_words(found.value, found.value)
    shown = ", ".join(f"{weight} on {label(y)}" for y, weight in point.weights)
    short = found.value and len(shown) <= SHOWN
    details: tuple[tuple[str, Value], ...] = (("attained at", shown),) if short else ()
    return Finding(
        "margins", "largest-margin", words, found.value, meaning=MEANING, details=details
    )


def _largest_between(subject: Subject, least: Largest, high: Fraction) -> Finding:
    """The largest margin from certain observations and single rivals, which come at once."""
    low = least.value
    evidence = _largest_evidence(subject, low, high, least.distribution, least.mixtures)
    return _between(low, high, evidence)


def _largest_evidence(
    subject: Subject, low: Fraction, high: Fraction, point: Weights, mixtures: tuple[Weights, ...]
) -> tuple[Evidence, ...]:
    """The mixtures that bound it and the distribution at which it is as large, judged."""
    reference, predictions = subject.reference, subject.window.predictions
    listed = Mixtures(tuple(Mixture(listed_weights(predictions, mixture)) for mixture in mixtures))
    observed = listed_weights(subject.window.observations, point)
    return (
        judged(LargestMargin(reference, "<=", high), listed),
        judged(LargestMargin(reference, ">=", low), Distribution(observed)),
    )


def _noiseless(subject: Subject) -> Finding:
    """gamma at each observation, y being a function of x."""
    observations = subject.window.observations
    matrix = common(subject.matrix)
    columns = np.sort(matrix.values, axis=0)
    shared = matrix.denominators[0]
    found = [Fraction(int(second - first), shared) for first, second in columns[:2].T.tolist()]
    above = columns > columns[0]
    rises = np.take_along_axis(columns, above.argmax(axis=0)[None, :], axis=0)[0] - columns[0]
    gaps = [Fraction(int(rise), shared) for rise in rises.tolist() if rise]
    details = (("least gamma+ there", min(gaps) if gaps else "infinite"),)
    return replace(_noiseless_at(subject.loss, observations, found), details=details)


def _noiseless_declared(loss: Loss) -> Finding:
    """The same by what is declared of the loss."""
    return _noiseless_at(loss, loss.observations, [lead for _, _, lead in certain(loss)])


def _noiseless_at(loss: Loss, observations: Iterable[Label], margins: list[Fraction]) -> Finding:
    tied = [label(y) for y, margin in zip(observations, margins, strict=True) if not margin]
    words = f"without noise gamma >= {min(margins)}"
    if tied:
        words = f"gamma = 0 at {len(tied)} of {len(margins)} noiseless observations: "
        words += ", ".join(tied[:8]) + (", ..." if len(tied) > 8 else "")
    claim = NoiselessMargins(loss.reference, "observation", tuple(margins))
    evidence = judged(claim, Evaluation())
    return Finding(
        "margins", "noiseless-margin", words, tuple(tied), (evidence,), NOISELESS_MEANING
    )


def _declared_cells(subject: Subject) -> Finding:
    """The cells of predictions that are each the only optimum somewhere."""
    evidence = alone_everywhere(subject.loss)
    return replace(_interiors(subject, subject.loss.predictions.size), evidence=(evidence,))


def _interiors(subject: Subject, count: int) -> Finding:
    """How many cells have an interior, where their corners are too many."""
    entries = subject.loss.predictions.size * subject.loss.observations.size
    words, limit = f"cells with an interior: {count}", f"corners: {exact_later('margins', entries)}"
    return Finding("margins", "cells", words, count, meaning=CELL_MEANING, limit=limit)


def _cells(subject: Subject, L: Rows) -> Finding:
    """Corners of the cells, one for each group of predictions with equal rows."""
    groups: dict[tuple[Fraction, ...], list[str]] = {}
    for z, row in zip(subject.loss.predictions, L, strict=True):
        groups.setdefault(row, []).append(label(z))
    different = tuple(groups)
    cells = [cell(different, z) for z in range(len(different))]
    full = [found for found in cells if found.has_interior]
    corners = sorted({len(found.corners) for found in full})
    counts = str(corners[0]) if len(corners) == 1 else f"{corners[0]} to {corners[-1]}"
    words = f"cells with an interior: {len(full)}; corners of each: {counts}"
    if len(different) < len(L):
        words += f"; {len(L)} predictions have {len(different)} different rows"
    details: tuple[tuple[str, Value], ...] = ()
    if sum(len(found.corners) for found in cells) <= WRITTEN:
        details = tuple(
            ("cell of " + " = ".join(names[:4]), _corners_text(found.points))
            for names, found in zip(groups.values(), cells, strict=True)
        )
    return Finding("margins", "cells", words, len(full), meaning=CELL_MEANING, details=details)


def _corners_text(points: tuple[tuple[Fraction, ...], ...]) -> str:
    return " ".join(f"({', '.join(map(str, point))})" for point in points) or "empty"


def _band_by_law(loss: Loss) -> Iterator[Finding]:
    """The band as a formula, where one of the classes is observed and k are predicted."""
    law = band_law(loss)
    if law is not None:
        words = f"P(gamma+ <= e) = {law}"
        yield Finding("margins", "margin-band", words, str(law), meaning=LAW_MEANING)


def _band(L: Rows) -> Finding:
    different = len(set(L))
    if len(L[0]) < 2:
        raise NotApplicable("With one observation there is one distribution and no band.")
    if len(L[0]) > BAND_OBSERVATIONS or different > BAND_ROWS:
        raise TooLarge(
            f"The margin band is measured up to {BAND_OBSERVATIONS} observations and {BAND_ROWS}"
            " different rows."
        )
    pieces = band(L)
    if not pieces:
        return Finding(
            "margins",
            "margin-band",
            "every distribution has an infinite gamma+",
            meaning=BAND_MEANING,
        )
    details: tuple[tuple[str, Value], ...] = ()
    if different < len(L):
        words = _pieces_text(band(L, "margin")) or "1, as gamma = 0 almost everywhere"
        details = (("P(gamma <= e)", words),)
    return Finding(
        "margins",
        "margin-band",
        f"P(gamma+ <= e) = {_pieces_text(pieces)}",
        tuple(_values(pieces)),
        meaning=BAND_MEANING,
        details=details,
    )


def _values(pieces: tuple[BandPiece, ...]) -> Iterator[Value]:
    for piece in pieces:
        yield (piece.low, piece.high, *piece.coefficients)


def _pieces_text(pieces: tuple[BandPiece, ...]) -> str:
    return "; ".join(
        f"{polynomial_text(piece.coefficients)} on [{piece.low}, {piece.high}]" for piece in pieces
    )
