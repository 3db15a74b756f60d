"""Rank, the paper's affine dimension, and the dimensions of differences, each bounded both ways.

For every scalar c, rank(L - c 1 1^T) lies between the larger of the two ranks of differences and
rank L, and all four numbers differ by at most one from rank L.
"""

from collections.abc import Callable
from fractions import Fraction

from qstheory.certify.kinds.affine_dimension import (
    AffineDimensionAtLeast,
    AffineDimensionAtMost,
    DifferenceMinor,
    ShiftInvariantMinor,
)
from qstheory.certify.kinds.decomposition import AffineDecomposition
from qstheory.certify.kinds.rank import Factorisation, Minor, RankAtLeast, RankAtMost, View
from qstheory.certify.kinds.rank_above_by_size import SizeFactors
from qstheory.certify.kinds.rank_by_size import LoweringBySize
from qstheory.certify.kinds.shift import (
    LevelVector,
    LoweringDecomposition,
    LoweringForm,
    NoShiftLowersRank,
)
from qstheory.certify.outcome import Outcome
from qstheory.errors import Undecided
from qstheory.exact.basis import Basis
from qstheory.exact.span import prove_span
from qstheory.theory.closed_forms import named, replayable
from qstheory.theory.findings import Evidence, Finding, Value, attempt, judged, not_attempted
from qstheory.theory.minimal import minimal_decomposition
from qstheory.theory.size_weights import level_weights
from qstheory.theory.subject import Subject
from qstheory.theory.weights import listed_weights

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
AFFINE_MEANING = (
    "The smallest r with L = F U^T + c for one scalar c: what the quadratic surrogate estimates;"
    " below rank L exactly when the constant one can be taken out of both row and column space."
)


def factorisation(subject: Subject, view: View) -> Factorisation:
    """The view, in the order of the spaces, as its chosen columns times their coefficients."""
    basis = subject.difference_basis(view)
    left, right = basis.columns(), basis.coefficients()
    if view == "prediction-differences":
        left = [[Fraction(0)] * basis.rank, *left]
    elif view == "observation-differences":
        right = [[Fraction(0), *row] for row in right]
    return Factorisation(tuple(map(tuple, left)), tuple(map(tuple, right)))


def upper_rank(subject: Subject, view: View) -> Evidence | None:
    """The judged certificate that the view has at most the rank found, if one is affordable."""
    rank = subject.rank_of(view)
    proposition = RankAtMost(subject.reference, view, rank)
    by_size = subject.upper_by_size(view)
    if by_size is not None:
        return judged(proposition, by_size)
    for form in subject.loss.closed_forms:
        extra = int(view == "loss" and form.constant != 0)
        if form.dimension + extra == rank and replayable(subject, form):
            evidence = judged(proposition, named(subject, form))
            if evidence.proves:
                return evidence
    if subject.fits_factors(rank):
        return judged(proposition, factorisation(subject, view))
    return None


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
            details=_span_details(subject, view),
        )
    return Finding(
        "dimensions", view, f"{TITLE[view]} = {rank}", rank, (lower, upper), MEANING[view]
    )


def _span_details(subject: Subject, view: View) -> tuple[tuple[str, Value], ...]:
    """For a large matrix whose chosen columns span all: the number of primes that showed it.

    That is exact but not a certificate, so no verdict rests on it.
    """
    if view != "loss" or not subject.complete:
        return ()
    proof = prove_span(subject.matrix, subject.structure.pivots)
    return () if proof is None else (("columns span all, modulo primes", len(proof.primes)),)


def affine_lower(subject: Subject) -> Evidence:
    """The judged certificate that no shift makes the rank smaller than the affine dimension."""
    dimension = subject.affine_dimension
    proposition = AffineDimensionAtLeast(subject.reference, dimension)
    views: tuple[View, ...] = ("prediction-differences", "observation-differences")
    for view in views:
        if subject.rank_of(view) == dimension:
            assert view != "loss"
            lower = subject.lower(view)
            if isinstance(lower, Minor):
                return judged(proposition, DifferenceMinor(view, lower))
            return judged(proposition, lower)
    if not subject.complete or subject.level_columns is None:
        raise Undecided("The sampled rows and columns do not show the affine dimension.")
    certificate = ShiftInvariantMinor(subject.minor("loss"), tuple(subject.level_columns))
    return judged(proposition, certificate)


def affine_upper(subject: Subject) -> Evidence | None:
    """The judged certificate of L = F U^T + c with that many columns, if one is affordable."""
    dimension = subject.affine_dimension
    proposition = AffineDimensionAtMost(subject.reference, dimension)
    for form in subject.forms_of_dimension(dimension):
        if replayable(subject, form):
            evidence = judged(proposition, named(subject, form))
            if evidence.proves:
                return evidence
    if not subject.shift_lowers:
        by_size = subject.upper_by_size("loss")
        if by_size is not None:
            return judged(proposition, by_size)
    if subject.fits_factors(dimension):
        return judged(proposition, minimal_decomposition(subject))
    return None


def affine_finding(subject: Subject) -> Finding:
    """The paper's affine dimension with both bounds, and the c that attains it."""
    dimension = subject.affine_dimension
    lower, upper = affine_lower(subject), affine_upper(subject)
    title = "min over c of rank(L - c)"
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


def attaining_shift(subject: Subject, upper: Evidence) -> Fraction:
    """The scalar of the decomposition that proves the upper bound."""
    if isinstance(upper.certificate, AffineDecomposition):
        return upper.certificate.c
    if isinstance(upper.certificate, SizeFactors):
        return upper.certificate.shift
    return subject.loss.closed_form(upper.certificate.form).constant


def shift_finding(subject: Subject) -> Finding:
    """Whether some scalar lowers the rank: the scalar, or a vector that shows none does."""
    proposition = NoShiftLowersRank(subject.reference)
    key, meaning = "shift", "Whether subtracting one scalar from every entry lowers the rank."
    if not subject.shift_lowers:
        certificate = level_vector(subject)
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
    statement = f"rank(L - c) < rank L for c = {c}"
    return Finding("dimensions", key, statement, c, (evidence,), meaning)


def _lowering(subject: Subject, proposition: NoShiftLowersRank) -> tuple[Evidence, Fraction] | None:
    lower = subject.lower("loss")
    for form in subject.forms_of_dimension(subject.affine_dimension):
        if replayable(subject, form):
            shown = named(subject, form)
            lowering = (
                LoweringForm(shown, lower)
                if isinstance(lower, Minor)
                else LoweringBySize(shown, lower)
            )
            evidence = judged(proposition, lowering, Outcome.REFUTES)
            if evidence.decision.outcome is Outcome.REFUTES:
                return evidence, form.constant
    if subject.fits_factors(subject.affine_dimension):
        given = minimal_decomposition(subject)
        explicit = LoweringDecomposition(given, subject.minor("loss"))
        return judged(proposition, explicit, Outcome.REFUTES), given.c
    return None


def level_vector(subject: Subject) -> LevelVector | None:
    """Weights with a constant product k and sum s, exactly one of them zero, or None."""
    if subject.loss.counts is not None:
        by_size = level_weights(subject.loss)
        if by_size is not None:
            return by_size
    if not subject.complete:
        return None
    predictions, observations = subject.window.predictions, subject.window.observations
    if subject.level_columns is None:
        relation = _unbalanced_relation(subject.basis)
        return LevelVector("predictions", listed_weights(predictions, relation))
    if subject.level_rows is None:
        relation = _unbalanced_relation(subject.basis.transposed)
        return LevelVector("observations", listed_weights(observations, relation))
    level = dict(zip(subject.basis.pivots.columns, subject.level_columns, strict=True))
    return LevelVector("observations", listed_weights(observations, level))


def _unbalanced_relation(basis: Basis) -> dict[int, Fraction]:
    """w with w^T M = 0 and w^T 1 != 0; there is one when 1 is not in the column space of M."""
    chosen = set(basis.pivots.rows)
    for i in range(basis.matrix.shape[0]):
        if i not in chosen:
            relation = basis.row_relation(i)
            if sum(relation.values()):
                return relation
    raise AssertionError("the constant one would be in the column space")


def dimension_findings(subject: Subject) -> list[Finding]:
    """Part 1 of the dossier."""
    compute: dict[str, Callable[[], Finding]] = {
        "loss": lambda: rank_finding(subject, "loss"),
        "affine-dimension": lambda: affine_finding(subject),
        "shift": lambda: shift_finding(subject),
        "prediction-differences": lambda: rank_finding(subject, "prediction-differences"),
        "observation-differences": lambda: rank_finding(subject, "observation-differences"),
    }
    return [attempt("dimensions", key, found) for key, found in compute.items()]
