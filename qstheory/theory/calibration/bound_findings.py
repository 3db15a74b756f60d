"""Bounds on calibration functions in the dossier, at any size, and their certificates."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from decimal import ROUND_CEILING, ROUND_FLOOR
from fractions import Fraction

import numpy as np

from qstheory.certify.kinds.quadratic_bounds import (
    CalibrationAtLeast,
    CalibrationAtMost,
    Distances,
    FeasibleLine,
)
from qstheory.exact.integer_matrix import IntegerMatrix, common, from_fractions
from qstheory.losses.closed_forms import ClosedForm
from qstheory.theory.calibration.adjacent import squared_diameter
from qstheory.theory.calibration.form_findings import FUNCTION
from qstheory.theory.calibration.interval import (
    CalibrationInterval,
    Surrogate,
    intervals,
    over_metric,
)
from qstheory.theory.calibration.problem import problem_of_form
from qstheory.theory.calibration.text import pieces_text, rounded_text
from qstheory.theory.closed_forms import holds, replayable
from qstheory.theory.constants import of_form
from qstheory.theory.dimensions import minimal_columns
from qstheory.theory.findings import Evidence, Finding, Value, judged
from qstheory.theory.merging import first_equal_rows
from qstheory.theory.subject import Subject

MEANING = (
    "H(e) is the least excess surrogate risk at an excess risk of e, for ||v - U_y||^2 and the"
    " decoder argmin_z F_z . v."
)
FULL_MEANING = (
    "The same for the surrogate ||f + L_y||^2 / (2 |Z|) with unconstrained scores f of Osokin, Bach"
    " and Lacoste-Julien (2017)."
)
LISTED = 1 << 18
"""Most entries of F and U that a certificate lists: 1,000 x 20 twice are few, 1,000 x 1,000 not."""
ZERO, ONE = Fraction(0), Fraction(1)


def chosen_forms(subject: Subject) -> list[ClosedForm]:
    """The declared closed forms that hold, those with the least A first."""
    valid = [
        form
        for form in subject.loss.closed_forms
        if replayable(subject, form) and holds(subject, form)[1] is None
    ]

    def order(form: ClosedForm) -> tuple[Fraction, int]:
        return of_form(subject.loss, form).squared_constant, form.dimension

    return sorted(valid, key=order)


def bounded_surrogate(subject: Subject) -> tuple[str, IntegerMatrix, IntegerMatrix]:
    """The decomposition as by `chosen_problem`, F up to a row that all have, and U.

    H depends on the differences of the rows of F alone: that c goes into none of them.
    """
    for form in chosen_forms(subject)[:1]:
        problem = problem_of_form(subject.loss, form)
        return form.name, from_fractions(problem.F), from_fractions(problem.U)
    given = minimal_columns(subject)
    F = subject.matrix.take(range(subject.matrix.shape[0]), given.J)
    return "minimal", F, from_fractions(list(zip(*given.W, strict=True)))


def interval_findings(subject: Subject, limit: str) -> Iterator[Finding]:
    """Bounds on H where its pieces are too many, for the two quadratic surrogates.

    Of equal rows, which decode together, and of equal columns one is enough.
    """
    whole = common(subject.matrix)
    name, F, U = bounded_surrogate(subject)
    size = subject.loss.predictions.size
    rows = sorted(set(first_equal_rows(whole.values)))
    kept = sorted(set(first_equal_rows(np.ascontiguousarray(whole.values.T))))
    scores = range(F.shape[1])
    columns = IntegerMatrix(whole.values.T, whole.denominators[:1] * whole.shape[1])
    # The metric is I / (2 |Z|): distances in it, and in the dual, are 1/(2 |Z|), 2 |Z| times.
    F, U, L_y = F.take(rows, scores), U.take(kept, scores), columns.take(kept, range(size))
    own, full = intervals(
        whole.take(rows, kept),
        (Surrogate(squared_diameter(F), U), Surrogate(Fraction(2), L_y)),
    )
    full = over_metric(full, 2 * size)
    words = f"decomposition {name}"
    yield replace(
        _interval_finding(FUNCTION, words, own, MEANING, limit),
        evidence=_evidence(own, F, U, ONE, range(len(rows))),
    )
    words = "unconstrained scores"
    yield replace(
        _interval_finding("calibration-full-space", words, full, FULL_MEANING, limit),
        evidence=_evidence(full, None, L_y, Fraction(1, 2 * size), rows),
    )


def _evidence(
    found: CalibrationInterval,
    F: IntegerMatrix | None,
    U: IntegerMatrix,
    scale: Fraction,
    places: Sequence[int],
) -> tuple[Evidence, ...]:
    """Both bounds judged, none where F and U are too large to be listed."""
    if U.values.size + (0 if F is None else F.values.size) > LISTED:
        return ()
    rows = None if F is None else tuple(map(tuple, F.rows()))
    below = judged(CalibrationAtLeast(rows, scale, found.lower), Distances())
    line = found.line
    if line is None:
        return (below,)
    claim = CalibrationAtMost(rows, tuple(map(tuple, U.rows())), scale, line.end, line.upper)
    given = FeasibleLine(places[line.z], places[line.rival], line.start, line.slope)
    return below, judged(claim, given)


def _interval_finding(
    key: str, words: str, found: CalibrationInterval, meaning: str, limit: str
) -> Finding:
    statement = f"{words}: H(e) >= {rounded_text(found.lower, ROUND_FLOOR)} e^2"
    if found.upper is not None:
        above, end = rounded_text(found.upper, ROUND_CEILING), rounded_text(found.end, ROUND_FLOOR)
        statement += f", and H(e) <= {above} e^2 for e <= {end}"
    value: Value = (found.lower, found.upper, found.end)
    if found.met:
        piece = (ZERO, found.end, ZERO, ZERO, found.lower)
        statement = f"{words}: H(e) = {pieces_text([piece])}"
        if found.exact:
            return Finding("calibration", key, statement, (piece,), meaning=meaning)
        statement += f", and H(e) >= {rounded_text(found.lower, ROUND_FLOOR)} e^2 beyond"
    return Finding(
        "calibration", key, statement, value, meaning=meaning, limit=limit, interval=True
    )
