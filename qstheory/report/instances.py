"""What a certificate shows at one instance, in numbers that a reader can check by hand.

`explain(item)` gives a few lines for the pairs of proposition and certificate that refutations use;
every number in them is computed here from the definitions, none is read off a solver.
"""

from collections.abc import Callable, Iterable, Mapping
from decimal import Context
from fractions import Fraction
from types import MappingProxyType
from typing import Any

from qstheory.certify.bundle import Item
from qstheory.certify.decide import STANDARD_LIBRARY
from qstheory.certify.kinds.coin_samples import CoinSample, RateWithConstant
from qstheory.certify.kinds.constants import QUANTITIES, ConstantIs, explicit_measures, measures
from qstheory.certify.kinds.decoding import Counterweights, OptimalWherever
from qstheory.certify.kinds.decomposition import (
    AffineDecomposition,
    BadEntry,
    ClosedFormHolds,
    DecompositionHolds,
)
from qstheory.certify.kinds.equal_risk import EqualRiskPointExists
from qstheory.certify.kinds.finite_instances import (
    FiniteProblem,
    PowerRelation,
    Quantity,
    evaluated,
)
from qstheory.certify.kinds.margins import Mixtures
from qstheory.certify.kinds.polyhedral import Unreached
from qstheory.certify.surds import sign
from qstheory.errors import InvalidParameter
from qstheory.losses import resolve
from qstheory.losses.base import Reference
from qstheory.losses.spaces import label
from qstheory.report.typeset import loss_words
from qstheory.theory.best_constants.findings import root_above, root_below, root_text
from qstheory.theory.calibration.text import surd_text
from qstheory.theory.margin.distribution import both_sides, rational_value
from qstheory.theory.margin.inequalities import positive_margins

MOST_INPUTS = 2


def problem_words(problem: FiniteProblem) -> list[str]:
    """The loss, and what y, f and f* are at every input."""
    loss = resolve(problem.loss)
    observations = list(map(label, loss.observations))
    predictions = list(map(label, loss.predictions))
    lines = []
    for x in problem.inputs[:MOST_INPUTS]:
        y = ", ".join(
            f"P({name}) = {p}" for name, p in zip(observations, x.conditional, strict=True) if p
        )
        decided = f"f = {predictions[x.prediction]}, f* = {predictions[x.optimal]}"
        lines.append(f"with probability {x.weight}: {y}; {decided}")
    more = len(problem.inputs) - MOST_INPUTS
    if len(problem.inputs) == 1:
        lines = [lines[0].removeprefix("with probability 1: ")]
    if more > 0:
        lines.append(f"and {more} more inputs of the same kind")
    return [f"for {loss_words(problem.loss)}: " + "; ".join(lines)]


def decimal(value: Fraction, root: int) -> str:
    """The root of a rational to four digits.

    >>> decimal(Fraction(1, 4), 2), decimal(Fraction(10**30), 1), decimal(Fraction(20), 1)
    ('0.5', '1e+30', '20')
    """
    context = Context(prec=60, Emin=-(10**9), Emax=10**9)
    number = context.divide(value.numerator, value.denominator)
    if root > 1 and number:
        number = context.power(number, context.divide(1, root))
    shown = Context(prec=4).plus(number).normalize()
    return f"{shown:f}" if 0 <= shown.adjusted() < 4 else f"{shown:g}"


def power_relation(proposition: PowerRelation, certificate: object) -> list[str]:
    """The problem, the quantities, and both sides to four digits."""
    if proposition == positive_margins(proposition.problem):
        return noise_condition(proposition)
    lines = problem_words(proposition.problem)
    problem = evaluated(proposition.problem, STANDARD_LIBRARY)
    known = []
    for power in dict.fromkeys((*proposition.left, *proposition.right)):
        if isinstance(power.base, Quantity):
            try:
                known.append(f"{power.base} = {rational_value(problem, power.base)}")
            except InvalidParameter:  # An irrational power; the sides below are exact roots.
                continue
    lines.append("there " + ", ".join(dict.fromkeys(known)))
    left, right, root = both_sides(proposition, STANDARD_LIBRARY)
    lines.append(f"left side {decimal(left, root)}, right side {decimal(right, root)}")
    return lines


def noise_condition(proposition: PowerRelation) -> list[str]:
    """The problem, and how likely the margin is 0 where it should be nowhere."""
    problem = evaluated(proposition.problem, STANDARD_LIBRARY)
    zero = sum((x.weight for x in problem.inputs if problem.margin(x) == 0), Fraction(0))
    return [
        *problem_words(proposition.problem),
        f"there P(gamma = 0) = {zero}, so that P(gamma <= t) does not tend to 0",
    ]


def rate(proposition: RateWithConstant, certificate: CoinSample) -> list[str]:
    """One coin with few samples: how likely an error is, and what the bound would be."""
    n, g, tau = certificate.n, certificate.gap, certificate.tau
    return [
        f"one input, the 0-1 loss, labels -1 and 1, E Y = {g} = ||g*|| = Q, c = A = 1/2, kappa = 1,"
        f" n = {n}, tau = {tau}: with a probability above {proposition.failures} e^-{tau} the"
        " majority errs, and its excess risk E Y exceeds the bound with"
        f" C = {proposition.constant}, and with any C for smaller E Y and larger n"
    ]


WRITTEN = 10**6
"""Largest denominator of a bound that is written out; others are rounded outwards."""
MOST_WRITTEN = 60
"""Characters of a side that is written out."""


def _bad_closed_form(proposition: ClosedFormHolds, bad: BadEntry) -> list[str]:
    loss = resolve(proposition.loss)
    value = loss.closed_form(proposition.form).value(bad.prediction, bad.observation)
    return _mismatch(loss.entry(bad.prediction, bad.observation), value, bad)


def _bad_matrices(proposition: DecompositionHolds, bad: BadEntry) -> list[str]:
    loss, given = resolve(proposition.loss), proposition.decomposition
    F_z = given.F[list(loss.predictions).index(bad.prediction)]
    U_y = given.U[list(loss.observations).index(bad.observation)]
    value = sum((a * b for a, b in zip(F_z, U_y, strict=True)), given.c)
    return _mismatch(loss.entry(bad.prediction, bad.observation), value, bad)


def _mismatch(entry: Fraction, value: Fraction, bad: BadEntry) -> list[str]:
    pair = f"z = {label(bad.prediction)}, y = {label(bad.observation)}"
    return [f"at {pair}: L(z, y) = {entry}, but F_z . U_y + c = {value}"]


def _constant(proposition: ConstantIs, certificate: Any) -> list[str]:
    loss, form = resolve(proposition.loss), proposition.form
    if isinstance(form, AffineDecomposition):
        values = explicit_measures(loss, form).values
    else:
        values = measures(loss, loss.closed_form(form), "entries").values
    name = QUANTITIES[proposition.quantity]
    claimed = {"=": "claimed", "<=": "not at most", ">=": "not at least"}[proposition.relation]
    return [
        f"for {loss_words(proposition.loss)}: {name} = {values[proposition.quantity]},"
        f" {claimed} {proposition.value}"
    ]


def _dimension(proposition: Any, certificate: Any) -> list[str]:
    bound = "at least" if "AtLeast" in type(proposition).__name__ else "at most"
    what = (
        "the convex calibration dimension"
        if "Calibration" in type(proposition).__name__
        else "the affine dimension"
    )
    size = getattr(proposition, "r", getattr(proposition, "d", ""))
    return [f"for {loss_words(proposition.loss)}: {what} is {bound} {size}"]


def _no_equal_risk(proposition: EqualRiskPointExists, certificate: Any) -> list[str]:
    return [
        f"for {loss_words(proposition.loss)}: no interior distribution gives every prediction"
        " the same risk, as a combination of rows with weights of sum 0 is >= 0 and not 0"
    ]


def _best_constant(proposition: Any, certificate: Any) -> list[str]:
    """A bound on the infimum."""
    name = {"A": "A*", "gamma-2": "gamma_2"}[proposition.quantity]
    value, relation = proposition.value, proposition.relation
    bound = root_text(value)
    if value.denominator > WRITTEN:
        bound = root_above(value) if relation == "<=" else root_below(value)
    loss = loss_words(proposition.loss)
    return [f"for {loss}: {name} {relation} {bound} over all decompositions"]


def _envelope(proposition: Any, certificate: Any) -> list[str]:
    """Where H** is a chord, so that H is not convex."""
    chords = (p for p in proposition.pieces if not p.square and sign(p.linear))
    chord = next(chords, None)
    if chord is None:
        return [str(proposition)]
    at = f"{surd_text(chord.low)} <= e <= {surd_text(chord.high)}"
    return [f"H lies above its chord for {at}, where H** is a line"]


def _calibration(proposition: Any, certificate: Any) -> list[str]:
    """The exact function on its piece beside e^2/(4 ||F||^2)."""
    terms = ((proposition.constant, ""), (proposition.linear, " e"), (proposition.square, " e^2"))
    exact = " + ".join(f"{value}{power}" for value, power in terms if value) or "0"
    norm = max(sum(x * x for x in row) for row in proposition.F)
    return [
        f"H(e) = {exact} for {proposition.low} <= e <= {proposition.high},"
        f" where e^2/(4 ||F||^2) = {1 / (4 * norm)} e^2"
    ]


def _decoder(proposition: OptimalWherever, certificate: Any) -> list[str]:
    name, z = loss_words(proposition.loss), label(proposition.prediction)
    if not isinstance(certificate, Counterweights):
        return [f"for {name}: z = {z} is optimal wherever the rule picks it"]
    observations = list(resolve(proposition.loss).observations)
    weights = ", ".join(
        f"{w} on {label(y)}" for w, y in zip(certificate.weights, observations, strict=True) if w
    )
    return [
        f"for {name}, weights {weights}: the rule picks z = {z},"
        f" z = {label(certificate.better)} is better"
    ]


def _single_prediction(proposition: Any, certificate: Any) -> list[str]:
    name = loss_words(proposition.loss)
    return [f"for {name}: there is one prediction only, and the margin a minimum of nothing"]


def _no_positive_margin(proposition: Any, certificate: Any) -> list[str]:
    name = loss_words(proposition.loss)
    if proposition.value or not isinstance(certificate, Mixtures):
        return _by_kind(proposition, certificate)
    first = next(iter(resolve(proposition.loss).predictions))
    [(twin, _)] = certificate.mixtures[0].predictions.weights
    return [
        f"for {name}: the margin is 0 at every distribution, since every prediction has another one"
        f" of the same losses, such as {label(first)} and {label(twin)}"
    ]


def _bad_scores(proposition: Any, certificate: Any) -> list[str]:
    """The first scores, 1/2 for one label, at which the surrogate is below the loss."""
    loss = resolve(proposition.loss)
    labels = [label(each) for each in loss.observations]
    entries = [
        [loss.entry(row, column) for column in loss.observations] for row in loss.predictions
    ]
    if proposition.order == "observation-first":
        margins = [list(column) for column in zip(*entries, strict=True)]
    else:
        margins = entries
    half, n = Fraction(1, 2), len(entries)

    def surrogate(z: int, y: int) -> Fraction:
        highest: Fraction = max(margins[k][y] + half * (k == z) for k in range(n))
        return highest - half * (y == z)

    y, z = next((y, z) for y in range(n) for z in range(n) if surrogate(z, y) < entries[z][y])
    scores = ", ".join(str(half * (k == z)) for k in range(n))
    return [
        f"for {loss_words(proposition.loss)}, scores ({scores}) and y = {labels[y]}: the surrogate"
        f" is {surrogate(z, y)}, but {labels[z]} is decoded, whose loss is {entries[z][y]}"
    ]


def _polyhedral(proposition: Any, certificate: Any) -> list[str]:
    """The first distribution that fails, or that there is none."""
    name = loss_words(proposition.loss)
    if isinstance(certificate, Unreached):
        return [f"for {name}: every minimiser decodes to optima only, at every distribution"]
    loss = resolve(proposition.loss)
    places = zip(loss.observations, certificate.distribution, strict=True)
    Pi = ", ".join(f"P({label(y)}) = {p}" for y, p in places if p)
    z = list(loss.predictions)[proposition.surrogate.decoder[certificate.form].prediction]
    return [f"for {name}: at {Pi} a minimiser decodes to {label(z)}, which is not optimal"]


def _spectral(proposition: Any, certificate: Any) -> list[str]:
    loss = resolve(proposition.loss)
    rows = [[loss.entry(z, y) for y in loss.observations] for z in loss.predictions]
    largest = max(sum(entry * entry for entry in row) for row in rows)
    ones = sum(sum(row) ** 2 for row in zip(*rows, strict=True))
    return [
        f"for {loss_words(proposition.loss)}: the largest row has the squared norm {largest},"
        f" |L^T 1|^2 / |1|^2 = {Fraction(ones, len(rows))} is larger"
        if Fraction(ones, len(rows)) > largest
        else f"for {loss_words(proposition.loss)}: the squared spectral norm is not"
        f" {proposition.relation} {proposition.squared}"
    ]


def _comparison(proposition: Any, certificate: Any) -> list[str]:
    """What it would say: both sides, as written where they are short, and their values."""
    from qstheory.certify.expressions import Number, Product, Sum, evaluate, written

    sides = []
    for side in (proposition.left, proposition.right):
        text, value = written(side), decimal(evaluate(side, 64).lower, 1)
        if isinstance(side, (Number, Sum, Product)):
            text = text.removeprefix("(").removesuffix(")")
        short = len(text) <= MOST_WRITTEN and "^(-" not in text and text != value
        sides.append(f"{text} = {value}" if short else value)
    left, right = sides
    return [f"it says that {left} is {RELATIONS[proposition.relation]} {right}"]


RELATIONS: Mapping[str, str] = MappingProxyType(
    {
        "=": "equal to",
        "!=": "different from",
        "<=": "at most",
        "<": "less than",
        ">=": "at least",
        ">": "more than",
    }
)


EXPLANATIONS: Mapping[str, Callable[[Any, Any], Iterable[str]]] = MappingProxyType(
    {
        "ConstantIs": _constant,
        "AffineDimensionAtLeast": _dimension,
        "AffineDimensionAtMost": _dimension,
        "CalibrationDimensionAtLeast": _dimension,
        "CalibrationDimensionAtMost": _dimension,
        "EqualRiskPointExists": _no_equal_risk,
        "BestConstant": _best_constant,
        "ConvexEnvelope": _envelope,
        "CalibrationPiece": _calibration,
        "OptimalWherever": _decoder,
        "DifferentLines": _single_prediction,
        "LargestMargin": _no_positive_margin,
        "MarginBoundsLoss": _bad_scores,
        "PolyhedralConsistent": _polyhedral,
        "SpectralNorm": _spectral,
        "Comparison": _comparison,
        "PowerRelation": power_relation,
        "RateWithConstant": rate,
    }
)
"""By the name of the proposition's kind."""


def explain(item: Item) -> list[str]:
    """Lines with the exact numbers that the item shows; what has none of its own is named."""
    proposition, certificate = item.proposition, item.certificate
    if isinstance(certificate, BadEntry):
        if isinstance(proposition, ClosedFormHolds):
            return _bad_closed_form(proposition, certificate)
        if isinstance(proposition, DecompositionHolds):
            return _bad_matrices(proposition, certificate)
    explanation = EXPLANATIONS.get(type(proposition).__name__)
    if explanation is not None:
        return list(explanation(proposition, certificate))
    return _by_kind(proposition, certificate)


def _by_kind(proposition: Any, certificate: Any) -> list[str]:
    loss = getattr(proposition, "loss", None)
    about = f"for {loss_words(loss)}, " if isinstance(loss, Reference) else ""
    return [f"{about}a certificate of the kind {type(certificate).__name__} shows it"]


def told(case: str, lines: Iterable[str]) -> str:
    """The lines as one sentence, after what they leave unsaid of the case.

    >>> told("m = 2, n = 3", ["it says that 2 is at most 1"])
    'm = 2, n = 3: it says that 2 is at most 1'
    >>> told("a coin with P(1) = 3/4, p = 3", ["for Hamming, m = 1: P(1) = 1", "left side 2"])
    'p = 3, Hamming, m = 1: P(1) = 1; left side 2'
    """
    sentence = "; ".join(lines).removeprefix("for ")
    if sentence.startswith("it says"):
        return f"{case}: {sentence}" if case else sentence
    exponents = [piece for piece in case.split(", ") if piece.startswith("p = ")]
    return ", ".join([*exponents, sentence])
