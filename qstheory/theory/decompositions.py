"""Decompositions L = F U^T + c side by side: the declared closed forms and the smallest ones.

Of a closed form it is decided whether it is the loss, by counts where possible. The constants are
r, ||F||_inf, U_max and A = sqrt(r) ||F||_inf U_max.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal, localcontext
from fractions import Fraction
from functools import partial

from qstheory.certify.components import overlaps
from qstheory.certify.kinds.constants import ConstantIs, Quantity, measures
from qstheory.certify.kinds.decomposition import (
    AffineDecomposition,
    BadEntry,
    By,
    ClosedFormHolds,
    DecompositionHolds,
    EveryCount,
    EveryEntry,
    NamedForm,
)
from qstheory.certify.kinds.rank import RankAtMost, View
from qstheory.exact.integer_matrix import shifted
from qstheory.exact.modular import Basis, independent
from qstheory.losses.base import Loss
from qstheory.losses.closed_forms import ClosedForm
from qstheory.losses.counts import AffineEntry, CountStructure
from qstheory.losses.spaces import Label, LabelSets, label
from qstheory.theory.findings import Evidence, Finding, Value, attempt, judged, not_attempted
from qstheory.theory.subject import Subject
from qstheory.theory.window import few_sizes

DIGITS = 12


@dataclass(frozen=True)
class Constants:
    """r, ||F||_inf^2 = max_z |F_z|^2 and U_max = max |U_yk|, all exact."""

    dimension: int
    squared_row_norm: Fraction
    largest_entry: Fraction

    @property
    def squared_constant(self) -> Fraction:
        """A^2 = r ||F||_inf^2 U_max^2."""
        return self.dimension * self.squared_row_norm * self.largest_entry**2

    def quantities(self) -> tuple[tuple[Quantity, Fraction], ...]:
        """Each with the name that propositions give it."""
        return (
            ("dimension", Fraction(self.dimension)),
            ("squared-row-norm", self.squared_row_norm),
            ("largest-entry", self.largest_entry),
            ("squared-constant", self.squared_constant),
        )

    def details(self) -> tuple[tuple[str, int | Fraction | str], ...]:
        """Rows for a report."""
        return (
            ("r", self.dimension),
            ("||F||_inf^2", self.squared_row_norm),
            ("U_max", self.largest_entry),
            ("A^2", self.squared_constant),
            ("A", square_root(self.squared_constant)),
        )


def square_root(value: Fraction, digits: int = DIGITS) -> str:
    """The square root to that many significant digits, rounded; exact when it is rational.

    >>> square_root(Fraction(1, 4)), square_root(Fraction(2), 5)
    ('0.5', '1.4142')
    """
    with localcontext() as context:
        context.prec = digits + 20
        root = (Decimal(value.numerator) / Decimal(value.denominator)).sqrt()
        context.prec = digits
        return f"{(+root).normalize():f}"


def of_form(loss: Loss, form: ClosedForm) -> Constants:
    """The constants of a closed form, by counts where loss and form are declared so."""
    counted = loss.by_counts is not None and form.counts is not None
    found = measures(loss, form, "counts" if counted else "entries")
    return Constants(found.r, found.F, found.largest)


def of_matrices(F: Sequence[Sequence[Fraction]], U: Sequence[Sequence[Fraction]]) -> Constants:
    """The constants of explicit F and U, one row for each label."""
    norms = (sum((x * x for x in row), Fraction(0)) for row in F)
    entries = (abs(x) for row in U for x in row)
    return Constants(len(F[0]), max(norms), max(entries, default=Fraction(0)))


SEARCHED = 64
"""Most labels for which all sizes are searched: about m^3 / 6 triples, 50,000 for 64 labels."""


def by(loss: Loss, form: ClosedForm) -> By:
    """How a replay goes through loss and form."""
    if loss.by_counts is not None and form.counts is not None:
        return "counts"
    polynomial = loss.polynomial is not None and form.polynomial is not None
    return "coefficients" if polynomial else "entries"


def replayable(subject: Subject, form: ClosedForm) -> bool:
    """Whether a replay of the form is within the budget."""
    loss, way = subject.loss, by(subject.loss, form)
    counts = loss.by_counts
    if way == "coefficients":
        return True
    if way == "entries" or counts is None or form.counts is None:
        entries = loss.predictions.size * loss.observations.size
        return subject.complete and entries * form.dimension <= subject.budget.factors
    if isinstance(counts.entry, AffineEntry):
        return True
    pairs = len(counts.predictions.sizes) * len(counts.observations.sizes)
    products = pairs * (4 * form.counts.blocks + form.counts.extras)
    return few_sizes(counts) and products <= subject.budget.counted


def named(subject: Subject, form: ClosedForm) -> NamedForm:
    """The form as a certificate."""
    return NamedForm(form.name, by(subject.loss, form))


def bad_entry(subject: Subject, form: ClosedForm) -> BadEntry | None:
    """A pair at which the form is not the loss: the first by total size where they go by counts.

    For more than SEARCHED labels only sizes next to 0 and m are searched.
    """
    loss = subject.loss
    sets = isinstance(loss.predictions, LabelSets) and isinstance(loss.observations, LabelSets)
    if sets and loss.counts is not None and form.counts is not None:
        for a, b, both in searched_triples(loss.counts):
            if form.counts.product(a, b, both) + form.constant != loss.counts.value(a, b, both):
                return BadEntry(*witness(loss.counts, a, b, both))
        return None
    for z in subject.window.predictions:
        for y in subject.window.observations:
            if form.value(z, y) != loss.entry(z, y):
                return BadEntry(z, y)
    return None


def searched_triples(counts: CountStructure) -> list[tuple[int, int, int]]:
    """Triples (|z|, |y|, |z & y|) in the order of their sum."""
    if counts.m <= SEARCHED:
        return sorted(counts.triples(), key=sum)
    extremes = {*range(4), *range(counts.m - 3, counts.m + 1)}
    found = [
        (a, b, both)
        for a in counts.predictions.sizes
        if a in extremes
        for b in counts.observations.sizes
        if b in extremes
        for both in overlaps(counts.m, a, b)
    ]
    return sorted(found, key=sum)


def witness(counts: CountStructure, a: int, b: int, both: int) -> tuple[Label, Label]:
    """Label sets z, y with |z| = a, |y| = b, |z & y| = both."""
    z = tuple(int(j < a) for j in range(counts.m))
    y = tuple(int(a - both <= j < a - both + b) for j in range(counts.m))
    return z, y


def holds(subject: Subject, form: ClosedForm) -> tuple[Evidence, BadEntry | None]:
    """The judged certificate that the form is the loss, or that it is not."""
    proposition = ClosedFormHolds(subject.reference, form.name)
    evidence = judged(proposition, named(subject, form))
    bad = None if evidence.proves else bad_entry(subject, form)
    return (evidence if bad is None else judged(proposition, bad)), bad


def constants(subject: Subject, form: ClosedForm) -> tuple[Constants, tuple[Evidence, ...]]:
    """The constants of the form and the judged certificates for each."""
    found = of_form(subject.loss, form)
    every = EveryCount() if by(subject.loss, form) == "counts" else EveryEntry()
    values: tuple[tuple[Quantity, Fraction], ...] = found.quantities()
    return found, tuple(
        judged(ConstantIs(subject.reference, form.name, quantity, "=", value), every)
        for quantity, value in values
    )


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
        details = (*details, ("bad entry", (label(z), label(y), given, value)))
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
    for form in subject.loss.closed_forms:
        yield attempt("decompositions", f"form:{form.name}", partial(form_finding, subject, form))
    yield attempt("decompositions", "minimal", partial(minimal_finding, subject))
    least = partial(up_to_observation_finding, subject)
    yield attempt("decompositions", "minimal-up-to-observation", least)
