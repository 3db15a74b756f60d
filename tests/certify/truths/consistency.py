"""Consistency of surrogates, in floats over grids of distributions, by linear programs of scipy."""

from collections.abc import Iterator
from itertools import combinations, pairwise, product
from typing import Any

import numpy as np
from scipy.optimize import minimize

from qstheory.certify.kinds.dimension_bounds import QuadraticConsistent, QuadraticOnScoresConsistent
from qstheory.certify.kinds.log_linear_consistency import LogLinearConsistent, WrongModel
from qstheory.certify.kinds.polyhedral import (
    NoDecision,
    PolyhedralConsistent,
    PolyhedralSurrogate,
    SomeDecoderConsistent,
    WrongMinimiser,
)
from qstheory.certify.maxima import Terms
from qstheory.losses import resolve

from .losses import SLACK
from .matrices import affine_dimension, highest, matrix

Array = Any
GRID = 12


def distributions(size: int, parts: int = GRID) -> Iterator[Array]:
    """All distributions with this denominator: bars among its parts stand between the counts."""
    end = parts + size - 1
    for bars in combinations(range(end), size - 1):
        yield (np.diff((-1, *bars, end)) - 1) / parts


def floats(rows: Any) -> Array:
    """Rows of rationals as an array."""
    return np.array([[float(x) for x in row] for row in rows], dtype=float)


def least(surrogate: PolyhedralSurrogate, Pi: Array, form: int | None) -> float:
    """The least surrogate risk where the form is the smallest, or anywhere: v, then the maxima."""
    maxima = [(y, maximum) for y, m in enumerate(surrogate.terms) for maximum in m]
    d = len(surrogate.terms[0][0][0].slope)
    rows, right = [], []
    for i, (_, maximum) in enumerate(maxima):
        for piece in maximum:
            rows.append([*map(float, piece.slope), *(-float(i == j) for j in range(len(maxima)))])
            right.append(-float(piece.constant))
    if form is not None:
        mine = surrogate.decoder[form].score
        for other in surrogate.decoder:
            slope = [float(a - b) for a, b in zip(mine.slope, other.score.slope, strict=True)]
            rows.append([*slope, *[0.0] * len(maxima)])
            right.append(float(other.score.constant - mine.constant))
    costs = [0.0] * d + [-float(Pi[y]) for y, _ in maxima]
    return -highest(costs, at_most=(rows, right), bounds=(None, None))


def consistent_at(proposition: PolyhedralConsistent, Pi: Array) -> bool:
    """No form of a worse prediction reaches the least surrogate risk."""
    risks = floats(matrix(proposition.loss)) @ Pi
    surrogate = proposition.surrogate
    value = least(surrogate, Pi, None)
    return np.isfinite(value) and all(
        least(surrogate, Pi, i) > value + 1e-9
        for i, form in enumerate(surrogate.decoder)
        if risks[form.prediction] > risks.min() + 1e-9
    )


def critical(terms: Terms) -> Iterator[Array]:
    """With one score and two observations: where slopes of pieces of the two cancel."""
    if len(terms) == 2 and len(terms[0]) == len(terms[1]) == 1 == len(terms[0][0][0].slope):
        for a, b in product(terms[0][0], terms[1][0]):
            left, right = a.slope[0], b.slope[0]
            if left * right < 0:
                p = -right / (left - right)
                yield np.array([float(p), float(1 - p)])


def _polyhedral(proposition: PolyhedralConsistent, certificate: Any) -> bool:
    if isinstance(certificate, WrongMinimiser):
        tried = [np.array([float(p) for p in certificate.distribution])]
    else:
        terms = proposition.surrogate.terms
        tried = [*critical(terms), *distributions(len(terms))]
    return all(consistent_at(proposition, Pi) for Pi in tried)


def served(L: Array, terms: Terms, v: Any) -> bool:
    """Whether some prediction is optimal at every distribution that these scores minimise."""
    active = [
        (y, i, piece)
        for i, (y, maximum) in enumerate((y, m) for y, ms in enumerate(terms) for m in ms)
        for piece in maximum
        if piece.at(v) == max(other.at(v) for other in maximum)
    ]
    count = 1 + max(i for _, i, _ in active)
    n, d = len(terms), len(v)
    owner = {i: y for y, i, _ in active}
    # Variables: a multiplier for each active piece, then Pi.
    equal = [
        [float(j == i) for _, j, _ in active] + [-float(owner[i] == y) for y in range(n)]
        for i in range(count)
    ]
    equal += [[float(p.slope[k]) for _, _, p in active] + [0.0] * n for k in range(d)]
    equal.append([0.0] * len(active) + [1.0] * n)
    right = [0.0] * (count + d) + [1.0]
    return any(
        all(
            highest([0.0] * len(active) + list(mine - other), equal=(equal, right)) <= SLACK
            for other in L
        )
        for mine in L
    )


def kinks(terms: Terms) -> Iterator[Any]:
    """With one score: every point at which two pieces cross, and points between and beyond."""
    pieces = [piece for maxima in terms for maximum in maxima for piece in maximum]
    crossings = {
        (b.constant - a.constant) / (a.slope[0] - b.slope[0])
        for a, b in product(pieces, repeat=2)
        if a.slope[0] != b.slope[0]
    }
    points = sorted(crossings) or [0]
    yield from ((x,) for x in points)
    yield from (((a + b) / 2,) for a, b in pairwise([points[0] - 2, *points, points[-1] + 2]))


def _some_decoder(proposition: SomeDecoderConsistent, certificate: Any) -> bool:
    L, terms = floats(matrix(proposition.loss)), proposition.terms
    if isinstance(certificate, NoDecision):
        return served(L, terms, certificate.scores)
    bounded = all(np.isfinite(highest_of(maxima)) for maxima in terms)
    return bounded and all(served(L, terms, v) for v in kinks(terms))


def highest_of(maxima: Any) -> float:
    """The least value of one S(., y)."""
    nothing = PolyhedralSurrogate((maxima,), ())
    return least(nothing, np.array([1.0]), None)


def _unconstrained(proposition: QuadraticConsistent) -> bool:
    """What minimises |v - L_y|^2 in the mean, by least squares, is least where the risk is."""
    L = floats(matrix(proposition.loss))
    for Pi in distributions(L.shape[1], GRID):
        weights = np.sqrt(Pi)[:, None]
        v = np.linalg.lstsq(weights, weights * L.T, rcond=None)[0][0]
        risks = L @ Pi
        if (risks[v <= v.min() + 1e-9] > risks.min() + 1e-7).any():
            return False
    return True


def _quadratic(proposition: QuadraticConsistent, certificate: Any) -> bool:
    given = proposition.decomposition
    if given is None:
        return _unconstrained(proposition)
    if isinstance(given, str):
        loss = resolve(proposition.loss)
        form = loss.closed_form(given)
        pairs = product(loss.predictions, loss.observations)
        return all(form.value(z, y) == loss.entry(z, y) for z, y in pairs)
    L = floats(matrix(proposition.loss))
    F, U = floats(given.F), floats(given.U)
    for Pi in distributions(L.shape[1], 4 * GRID if L.shape[1] == 2 else GRID):
        scores, risks = F @ (U.T @ Pi), L @ Pi
        if (risks[scores <= scores.min() + 1e-9] > risks.min() + 1e-7).any():
            return False
    return True


def _log_linear(proposition: LogLinearConsistent, certificate: Any) -> bool:
    L = floats(matrix(proposition.loss))
    Phi = np.array(proposition.features, dtype=float)
    if isinstance(certificate, WrongModel):
        tried = [np.array([float(p) for p in certificate.distribution])]
    else:
        inside = distributions(L.shape[1], 7)
        tried = [Pi for Pi in inside if Pi.min() > 0] or [np.full(L.shape[1], 1 / L.shape[1])]

    def model(w: Array) -> Array:
        masses = np.exp(Phi @ w - (Phi @ w).max())
        return masses / masses.sum()

    for Pi in tried:
        found = minimize(
            lambda w, Pi=Pi: np.log(np.exp(Phi @ w).sum()) - Pi @ Phi @ w,
            np.zeros(Phi.shape[1]),
            jac=lambda w, Pi=Pi: Phi.T @ (model(w) - Pi),
            options={"gtol": 1e-11},
        )
        P, risks = model(found.x), L @ Pi
        costs = -P if proposition.decoder == "mode" else L @ P
        if (risks[costs <= costs.min() + 1e-7] > risks.min() + 1e-6).any():
            return False
    return True


TRUTHS = {
    PolyhedralConsistent: _polyhedral,
    SomeDecoderConsistent: _some_decoder,
    QuadraticConsistent: _quadratic,
    QuadraticOnScoresConsistent: lambda p, _: affine_dimension(matrix(p.loss)) <= p.r,
    LogLinearConsistent: _log_linear,
}
