"""Rank, the paper's affine dimension, and the dimensions of differences, each bounded both ways.

For every scalar c, rank(L - c 1 1^T) lies between the larger of the two ranks of differences and
rank L, and all four numbers differ by at most one from rank L.
"""

from collections.abc import Callable, Iterator
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
from qstheory.certify.kinds.decomposition import NamedForm
from qstheory.certify.kinds.dimension_bounds import ShiftBounds
from qstheory.certify.kinds.rank import Minor, RankAtLeast, RankAtMost, View
from qstheory.certify.kinds.rank_by_component import ByComponents
from qstheory.certify.kinds.span import Counted
from qstheory.certify.rules import Outcome
from qstheory.errors import Undecided
from qstheory.losses.views import number_text
from qstheory.theory.decompositions import by, named, replayable
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
