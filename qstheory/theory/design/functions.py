"""Surrogates as numpy functions: S(v, y), a (sub)gradient in v, and the decoder.

All take one score vector or an array with a row for each example, and as many observations, by
their index in the loss; the results have the shape of what goes in.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Protocol

import numpy as np
from numpy.typing import ArrayLike, NDArray

from qstheory.certify.arithmetic import Vector, Vectors
from qstheory.certify.maxima import Terms
from qstheory.errors import InvalidParameter

Array = NDArray[np.float64]


class SurrogateFunction(Protocol):
    """S for n observations and d scores, with predictions by their index in the loss."""

    dimension: int
    observations: int

    def value(self, v: ArrayLike, y: ArrayLike) -> Any:
        """S(v, y)."""

    def gradient(self, v: ArrayLike, y: ArrayLike) -> Array:
        """A subgradient of S(., y) at v, the gradient where there is one."""

    def decode(self, v: ArrayLike) -> Any:
        """The prediction for scores, the first of several."""


def floats(rows: Sequence[Sequence[Fraction]]) -> Array:
    """Rows of rationals, rounded."""
    return np.array([[float(x) for x in row] for row in rows], dtype=np.float64)


def batch(v: ArrayLike, dimension: int) -> tuple[Array, bool]:
    """Scores as rows, and whether it was one vector; raises InvalidParameter."""
    given = np.asarray(v, dtype=np.float64)
    if given.ndim not in (1, 2) or given.shape[-1] != dimension:
        raise InvalidParameter(
            f"Scores must have {dimension} numbers, not the shape {given.shape}."
        )
    return np.atleast_2d(given), given.ndim == 1


def labels(y: ArrayLike, count: int, rows: int) -> NDArray[np.intp]:
    """Observations by index, one for each row; raises InvalidParameter."""
    given = np.asarray(y)
    if given.dtype.kind not in "iu" or (given.size and not 0 <= given.min() <= given.max() < count):
        raise InvalidParameter(f"Observations must be indices from 0 to {count - 1}.")
    if given.ndim > 1 or (given.ndim == 1 and len(given) != rows):
        raise InvalidParameter(f"Give one observation for each of the {rows} score vectors.")
    return np.broadcast_to(given, (rows,)).astype(np.intp)


def one_or_all(values: NDArray[Any], single: bool) -> Any:
    """The only value, or all."""
    return values[0] if single else values


class Quadratic:
    """S(v, y) = sum_k w_k (v_k - U_yk)^2, decoded to argmin_z F_z . v.

    >>> one, two = Fraction(1), Fraction(2)
    >>> made = Quadratic(((one,), (-one,)), ((-one,), (one,)))
    >>> float(made.value([0.5], 1)), made.gradient([0.5], 1).tolist(), int(made.decode([0.5]))
    (0.25, [-1.0], 1)
    """

    def __init__(self, F: Vectors, U: Vectors, weights: Sequence[Fraction] | None = None) -> None:
        """F has a row for each prediction, U for each observation; the weights are 1 by default."""
        self.F, self.U = floats(F), floats(U)
        self.dimension, self.observations = self.F.shape[1], len(self.U)
        given = weights or [Fraction(1)] * self.dimension
        self.weights = np.array([float(w) for w in given])

    def _residuals(self, v: ArrayLike, y: ArrayLike) -> tuple[Array, bool]:
        V, single = batch(v, self.dimension)
        return V - self.U[labels(y, self.observations, len(V))], single

    def value(self, v: ArrayLike, y: ArrayLike) -> Any:
        """The weighted sum of squares."""
        residuals, single = self._residuals(v, y)
        return one_or_all((residuals**2) @ self.weights, single)

    def gradient(self, v: ArrayLike, y: ArrayLike) -> Array:
        """2 w (v - U_y)."""
        residuals, single = self._residuals(v, y)
        return np.asarray(one_or_all(2 * residuals * self.weights, single))

    def decode(self, v: ArrayLike) -> Any:
        """argmin_z F_z . v."""
        V, single = batch(v, self.dimension)
        return one_or_all((V @ self.F.T).argmin(axis=1), single)


class Ratio:
    """S(v, y) = a_y |v|^2 / 2 - U_y . v, decoded to argmin_z alpha_z + F_z . v.

    >>> zero, one = Fraction(0), Fraction(1)
    >>> made = Ratio((one, one), ((-one,), (one,)), (zero, zero), ((one,), (-one,)))
    >>> float(made.value([0.5], 1)), made.gradient([0.5], 1).tolist(), int(made.decode([0.5]))
    (-0.375, [-0.5], 1)
    """

    def __init__(self, a: Vector, U: Vectors, alpha: Vector, F: Vectors) -> None:
        """a and U have a row for each observation, alpha and F for each prediction."""
        self.a, self.U = floats([a])[0], floats(U)
        self.alpha, self.F = floats([alpha])[0], floats(F)
        self.dimension, self.observations = self.F.shape[1], len(self.U)

    def value(self, v: ArrayLike, y: ArrayLike) -> Any:
        """The weighted square less the linear part."""
        V, single = batch(v, self.dimension)
        chosen = labels(y, self.observations, len(V))
        squares = (V**2).sum(axis=1)
        found = self.a[chosen] * squares / 2 - (V * self.U[chosen]).sum(axis=1)
        return one_or_all(found, single)

    def gradient(self, v: ArrayLike, y: ArrayLike) -> Array:
        """a_y v - U_y."""
        V, single = batch(v, self.dimension)
        chosen = labels(y, self.observations, len(V))
        return np.asarray(one_or_all(self.a[chosen, None] * V - self.U[chosen], single))

    def decode(self, v: ArrayLike) -> Any:
        """argmin_z alpha_z + F_z . v."""
        V, single = batch(v, self.dimension)
        return one_or_all((self.alpha + V @ self.F.T).argmin(axis=1), single)


@dataclass(frozen=True)
class VertexLink:
    """What the best link of a polyhedral surrogate looks at.

    Rows of P are the vertices of the cells, `least` is min W there, `excess` has for each vertex a
    column of excess risks r_zj. The link is argmax_z min_j (W_j(v) - min W_j) / r_zj over r_zj > 0.
    """

    P: Array
    least: Array
    excess: Array

    def decode(self, values: Array) -> NDArray[np.intp]:
        """The predictions for rows of S(v, .)."""
        regrets = values @ self.P.T - self.least
        columns = []
        for excess in self.excess.T:
            wrong = excess > 0
            distances = regrets[:, wrong] / excess[wrong]
            columns.append(distances.min(axis=1, initial=np.inf))
        return np.asarray(np.array(columns).argmax(axis=0))


class Polyhedral:
    """S(v, y) = a sum of maxima of affine functions, decoded by its best link."""

    def __init__(self, terms: Terms, link: VertexLink) -> None:
        """The pieces of each observation, and the link."""
        self.link = link
        self.dimension, self.observations = len(terms[0][0][0].slope), len(terms)
        self.maxima = [
            [
                (floats([k.slope for k in maximum]), floats([[k.constant] for k in maximum])[:, 0])
                for maximum in maxima
            ]
            for maxima in terms
        ]

    def values(self, v: ArrayLike) -> Array:
        """S(v, y) for every y, a row for each score vector."""
        V, _ = batch(v, self.dimension)
        columns = [
            sum(((V @ A.T + b).max(axis=1) for A, b in maxima), np.zeros(len(V)))
            for maxima in self.maxima
        ]
        return np.array(columns).T

    def value(self, v: ArrayLike, y: ArrayLike) -> Any:
        """The sum of maxima."""
        V, single = batch(v, self.dimension)
        chosen = labels(y, self.observations, len(V))
        return one_or_all(self.values(V)[np.arange(len(V)), chosen], single)

    def gradient(self, v: ArrayLike, y: ArrayLike) -> Array:
        """The sum of the slopes of the first largest pieces."""
        V, single = batch(v, self.dimension)
        chosen = labels(y, self.observations, len(V))
        found = np.zeros_like(V)
        for label in np.unique(chosen):
            mine = chosen == label
            for A, b in self.maxima[label]:
                found[mine] += A[(V[mine] @ A.T + b).argmax(axis=1)]
        return np.asarray(one_or_all(found, single))

    def decode(self, v: ArrayLike) -> Any:
        """The prediction of the least regret constant at v."""
        V, single = batch(v, self.dimension)
        return one_or_all(self.link.decode(self.values(V)), single)


class LogLinear:
    """S(v, y) = log sum_y' exp(v_y') - v_y with v_n = 0, decoded by least risk under softmax(v)."""

    def __init__(self, L: Vectors) -> None:
        """L has a row for each prediction."""
        self.L = floats(L)
        self.observations = self.L.shape[1]
        self.dimension = self.observations - 1

    def _shifted(self, v: ArrayLike) -> tuple[Array, bool]:
        V, single = batch(v, self.dimension)
        full = np.hstack([V, np.zeros((len(V), 1))])
        return full - full.max(axis=1, keepdims=True), single

    def probabilities(self, v: ArrayLike) -> Array:
        """softmax(v, 0), a row for each score vector."""
        shifted, _ = self._shifted(v)
        masses = np.exp(shifted)
        return np.asarray(masses / masses.sum(axis=1, keepdims=True))

    def value(self, v: ArrayLike, y: ArrayLike) -> Any:
        """The log-loss."""
        shifted, single = self._shifted(v)
        chosen = labels(y, self.observations, len(shifted))
        own = shifted[np.arange(len(shifted)), chosen]
        return one_or_all(np.log(np.exp(shifted).sum(axis=1)) - own, single)

    def gradient(self, v: ArrayLike, y: ArrayLike) -> Array:
        """softmax(v, 0) - e_y without its last coordinate."""
        V, single = batch(v, self.dimension)
        chosen = labels(y, self.observations, len(V))
        found = self.probabilities(V)
        found[np.arange(len(V)), chosen] -= 1
        return np.asarray(one_or_all(found[:, :-1], single))

    def decode(self, v: ArrayLike) -> Any:
        """argmin_z of the mean loss under the model."""
        V, single = batch(v, self.dimension)
        return one_or_all((self.probabilities(V) @ self.L.T).argmin(axis=1), single)
