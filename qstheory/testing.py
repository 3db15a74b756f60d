"""Hypothesis strategies and assertions for code that works with discrete losses.

Strategies: `rationals`, `simplex_points`, `planted_losses`, `decompositions`,
`problems_with_margin`. Assertions, which recompute from the definitions and say where they fail:
`assert_decomposes`, `assert_bayes_optimal`. They need hypothesis (`pip install
'qstheory[testing]'`).
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from hypothesis import strategies as st

from qstheory.certify.arithmetic import Vectors
from qstheory.certify.kinds.decomposition import AffineDecomposition
from qstheory.errors import InvalidParameter
from qstheory.losses.base import Loss, matrix_loss
from qstheory.losses.spaces import Label

__all__ = [
    "MarginProblem",
    "Planted",
    "assert_bayes_optimal",
    "assert_decomposes",
    "decompositions",
    "planted_losses",
    "problems_with_margin",
    "rationals",
    "simplex_points",
]


def conditional_risks(loss: Loss, distribution: Sequence[Fraction]) -> dict[Label, Fraction]:
    """l(z) = sum_y Pi_y L(z, y) for every prediction z, Pi in the order of the observations."""
    pairs = list(zip(loss.observations, distribution, strict=True))
    return {
        z: sum((p * loss.entry(z, y) for y, p in pairs if p), Fraction(0)) for z in loss.predictions
    }


def assert_decomposes(loss: Loss, decomposition: AffineDecomposition) -> None:
    """L(z, y) = F_z . U_y + c for every z and y, exactly; the first bad entry is named.

    Parameters
    ----------
    loss : Loss
        L, predictions x observations.
    decomposition : AffineDecomposition
        F, predictions x r, and U, observations x r, with the scalar c.

    Raises
    ------
    AssertionError
        Where the sides differ, or F and U have not the shapes.

    Examples
    --------
    >>> from fractions import Fraction as Q
    >>> from qstheory import losses
    >>> s = ((Q(-1),), (Q(1),))
    >>> wrong = AffineDecomposition(s, s, Q(1, 2))
    >>> assert_decomposes(losses.make("hamming", m=1), wrong)
    Traceback (most recent call last):
    AssertionError: hamming:m=1: L((0,), (0,)) = 0, but F_z . U_y + c = 3/2.
    """
    shape = (len(decomposition.F), len(decomposition.U))
    expected = (loss.predictions.size, loss.observations.size)
    assert shape == expected, f"{loss.name}: F and U have {shape} rows instead of {expected}."
    for z, F_z in zip(loss.predictions, decomposition.F, strict=True):
        for y, U_y in zip(loss.observations, decomposition.U, strict=True):
            entry = loss.entry(z, y)
            value = sum((a * b for a, b in zip(F_z, U_y, strict=True)), decomposition.c)
            assert entry == value, (
                f"{loss.name}: L({z}, {y}) = {entry}, but F_z . U_y + c = {value}."
            )


def assert_bayes_optimal(
    loss: Loss,
    distribution: Sequence[Fraction] | Mapping[Label, Fraction],
    predictions: Iterable[Label],
    *,
    complete: bool = False,
) -> None:
    """Each of the predictions minimises sum_y Pi_y L(z, y) over z, exactly.

    Parameters
    ----------
    loss : Loss
        L, predictions x observations.
    distribution : sequence or mapping of Fraction
        A probability vector in the order of the observations, or observations with their
        probabilities, others having none.
    predictions : iterable of labels
        What a decoder returned.
    complete : bool
        Whether they must be all minimisers.

    Raises
    ------
    AssertionError
        When one of them does not minimise, or one that does is missing.
    """
    if isinstance(distribution, Mapping):
        distribution = [Fraction(distribution.get(y, 0)) for y in loss.observations]
    given = set(predictions)
    assert given, "No prediction was given."
    assert min(distribution) >= 0, f"{distribution} is no distribution."
    assert sum(distribution) == 1, f"{distribution} is no distribution."
    risks = conditional_risks(loss, distribution)
    best = min(risks.values())
    for z in given:
        assert z in risks, f"{z!r} is no prediction of {loss.name}."
        assert risks[z] == best, (
            f"{loss.name}: {z} has the risk {risks[z]}, {risks[z] - best} above the Bayes risk."
        )
    if complete:
        missing = {z for z, risk in risks.items() if risk == best} - given
        assert not missing, f"{loss.name}: {min(missing, key=repr)} is optimal as well."


Vector = tuple[Fraction, ...]


def rationals(bound: int = 3, denominator: int = 6) -> st.SearchStrategy[Fraction]:
    """Fractions in [-bound, bound] with a denominator of at most `denominator`.

    Parameters
    ----------
    bound : int
        The largest absolute value.
    denominator : int
        The largest denominator.

    Returns
    -------
    SearchStrategy
        Of Fraction.
    """
    return st.fractions(-bound, bound, max_denominator=denominator)


@st.composite
def simplex_points(
    draw: st.DrawFn, size: int, *, interior: bool = False, parts: int = 12
) -> Vector:
    """p in Q^size with p_i >= 0 (> 0 when `interior`) and sum 1.

    Shrinks towards equal weights in the interior and towards the first corner otherwise; faces are
    drawn often, as that is where ties and degenerate cases are.

    Parameters
    ----------
    size : int
        The number of observations.
    interior : bool
        Whether every p_i is positive.
    parts : int
        The largest weight before division by the sum.

    Returns
    -------
    SearchStrategy
        Of tuples of Fraction, shape (size,).
    """
    least = 1 if interior else 0
    weights = draw(st.lists(st.integers(least, parts), min_size=size, max_size=size))
    total = sum(weights)
    if total == 0:
        weights, total = [1] + [0] * (size - 1), 1
    return tuple(Fraction(weight, total) for weight in weights)


@dataclass(frozen=True)
class MarginProblem:
    """A distribution on finitely many inputs: P(x), Pi(x), and at each x the margin and f*(x).

    The margin is min over z other than f*(x) of l(z, x) - l(f*(x), x), where
    l(z, x) = sum_y Pi_y(x) L(z, y).

    Parameters
    ----------
    loss : Loss
        L, predictions x observations.
    weights : tuple of Fraction, one an input
        P(x).
    conditionals : tuple of tuples of Fraction, inputs x observations
        Pi(x), in the order of the observations.
    margins : tuple of Fraction, one an input
        The margin at x.
    optimal : tuple of labels, one an input
        The best prediction f*(x).
    """

    loss: Loss
    weights: Vector
    conditionals: tuple[Vector, ...]
    margins: Vector
    optimal: tuple[object, ...]

    def probability_of_margin_at_most(self, eps: Fraction) -> Fraction:
        """P(margin <= eps)."""
        small = (p for p, m in zip(self.weights, self.margins, strict=True) if m <= eps)
        return sum(small, Fraction(0))


def problems_with_margin(
    loss: Loss, *, most: int = 4, levels: st.SearchStrategy[Fraction] | None = None
) -> st.SearchStrategy[MarginProblem]:
    """Problems with at most that many inputs, for a loss of constant risk at the uniform law.

    With the uniform distribution u, at which every prediction has the same risk, and a point mass
    e_y at which exactly one is best, by g, the conditional (1 - t) u + t e_y has the margin t g.

    Parameters
    ----------
    loss : Loss
        L, predictions x observations.
    most : int
        The most inputs that a problem has.
    levels : SearchStrategy, optional
        Draws t in (0, 1].

    Returns
    -------
    SearchStrategy
        Of `MarginProblem`.

    Raises
    ------
    InvalidParameter
        When the uniform law is no equal-risk point or every observation has tied best predictions.
    """
    columns, predictions = loss.observations.size, list(loss.predictions)
    uniform = (Fraction(1, columns),) * columns
    if len(set(conditional_risks(loss, uniform).values())) != 1:
        raise InvalidParameter(
            f"Predictions of {loss.name} differ in risk at the uniform distribution, so no margin"
            " is known in advance; use a loss such as hamming or multiclass."
        )
    peaks = []
    for j in range(columns):
        corner = tuple(Fraction(int(i == j)) for i in range(columns))
        risks = conditional_risks(loss, corner)
        best, *others = sorted(predictions, key=lambda z, risks=risks: risks[z])  # type: ignore[misc]
        if others and risks[others[0]] > risks[best]:
            peaks.append((corner, risks[others[0]] - risks[best], best))
    if not peaks:
        raise InvalidParameter(f"No observation of {loss.name} has one best prediction.")

    @st.composite
    def problems(draw: st.DrawFn) -> MarginProblem:
        weights = draw(st.integers(1, most).flatmap(_interior))
        conditionals, margins, optimal = [], [], []
        for _ in weights:
            corner, gap, best = draw(st.sampled_from(peaks))
            t = draw(levels or st.fractions(Fraction(1, 20), 1, max_denominator=20))
            mixed = ((1 - t) * u + t * e for u, e in zip(uniform, corner, strict=True))
            conditionals.append(tuple(mixed))
            margins.append(t * gap)
            optimal.append(best)
        return MarginProblem(loss, weights, tuple(conditionals), tuple(margins), tuple(optimal))

    make: Callable[[], st.SearchStrategy[MarginProblem]] = problems
    return make()


def _interior(size: int) -> st.SearchStrategy[Vector]:
    return simplex_points(size, interior=True)


@dataclass(frozen=True)
class Planted:
    """A loss L = F U^T + c of affine dimension r, the width of F: r = min over d of rank(L - d).

    F has the rows of an invertible r x r matrix and a row of zeros, so its columns and the constant
    one are independent; U has the rows of an invertible matrix. Hence rank(F U^T + d 1 1^T) >= r
    for every d, with equality at d = 0.

    Parameters
    ----------
    loss : Loss
        L, predictions x observations.
    decomposition : AffineDecomposition
        F, predictions x r, and U, observations x r, with the scalar c.
    """

    loss: Loss
    decomposition: AffineDecomposition

    @property
    def affine_dimension(self) -> int:
        """r."""
        return len(self.decomposition.F[0])


@st.composite
def _full_column_rank(
    draw: st.DrawFn, rows: int, rank: int, values: st.SearchStrategy[Fraction]
) -> list[tuple[Fraction, ...]]:
    """Rows of a unit triangular matrix with a scaled diagonal, then any rows."""
    nonzero = values.filter(bool)
    triangular = [
        tuple(
            draw(nonzero) if i == j else draw(values) if j < i else Fraction(0) for j in range(rank)
        )
        for i in range(rank)
    ]
    free = [tuple(draw(values) for _ in range(rank)) for _ in range(rows - rank)]
    return triangular + free


@st.composite
def decompositions(
    draw: st.DrawFn,
    *,
    most: int = 6,
    rank: st.SearchStrategy[int] | None = None,
    values: st.SearchStrategy[Fraction] | None = None,
) -> AffineDecomposition:
    """F, U of full column rank r >= 1 and a scalar c; rows are in random order.

    Parameters
    ----------
    most : int
        The most rows of F and of U.
    rank : SearchStrategy, optional
        Draws r, below `most`.
    values : SearchStrategy, optional
        Draws the entries.

    Returns
    -------
    SearchStrategy
        Of `AffineDecomposition`.
    """
    values = values or rationals()
    r = draw(rank if rank is not None else st.integers(1, max(1, min(3, most - 1))))
    predictions = draw(st.integers(r + 1, max(most, r + 1)))
    observations = draw(st.integers(r, max(most, r)))
    zero = (Fraction(0),) * r
    F: Vectors = tuple(
        draw(st.permutations([zero, *draw(_full_column_rank(predictions - 1, r, values))]))
    )
    U: Vectors = tuple(draw(st.permutations(draw(_full_column_rank(observations, r, values)))))
    return AffineDecomposition(F, U, draw(values))


@st.composite
def planted_losses(
    draw: st.DrawFn,
    *,
    most: int = 6,
    rank: st.SearchStrategy[int] | None = None,
    values: st.SearchStrategy[Fraction] | None = None,
) -> Planted:
    """Losses F U^T + c with their planted decomposition.

    Parameters
    ----------
    most, rank, values :
        As in `decompositions`.

    Returns
    -------
    SearchStrategy
        Of `Planted`.
    """
    given = draw(decompositions(most=most, rank=rank, values=values))
    entries = [
        [sum((a * b for a, b in zip(F_z, U_y, strict=True)), given.c) for U_y in given.U]
        for F_z in given.F
    ]
    return Planted(matrix_loss(entries), given)
