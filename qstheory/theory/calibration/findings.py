"""The calibration function in the dossier: its pieces, bounds, and how far these are from it.

For some families H(e) = coefficient e^2 on [0, largest], or near 0, by a formula for every size. It
is said beside H only where it is the H that was computed, which has a certificate. What holds it up
for the other sizes is said in words with it.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from types import MappingProxyType

from qstheory.certify.moves import Metric
from qstheory.certify.surds import of
from qstheory.losses.base import Loss, LossReference
from qstheory.losses.views import number_text
from qstheory.theory.calibration.bound_findings import (
    FULL_MEANING,
    MEANING,
    chosen_forms,
    interval_findings,
)
from qstheory.theory.calibration.by_form import CONVEXIFIED, FUNCTION, form_findings
from qstheory.theory.calibration.convex_envelope import convexified
from qstheory.theory.calibration.envelope import CalibrationFunction, calibration_function
from qstheory.theory.calibration.orbits import prospect
from qstheory.theory.calibration.problem import (
    CalibrationProblem,
    moved,
    problem_of_form,
    scores_in_span,
)
from qstheory.theory.calibration.text import (
    LeastRatio,
    envelope_text,
    exact_text,
    interval_texts,
    is_convex,
    least_ratio,
    merged_pieces,
    pieces_text,
    quadratic_text,
    ratio_text,
)
from qstheory.theory.decompositions import minimal_decomposition
from qstheory.theory.effort import EXACT, exact_later, later, remedy
from qstheory.theory.findings import Evidence, Finding, Value, attempt, not_attempted
from qstheory.theory.subject import Subject

Numbers = Mapping[str, int]


@dataclass(frozen=True)
class SizeFormula:
    """The coefficient and the largest excess from the parameters, in words and in LaTeX, and what
    holds it.

    Without a largest excess it speaks of the first piece. `of` are words that parameters must have.
    """

    coefficient: Callable[[Numbers], Fraction]
    largest: Callable[[Numbers], Fraction] | None
    words: str
    latex: str
    standing: str
    of: tuple[tuple[str, str], ...] = ()

    @property
    def told(self) -> str:
        """The formula and what holds it."""
        return f"{self.words}, {self.standing}"

    def is_that_of(self, numbers: Numbers, H: CalibrationFunction) -> bool:
        """Whether H is the formula, piece for piece or near 0."""
        zero, pieces = Fraction(0), merged_pieces(H)
        square = (zero, zero, self.coefficient(numbers))
        if self.largest is None:
            low, _, *first = pieces[0]
            return low == 0 and tuple(first) == square
        return pieces == [(zero, self.largest(numbers), *square)]


def _one(_: Numbers) -> Fraction:
    return Fraction(1)


def _less(at: Numbers) -> int:
    """min(k, m - k)."""
    return min(at["k"], at["m"] - at["k"])


def _reversal(m: int, feature: Callable[[int, int], Fraction], single: bool) -> Fraction:
    """|F_z - F_z'|^2 of an order and its reversal, of features of two positions or of single ones.

    Items j <= l have the positions j, l in one and m + 1 - l, m + 1 - j in the other.
    """
    pairs = ((j, k) for j in range(1, m + 1) for k in range(j, j + 1 if single else m + 1))
    return sum(
        ((feature(j, k) - feature(m + 1 - k, m + 1 - j)) ** 2 for j, k in pairs), Fraction(0)
    )


FORMULAS: Mapping[str, SizeFormula] = MappingProxyType(
    {
        "hamming": SizeFormula(
            lambda at: Fraction(at["m"]),
            _one,
            "m e^2 on [0, 1]",
            r"m\varepsilon^2\text{ on }[0,1]",
            "a theorem for every m, Hamming.hamming_calibration",
        ),
        # |F_z - F_z*|^2 = 2 bounds below; (1 + e)/2 on z* and (1 - e)/2 on z attain it with a tie.
        "multiclass": SizeFormula(
            lambda at: Fraction(1, 2),
            _one,
            "1/2 e^2 on [0, 1]",
            r"\tfrac12\varepsilon^2\text{ on }[0,1]",
            "argued for 3 classes or more, of F = -e_z and U = e_y",
        ),
        # D^2 = 2 d / k^2 bounds below, and is attained where d labels change places with d others.
        "prec-at-k": SizeFormula(
            lambda at: Fraction(at["k"] ** 2, 2 * _less(at)),
            lambda at: Fraction(_less(at), at["k"]),
            "k^2 e^2 / (2 d) on [0, d/k] with d = min(k, m - k)",
            r"\frac{k^2\varepsilon^2}{2d}\text{ on }[0,\tfrac dk],\ d=\min(k,m-k)",
            "argued for every m and k < m",
        ),
        "zero-one": SizeFormula(
            lambda at: Fraction(2 ** (at["m"] - 1)),
            _one,
            "2^(m-1) e^2 on [0, 1]",
            r"2^{m-1}\varepsilon^2\text{ on }[0,1]",
            "argued for every m, as for 2^m classes",
        ),
        # D is the distance of an order and its reversal. For single positions these are farthest
        # apart (rearrangement), and |F_z - F_z*|^2 bounds below.
        "map": SizeFormula(
            lambda at: 1 / _reversal(at["m"], lambda _, last: Fraction(1, last), False),
            None,
            "e^2/D^2 near 0, D^2 = sum_(j <= l) (1/l - 1/(m+1-j))^2",
            r"\varepsilon^2/D^2\text{ near }0,\ D^2=\sum_{j\le l}(\tfrac1l-\tfrac1{m+1-j})^2",
            "conjectured (fits m = 2..4)",
        ),
        "ndcg": SizeFormula(
            lambda at: 1 / _reversal(at["m"], lambda at, _: Fraction(1, at), True),
            None,
            "e^2/D^2 near 0 and no less beyond, D^2 = sum_j (1/j - 1/(m+1-j))^2",
            r"\varepsilon^2/D^2\text{ near }0\text{ and no less beyond},"
            r"\ D^2=\sum_j(\tfrac1j-\tfrac1{m+1-j})^2",
            "argued from below for every m; equality near 0 conjectured (fits m = 2..4)",
            (("discount", "reciprocal"), ("k", "all")),
        ),
        "pairwise-disagreement": SizeFormula(
            lambda at: Fraction(3, at["m"] ** 2 - 1),
            _one,
            "3 e^2 / (m^2 - 1) on [0, 1]",
            r"\frac{3\varepsilon^2}{m^2-1}\text{ on }[0,1]",
            "conjectured (found from m = 2..4, fits m = 2..5)",
        ),
        "jaccard": SizeFormula(
            lambda at: Fraction(
                4 * at["m"] ** 2, (at["m"] + 1) * (at["m"] * 2 ** at["m"] + 4 * at["m"] - 4)
            ),
            _one,
            "m^2 e^2 / ((m + 1) (m 2^(m-2) + m - 1)) on [0, 1]",
            r"\frac{m^2\varepsilon^2}{(m+1)(m2^{m-2}+m-1)}\text{ on }[0,1]",
            "conjectured (found from m = 2..4, fits m = 2..6)",
        ),
    }
)
"""By the family's name. The F-score's H is exact at each size, with no form that was found."""


def formula_of(loss: Loss, H: CalibrationFunction) -> SizeFormula | None:
    """The formula for every size; None where the family has none, or H is another."""
    if not isinstance(loss.reference, LossReference) or loss.reference.family not in FORMULAS:
        return None
    formula = FORMULAS[loss.reference.family]
    given = dict(loss.reference.parameters)
    if any(given[name] != word for name, word in formula.of):
        return None
    numbers = {name: x for name, x in given.items() if isinstance(x, int)}
    return formula if formula.is_that_of(numbers, H) else None


SPAN_MEANING = (
    "The same for their surrogate when the scores are f = -F t, as in Section 6 of the paper."
)
CONVEX_MEANING = (
    "H** is the largest convex function below H, with H(0) = 0: what Definition A.3 asks for."
)
AT_ONCE = 25
"""Most entries for which the pieces take so little time that bounds do not go before them."""
SCORES = 2
"""How many times more an entry counts where the surrogate lives on scores: it takes longer."""
EXPLICIT = 1 << 12
"""Most entries for which it is looked at how long the pieces take, where symmetries may help."""
ZERO = Fraction(0)


def chosen_problem(subject: Subject) -> tuple[str, CalibrationProblem]:
    """The decomposition whose surrogate is analysed, with its name."""
    for form in chosen_forms(subject)[:1]:
        return form.name, problem_of_form(subject.loss, form)
    given = minimal_decomposition(subject)
    return "minimal", CalibrationProblem(given.F, given.U, declared=moved(subject.loss))


def full_space(subject: Subject) -> CalibrationProblem:
    """Unconstrained scores, one for each prediction: F = I, U = L^T, G = I / (2 |Z|)."""
    loss = subject.loss
    size = loss.predictions.size
    identity = tuple(tuple(Fraction(int(i == j)) for j in range(size)) for i in range(size))
    U = tuple(tuple(loss.entry(z, y) for z in loss.predictions) for y in loss.observations)
    return CalibrationProblem(identity, U, Metric(identity, Fraction(1, 2 * size)), moved(loss))


def _function_finding(
    key: str,
    words: str,
    H: CalibrationFunction,
    meaning: str,
    every_size: SizeFormula | None = None,
) -> Finding:
    evidence = tuple(Evidence(p.piece, p.certificate, p.decision) for p in H.pieces)
    details: tuple[tuple[str, Value], ...] = (
        ("largest excess", H.largest_excess),
        ("convex", is_convex(H)),
    )
    if every_size is not None:
        details = (*details, ("H(e) at every size", every_size.told))
    if H.gaps:
        details = (*details, ("gaps of relative width 2^-60", len(H.gaps)))
    pieces = merged_pieces(H)
    statement = f"{words}: H(e) = {pieces_text(pieces)}"
    return Finding("calibration", key, statement, tuple(pieces), evidence, meaning, details=details)


def convexified_finding(H: CalibrationFunction) -> Finding:
    """H**, or that H is convex already."""
    if is_convex(H):
        evidence = tuple(Evidence(p.piece, p.certificate, p.decision) for p in H.pieces)
        words = "H is convex: H** = H"
        return Finding("calibration", CONVEXIFIED, words, True, evidence, CONVEX_MEANING)
    found = convexified(H)
    pieces = found.proposition.pieces
    words = f"H**(e) = {envelope_text(pieces)}"
    value = tuple(
        tuple(map(exact_text, (p.low, p.high, p.constant, p.linear, of(p.square)))) for p in pieces
    )
    return Finding("calibration", CONVEXIFIED, words, value, (found,), CONVEX_MEANING)


def bound_finding(key: str, name: str, constant: Fraction, H: CalibrationFunction) -> Finding:
    """H beside e^2/constant: the least ratio, and whether and where the bound is attained."""
    evidence = tuple(Evidence(p.piece, p.certificate, p.decision) for p in H.pieces)
    least = least_ratio(H)
    ratio = least.value * constant
    where = _places(least)
    lower = quadratic_text(of(ZERO), of(ZERO), of(least.value))
    times = "" if ratio == 1 else f"{number_text(ratio)} times "
    statement = f"H(e) >= {lower}, {times}the bound {name}, with equality {where}"
    pieces = merged_pieces(H)
    places = interval_texts(((of(low), of(high)) for low, high, *_ in pieces), exact_text)
    details = tuple(
        (f"H(e)/bound on {place}", ratio_text(piece, constant))
        for place, piece in zip(places, pieces, strict=True)
    )
    return Finding("calibration", key, statement, ratio, evidence, details=details)


def _places(least: LeastRatio) -> str:
    """Where a ratio is least, in words."""
    shown = [
        f"at e = {low}" if low == high else f"for {low} {'<=' if low else '<'} e <= {high}"
        for low, high in least.places
    ]
    return " and ".join(shown)


def quadratic_findings(
    words: str, H: CalibrationFunction, every_size: SizeFormula | None = None
) -> Iterator[Finding]:
    """H, H**, and the two bounds; with H what it is at every size, where that is known."""
    problem = H.problem
    yield _function_finding(FUNCTION, words, H, MEANING, every_size)
    yield attempt("calibration", CONVEXIFIED, lambda: convexified_finding(H))
    for key, name, constant in (
        ("calibration-diameter-bound", "e^2/D^2 of D = max |F_z - F_z'|", problem.squared_diameter),
        ("calibration-printed-bound", "e^2/(4 ||F||^2)", 4 * problem.squared_norm),
    ):
        yield attempt("calibration", key, partial(bound_finding, key, name, constant, H))


def calibration_findings(subject: Subject) -> Iterator[Finding]:
    """H of the quadratic surrogate, H** and its bounds, and H of the surrogate with all scores."""
    loss = subject.loss
    entries = loss.predictions.size * loss.observations.size
    words = "H(e), the least excess surrogate risk at an excess risk of e"
    limit = subject.budget.calibration
    if loss.predictions.size < 2:
        yield _nothing("there is only one prediction")
        return
    wide = subject.complete and entries <= subject.budget.intervals
    bounded = wide and entries > min(limit, AT_ONCE)
    declared = declared_findings(subject) if entries > max(limit, AT_ONCE) else []
    known = [found.key for found in declared if bounded <= (found.extent == "exact")]
    yield from (found for found in declared if found.key in known)
    if bounded:
        bounds = interval_findings(subject, exact_later("calibration", entries))
        yield from (found for found in bounds if found.key not in known)
    elif entries > limit and not known:
        reason = later("calibration", entries)
        yield not_attempted("calibration", FUNCTION, words, reason, MEANING)
    if entries > limit and not (bounded and entries <= EXPLICIT):
        return
    name, problem = chosen_problem(subject)
    if not _in_time(problem, entries, limit):
        return
    H = calibration_function(problem)
    if not H.pieces:
        yield _nothing("every prediction has the same risk everywhere")
        return
    yield from quadratic_findings(f"decomposition {name}", H, formula_of(loss, H))
    span = scores_in_span(problem)
    for key, words, other, meaning in (
        ("calibration-span", "scores in the span of F", span, SPAN_MEANING),
        ("calibration-full-space", "unconstrained scores", full_space(subject), FULL_MEANING),
    ):
        if _in_time(other, SCORES * entries, limit):
            yield attempt("calibration", key, partial(_other, key, words, other, meaning))
        elif not bounded or other is span:  # Else it has its bounds already.
            reason = remedy("calibration", prospect(other).seconds(other))
            yield not_attempted("calibration", key, f"H(e), {words}", reason, meaning)


def declared_findings(subject: Subject) -> list[Finding]:
    """What is known of H at every size, by counts or by a formula, of the first form with it."""
    tried = (
        form_findings(subject.loss, form, MEANING, CONVEX_MEANING) for form in chosen_forms(subject)
    )
    return next((found for found in tried if found), [])


def _in_time(problem: CalibrationProblem, entries: int, limit: int) -> bool:
    """Whether all pieces come within the time of a loss of `limit` entries."""
    if entries <= limit:
        return True
    most = EXACT["calibration"].seconds(limit)
    return entries <= SCORES * EXPLICIT and prospect(problem).seconds(problem) <= most


def _nothing(why: str) -> Finding:
    return Finding("calibration", FUNCTION, f"H(e) is empty: {why}", meaning=MEANING)


def _other(key: str, words: str, problem: CalibrationProblem, meaning: str) -> Finding:
    """H on scores, with the general lower bound e^2/(2 |Z| max |P_F (e_z - e_z')|^2) beside it."""
    H = calibration_function(problem)
    found = _function_finding(key, words, H, meaning)
    least = least_ratio(H)
    details: tuple[tuple[str, Value], ...] = (
        ("their general bound / e^2", 1 / problem.squared_diameter),
        ("least H(e) / their bound", least.value * problem.squared_diameter),
        ("least ratio attained", _places(least)),
    )
    return replace(found, details=(*found.details, *details))
