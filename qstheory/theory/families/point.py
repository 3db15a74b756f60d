"""Every quantity of one member of a family, by orbits where the loss is declared alike."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

from qstheory.certify.arithmetic import exact_rank
from qstheory.certify.bundle import Item
from qstheory.certify.components import LIMIT, Core, component_ranks, sides_of
from qstheory.certify.kinds.affine_dimension import AffineDimensionAtLeast, AffineDimensionAtMost
from qstheory.certify.kinds.calibration_dimension import CalibrationDimensionAtMost
from qstheory.certify.kinds.rank import RankAtLeast, RankAtMost, View
from qstheory.certify.kinds.rank_by_component import ByComponents, ranks_of
from qstheory.certify.ranking_components import ranking_means
from qstheory.errors import InvalidParameter, QstheoryError, TooLarge
from qstheory.exact.integer_matrix import from_fractions
from qstheory.exact.modular import Basis, independent
from qstheory.losses.base import Loss
from qstheory.losses.counts import CountStructure
from qstheory.losses.spaces import Permutations
from qstheory.theory.calibration.envelope import calibration_function
from qstheory.theory.calibration.findings import SizeFormula, chosen_problem, formula_of
from qstheory.theory.calibration.orbits import prospect
from qstheory.theory.calibration.text import merged_pieces, pieces_text
from qstheory.theory.calibration_dimension import calibration_dimension_finding
from qstheory.theory.calibration_dimension_lower import lower_bound
from qstheory.theory.decompositions import Constants, of_form, of_matrices, replayable
from qstheory.theory.dimensions import dimension_findings
from qstheory.theory.effort import DEFAULT
from qstheory.theory.families.kernels import constants_by_monomials, constants_by_observations
from qstheory.theory.findings import Evidence, Finding, judged
from qstheory.theory.irrational import Irrational
from qstheory.theory.irrational import dimension_findings as enclosed_dimensions
from qstheory.theory.irrational import optimality_findings as enclosed_optimality
from qstheory.theory.margin.cells import matrix_of
from qstheory.theory.margin.largest import largest_by_counts
from qstheory.theory.margin.largest import largest_margin as margin_by_entries
from qstheory.theory.optimality import equal_risk
from qstheory.theory.subject import Subject
from qstheory.theory.window import lowering_shift, size_matrix

SEARCHED = 1 << 12
"""Most entries at which distributions of every form are searched for ties; with 7 labels the search
takes longer than all else, and is left to the dossier."""
PLACED = 36
"""Most entries for which few scores are searched: Jaccard with 7 x 7 took 21 s for nothing."""
PIECES, SECONDS = 360, 3.0
"""Most entries, and seconds, for H: MAP, NDCG and pairs of 4 items have up to 24 x 15 entries. A
third of the seconds without a closed form, whose numbers are short: 24 rankings took 20."""
FEW = 3
"""Most pieces of H that are written on a line."""
VIEWS: tuple[View, ...] = ("loss", "prediction-differences", "observation-differences")


@dataclass(frozen=True)
class SizedFunction:
    """H of the quadratic surrogate in words, and what it is for every size, where that is known."""

    words: str
    every_size: SizeFormula | None


@dataclass(frozen=True)
class FamilyPoint:
    """The quantities at one m; None is what was not attempted, and `limits` say why.

    `shift` is the c that lowers the rank, 0 where none does. `constants` are those of a
    decomposition L = F U^T + c that orbits give, with its c in `constant`; its r need not be least.
    `forms` are the closed forms of the loss that have them.
    `blocks` are the ranks of the components, from the trivial one on.
    """

    m: int
    loss: Loss
    rank: int
    prediction_differences: int
    observation_differences: int
    affine_dimension: int
    shift: Fraction
    constants: Constants | None
    constant: Fraction | None
    equal_risk: bool | None
    calibration_dimension: tuple[int, int]
    largest_margin: Fraction | None
    blocks: tuple[tuple[int, int], ...]
    evidence: tuple[Evidence, ...]
    limits: tuple[str, ...] = ()
    calibration: "SizedFunction | None" = None
    forms: tuple[str, ...] = ()

    def items(self) -> list[Item]:
        """The certificates, as entries of a file that `qstheory check` replays."""
        words = f"m = {self.m}"
        return Finding("dimensions", words, words, evidence=self.evidence).items()


def point(m: int, loss: Loss) -> FamilyPoint:
    """The quantities of a loss, the member m of its family; raises TooLarge."""
    if not loss.rational:
        return _enclosed(m, loss)
    return replace(_dimensions(m, loss), calibration=_calibration(loss))


def _dimensions(m: int, loss: Loss) -> FamilyPoint:
    """All but the calibration function."""
    if loss.counts is not None and loss.counts.m:
        return _by_counts(m, loss, loss.counts)
    try:
        means = ranking_means(loss)
    except InvalidParameter:
        return _by_entries(m, loss)
    return _by_items(m, loss, means)


def _calibration(loss: Loss) -> SizedFunction | None:
    """H where its pieces take little time."""
    entries = loss.predictions.size * loss.observations.size
    if loss.predictions.size < 2 or entries > PIECES:
        return None
    subject = Subject(loss, DEFAULT)
    problem = chosen_problem(subject)[1]
    if prospect(problem).seconds(problem) > (SECONDS if loss.closed_forms else SECONDS / 3):
        return None
    H = calibration_function(problem)
    if not H.pieces:
        return None
    pieces = merged_pieces(H)
    more = f" and {len(pieces) - 1} more pieces" if len(pieces) > FEW else ""
    shown = pieces[:1] if more else pieces
    return SizedFunction(f"{pieces_text(shown)}{more}", formula_of(loss, H))


def _by_counts(m: int, loss: Loss, counts: CountStructure) -> FamilyPoint:
    if counts.m > LIMIT:
        raise TooLarge(f"A family of losses on label sets is computed up to m = {LIMIT}.")
    ranks = component_ranks(counts)
    shift = lowering_shift(size_matrix(loss)) if ranks.shift_lowers else Fraction(0)
    equal = equal_risk(Subject(loss, DEFAULT))
    dimension, evidence = (ranks.prediction_differences,) * 2, list(_component_evidence(loss))
    if equal.point is None:
        subject = Subject(loss, replace(DEFAULT, program=SEARCHED))
        calibration = calibration_dimension_finding(subject, equal, PLACED)
        dimension = _bounds(calibration)
        evidence += calibration.evidence
    evidence += [equal.evidence] if equal.evidence is not None else []
    constants, c, forms = _best_constants(loss, counts, shift)
    largest = largest_by_counts(counts)
    return FamilyPoint(
        m,
        loss,
        ranks.loss,
        ranks.prediction_differences,
        ranks.observation_differences,
        ranks.affine,
        shift,
        constants,
        c,
        equal.evidence is not None and equal.point is not None,
        dimension,
        None if largest is None else largest.value,
        _block_ranks(counts),
        tuple(evidence),
        forms=forms,
    )


def _block_ranks(counts: CountStructure) -> tuple[tuple[int, int], ...]:
    """The dimension of each component and the rank of its block."""
    core = Core(counts, 0)
    sides = sides_of(core)
    first = 1, exact_rank(core.means(*sides))
    return first, *((copies, exact_rank(block)) for copies, block in core.blocks(*sides))


def _by_items(m: int, loss: Loss, means: tuple[Fraction, ...]) -> FamilyPoint:
    """Of rankings and bits no matter how items are named: they all tie where all bits may occur."""
    ranks = ranks_of(loss.reference)
    subject = Subject(loss, DEFAULT)
    equal = equal_risk(subject)
    lower = lower_bound(subject, equal, ranks.prediction_differences)
    assert equal.evidence is not None
    assert lower is not None
    margin, limits = _margin(loss)
    constants, c, forms = _ranking_constants(loss)
    return FamilyPoint(
        m,
        loss,
        ranks.loss,
        ranks.prediction_differences,
        ranks.observation_differences,
        ranks.affine,
        means[0] if ranks.shift_lowers else Fraction(0),
        constants,
        c,
        equal.point is not None,
        (lower.proposition.d, ranks.prediction_differences),
        margin,
        (),
        (*_component_evidence(loss), lower, equal.evidence),
        limits,
        forms=forms,
    )


Found = tuple[Constants, Fraction, tuple[str, ...]]
"""Constants, the c, and the names of the closed forms that have them."""


def _ranking_constants(loss: Loss) -> Found:
    """The least A among the declared forms that hold, or of F_z = L(z, .) and U = 1.

    A form with a coordinate for every item, or for every pair, is as the loss the same when items
    are renamed, so that one ranking shows whether it holds and what its norm is.
    """
    assert isinstance(loss.predictions, Permutations)
    order = tuple(range(1, loss.predictions.m + 1))
    row = {y: loss.entry(order, y) for y in loss.observations}
    found: list[Found] = []
    for form in loss.closed_forms:
        if form.expressions is None or any(form.value(order, y) != x for y, x in row.items()):
            continue
        entries = (abs(x) for y in row for x in form.observation_features(y).values())
        norm = sum((x * x for x in form.prediction_features(order).values()), Fraction(0))
        largest = max(entries, default=Fraction(0))
        found.append((Constants(form.dimension, norm, largest), form.constant, (form.name,)))
    if not found:
        norm = sum((x * x for x in row.values()), Fraction(0))
        found.append((Constants(len(row), norm, Fraction(1)), Fraction(0), ()))
    return _least(found)


def _component_evidence(loss: Loss) -> Iterator[Evidence]:
    """Every dimension from both sides."""
    ranks = ranks_of(loss.reference)
    by = ByComponents()
    for view in VIEWS:
        rank = ranks.of(view)
        yield judged(RankAtLeast(loss.reference, view, rank), by)
        yield judged(RankAtMost(loss.reference, view, rank), by)
    yield judged(AffineDimensionAtLeast(loss.reference, ranks.affine), by)
    yield judged(AffineDimensionAtMost(loss.reference, ranks.affine), by)
    yield judged(CalibrationDimensionAtMost(loss.reference, ranks.prediction_differences), by)


def _best_constants(loss: Loss, counts: CountStructure, shift: Fraction) -> Found:
    """The least A among declared forms; else of those by monomials for a few c, and the trivial."""
    assert loss.bounds is not None
    found: list[Found] = [*_declared_constants(loss, counts)]
    if found:
        return _least(found)
    for c in sorted({Fraction(0), shift, *loss.bounds, sum(loss.bounds, Fraction(0)) / 2}):
        found.append((constants_by_observations(counts, c), c, ()))
        found.append((constants_by_monomials(counts, c), c, ()))
    return _least(found)


def _declared_constants(loss: Loss, counts: CountStructure) -> Iterator[Found]:
    """Those of the forms that are the loss at every triple."""
    subject = Subject(loss, DEFAULT)
    for form in loss.closed_forms:
        if form.counts is None or not replayable(subject, form):
            continue
        product, c = form.counts.product, form.constant
        if all(product(*at) + c == counts.value(*at) for at in counts.triples()):
            yield of_form(loss, form), c, (form.name,)


def _least(found: Iterable[Found]) -> Found:
    options = list(found)
    constants, c, _ = min(options, key=lambda one: (one[0].squared_constant, one[0].dimension))
    alike = [names for other, _, names in options if other == constants]
    return constants, c, tuple(name for names in alike for name in names)


def _enclosed(m: int, loss: Loss) -> FamilyPoint:
    """Of irrational entries: what minors of enclosures and identities for all weights prove."""
    subject = Irrational(loss, DEFAULT)
    if not subject.complete:
        raise TooLarge(_too_many(loss))
    found = [*enclosed_dimensions(subject), *enclosed_optimality(subject)]
    known = {f.key: f.value for f in found if f.status == "proved" and not f.interval}
    names = (*VIEWS, "affine-dimension", "shift")
    missing = [name for name in (*names, "calibration-dimension") if name not in known]
    if missing:
        raise TooLarge(
            f"{loss.title} has irrational entries, and no identity for all weights settles its"
            f" {missing[0].replace('-', ' ')}."
        )
    rank, predictions, observations, affine = (int(str(known[name])) for name in names[:4])
    (calibration,) = (f for f in found if f.key == "calibration-dimension")
    return FamilyPoint(
        m,
        loss,
        rank,
        predictions,
        observations,
        affine,
        Fraction(0),
        None,
        None,
        True if "equal-risk" in known else None,
        _bounds(calibration),
        None,
        (),
        tuple(item for finding in found for item in finding.evidence),
        ("F and U, the largest margin and H: the entries are irrational, these need exact ones",),
    )


def _too_many(loss: Loss) -> str:
    """Why a member is left out."""
    return (
        f"{loss.title} has {loss.predictions.size} x {loss.observations.size} entries, more"
        " than are written out; take smaller sizes."
    )


def _by_entries(m: int, loss: Loss) -> FamilyPoint:
    subject = Subject(loss, DEFAULT)
    if not subject.complete:
        raise TooLarge(_too_many(loss))
    equal = equal_risk(subject)
    calibration = calibration_dimension_finding(subject, equal)
    margin, limits = _margin(loss)
    shift = subject.lowering_shift or Fraction(0)
    findings = [*dimension_findings(subject), calibration]
    evidence = [item for finding in findings for item in finding.evidence]
    evidence += [equal.evidence] if equal.evidence is not None else []
    return FamilyPoint(
        m,
        loss,
        subject.rank,
        subject.rank_of("prediction-differences"),
        subject.rank_of("observation-differences"),
        subject.affine_dimension,
        shift,
        _minimal_constants(subject, shift),
        shift,
        equal.point is not None if equal.evidence is not None else None,
        _bounds(calibration),
        margin,
        (),
        tuple(evidence),
        limits,
    )


def _bounds(calibration: Finding) -> tuple[int, int]:
    """The interval that the finding about the convex calibration dimension tells."""
    assert isinstance(calibration.value, tuple)
    low, high = (int(str(bound)) for bound in calibration.value)
    return low, high


def _margin(loss: Loss) -> tuple[Fraction | None, tuple[str, ...]]:
    """The largest margin by entries, or why it was not attempted."""
    entries = loss.predictions.size * loss.observations.size
    if loss.predictions.size < 2:
        return None, ()
    if entries > DEFAULT.intervals:
        return None, (f"the largest margin, beyond {DEFAULT.intervals} entries",)
    try:
        return margin_by_entries(from_fractions(matrix_of(loss))).value, ()
    except QstheoryError as error:
        return None, (str(error),)


def _minimal_constants(subject: Subject, c: Fraction) -> Constants:
    """F has some columns of L - c, as many as its rank, and U the coefficients of all."""
    rows = [[x - c for x in row] for row in subject.matrix.rows()]
    if not any(map(any, rows)):
        return Constants(0, Fraction(0), Fraction(0))
    matrix = from_fractions(rows)
    basis = Basis(matrix, independent(matrix))
    coefficients = [list(column) for column in zip(*basis.coefficients(), strict=True)]
    return of_matrices(basis.columns(), coefficients)
