"""The consistent surrogates of a loss: what each costs, gives and proves, and which to take."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from qstheory.certify.arithmetic import Vector
from qstheory.certify.bundle import Item
from qstheory.certify.kinds.best_constants import WeightedColumns
from qstheory.certify.kinds.decomposition import AffineDecomposition, EveryEntry
from qstheory.certify.kinds.dimension_bounds import QuadraticConsistent
from qstheory.certify.kinds.wide_constants import FormNorms
from qstheory.certify.limits import matrix
from qstheory.certify.words import counted
from qstheory.errors import InvalidParameter, NotApplicable, QstheoryError, TooLarge
from qstheory.losses.base import Loss, matrix_loss
from qstheory.theory.best_constants.bounds import best_constants
from qstheory.theory.best_constants.findings import (
    attained_constants,
    root_above,
    root_below,
    root_text,
)
from qstheory.theory.calibration.envelope import calibration_function
from qstheory.theory.calibration.problem import CalibrationProblem
from qstheory.theory.calibration.text import exact_text, merged_pieces, pieces_text
from qstheory.theory.calibration_dimension import upper_bound
from qstheory.theory.calibration_dimension_lower import lower_bound
from qstheory.theory.consistency.findings import MaxMargin, max_margin_answer
from qstheory.theory.consistency.surrogates import LogLinear as LogLinearModel
from qstheory.theory.consistency.verdict import log_linear_decided
from qstheory.theory.decompositions import minimal_decomposition, of_matrices, square_root
from qstheory.theory.design.functions import (
    LogLinear,
    Polyhedral,
    Quadratic,
    Ratio,
    SurrogateFunction,
    VertexLink,
    floats,
)
from qstheory.theory.design.placement import conjugate, ratios, smallest
from qstheory.theory.effort import DEFAULT
from qstheory.theory.embedding.regret import Excesses, regret_bound
from qstheory.theory.embedding.representatives import Embedding, refinement, shown_scores
from qstheory.theory.findings import Evidence, judged
from qstheory.theory.optimality import equal_risk
from qstheory.theory.subject import Subject

ENTRIES = 400
"""Most entries of a loss for which surrogates are designed."""
REGRET = 150
"""Most pieces times predictions for which the constant of a polyhedral surrogate is sought."""
SHORT = 10**6
"""Denominators from which on a bound is written as a decimal, rounded up."""
CURVED = 36
"""Most entries of a loss for which H is computed rather than bounded."""


@dataclass(frozen=True)
class Design:
    """One consistent surrogate.

    `transfer` bounds the excess risk by the excess surrogate risk x; `evaluation` and `decoding`
    are what S(v, y) and a prediction cost; `details` are further rows for a reader.
    """

    name: str
    title: str
    dimension: int
    formula: str
    transfer: str
    evaluation: str
    decoding: str
    function: SurrogateFunction
    evidence: tuple[Evidence, ...]
    details: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class Designs:
    """The designs for a loss, why others are missing, and which to take.

    `max_margin` says whether the max-margin surrogate is one of the consistent ones.
    """

    loss: Loss
    designs: tuple[Design, ...]
    missing: tuple[tuple[str, str], ...]
    max_margin: MaxMargin
    advice: str

    def design(self, name: str) -> Design:
        """The design of that name; raises InvalidParameter."""
        for found in self.designs:
            if found.name == name:
                return found
        names = ", ".join(found.name for found in self.designs)
        raise InvalidParameter(f"There is no design {name!r} for {self.loss.name}; take {names}.")

    def items(self) -> list[Item]:
        """The entries of a certificate file."""
        named = [(found.name, e) for found in self.designs for e in found.evidence if e.proves]
        named += [("max-margin", e) for e in self.max_margin.evidence]
        return [
            Item(
                e.proposition,
                e.certificate,
                "proves" if e.proves else "refutes",
                f"{name} for {self.loss.name}",
            )
            for name, e in named
        ]


def design(loss: Loss) -> Designs:
    """All designs; raises TooLarge beyond ENTRIES entries.

    >>> from qstheory import losses
    >>> found = design(losses.make("multiclass", classes=3))
    >>> [(d.name, d.dimension) for d in found.designs if d.name != "quadratic-best"]
    [('quadratic', 2), ('polyhedral-conjugate', 2), ('log-linear', 2)]
    """
    if loss.predictions.size * loss.observations.size > ENTRIES:
        raise TooLarge(f"Surrogates are designed for losses of up to {ENTRIES} entries.")
    L = tuple(matrix(loss))
    found: list[Design] = []
    missing = []
    makers: tuple[tuple[str, Callable[[], Design]], ...] = (
        ("quadratic", lambda: _least(loss)),
        ("quadratic-ratio", lambda: _ratio(loss, L)),
        ("quadratic-best", lambda: _best(loss, L)),
        ("polyhedral-conjugate", lambda: _conjugate(loss)),
        ("polyhedral-smallest", lambda: _smallest(loss, found)),
        ("log-linear", lambda: _log_linear(loss, L)),
    )
    for name, make in makers:
        try:
            found.append(make())
        except QstheoryError as error:
            missing.append((name, str(error)))
    return Designs(loss, tuple(found), tuple(missing), max_margin_answer(loss), _advice(found))


def _least(loss: Loss) -> Design:
    """|v - U_y|^2 with as few scores as the affine dimension."""
    made = minimal_decomposition(Subject(loss, DEFAULT))
    if not made.F[0]:
        raise NotApplicable("The loss is constant: nothing is to be estimated.")
    entries = loss.predictions.size * loss.observations.size
    transfer = _root_bound(_squared_diameter(made.F, None))
    squared = of_matrices(made.F, made.U).squared_constant
    details: tuple[tuple[str, str], ...] = (
        ("A^2", str(squared)),
        ("A", square_root(squared, 7)),
        ("F", shown_rows(made.F)),
        ("U", shown_rows(made.U)),
        ("c", str(made.c)),
    )
    if entries <= CURVED and loss.predictions.size > 1:
        H = calibration_function(CalibrationProblem(made.F, made.U))
        if H.pieces:
            details = (("H(e)", pieces_text(merged_pieces(H), exact_text)), *details)
    return Design(
        "quadratic",
        "quadratic surrogate in the least dimension",
        len(made.F[0]),
        "|v - U_y|^2, decoded to argmin_z F_z . v",
        transfer,
        f"{2 * len(made.F[0])} multiplications",
        f"a product with {counted(loss.predictions.size, 'row')} of F",
        Quadratic(made.F, made.U),
        (_quadratic_evidence(loss, made),),
        details,
    )


def _ratio(loss: Loss, L: Sequence[Vector]) -> Design:
    """a_y |v|^2 / 2 - U_y . v with one score fewer than the differences of predictions have."""
    made = ratios(loss, L)
    d = len(made.F[0])
    return Design(
        "quadratic-ratio",
        "quadratic surrogate of ratios",
        d,
        "a_y |v|^2 / 2 - U_y . v, decoded to argmin_z alpha_z + F_z . v",
        _root_bound(2 * max(made.a) * _squared_diameter(made.F, None)),
        f"{2 * d + 1} multiplications",
        f"a product with {counted(loss.predictions.size, 'row')} of F",
        Ratio(made.a, made.U, made.alpha, made.F),
        (made.evidence,),
        (
            ("a", " ".join(map(str, made.a))),
            ("U", shown_rows(made.U)),
            ("alpha", " ".join(map(str, made.alpha))),
            ("F", shown_rows(made.F)),
        ),
    )


def shown_rows(rows: Sequence[Vector]) -> str:
    """Rows as text."""
    return "; ".join(" ".join(map(str, row)) for row in rows)


def _quadratic_evidence(loss: Loss, made: AffineDecomposition) -> Evidence:
    return judged(QuadraticConsistent(loss.reference, made), EveryEntry())


def _best(loss: Loss, L: Sequence[Vector]) -> Design:
    """The weighted quadratic surrogate whose constant A is A*, or nearly."""
    constants = attained_constants(Subject(loss, DEFAULT), "scalar")
    if constants is None:
        constants = best_constants(matrix_loss(L), "scalar")
    given = constants.a.upper.certificate
    low, high = constants.a.ends
    if isinstance(given, FormNorms):
        given = _equal_columns(loss, given.form.form)
    if not isinstance(given, WeightedColumns) or not high:
        raise NotApplicable("The best constant has no explicit columns for this loss.")
    c = given.shift[0]
    kept = [k for k, w in enumerate(given.weights) if w]
    F = tuple(tuple(row[k] for k in kept) for row in given.F)
    U = tuple(tuple(row[k] for k in kept) for row in given.U)
    weights = tuple(given.weights[k] for k in kept)
    decomposition = AffineDecomposition(F, U, c)
    return Design(
        "quadratic-best",
        "quadratic surrogate in the best basis",
        len(kept),
        "sum_k w_k (v_k - U_yk)^2, decoded to argmin_z F_z . v",
        _root_bound(_squared_diameter(F, weights)),
        f"{3 * len(kept)} multiplications",
        f"a product with {counted(loss.predictions.size, 'row')} of F",
        Quadratic(F, U, weights),
        (_quadratic_evidence(loss, decomposition), constants.a.lower, constants.a.upper),
        (("A*", root_text(low) if low == high else f"{root_below(low)} to {root_above(high)}"),),
    )


def _equal_columns(loss: Loss, name: str) -> WeightedColumns:
    """A declared decomposition with |U| <= 1 and its columns in equal shares."""
    form = loss.closed_form(name)
    rows = [form.prediction_features(z) for z in loss.predictions]
    columns = [form.observation_features(y) for y in loss.observations]
    places = sorted({k for features in (*rows, *columns) for k in features})
    most = max(abs(x) for features in columns for x in features.values())
    return WeightedColumns(
        tuple(tuple(most * row.get(k, Fraction(0)) for k in places) for row in rows),
        tuple(tuple(column.get(k, Fraction(0)) / most for k in places) for column in columns),
        tuple(Fraction(1, len(places)) for _ in places),
        tuple(form.constant for _ in columns),
    )


def _squared_diameter(F: Sequence[Vector], weights: Vector | None) -> Fraction:
    """max_{z, z'} sum_k (F_zk - F_z'k)^2 / w_k: H(e) is at least e^2 over it."""
    scale = [1 / w for w in weights] if weights else [Fraction(1)] * len(F[0])
    return max(
        sum((s * (a - b) ** 2 for s, a, b in zip(scale, row, other, strict=True)), Fraction(0))
        for row in F
        for other in F
    )


def _root_bound(squared: Fraction) -> str:
    if squared == 1:
        return "excess <= sqrt(x)"
    if squared.denominator < SHORT:
        root = root_text(squared)
        return f"excess <= sqrt({squared} x)" if "sqrt" in root else f"excess <= {root} sqrt(x)"
    return f"excess <= {root_above(squared)} sqrt(x)"


def _link(found: Embedding, L: Sequence[Vector]) -> VertexLink:
    excesses = Excesses(found, tuple(L))
    return VertexLink(
        floats([v.distribution for v in found.vertices]),
        floats([[v.least] for v in found.vertices])[:, 0],
        floats(excesses.excess),
    )


def _polyhedral(name: str, title: str, loss: Loss, made: tuple[Embedding, Evidence]) -> Design:
    found, proof = made
    L = matrix(loss)
    pieces = len(found.terms[0][0])
    evidence = [proof]
    transfer = "excess <= C x for some C (not computed: too many pieces)"
    if pieces * len(found.scores) <= REGRET:
        try:
            link = refinement(loss, found).link
            assert link is not None
            bound = regret_bound(loss, found, link)
            transfer = f"excess <= {bound.constant} x"
            evidence.append(bound.evidence)
        except TooLarge:
            transfer = "excess <= C x for some C (not computed: too many programs)"
    shown = ", ".join(map(shown_scores, found.scores[:12]))
    return Design(
        name,
        title,
        found.dimension,
        f"a maximum of {counted(pieces, 'affine function')} for each observation",
        transfer,
        counted(pieces * found.dimension, "multiplication"),
        "S for every observation, then a product with the vertices",
        Polyhedral(found.terms, _link(found, L)),
        tuple(evidence),
        (("embedded at", shown + (", ..." if len(found.scores) > 12 else "")),),
    )


def _conjugate(loss: Loss) -> Design:
    title = "polyhedral embedding by the conjugate of the Bayes risk"
    return _polyhedral("polyhedral-conjugate", title, loss, conjugate(loss))


def _smallest(loss: Loss, before: Sequence[Design]) -> Design:
    """The smallest that the search finds, when it is smaller than the conjugate's."""
    below = next((d.dimension for d in before if d.name == "polyhedral-conjugate"), None)
    if below is None:
        raise NotApplicable("It is searched below the dimension of the conjugate embedding only.")
    if below == 1:
        raise NotApplicable("The conjugate embedding has one score, the least there can be.")
    lower = _lower(Subject(loss, DEFAULT))
    found = smallest(loss, lower, below)
    if found is None:
        words = f"none has fewer than {lower}" if lower >= below else "the search found none"
        raise NotApplicable(f"No polyhedral surrogate of fewer than {below} scores: {words}.")
    title = "polyhedral embedding of the fewest scores found"
    return _polyhedral("polyhedral-smallest", title, loss, found)


def _lower(subject: Subject) -> int:
    """A lower bound on the dimension of any consistent convex surrogate."""
    high = upper_bound(subject).proposition.d
    proved = lower_bound(subject, equal_risk(subject), high)
    return int(proved.proposition.d) if proved is not None and proved.proves else 1


def _log_linear(loss: Loss, L: Sequence[Vector]) -> Design:
    """Multinomial logistic regression with a Bayes decoder."""
    n = loss.observations.size
    if n < 2:
        raise NotApplicable("There is one observation: nothing is to be estimated.")
    features = tuple(tuple(int(i == j) for j in range(n)) for i in range(n))
    evidence = log_linear_decided(loss, LogLinearModel(features, "least-risk"), 1)
    spread = max(
        max(a - b for a, b in zip(row, other, strict=True))
        - min(a - b for a, b in zip(row, other, strict=True))
        for row in L
        for other in L
    )
    return Design(
        "log-linear",
        "log-linear model, decoded by least risk",
        n - 1,
        "log sum exp(v) - v_y with v_n = 0, decoded to argmin_z sum_y softmax(v)_y L(z, y)",
        # |p - q|_1 <= sqrt(2 KL) and (p - q) . f <= |p - q|_1 (max f - min f) / 2.
        f"excess <= sqrt({spread**2 / 2} x)",
        f"{n} exponentials",
        f"a product with {loss.predictions.size} rows of L",
        LogLinear(tuple(L)),
        (evidence,),
    )


def _advice(found: Sequence[Design]) -> str:
    """Which to take and why, in a sentence."""
    by_name = {d.name: d for d in found}
    if "quadratic" not in by_name:
        return "Nothing is to be learned: every prediction is as good as every other."
    # Of equally many scores the plain one is simpler.
    plain = [by_name[name] for name in ("quadratic", "quadratic-ratio") if name in by_name]
    smooth = min(plain, key=lambda d: d.dimension)
    flat = min(
        (d for d in found if d.name.startswith("polyhedral")),
        key=lambda d: d.dimension,
        default=None,
    )
    if flat is not None and flat.dimension < smooth.dimension:
        return (
            f"Take {flat.name}: {flat.dimension} instead of {smooth.dimension} scores, and an"
            " excess risk bounded linearly by the surrogate's; where gradients should be smooth"
            f" take {smooth.name}."
        )
    return (
        f"Take {smooth.name}: no surrogate here has fewer scores, it is smooth and decoded by one"
        " product"
        + (
            f"; {flat.name} has a linear regret bound, at the price of kinks."
            if flat is not None
            else "."
        )
    )
