"""Convex polyhedral surrogates: sums of maxima of affine functions, decoded by affine forms.

    S(v, y) = sum_g max_k (a_ygk . v + b_ygk),     D(v) = {z_i : g_i . v + h_i is the smallest}

v lies in R^d; several forms may stand for one prediction, so that it may be decoded on a region
that is not convex. W(v) = sum_y Pi_y S(v, y) and l(z) = sum_y Pi_y L(z, y) at a distribution Pi.

Theorem. At every Pi every minimiser v of W has only Bayes-optimal predictions in D(v) if and only
if for every v, every z in D(v) and every z' there is a direction w with

    S'(v; w, y) <= L(z', y) - L(z, y)   for every y.                                        (*)

Proof. If v minimises W, then 0 <= W'(v; w) = sum_y Pi_y S'(v; w, y) <= l(z') - l(z). Conversely,
S'(v; w, y) = sum_g max over the k active at v of a_ygk . w, so (*) asks for w and t with
a_ygk . w <= t_yg on the active pieces and sum_g t_yg <= L(z', y) - L(z, y). When there are none,
the lemma of Farkas gives q >= 0 on the active pieces and Pi >= 0, not 0, with sum_k q_ygk = Pi_y
for every g, sum q a = 0 and l(z') < l(z). So 0 is a subgradient of W at v: v is a minimiser, and
it decodes to z, which is not optimal.

All minimisers and all ties are meant, which is calibration: each S(., y) is bounded below, so that
W attains its least value on the closed polyhedron where a form is the smallest. It exceeds min W
there exactly when no minimiser lies in it.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from qstheory.certify.arithmetic import inner
from qstheory.certify.finite import (
    Vector,
)
from qstheory.certify.limits import entries
from qstheory.certify.outcome import Decision, invalid, proves_if, refutes_if
from qstheory.certify.rules import Rule, Tools
from qstheory.certify.theorems import POLYHEDRAL
from qstheory.certify.words import counted
from qstheory.losses import resolve
from qstheory.losses.base import Loss, Reference
from qstheory.losses.spaces import Label

Multipliers = tuple[tuple[tuple[Fraction, ...], ...], ...]
"""A number for each observation, maximum and piece."""
Piece = tuple[int, int, int]
"""Observation, maximum and piece, by index."""


@dataclass(frozen=True)
class Affine:
    """slope . v + constant."""

    slope: Vector
    constant: Fraction

    def at(self, v: Vector) -> Fraction:
        """The value at v."""
        return inner(self.slope, v) + self.constant


Terms = tuple[tuple[tuple[Affine, ...], ...], ...]
"""S: for each observation the maxima whose sum it is, for each maximum its pieces."""


def terms_words(terms: Terms) -> str:
    """How large a surrogate is."""
    count = sum(len(maximum) for each in terms for maximum in each)
    return f"a polyhedral surrogate of {counted(count, 'affine piece')}"


@dataclass(frozen=True)
class Form:
    """A score to be the smallest, and the index of the prediction that is then decoded."""

    prediction: int
    score: Affine


@dataclass(frozen=True)
class PolyhedralSurrogate:
    """S and D."""

    terms: Terms
    decoder: tuple[Form, ...]


@dataclass(frozen=True)
class PolyhedralConsistent:
    """Each S(., y) is bounded below, and every minimiser at every Pi decodes to optimal ones."""

    loss: Reference
    surrogate: PolyhedralSurrogate

    def __str__(self) -> str:
        surrogate, forms = terms_words(self.surrogate.terms), len(self.surrogate.decoder)
        return f"{self.loss}: {surrogate}, decoded by {counted(forms, 'form')}, is consistent"


@dataclass(frozen=True)
class WrongMinimiser:
    """Pi, a minimiser v, its q (subgradient 0), and a form that is the smallest at v.

    q >= 0 with sum_k q_ygk = Pi_y and sum q a = 0 gives W >= sum q b everywhere; W(v) equals it.
    """

    distribution: Vector
    scores: Vector
    multipliers: Multipliers
    form: int


@dataclass(frozen=True)
class Descent:
    """A direction w with levels t_yg, sum_g t_yg <= L(z', y) - L(z, y).

    (*) holds at every v at which no piece with a_ygk . w > t_yg is active. There is one branch for
    each of these pieces, in order: it treats the v at which this piece is active as well.
    """

    direction: Vector
    levels: tuple[Vector, ...]
    branches: tuple["Branch", ...]


@dataclass(frozen=True)
class Unreachable:
    """No v of the region has the active pieces of the branch.

    The region is given by (g_i - g_l) . v + h_i - h_l <= 0 for every form l, an active piece k by
    (a_j - a_k) . v + b_j - b_k <= 0 for every piece j of its maximum. The multipliers, one for each
    of these, combine them to a positive constant <= 0.
    """

    region: Vector
    active: tuple[Vector, ...]


Branch = Descent | Unreachable


@dataclass(frozen=True)
class Descents:
    """Bounds: for each y some q >= 0 with sum_k q_gk = 1 and sum q a = 0, so S(., y) >= sum q b.

    Trees: for each form in order, for each z' other than its prediction in order, a tree that
    covers the v at which the form is the smallest.
    """

    bounds: Multipliers
    trees: tuple[tuple[Branch, ...], ...]


def matrix(loss: Loss) -> list[Vector]:
    """L, row by row."""
    rows: dict[Label, list[Fraction]] = {z: [] for z in loss.predictions}
    for z, _, value in entries(loss):
        rows[z].append(value)
    return [tuple(row) for row in rows.values()]


def pieces(terms: Terms) -> Iterator[tuple[Piece, Affine]]:
    """Every piece with its place."""
    for y, maxima in enumerate(terms):
        for g, maximum in enumerate(maxima):
            for k, piece in enumerate(maximum):
                yield (y, g, k), piece


def value(maxima: Iterable[tuple[Affine, ...]], v: Vector) -> Fraction:
    """S(v, y), from the maxima of y."""
    return sum((max(piece.at(v) for piece in maximum) for maximum in maxima), Fraction(0))


def terms_fault(terms: Terms, observations: int) -> str:
    """What is wrong with the shape of S."""
    if len(terms) != observations or not all(terms) or not all(all(maxima) for maxima in terms):
        return "there is not a sum of maxima, each with a piece, for every observation"
    lengths = {len(piece.slope) for _, piece in pieces(terms)}
    return "" if len(lengths) == 1 else "the pieces do not have one number of scores"


def _surrogate_fault(loss: Loss, surrogate: PolyhedralSurrogate) -> str:
    fault = terms_fault(surrogate.terms, loss.observations.size)
    if fault or not surrogate.decoder:
        return fault or "there is no form to decode with"
    d = len(surrogate.terms[0][0][0].slope)
    known = range(loss.predictions.size)
    if any(len(f.score.slope) != d or f.prediction not in known for f in surrogate.decoder):
        return "a form does not belong to the scores or the predictions"
    return ""


def totals_fault(terms: Terms, totals: Sequence[Fraction], q: Multipliers) -> str:
    """Why q is not >= 0 with these totals in every maximum."""
    if [[len(m) for m in maxima] for maxima in q] != [[len(m) for m in maxima] for maxima in terms]:
        return "there is not one multiplier for each piece"
    if any(min(m) < 0 or sum(m) != p for maxima, p in zip(q, totals, strict=True) for m in maxima):
        return "the multipliers are negative or do not have the sum they should"
    return ""


def combined_slope(terms: Terms, q: Multipliers) -> Vector:
    """sum q a."""
    slope = [Fraction(0)] * len(terms[0][0][0].slope)
    for (y, g, k), piece in pieces(terms):
        if q[y][g][k]:
            slope = [x + q[y][g][k] * a for x, a in zip(slope, piece.slope, strict=True)]
    return tuple(slope)


def multipliers_fault(terms: Terms, totals: Sequence[Fraction], q: Multipliers) -> str:
    """Why q is not >= 0 with these totals in every maximum and sum q a = 0."""
    fault = totals_fault(terms, totals, q)
    if not fault and any(combined_slope(terms, q)):
        fault = "the multipliers do not combine the slopes to 0"
    return fault


def minimum_fault(terms: Terms, Pi: Vector, v: Vector, q: Multipliers) -> str:
    """Why q does not show that v minimises W at Pi."""
    if len(Pi) != len(terms) or min(Pi) < 0 or sum(Pi) != 1:
        return "the probabilities are none"
    if len(v) != len(terms[0][0][0].slope):
        return "the scores do not have the length of the slopes"
    fault = multipliers_fault(terms, Pi, q)
    if fault:
        return fault
    risk = sum((p * value(maxima, v) for p, maxima in zip(Pi, terms, strict=True)), Fraction(0))
    if lower_bound(terms, q) != risk:
        return "the multipliers do not show that the scores are a minimiser"
    return ""


def lower_bound(terms: Terms, q: Multipliers) -> Fraction:
    """sum q b, the bound on W of multipliers that combine the slopes to 0."""
    return sum((q[y][g][k] * piece.constant for (y, g, k), piece in pieces(terms)), Fraction(0))


def check_wrong_minimiser(
    proposition: PolyhedralConsistent, given: WrongMinimiser, tools: Tools
) -> Decision:
    """A minimiser, by equal values, that decodes to a prediction of larger risk."""
    loss, surrogate = resolve(proposition.loss), proposition.surrogate
    fault = _surrogate_fault(loss, surrogate) or minimum_fault(
        surrogate.terms, given.distribution, given.scores, given.multipliers
    )
    if fault or not 0 <= given.form < len(surrogate.decoder):
        return invalid(fault or "there is no such form")
    costs = [form.score.at(given.scores) for form in surrogate.decoder]
    risks = [inner(row, given.distribution) for row in matrix(loss)]
    wrong = risks[surrogate.decoder[given.form].prediction] > min(risks)
    return refutes_if(
        costs[given.form] == min(costs) and wrong,
        "the prediction is not decoded or it is optimal",
    )


def _constraints(maximum: Sequence[Affine], chosen: int, sign: int) -> list[Affine]:
    """sign (f_j - f_chosen) for every j: <= 0 where the chosen one is the largest or smallest."""
    top = maximum[chosen]
    return [
        Affine(
            tuple(sign * (a - b) for a, b in zip(other.slope, top.slope, strict=True)),
            sign * (other.constant - top.constant),
        )
        for other in maximum
    ]


def region(surrogate: PolyhedralSurrogate, form: int) -> list[Affine]:
    """What is <= 0 where the form is the smallest."""
    return _constraints([other.score for other in surrogate.decoder], form, -1)


def activity(terms: Terms, piece: Piece) -> list[Affine]:
    """What is <= 0 where the piece attains its maximum."""
    y, g, k = piece
    return _constraints(terms[y][g], k, 1)


def steep(terms: Terms, direction: Vector, levels: tuple[Vector, ...]) -> list[Piece]:
    """The pieces with a . w > t."""
    return [
        place
        for place, piece in pieces(terms)
        if inner(piece.slope, direction) > levels[place[0]][place[1]]
    ]


def exclusion_fault(groups: Sequence[Sequence[Affine]], shares: Sequence[Vector]) -> str:
    """Why the multipliers do not combine the constraints to a positive constant <= 0."""
    if [len(share) for share in shares] != [len(group) for group in groups]:
        return "there is not one multiplier for each constraint"
    constraints = [constraint for group in groups for constraint in group]
    weights = tuple(weight for share in shares for weight in share)
    slopes = zip(*(c.slope for c in constraints), strict=True)
    empty = (
        min(weights) >= 0
        and not any(inner(weights, column) for column in slopes)
        and inner(weights, tuple(c.constant for c in constraints)) > 0
    )
    return "" if empty else "the multipliers do not show that the pieces exclude each other"


def direction_fault(
    terms: Terms, gains: Vector, direction: Vector, levels: tuple[Vector, ...]
) -> str:
    """Why these are no direction with levels that sum to at most the gain for every y."""
    shape = [len(maxima) for maxima in terms]
    if len(direction) != len(terms[0][0][0].slope) or [len(t) for t in levels] != shape:
        return "a direction or its levels have the wrong length"
    exceeds = any(sum(t) > gain for t, gain in zip(levels, gains, strict=True))
    return "the levels exceed the gain" if exceeds else ""


def bounds_fault(terms: Terms, bounds: Multipliers) -> str:
    """Why the multipliers do not bound each S(., y) below."""
    if len(bounds) != len(terms):
        return "there are not multipliers for every observation"
    for maxima, q in zip(terms, bounds, strict=True):
        fault = multipliers_fault((maxima,), (Fraction(1),), (q,))
        if fault:
            return fault
    return ""


def _branch_fault(
    surrogate: PolyhedralSurrogate,
    form: int,
    gains: Vector,
    active: tuple[Piece, ...],
    branch: Branch,
) -> str:
    """Why the branch does not cover the v of the region of the form with these active pieces."""
    terms = surrogate.terms
    if isinstance(branch, Unreachable):
        made = [region(surrogate, form), *(activity(terms, piece) for piece in active)]
        return exclusion_fault(made, (branch.region, *branch.active))
    fault = direction_fault(terms, gains, branch.direction, branch.levels)
    if fault:
        return fault
    left = steep(terms, branch.direction, branch.levels)
    if len(left) != len(branch.branches):
        return "there is not one branch for each piece at which the direction fails"
    for piece, child in zip(left, branch.branches, strict=True):
        fault = _branch_fault(surrogate, form, gains, (*active, piece), child)
        if fault:
            return fault
    return ""


def check_descents(proposition: PolyhedralConsistent, given: Descents, tools: Tools) -> Decision:
    """Replay the bounds and every tree."""
    loss, surrogate = resolve(proposition.loss), proposition.surrogate
    fault = _surrogate_fault(loss, surrogate) or bounds_fault(surrogate.terms, given.bounds)
    if fault:
        return invalid(fault)
    L = matrix(loss)
    if [len(trees) for trees in given.trees] != [len(L) - 1] * len(surrogate.decoder):
        return invalid("there is not a tree for each form and each other prediction")
    for i, (form, trees) in enumerate(zip(surrogate.decoder, given.trees, strict=True)):
        rest = [row for z, row in enumerate(L) if z != form.prediction]
        for row, tree in zip(rest, trees, strict=True):
            gains = tuple(a - b for a, b in zip(row, L[form.prediction], strict=True))
            fault = _branch_fault(surrogate, i, gains, (), tree)
            if fault:
                return invalid(fault)
    return proves_if(True, "")


RULES = (
    Rule(PolyhedralConsistent, WrongMinimiser, check_wrong_minimiser),
    Rule(PolyhedralConsistent, Descents, check_descents, (POLYHEDRAL,)),
)
