"""Convex polyhedral surrogates: sums of maxima of affine functions, decoded by affine forms.

    S(v, y) = sum_g max_k (a_ygk . v + b_ygk),     D(v) = {z_i : g_i . v + h_i is the smallest}

v lies in R^d; several forms may stand for one prediction, so that it may be decoded on a region
that is not convex. W(v) = sum_y p_y S(v, y) and l(z) = sum_y p_y L(z, y) at a distribution p.

Let scores v_i attain min W at every p, so that it is linear on their cells, see `maxima`, and let a
v minimise W at p. Within the cell of p let F be the face with p in its relative interior. As W(v) -
min W is linear on F, >= 0 and 0 at p, it is 0 on F: v minimises at every vertex of F.

A given decoder. All minimisers and all ties are meant, which is calibration. If a z that is decoded
at v is not optimal at p, then neither at some vertex of F, as l(z) - l(z') <= 0 at every vertex
would say the same at p. So every minimiser decodes to optimal predictions at every distribution if
and only if W > min W on the region where a form is the smallest, at each vertex of the cells at
which its prediction is not optimal. By duality multipliers show that.

Some decoder. The distributions that any v minimises lie within one cell: those p for which v is a
minimiser are the normals of the convex set {s : s >= S(v') for some v'} at S(v), and the face that
has S(v) in its relative interior has a corner S(v_i), whose normals include these. So some d(v) is
optimal at every p that v minimises if and only if one prediction is optimal on the whole cell of
each v_i that is needed.

As S(., y) = W at a vertex, a surrogate whose minima are shown is bounded below.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from qstheory.certify.arithmetic import Vector, inner
from qstheory.certify.hypograph import Vertex
from qstheory.certify.limits import matrix
from qstheory.certify.maxima import (
    Affine,
    Cells,
    Minima,
    Minimised,
    Multipliers,
    Terms,
    cells_of,
    combined,
    mixed,
    require_minimum,
    require_terms,
    terms_words,
    width,
)
from qstheory.certify.rules import PROVES, REFUTES, Decision, Rule, Tools, refutes_if, require
from qstheory.certify.theorems import EMBEDDING
from qstheory.certify.words import counted
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
class Bound:
    """q >= 0 with sum_k q_ygk = p_y, and numbers >= 0 for the forms, the conditions of a region.

    When the slopes add up to 0, W is at least the sum of the constants throughout the region.
    """

    multipliers: Multipliers
    conditions: Vector


@dataclass(frozen=True)
class Unreached:
    """Scores v_i, the minima, and for each form bounds on its region that exceed min W.

    There is one for each vertex at which the prediction of the form is not optimal, in order.
    """

    scores: tuple[Vector, ...]
    minima: Minima
    bounds: tuple[tuple[Bound, ...], ...]


@dataclass(frozen=True)
class Refined:
    """Scores v_i, a prediction z_i that is optimal on the whole cell of each, and the minima."""

    scores: tuple[Vector, ...]
    link: tuple[int, ...]
    minima: Minima


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


def region(surrogate: PolyhedralSurrogate, form: int) -> list[Affine]:
    """What is <= 0 where the form is the smallest: the form less each one."""
    mine, d, one = surrogate.decoder[form].score, width(surrogate.terms), Fraction(1)
    return [mixed(((one, mine), (-one, other.score)), d) for other in surrogate.decoder]


def require_above(terms: Terms, where: Sequence[Affine], vertex: Vertex, given: Bound) -> None:
    """Check that W exceeds its least value at the vertex where these conditions hold."""
    found, more = combined(terms, vertex.distribution, given.multipliers), given.conditions
    fit = len(more) == len(where) and min(more) >= 0
    require(fit, "there is not one number >= 0 for each form")
    bound = mixed(((Fraction(1), found), *zip(more, where, strict=True)), width(terms))
    require(not any(bound.slope), "the slopes do not add up to 0")
    require(bound.constant > vertex.least, "the bound does not exceed the least surrogate risk")


def check_unreached(proposition: PolyhedralConsistent, given: Unreached, tools: Tools) -> Decision:
    """The minima, and a bound for each form at each vertex at which its prediction errs."""
    surrogate, terms = proposition.surrogate, proposition.surrogate.terms
    _require_surrogate(resolve(proposition.loss), surrogate)
    cells = cells_of(proposition.loss, terms, given.scores)
    cells.require_minima(given.minima)
    errs = [[vertex for _, vertex in cells.excess(form.prediction)] for form in surrogate.decoder]
    each = list(map(len, given.bounds)) == list(map(len, errs))
    require(each, "there is not a bound for each form at each vertex at which it errs")
    for i, (vertices, bounds) in enumerate(zip(errs, given.bounds, strict=True)):
        where = region(surrogate, i)
        for vertex, bound in zip(vertices, bounds, strict=True):
            require_above(terms, where, vertex, bound)
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


def require_link(cells: Cells, link: Sequence[int]) -> None:
    """Check that z_i is optimal on the whole cell of v_i."""
    fit = len(link) == len(cells.rows) and set(link) <= set(range(len(cells.L)))
    require(fit, "there is not a prediction for each of the scores")
    errs = {z: {v.distribution for _, v in cells.excess(z)} for z in set(link)}
    wrong = (v.distribution in errs[link[i]] for v in cells.vertices for i in cells.at(v))
    require(not any(wrong), "a prediction is not optimal on the whole cell of its scores")


def refined(reference: Reference, terms: Terms, given: Refined) -> Cells:
    """The cells of scores with their minima and links, which are checked."""
    cells = cells_of(reference, terms, given.scores)
    cells.require_minima(given.minima)
    require_link(cells, given.link)
    return cells


def check_refined(proposition: SomeDecoderConsistent, given: Refined, tools: Tools) -> Decision:
    """The minima, and one optimal prediction for each cell."""
    refined(proposition.loss, proposition.terms, given)
    return PROVES


RULES = (
    Rule(PolyhedralConsistent, WrongMinimiser, check_wrong_minimiser),
    Rule(PolyhedralConsistent, Unreached, check_unreached, (EMBEDDING,)),
    Rule(SomeDecoderConsistent, NoDecision, check_no_decision),
    Rule(SomeDecoderConsistent, Refined, check_refined, (EMBEDDING,)),
)
