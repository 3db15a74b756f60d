"""Decompositions L = F U^T + c side by side: the declared closed forms and the smallest ones."""

from collections.abc import Callable, Iterator
from functools import partial

from qstheory.certify.kinds.constants import ConstantIs
from qstheory.certify.kinds.decomposition import DecompositionHolds, EveryEntry
from qstheory.certify.kinds.rank import RankAtMost, View
from qstheory.losses.base import Loss
from qstheory.losses.closed_forms import ClosedForm
from qstheory.theory.closed_forms import by, constants, holds, of_matrices, replayable
from qstheory.theory.dimensions import minimal_decomposition, up_to_observation
from qstheory.theory.findings import Finding, Value, attempt, judged, not_attempted
from qstheory.theory.subject import Subject

EXPLICIT_LIMIT = 20_000
"""Most entries of F and U together that are written into a dossier."""
MINIMAL_MEANING = "Any F and U over the rationals with the fewest columns; A depends on the choice."
UP_TO_MEANING = (
    "The fewest columns when a function of y may be added, which no decoder notices:"
    " L(z, y) = F_z . U_y + L(z0, y)."
)


def form_finding(subject: Subject, form: ClosedForm) -> Finding:
    """One closed form: whether it is the loss, the first bad entry if not, and its constants."""
    key, statement = f"form:{form.name}", f"L = F U^T + c, {form.name}, with c = {form.constant}"
    if not replayable(subject, form):
        reason = "every entry would have to be compared, which exceeds the budget"
        return not_attempted("decompositions", key, statement, reason, form.source)
    evidence, bad = holds(subject, form)
    found, judgements = constants(subject, form)
    details: tuple[tuple[str, Value], ...] = (*found.details(), ("c", form.constant))
    if bad is not None:
        z, y = bad.prediction, bad.observation
        value, given = subject.loss.entry(z, y), form.value(z, y)
        details = (*details, ("bad entry", (_as_text(z), _as_text(y), given, value)))
    return Finding(
        "decompositions",
        key,
        statement,
        form.dimension,
        (evidence, *judgements),
        form.source,
        details=details,
        latex=_for_every_m(subject.loss, form),
    )


def _for_every_m(loss: Loss, form: ClosedForm) -> tuple[tuple[str, str], ...]:
    """LaTeX of the family's quantities for every m, where it has a symbolic form."""
    if form.expressions is None:
        return ()
    from qstheory.theory.symbolic import symbolic_form  # sympy takes long to start.

    symbolic = symbolic_form(loss, form)
    return () if symbolic is None else tuple(symbolic.latex().items())


def _as_text(label: object) -> str:
    return "".join(map(str, label)) if isinstance(label, tuple) and label else str(label)


def _fits(subject: Subject, rank: int) -> bool:
    labels = subject.loss.predictions.size + subject.loss.observations.size
    return subject.fits_factors(rank) and labels * rank <= EXPLICIT_LIMIT


def _by_name(subject: Subject, rank: int, key: str, words: str, meaning: str) -> Finding:
    """A declared closed form that has as many columns, where these are too many to be written."""
    for form in subject.forms_of_dimension(rank):
        if by(subject.loss, form) != "entries" and replayable(subject, form):
            evidence, bad = holds(subject, form)
            if bad is None:
                statement = f"{words}, by the closed form {form.name}"
                return Finding("decompositions", key, statement, rank, (evidence,), meaning)
    reason = "F and U would be too large to write out"
    return not_attempted("decompositions", key, f"{words}, F and U explicit", reason, meaning)


def minimal_finding(subject: Subject) -> Finding:
    """The explicit decomposition with as many columns as the affine dimension."""
    r = subject.affine_dimension
    key, statement = "minimal", f"L = F U^T + c with r = {r}, F and U explicit"
    if not _fits(subject, r):
        return _by_name(subject, r, key, f"L = F U^T + c with r = {r}", MINIMAL_MEANING)
    given = minimal_decomposition(subject)
    found = of_matrices(given.F, given.U)
    reference = subject.reference
    return Finding(
        "decompositions",
        key,
        statement,
        r,
        (
            judged(DecompositionHolds(reference, given), EveryEntry()),
            judged(
                ConstantIs(reference, given, "squared-constant", "=", found.squared_constant),
                EveryEntry(),
            ),
        ),
        MINIMAL_MEANING,
        details=(*found.details(), ("c", given.c)),
    )


def up_to_observation_finding(subject: Subject) -> Finding:
    """The explicit decomposition of the differences of predictions."""
    view: View = "prediction-differences"
    r = subject.rank_of(view)
    key = "minimal-up-to-observation"
    statement = f"L = F U^T + 1 g^T with r = {r}, F, U and g explicit"
    if not _fits(subject, r):
        return _by_name(subject, r, key, f"L = F U^T + 1 g^T with r = {r}", UP_TO_MEANING)
    given = up_to_observation(subject)
    found = of_matrices(*(tuple(row[:-1] for row in rows) for rows in (given.F, given.U)))
    evidence = judged(RankAtMost(subject.reference, view, r), given)
    return Finding(
        "decompositions", key, statement, r, (evidence,), UP_TO_MEANING, details=found.details()
    )


def decomposition_findings(subject: Subject) -> Iterator[Finding]:
    """Part 2 of the dossier."""
    compute: dict[str, Callable[[], Finding]] = {
        f"form:{form.name}": partial(form_finding, subject, form)
        for form in subject.loss.closed_forms
    }
    compute["minimal"] = partial(minimal_finding, subject)
    compute["minimal-up-to-observation"] = partial(up_to_observation_finding, subject)
    for key, found in compute.items():
        yield attempt("decompositions", key, found)
