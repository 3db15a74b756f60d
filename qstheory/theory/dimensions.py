"""Rank, the paper's affine dimension, and the dimensions of differences, each bounded both ways.

For every scalar c, rank(L - c 1 1^T) lies between the larger of the two ranks of differences and
rank L, and all four numbers differ by at most one from rank L.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction

from qstheory.certify.kinds.affine_dimension import (
    AffineDimensionAtLeast,
    AffineDimensionAtMost,
    DifferenceMinor,
    LevelVector,
    NoShiftLowersRank,
    UnloweredMinor,
)
from qstheory.certify.kinds.calibration_dimension import CalibrationDimensionAtMost
from qstheory.certify.kinds.declared_ranks import CoefficientRanks, IndependentSets
from qstheory.certify.kinds.decomposition import AffineDecomposition, NamedForm
from qstheory.certify.kinds.dimension_bounds import ShiftBounds
from qstheory.certify.kinds.rank import Minor, RankAtLeast, RankAtMost, View
from qstheory.certify.kinds.rank_by_component import ByComponents
from qstheory.certify.kinds.span import Counted
from qstheory.certify.outcome import Outcome
from qstheory.errors import Undecided
from qstheory.exact.integer_matrix import IntegerMatrix, common, narrowed
from qstheory.exact.modular import Basis, independent
from qstheory.losses.views import number_text
from qstheory.theory.closed_forms import by, named, replayable
from qstheory.theory.findings import Evidence, Finding, Value, attempt, judged, not_attempted
from qstheory.theory.subject import Subject
from qstheory.theory.window import level_weights, listed_weights

MEANING: dict[View, str] = {
    "loss": "The number of linearly independent rows: the size of the smallest L = F U^T.",
    "prediction-differences": (
        "What a decoder sees: any function of y may be added to L without changing which"
        " prediction is best; affdim of Ramaswamy and Agarwal (2016)."
    ),
    "observation-differences": (
        "What distinguishes observations: the dimension of the affine hull of the columns."
    ),
}
TITLE: dict[View, str] = {
    "loss": "rank L",
    "prediction-differences": "affine dimension of the differences of predictions",
    "observation-differences": "affine dimension of the differences of observations",
}
Upper = RankAtMost | AffineDimensionAtMost | CalibrationDimensionAtMost
LARGE = 1 << 14
"""Entries from which on bounds come before what may take long."""
AFFINE = "min over c of rank(L - c)"
AFFINE_MEANING = (
    "The smallest r with L = F U^T + c for one scalar c: what the quadratic surrogate estimates;"
    " below rank L exactly when the constant one can be taken out of both row and column space."
)


def up_to_observation(subject: Subject) -> AffineDecomposition:
    """L = F U^T + 1 g^T of least size, with the columns 1 and g as the last of F and U.

    F has the chosen columns of the differences from the first row, which is g.
    """
    basis, one, zero = subject.difference_basis("prediction-differences"), Fraction(1), Fraction(0)
    rows, columns = subject.matrix.shape
    chosen = MinimalColumns(zero, tuple(basis.pivots.columns), basis.coefficients())
    found = of_large_volume(chosen, columns)
    [g] = subject.matrix.take([0], range(columns)).rows()
    F = (
        (*(x - g[j] for x, j in zip(row, found.J, strict=True)), one)
        for row in subject.matrix.take(range(rows), found.J).rows()
    )
    U = zip(*found.W, g, strict=True)
    return AffineDecomposition(tuple(F), tuple(U), zero)


def form_evidence(subject: Subject, proposition: Upper, r: int) -> Evidence | None:
    """The judged certificate by a declared form with that many columns, if one is affordable.

    A form that would be compared entry by entry is left to the entries where these are looked at.
    """
    loss = subject.loss
    for form in loss.closed_forms:
        shows_loss = isinstance(proposition, RankAtMost) and proposition.view == "loss"
        columns = form.dimension + int(shows_loss and form.constant != 0)
        by_entries = by(loss, form) == "entries" and subject.complete
        if columns == r and not by_entries and replayable(subject, form):
            evidence = judged(proposition, named(subject, form))
            if evidence.proves:
                return evidence
    return None


def upper_rank(subject: Subject, view: View) -> Evidence | None:
    """The judged certificate that the view has at most the rank found, if one is affordable."""
    rank = subject.rank_of(view)
    proposition = RankAtMost(subject.reference, view, rank)
    counted = subject.counted(view)
    declared = counted or subject.declared_upper(view)
    if declared is not None:
        return judged(proposition, declared)
    evidence = form_evidence(subject, proposition, rank)
    if evidence is None and subject.complete:
        return judged(proposition, subject.span)
    return evidence


def rank_finding(subject: Subject, view: View) -> Finding:
    """The rank of a view with both bounds."""
    rank = subject.rank_of(view)
    lower = judged(RankAtLeast(subject.reference, view, rank), subject.lower(view))
    upper = upper_rank(subject, view)
    if upper is None:
        return Finding(
            "dimensions",
            view,
            f"{TITLE[view]} >= {rank}",
            rank,
            (lower,),
            MEANING[view],
            "the lower bound only: no closed form gives the upper bound, and multiplying out an"
            " explicit one exceeds the budget",
            interval=True,
        )
    return Finding(
        "dimensions", view, f"{TITLE[view]} = {rank}", rank, (lower, upper), MEANING[view]
    )


def affine_lower(subject: Subject) -> Evidence:
    """The judged certificate that no shift makes the rank smaller than the affine dimension."""
    dimension = subject.affine_dimension
    proposition = AffineDimensionAtLeast(subject.reference, dimension)
    if subject.declared is not None:
        return judged(proposition, subject.declared.certificate)
    views: tuple[View, ...] = ("prediction-differences", "observation-differences")
    for view in views:
        if subject.rank_of(view) == dimension:
            assert view != "loss"
            lower = subject.lower(view)
            if isinstance(lower, Minor):
                return judged(proposition, DifferenceMinor(view, lower))
            return judged(proposition, lower)
    level = level_vector(subject)
    if level is None:
        raise Undecided("The sampled rows and columns do not show the affine dimension.")
    return judged(proposition, UnloweredMinor(subject.minor("loss"), level))


def level_vector(subject: Subject) -> LevelVector | None:
    """x with L x = 1 on the columns of the basis of a complete window, if there is one."""
    if not subject.complete or subject.level_columns is None:
        return None
    level = dict(zip(subject.basis.pivots.columns, subject.level_columns, strict=True))
    return LevelVector("observations", listed_weights(subject.window.observations, level))


def affine_upper(subject: Subject) -> Evidence | None:
    """The judged certificate of the affine dimension from above, if one is affordable."""
    dimension = subject.affine_dimension
    proposition = AffineDimensionAtMost(subject.reference, dimension)
    counted = subject.counted("affine")
    if counted is not None:
        return judged(proposition, counted)
    evidence = form_evidence(subject, proposition, dimension)
    if evidence is not None:
        return evidence
    if subject.declared is not None:
        return judged(proposition, subject.declared.certificate)
    return judged(proposition, subject.span) if subject.complete else None


def affine_finding(subject: Subject) -> Finding:
    """The paper's affine dimension with both bounds, and the c that attains it."""
    dimension = subject.affine_dimension
    lower, upper = affine_lower(subject), affine_upper(subject)
    title = AFFINE
    if upper is None:
        return Finding(
            "dimensions",
            "affine-dimension",
            f"{title} >= {dimension}",
            dimension,
            (lower,),
            AFFINE_MEANING,
            "the lower bound only: no closed form gives the upper bound within the budget",
        )
    return Finding(
        "dimensions",
        "affine-dimension",
        f"{title} = {dimension}",
        dimension,
        (lower, upper),
        AFFINE_MEANING,
        details=(("c", attaining_shift(subject, upper)),),
    )


def attaining_shift(subject: Subject, upper: Evidence) -> Value:
    """The scalar with which the upper bound is attained, or how it is defined."""
    if isinstance(upper.certificate, NamedForm):
        return subject.loss.closed_form(upper.certificate.form).constant
    if not subject.shift_lowers:
        return Fraction(0)
    return _defined(subject.lowering_shift)


def _defined(c: Fraction | None) -> Fraction | str:
    """A scalar, or where it was not computed how it is defined."""
    return "1 / (1^T x) with L x = 1" if c is None else c


def shift_finding(subject: Subject) -> Finding:
    """Whether some scalar lowers the rank: the scalar, or a vector that shows none does."""
    proposition = NoShiftLowersRank(subject.reference)
    key, meaning = "shift", "Whether subtracting one scalar from every entry lowers the rank."
    if not subject.shift_lowers:
        certificate = unlowered(subject)
        statement = "no scalar c makes rank(L - c) smaller than rank L"
        if certificate is None:
            reason = "no vector was found that shows it for all rows and columns"
            return Finding("dimensions", key, statement, meaning=meaning, reason=reason)
        evidence = judged(proposition, certificate)
        return Finding("dimensions", key, statement, None, (evidence,), meaning)
    lowering = _lowering(subject, proposition)
    if lowering is None:
        statement = "some scalar c makes rank(L - c) smaller than rank L"
        return not_attempted("dimensions", key, statement, "exceeds the budget", meaning)
    evidence, c = lowering
    shown = number_text(c) if isinstance(c, Fraction) else c
    statement = f"rank(L - c) < rank L for c = {shown}"
    return Finding("dimensions", key, statement, c, (evidence,), meaning)


def _lowering(subject: Subject, proposition: NoShiftLowersRank) -> tuple[Evidence, Value] | None:
    if subject.declared is not None:
        evidence = judged(proposition, subject.declared.certificate, Outcome.REFUTES)
        return evidence, attaining_shift(subject, evidence)
    lower = subject.lower("loss")
    for form in subject.forms_of_dimension(subject.affine_dimension):
        by_entries = by(subject.loss, form) == "entries" and subject.complete
        if replayable(subject, form) and not by_entries:
            lowering = ShiftBounds(lower, named(subject, form))
            evidence = judged(proposition, lowering, Outcome.REFUTES)
            if evidence.decision.outcome is Outcome.REFUTES:
                return evidence, form.constant
    if subject.complete:
        spanned = ShiftBounds(subject.minor("loss"), subject.span)
        evidence = judged(proposition, spanned, Outcome.REFUTES)
        return evidence, _defined(subject.lowering_shift)
    return None


def unlowered(
    subject: Subject,
) -> LevelVector | ShiftBounds | ByComponents | CoefficientRanks | None:
    """What shows that no scalar lowers the rank.

    Differences of full rank, or weights with a constant product k and sum s, exactly one of them
    zero.
    """
    if subject.declared is not None:
        certificate = subject.declared.certificate
        return None if isinstance(certificate, IndependentSets) else certificate
    if subject.loss.counts is not None:
        by_size = level_weights(subject.loss)
        if by_size is not None:
            return by_size
    if not subject.complete:
        return None
    views: tuple[View, ...] = ("prediction-differences", "observation-differences")
    for view in views:
        if subject.rank_of(view) == subject.rank:
            assert view != "loss"
            upper = subject.counted("loss") or subject.span
            return ShiftBounds(DifferenceMinor(view, subject.minor(view)), upper)
    return level_vector(subject)


def counted_findings(subject: Subject) -> Iterator[Finding]:
    """What the numbers of rows and columns say: known at once, where the rest may take long."""
    loss = subject.loss
    least = min(loss.predictions.size, loss.observations.size)
    ranks: tuple[Upper, ...] = (
        RankAtMost(subject.reference, "loss", least),
        AffineDimensionAtMost(subject.reference, least),
    )
    titles = (
        ("loss", TITLE["loss"], MEANING["loss"]),
        ("affine-dimension", AFFINE, AFFINE_MEANING),
    )
    for proposition, (key, title, meaning) in zip(ranks, titles, strict=True):
        evidence = (judged(proposition, Counted()),)
        yield Finding(
            "dimensions", key, f"{title} <= {least}", (0, least), evidence, meaning, interval=True
        )


def dimension_findings(subject: Subject) -> Iterator[Finding]:
    """Part 1 of the dossier; of a large matrix bounds come first, better ones take their place."""
    loss = subject.loss
    if subject.declared is None and loss.predictions.size * loss.observations.size >= LARGE:
        yield from counted_findings(subject)
    compute: dict[str, Callable[[], Finding]] = {
        "loss": lambda: rank_finding(subject, "loss"),
        "affine-dimension": lambda: affine_finding(subject),
        "shift": lambda: shift_finding(subject),
        "prediction-differences": lambda: rank_finding(subject, "prediction-differences"),
        "observation-differences": lambda: rank_finding(subject, "observation-differences"),
    }
    for key, found in compute.items():
        yield attempt("dimensions", key, found)


def shifted(matrix: IntegerMatrix, c: Fraction) -> IntegerMatrix:
    """M - c 1 1^T."""
    shared = common(matrix)
    denominator = shared.denominators[0]
    values = shared.values.astype(object) * c.denominator - c.numerator * denominator
    return IntegerMatrix(narrowed(values), tuple(d * c.denominator for d in shared.denominators))


EXCHANGED = 4096
"""Most coefficients of columns that may enter: some sixty exchanges of them take a second."""
EXCHANGED_WORK = 1 << 33
"""Most of them times the square of their binary digits: fractions of many denominators are long."""


@dataclass(frozen=True)
class MinimalColumns:
    """L - c = (L - c)[:, J] W of least size: c lowers the rank, or is 0 where none does."""

    c: Fraction
    J: tuple[int, ...]
    W: list[list[Fraction]]


def minimal_columns(subject: Subject) -> MinimalColumns:
    """Independent columns of L - c of large volume, and the coefficients of all."""
    c, basis = subject.lowering_shift or Fraction(0), subject.basis
    level, columns = subject.level_columns, subject.matrix.shape[1]
    if c and level is not None and len(level) == columns:
        # L x = 1 is the only relation of the columns of L - c, whose own numbers may be long.
        x = dict(zip(basis.pivots.columns, level, strict=True))
        last = max(x, key=lambda j: (abs(x[j]), j))
        J = tuple(j for j in range(columns) if j != last)
        W = [[Fraction(int(j == k)) for j in range(columns)] for k in J]
        for row, k in zip(W, J, strict=True):
            row[last] = -x[k] / x[last]
        return MinimalColumns(c, J, W)
    if c:
        matrix = shifted(subject.matrix, c)
        basis = Basis(matrix, independent(matrix))
    return of_large_volume(
        MinimalColumns(c, tuple(basis.pivots.columns), basis.coefficients()), columns
    )


def of_large_volume(given: MinimalColumns, columns: int) -> MinimalColumns:
    """Columns among which none is replaced with a gain in volume: all coefficients are up to 1.

    The volume grows by the absolute value of the coefficient of the column that enters, so that the
    largest enters first; where there are many coefficients, or long ones, the columns stay as they
    are.

    >>> L = MinimalColumns(Fraction(0), (0,), [[Fraction(1), Fraction(-3), Fraction(2)]])
    >>> of_large_volume(L, 3).J, [str(x) for x in of_large_volume(L, 3).W[0]]
    ((1,), ['-1/3', '1', '-2/3'])
    """
    J, W = list(given.J), given.W
    count = len(J) * (columns - len(J))
    longest = max((max(abs(x.numerator), x.denominator) for row in W for x in row), default=0)
    if count > EXCHANGED or count * longest.bit_length() ** 2 > EXCHANGED_WORK:
        return given
    while True:
        places = [(abs(x), -i, -j) for i, row in enumerate(W) for j, x in enumerate(row)]
        gain, i, j = max(places, default=(Fraction(0), 0, 0))
        if gain <= 1:
            break
        i, j = -i, -j
        J[i], entering = j, [x / W[i][j] for x in W[i]]
        W = [
            entering
            if k == i
            else [x - row[j] * y if y else x for x, y in zip(row, entering, strict=True)]
            for k, row in enumerate(W)
        ]
    order = sorted(range(len(J)), key=J.__getitem__)
    return MinimalColumns(given.c, tuple(J[k] for k in order), [W[k] for k in order])


def minimal_decomposition(subject: Subject) -> AffineDecomposition:
    """L = F U^T + c of least size: F the chosen columns of L - c, U^T their coefficients."""
    found = minimal_columns(subject)
    L = subject.matrix.take(range(subject.matrix.shape[0]), found.J).rows()
    F = tuple(tuple(x - found.c for x in row) for row in L)
    U = tuple(tuple(row[y] for row in found.W) for y in range(subject.matrix.shape[1]))
    return AffineDecomposition(F, U, found.c)
