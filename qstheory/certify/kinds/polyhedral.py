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

A function d(v) serves all distributions exactly when for every v there is a prediction z that is
optimal at every Pi of which v is a minimiser: by the same proof at one v, when (*) holds for every
z' there.

All minimisers and all ties are meant, which is calibration: each S(., y) is bounded below, so that
W attains its least value on the closed polyhedron where a form is the smallest. It exceeds min W
there exactly when no minimiser lies in it.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import ClassVar

from qstheory.certify.arithmetic import inner
from qstheory.certify.finite import Vector
from qstheory.certify.maxima import (
    Affine,
    Minimised,
    Multipliers,
    Piece,
    Terms,
    matrix,
    pieces,
    require_bounds,
    require_minimum,
    require_terms,
    terms_words,
    width,
)
from qstheory.certify.outcome import PROVES, REFUTES, Decision, refutes_if, require
from qstheory.certify.rules import Rule, Tools
from qstheory.certify.theorems import POLYHEDRAL
from qstheory.certify.words import counted
from qstheory.errors import InvalidParameter
from qstheory.losses import resolve
from qstheory.losses.base import Loss, Reference


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
class SomeDecoderConsistent:
    """Each S(., y) is bounded below, and some d(v) is optimal at every Pi that v minimises."""

    loss: Reference
    terms: Terms

    def __str__(self) -> str:
        return f"{self.loss}: {terms_words(self.terms)} is consistent with some decoder"


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
class NoDecision:
    """A v, and for each prediction a Pi minimised at v for which that prediction is not optimal."""

    scores: Vector
    against: tuple[Minimised, ...]


@dataclass(frozen=True)
class Step:
    """A direction w with levels t_yg, sum_g t_yg <= L(z', y) - L(z, y)."""

    direction: Vector
    levels: tuple[Vector, ...]


@dataclass(frozen=True)
class Decided:
    """z, by index, serves every v at which no piece with a_ygk . w > t_yg of any step is active.

    There is a step for each z' in order, and a branch for each of these pieces in order, which
    treats the v at which the piece is active as well.
    """

    prediction: int
    steps: tuple[Step, ...]
    branches: tuple["Choice", ...]


@dataclass(frozen=True)
class Unreachable:
    """No v of the region has the active pieces of the branch.

    An active piece k says (a_j - a_k) . v + b_j - b_k <= 0 for every piece j of its maximum. The
    multipliers, one for each condition of the region, then for each of these, combine them to a
    positive constant <= 0.
    """

    multipliers: Vector


Choice = Decided | Unreachable


@dataclass(frozen=True)
class Descents:
    """Bounds: for each y some q >= 0 with sum_k q_gk = 1 and sum q a = 0, so S(., y) >= sum q b.

    Trees: for each form i in order, for each z' other than its prediction z in order, a tree that
    decides for z against this z' at every v of the region (g_i - g_l) . v + h_i - h_l <= 0 for
    every form l.
    """

    VERSION: ClassVar[int] = 2
    bounds: Multipliers
    trees: tuple[tuple[Choice, ...], ...]


@dataclass(frozen=True)
class Decisions:
    """Bounds as in Descents, and a tree of any z, each against all others, that covers every v."""

    VERSION: ClassVar[int] = 2
    bounds: Multipliers
    tree: Choice


def _require_surrogate(loss: Loss, surrogate: PolyhedralSurrogate) -> None:
    require_terms(surrogate.terms, loss.observations.size)
    require(surrogate.decoder, "there is no form to decode with")
    d, known = width(surrogate.terms), range(loss.predictions.size)
    fit = all(len(f.score.slope) == d and f.prediction in known for f in surrogate.decoder)
    require(fit, "a form does not belong to the scores or the predictions")


def check_wrong_minimiser(
    proposition: PolyhedralConsistent, given: WrongMinimiser, tools: Tools
) -> Decision:
    """A minimiser, by equal values, that decodes to a prediction of larger risk."""
    loss, surrogate = resolve(proposition.loss), proposition.surrogate
    _require_surrogate(loss, surrogate)
    case = Minimised(given.distribution, given.multipliers)
    require_minimum(surrogate.terms, given.scores, case)
    require(0 <= given.form < len(surrogate.decoder), "there is no such form")
    costs = [form.score.at(given.scores) for form in surrogate.decoder]
    risks = [inner(row, given.distribution) for row in matrix(loss)]
    wrong = risks[surrogate.decoder[given.form].prediction] > min(risks)
    return refutes_if(
        costs[given.form] == min(costs) and wrong, "the prediction is not decoded or it is optimal"
    )


def _constraints(maximum: Sequence[Affine], chosen: int, sign: int) -> list[Affine]:
    """sign (f_j - f_chosen) for every j: <= 0 where the chosen one is the largest or smallest."""
    top = maximum[chosen]
    pairs = ((other, top) if sign > 0 else (top, other) for other in maximum)
    return [
        Affine(
            tuple(a - b for a, b in zip(more.slope, less.slope, strict=True)),
            more.constant - less.constant,
        )
        for more, less in pairs
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


def require_exclusion(constraints: Sequence[Affine], weights: Vector) -> None:
    """Check that the multipliers combine the constraints to a positive constant <= 0."""
    fit = len(weights) == len(constraints)
    require(fit, "there is not one multiplier for each constraint")
    slopes = zip(*(c.slope for c in constraints), strict=True)
    empty = (
        min(weights, default=0) >= 0
        and not any(inner(weights, column) for column in slopes)
        and inner(weights, tuple(c.constant for c in constraints)) > 0
    )
    require(empty, "the multipliers do not show that the pieces exclude each other")


def require_step(terms: Terms, gains: Vector, step: Step) -> None:
    """Check that this is a direction with levels that sum to at most the gain for every y."""
    shape = [len(maxima) for maxima in terms]
    fit = len(step.direction) == width(terms) and [len(t) for t in step.levels] == shape
    require(fit, "a direction or its levels have the wrong length")
    exceeds = any(sum(t) > gain for t, gain in zip(step.levels, gains, strict=True))
    require(not exceeds, "the levels exceed the gain")


@dataclass(frozen=True)
class Cover:
    """What a tree must show: `gains(z)` are L(z', .) - L(z, .) for the z' that z is held against.

    An index that is no admitted prediction has none, not even an empty list.
    """

    terms: Terms
    region: Sequence[Affine]
    gains: Callable[[int], Sequence[Vector] | None]

    def check(self, choice: Choice, active: tuple[Piece, ...] = ()) -> None:
        """Check that the choice covers the v of the region with these active pieces."""
        if isinstance(choice, Unreachable):
            known = (constraint for piece in active for constraint in activity(self.terms, piece))
            require_exclusion([*self.region, *known], choice.multipliers)
            return
        gains, failing = self.gains(choice.prediction), set[Piece]()
        if gains is None or len(gains) != len(choice.steps):
            raise InvalidParameter("there is not such a prediction with a step for each other one")
        for gain, step in zip(gains, choice.steps, strict=True):
            require_step(self.terms, gain, step)
            failing |= set(steep(self.terms, step.direction, step.levels))
        each = len(failing) == len(choice.branches)
        require(each, "there is not one branch for each piece at which a step fails")
        for piece, child in zip(sorted(failing), choice.branches, strict=True):
            self.check(child, (*active, piece))


def gains_over(L: Sequence[Vector], z: int) -> list[Vector] | None:
    """L(z', .) - L(z, .) for the other z' in order; None when z is no prediction."""
    if not 0 <= z < len(L):
        return None
    return [
        tuple(a - b for a, b in zip(row, L[z], strict=True)) for k, row in enumerate(L) if k != z
    ]


def check_descents(proposition: PolyhedralConsistent, given: Descents, tools: Tools) -> Decision:
    """Replay the bounds and every tree."""
    loss, surrogate = resolve(proposition.loss), proposition.surrogate
    _require_surrogate(loss, surrogate)
    require_bounds(surrogate.terms, given.bounds)
    L = matrix(loss)
    each = [len(trees) for trees in given.trees] == [len(L) - 1] * len(surrogate.decoder)
    require(each, "there is not a tree for each form and each other prediction")
    for i, (form, trees) in enumerate(zip(surrogate.decoder, given.trees, strict=True)):
        z, where = form.prediction, region(surrogate, i)
        for gain, tree in zip(gains_over(L, z) or (), trees, strict=True):
            against = {z: [gain]}
            Cover(surrogate.terms, where, against.get).check(tree)
    return PROVES


def check_no_decision(
    proposition: SomeDecoderConsistent, given: NoDecision, tools: Tools
) -> Decision:
    """One v that minimises W at distributions which no prediction serves."""
    loss, terms = resolve(proposition.loss), proposition.terms
    require_terms(terms, loss.observations.size)
    each = len(given.against) == loss.predictions.size
    require(each, "there is not a distribution for each prediction")
    L = matrix(loss)
    for z, case in enumerate(given.against):
        require_minimum(terms, given.scores, case)
        risks = [inner(row, case.distribution) for row in L]
        require(risks[z] > min(risks), "a prediction is optimal at the distribution against it")
    return REFUTES


def check_decisions(proposition: SomeDecoderConsistent, given: Decisions, tools: Tools) -> Decision:
    """Replay the bounds and the tree."""
    loss, terms = resolve(proposition.loss), proposition.terms
    require_terms(terms, loss.observations.size)
    require_bounds(terms, given.bounds)
    Cover(terms, (), partial(gains_over, matrix(loss))).check(given.tree)
    return PROVES


RULES = (
    Rule(PolyhedralConsistent, WrongMinimiser, check_wrong_minimiser),
    Rule(PolyhedralConsistent, Descents, check_descents, (POLYHEDRAL,)),
    Rule(SomeDecoderConsistent, NoDecision, check_no_decision, (POLYHEDRAL,)),
    Rule(SomeDecoderConsistent, Decisions, check_decisions, (POLYHEDRAL,)),
)
