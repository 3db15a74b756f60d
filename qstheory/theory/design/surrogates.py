"""The polyhedral surrogate that every loss has, from the conjugate of its Bayes risk.

    S(v, y) = max_p (p . v + h(p)) - v_y,   h(p) = min_z l(z),   over the vertices p of the cells

embeds L with v = -L(z, .) for z: min_v W(v) = h, since h is its own concave biconjugate. S does not
see a constant that is added to all v, nor need v leave the flat through the -L(z, .): with
v = -(L(z_0, .) + B w) there are as many scores w as the rows L(z, .) - L(z_0, .) have dimensions
apart from the constant ones.

Source: Finocchiaro, Frongillo and Waggoner 2024 (every discrete loss is embedded by a polyhedral
one); the reduction to the flat is as in Ramaswamy and Agarwal 2016.

The quadratic surrogate of ratios, which has one score fewer than differences have dimensions.

See `qstheory.certify.kinds.calibration_dimension_above`: where no distribution gives every
prediction the same risk, weights w of sum 0 have a = w^T L > 0, and a completes a basis U of the
differences of rows.

Whether the max-margin surrogate max_{y'} (L(y', y) + v_y') - v_y is consistent for a loss.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from qstheory.certify.arithmetic import inner
from qstheory.certify.finite import Vector
from qstheory.certify.hypograph import hypograph
from qstheory.certify.kinds.calibration_dimension import CalibrationDimensionAtMost
from qstheory.certify.kinds.calibration_dimension_above import RatioScores
from qstheory.certify.kinds.embedding import CommonPiece, EmbeddedPoint, Embeds, Minima
from qstheory.certify.maxima import Affine, matrix
from qstheory.errors import NotApplicable
from qstheory.exact.integer_matrix import rank, solve
from qstheory.losses.base import Loss
from qstheory.losses.spaces import label
from qstheory.theory.consistency.findings import against, what_fails
from qstheory.theory.consistency.max_margin import MAX_MARGIN, max_margin_verdict
from qstheory.theory.consistency.surrogate import surrogate
from qstheory.theory.effort import DEFAULT
from qstheory.theory.embedding.representatives import Embedding, alone
from qstheory.theory.findings import Evidence, judged
from qstheory.theory.ratio_scores import positive_weights
from qstheory.theory.size_weights import listed_weights
from qstheory.theory.subject import Subject


def conjugate(loss: Loss) -> tuple[Embedding, Evidence]:
    """The surrogate with the scores of the predictions that are alone the best somewhere.

    The proof says that it embeds the loss. Raises TooLarge beyond the limit of vertices.

    >>> from qstheory import losses
    >>> found, proof = conjugate(losses.make("multiclass", classes=3))
    >>> found.dimension, proof.proves
    (2, True)
    """
    L = matrix(loss)
    places = representatives(L)
    rows = [L[z] for z in places]
    cells = hypograph(rows)
    base, basis = rows[0], _basis(rows)
    scores = {_coordinates(row, base, basis): z for row, z in zip(rows, places, strict=True)}
    vertices = [(v.distribution, v.least) for v in cells.vertices]
    tilts = [tuple(inner(b, p) for b in basis) for p, _ in vertices]
    heights = [h - inner(p, base) for p, h in vertices]
    terms = tuple(
        (
            tuple(
                Affine(tuple(b[y] - t for b, t in zip(basis, tilt, strict=True)), base[y] + height)
                for tilt, height in zip(tilts, heights, strict=True)
            ),
        )
        for y in range(len(base))
    )
    points = sorted(scores)
    ordered = hypograph([L[scores[w]] for w in points])
    minima = Minima(tuple(map(CommonPiece, range(len(vertices)))))
    names = tuple(map(label, loss.observations))
    found = Embedding(terms, names, tuple(points), ordered, minima)
    embedded = tuple(EmbeddedPoint(scores[w], w) for w in points)
    return found, judged(Embeds(loss.reference, terms, embedded), minima)


def representatives(L: Sequence[Vector]) -> list[int]:
    """The predictions that are alone the best somewhere, the first of those with equal rows."""
    different = list(dict.fromkeys(L))
    return [L.index(different[i]) for i in alone(different, hypograph(different))]


def _basis(rows: Sequence[Vector]) -> list[Vector]:
    """Differences of rows that are independent of each other and of the constant vector; >= 1."""
    ones = (Fraction(1),) * len(rows[0])
    chosen: list[Vector] = []
    for row in rows[1:]:
        difference = tuple(a - b for a, b in zip(row, rows[0], strict=True))
        if rank([ones, *chosen, difference]) == len(chosen) + 2:
            chosen.append(difference)
    return chosen or [(Fraction(0),) * len(rows[0])]


def _coordinates(row: Vector, base: Vector, basis: Sequence[Vector]) -> Vector:
    """w with row = base + B w + a constant."""
    columns = [*basis, (Fraction(1),) * len(base)]
    found = solve(list(zip(*columns, strict=True)), [a - b for a, b in zip(row, base, strict=True)])
    assert found is not None
    return found[:-1]


@dataclass(frozen=True)
class Ratios:
    """L(z, .) - L(z_0, .) = alpha_z a + F_z U^T with a > 0 where it matters; the proof of d."""

    a: Vector
    U: tuple[Vector, ...]
    alpha: Vector
    F: tuple[Vector, ...]
    evidence: Evidence


def ratios(loss: Loss, L: Sequence[Vector]) -> Ratios:
    """The surrogate of a loss with these rows; raises NotApplicable where there is none.

    >>> from fractions import Fraction
    >>> from qstheory.losses.matrix import matrix_loss
    >>> zero, one = Fraction(0), Fraction(1)
    >>> rows = [(zero, one, one), (one, zero, one), (one, one, 2 * one)]
    >>> ratios(matrix_loss(rows), rows).a
    (Fraction(1, 2), Fraction(1, 2), Fraction(1, 1))
    """
    w = positive_weights(L)
    if w is None:
        raise NotApplicable("Some distribution gives every prediction the same risk.")
    a = tuple(inner(w, column) for column in zip(*L, strict=True))
    differences = [tuple(x - b for x, b in zip(row, L[0], strict=True)) for row in L]
    basis = [a]
    for difference in differences:
        if rank([*basis, difference]) > len(basis):
            basis.append(difference)
    if len(basis) == 1:
        raise NotApplicable("One prediction is always the best: nothing is to be estimated.")
    columns = list(zip(*basis, strict=True))
    coordinates = [solve(columns, difference) for difference in differences]
    assert all(found is not None for found in coordinates)
    subject = Subject(loss, DEFAULT)
    predictions = subject.window.predictions
    made = RatioScores(listed_weights(predictions, dict(enumerate(w))), subject.span)
    proposition = CalibrationDimensionAtMost(loss.reference, len(basis) - 1)
    return Ratios(
        a,
        tuple(zip(*basis[1:], strict=True)),
        tuple(found[0] for found in coordinates if found is not None),
        tuple(found[1:] for found in coordinates if found is not None),
        judged(proposition, made),
    )


@dataclass(frozen=True)
class MaxMargin:
    """The answer, in words why, and what proves it or refutes consistency."""

    consistent: Literal["yes", "no", "undecided", "not defined"]
    reason: str
    evidence: tuple[Evidence, ...]


def max_margin_answer(loss: Loss) -> MaxMargin:
    """Yes or no wherever it is decided.

    >>> from qstheory import losses
    >>> answer = max_margin_answer(losses.make("multiclass", classes=3))
    >>> answer.consistent, len(answer.evidence)
    ('no', 2)
    """
    found = max_margin_verdict(loss, surrogate(MAX_MARGIN))
    if not found.applicable:
        return MaxMargin("not defined", "predictions and observations differ", ())
    if found.failure is not None:
        return MaxMargin("no", what_fails(found, found.failure), tuple(against(found)))
    if found.status == "consistent" and found.evidence is not None:
        words = "every minimiser decodes to predictions of least risk by the highest score"
        return MaxMargin("yes", words, (found.evidence,))
    return MaxMargin("undecided", found.reason, ())
