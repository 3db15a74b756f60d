"""Embedded losses by scipy on distributions; regret bounds of one score by all crossings."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, pairwise
from typing import Any

from qstheory.certify.kinds.embedding import Embeds, LargestSeparation, RegretConstant
from qstheory.certify.kinds.polyhedral import PolyhedralSurrogate
from qstheory.certify.maxima import Terms

from .consistency import critical, distributions, floats, kinks, least
from .matrices import highest, matrix


def value(maxima: Any, v: Any) -> Fraction:
    """S(v, y)."""
    return sum((max(piece.at(v) for piece in maximum) for maximum in maxima), Fraction(0))


def _embeds(proposition: Embeds, certificate: Any) -> bool:
    L, terms = matrix(proposition.loss), proposition.terms
    for point in proposition.points:
        if not 0 <= point.prediction < len(L):
            return False
        if [value(maxima, point.scores) for maxima in terms] != L[point.prediction]:
            return False
    rows = floats([L[point.prediction] for point in proposition.points])
    n, surrogate = len(terms), PolyhedralSurrogate(terms, ())
    for Pi in (*critical(terms), *distributions(n)):
        if abs(least(surrogate, Pi, None) - (floats(L) @ Pi).min()) > 1e-9:
            return False
    # The largest t with a distribution at which the point is better by t than all others.
    for i, row in enumerate(rows):
        others = [[*(row - other), 1.0] for k, other in enumerate(rows) if k != i]
        alone = highest(
            [*[0.0] * n, 1.0],
            equal=([[*[1.0] * n, 0.0]], [1.0]),
            at_most=(others, [0.0] * len(others)) if others else None,
            bounds=(0, 1),
        )
        if alone < 1e-9:
            return False
    return True


def _candidates(terms: Terms, lines: Any) -> Iterator[Fraction]:
    """One score: kinks and the crossings of the functions between them; none lies beyond."""
    points = sorted(v[0] for v in kinks(terms))
    yield from points
    for a, b in pairwise([points[0] - 100, *points, points[-1] + 100]):
        for f, g in combinations(lines, 2):
            at_a, at_b = f((a,)) - g((a,)), f((b,)) - g((b,))
            if at_a * at_b < 0:
                yield a + (b - a) * at_a / (at_a - at_b)


def _constant(proposition: RegretConstant, certificate: Any) -> bool:
    """sup_v min_z max_Pi excess / regret over the vertices of both Bayes risks."""
    L, terms = matrix(proposition.loss), proposition.terms
    assert len(terms) == 2
    assert len(terms[0][0][0].slope) == 1
    exact = {Fraction(0), Fraction(1)}
    exact |= {Fraction(float(Pi[0])).limit_denominator(10**6) for Pi in critical(terms)}
    for f, g in combinations(L, 2):
        bend = (f[0] - f[1]) - (g[0] - g[1])
        if bend and 0 < (g[1] - f[1]) / bend < 1:
            exact.add((g[1] - f[1]) / bend)
    corners = list(kinks(terms))
    tried = []
    for p in sorted(exact):
        Pi = (p, 1 - p)
        risk = min(sum(q * value(m, v) for q, m in zip(Pi, terms, strict=True)) for v in corners)
        tried.append((Pi, risk, [sum(q * x for q, x in zip(Pi, row, strict=True)) for row in L]))

    def ratio(Pi: Any, risk: Fraction, excess: Fraction) -> Any:
        return lambda v: (
            (sum(q * value(m, v) for q, m in zip(Pi, terms, strict=True)) - risk) / excess
        )

    ratios = [
        [
            ratio(Pi, least, risks[z] - min(risks))
            for Pi, least, risks in tried
            if risks[z] > min(risks)
        ]
        for z in range(len(L))
    ]
    if not all(ratios):
        return proposition.constant == 0
    lines = [f for row in ratios for f in row]
    found = min(max(min(f((v,)) for f in row) for row in ratios) for v in _candidates(terms, lines))
    return bool(found > 0 and 1 / found == proposition.constant)


def _minimisers(terms: Terms, Pi: Any) -> tuple[Fraction, Fraction]:
    """The interval of minimisers of one score, cut off far beyond the kinks."""
    points = sorted(v[0] for v in kinks(terms))
    tried = [points[0] - 1000, *points, points[-1] + 1000]
    risks = [sum(q * value(m, (v,)) for q, m in zip(Pi, terms, strict=True)) for v in tried]
    best = [v for v, risk in zip(tried, risks, strict=True) if risk == min(risks)]
    return min(best), max(best)


def _separation(proposition: LargestSeparation, certificate: Any) -> bool:
    """min_v max_z of the distance to what is minimised where z errs, for one score."""
    L, terms = matrix(proposition.loss), proposition.terms
    assert len(terms) == 2
    assert len(terms[0][0][0].slope) == 1
    bends = [Fraction(float(Pi[0])).limit_denominator(10**6) for Pi in critical(terms)]
    for f, g in combinations(L, 2):
        bend = (f[0] - f[1]) - (g[0] - g[1])
        if bend and 0 < (g[1] - f[1]) / bend < 1:
            bends.append((g[1] - f[1]) / bend)
    grid = sorted({Fraction(0), *bends, Fraction(1)})
    grid += [(p + q) / 2 for p, q in pairwise(grid)]
    errors: list[list[tuple[Fraction, Fraction]]] = [[] for _ in L]
    for p in grid:
        risks = [row[0] * p + row[1] * (1 - p) for row in L]
        for z, risk in enumerate(risks):
            if risk > min(risks):
                errors[z].append(_minimisers(terms, (p, 1 - p)))
    if not all(errors):
        return False
    ends = sorted({x for places in errors for place in places for x in place})

    def apart(v: Fraction) -> Fraction:
        return max(min(max(a - v, v - b, Fraction(0)) for a, b in places) for places in errors)

    tried = [*ends, *((a + b) / 2 for a, b in combinations(ends, 2))]
    return min(map(apart, tried)) == proposition.distance


TRUTHS = {Embeds: _embeds, RegretConstant: _constant, LargestSeparation: _separation}
