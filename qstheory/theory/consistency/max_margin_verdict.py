"""Whether the max-margin surrogate with a score for each label is consistent: yes, no or unknown.

Yes for distances of points on a line, whatever their number; otherwise a small loss is decided by
the search for polyhedral surrogates, and a large one refuted at equal shares of three labels none
of which lies between the others.

Source: Nowak-Vila, Rudi and Bach, On the consistency of max-margin losses, AISTATS 2022.
"""

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from typing import Any

import numpy as np
from numpy.typing import NDArray

from qstheory.certify.kinds.max_margin import MaxMarginConsistentAt, MaxMarginFailure
from qstheory.certify.kinds.max_margin_line import MaxMarginConsistent, PointsOnALine
from qstheory.certify.kinds.polyhedral import matrix
from qstheory.errors import Undecided
from qstheory.exact.integer_matrix import INT64_MAX, common, magnitude
from qstheory.exact.loss_matrix import loss_matrix
from qstheory.losses.base import Loss
from qstheory.theory.consistency.max_margin import failure_at_few
from qstheory.theory.consistency.surrogate import Surrogate, require_square
from qstheory.theory.consistency.verdict import MOST, Consistency, consistency, failure_at
from qstheory.theory.findings import judged
from qstheory.theory.merging import first_equal_rows

MAX_MARGIN = "crammer-singer"
LABELS, SMALL = 24, 8
"""Most labels for the search for polyhedral surrogates, and for that of the smallest failure."""
TRIPLES = 12
"""Most triples of labels that are tried."""


def max_margin_verdict(loss: Loss, surrogate: Surrogate) -> Consistency:
    """The verdict on the max-margin surrogate; not applicable unless Z = Y.

    >>> from qstheory import losses
    >>> from qstheory.theory.consistency.surrogates.crammer_singer import SURROGATE
    >>> [
    ...     max_margin_verdict(losses.parse(name), SURROGATE).status
    ...     for name in ("ordinal-absolute:classes=50", "multiclass:classes=50")
    ... ]
    ['consistent', 'inconsistent']
    """
    if list(loss.predictions) != list(loss.observations):
        return consistency(loss, surrogate)
    size = require_square(loss)
    labels = tuple(loss.observations)
    values = common(loss_matrix(loss, labels, labels)).values
    wide = values.astype(object) if magnitude(values) > INT64_MAX // 4 else values
    if is_line(wide):
        end = matrix(loss)[int(wide[0].argmax())]
        evidence = judged(MaxMarginConsistent(loss.reference), PointsOnALine(end))
        return Consistency(loss, surrogate, evidence)
    if size <= LABELS:
        found = consistency(loss, surrogate, MOST if size <= SMALL else 0)
        if found.status != "undecided":
            return found
    return _at_triples(loss, surrogate, wide)


def verdict_on(loss: Loss, surrogate: Surrogate) -> Consistency:
    """The verdict on any surrogate of the catalogue, or a user's."""
    decide = max_margin_verdict if surrogate.name == MAX_MARGIN else consistency
    return decide(loss, surrogate)


def is_line(L: NDArray[Any]) -> bool:
    """Whether L(z, y) = |x_z - x_y| for different x, which are then the distances from an end.

    >>> is_line(np.array([[0, 3, 1], [3, 0, 2], [1, 2, 0]]))
    True
    """
    x = L[L[0].argmax()]
    return len(set(x.tolist())) == len(x) and bool((abs(x[:, None] - x[None, :]) == L).all())


def triples(L: NDArray[Any]) -> Iterator[tuple[int, int, int]]:
    """Three labels a < b < c none of which is between the others, L read as a distance.

    x is between y and z when L(y, x) + L(x, z) = L(y, z).
    """
    size = len(L)
    for a in range(size):
        for b in range(a + 1, size):
            c = np.arange(b + 1, size)
            apart = (
                (L[a, b] + L[b, c] != L[a, c])
                & (L[b, a] + L[a, c] != L[b, c])
                & (L[a, c] + L[c, b] != L[a, b])
            )
            yield from ((a, b, int(k)) for k in c[apart])


def _at_triples(loss: Loss, surrogate: Surrogate, L: NDArray[Any]) -> Consistency:
    """A failure at equal shares of three labels, or that none was found."""
    labels = sorted(set(first_equal_rows(np.ascontiguousarray(np.hstack([L, L.T])))))
    for few in islice(triples(L[np.ix_(labels, labels)]), TRIPLES):
        try:
            found = failure_at_few(loss, [labels[k] for k in few])
        except Undecided:
            continue
        if found is not None:
            return _refuted(loss, surrogate, *found)
    words = "no failure at equal shares of three labels was found; other distributions not tried"
    return Consistency(loss, surrogate, reason=words, attempted=False)


def _refuted(
    loss: Loss,
    surrogate: Surrogate,
    proposition: MaxMarginConsistentAt,
    certificate: MaxMarginFailure,
) -> Consistency:
    costs = [-score for score in certificate.weights]
    failure = failure_at(
        matrix(loss), proposition.distribution, certificate.weights, costs, certificate.prediction
    )
    evidence = judged(proposition, certificate)
    return Consistency(loss, surrogate, evidence, failure=replace(failure, smallest=False))
