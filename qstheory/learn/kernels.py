"""Kernels k(x, x') on the inputs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from scipy.sparse import issparse
from scipy.spatial.distance import cdist

from qstheory.errors import InvalidParameter

Array = np.ndarray[Any, np.dtype[Any]]
_MEDIAN_ROWS = 1000
"""Half a million distances tell the median; of all pairs of many rows they would take too long."""
# What rounding may change of gamma ||x - x'||^2, and of gamma ||x - x'|| where that is near zero.
_ERROR, _ROOT_ERROR = 1e-9, 1e-6


@dataclass(frozen=True)
class Kernel:
    """A kernel by name, with its parameters.

    gaussian    exp(-gamma ||x - x'||^2)
    laplace     exp(-gamma ||x - x'||)          (Euclidean norm; scikit-learn's `laplacian` has L1)
    linear      x . x'
    polynomial  (gamma x . x' + coef0)^degree
    precomputed the rows handed in are already k(x, x_1), ..., k(x, x_n)

    and each name or callable that scikit-learn's `pairwise_kernels` takes, with `parameters`.
    `gamma` may be a number or "median": 1 / median of ||x - x'||^2 (gaussian) or ||x - x'||
    (laplace) over pairs of distinct rows among at most 1000 evenly spaced ones, and 1 / d for the
    other kernels.
    """

    name: str | Callable[..., float] = "gaussian"
    gamma: float | str = "median"
    degree: float = 3
    coef0: float = 1
    parameters: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        own = {"gaussian", "laplace", "linear", "polynomial", "precomputed"}
        if not callable(self.name) and self.name not in own:
            from sklearn.metrics.pairwise import PAIRWISE_KERNEL_FUNCTIONS

            known = own | set(PAIRWISE_KERNEL_FUNCTIONS)
            if self.name not in known:
                names = ", ".join(sorted(known))
                raise InvalidParameter(
                    f"kernel={self.name!r} is not known: take one of {names}, or a callable."
                )
        gamma: Any = self.gamma
        number = isinstance(gamma, int | float | np.number) and 0 < gamma < np.inf
        if not number and not (isinstance(gamma, str) and gamma == "median"):
            raise InvalidParameter(f"gamma={self.gamma!r} must be positive or 'median'.")

    @property
    def precomputed(self) -> bool:
        return self.name == "precomputed"

    @property
    def has_width(self) -> bool:
        """Whether a grid over gamma is a grid over widths of a radial kernel."""
        return self.name in {"gaussian", "laplace", "rbf", "laplacian"}

    def resolved(self, X: Any) -> Kernel:
        """The same kernel with `gamma` a number, from the rows of X where it says "median"."""
        if self.gamma != "median" or callable(self.name) or self.precomputed:
            return self
        if not self.has_width:
            return replace(self, gamma=1.0 / max(1, X.shape[1]))
        rows = np.unique(np.linspace(0, X.shape[0] - 1, min(X.shape[0], _MEDIAN_ROWS)).astype(int))
        chosen = _distinct_rows(X[rows])
        rough = squared_distances(chosen, chosen)
        squares = squared_distances(chosen, chosen, _ERROR * float(np.median(rough)))
        distances = np.sqrt(squares[np.triu_indices(chosen.shape[0], k=1)])
        positive = distances[distances > 0]
        if chosen.shape[0] < 2:
            return replace(self, gamma=1.0)
        median = float(np.median(positive)) if positive.size else 0.0
        power = 2 if self.name in {"gaussian", "rbf"} else 1
        gamma = median**-power if median else 0.0
        if not 0 < gamma < np.inf:
            raise InvalidParameter(
                "The distances between rows of X are beyond floating point: rescale X."
            )
        return replace(self, gamma=gamma)

    def matrix(self, X: Any, Y: Any = None) -> Array:
        """K[i, j] = k(X_i, Y_j), shape [len(X), len(Y)]; Y is X where it is not given."""
        if self.precomputed:
            return np.asarray(X, dtype=float)
        if self.gamma == "median" and not callable(self.name):
            return self.resolved(X if Y is None else Y).matrix(X, Y)
        if self.name in {"gaussian", "rbf", "laplace"}:
            laplace, gamma = self.name == "laplace", float(self.gamma)
            error = (_ROOT_ERROR / gamma) ** 2 if laplace else _ERROR / gamma
            exponents = squared_distances(X, X if Y is None else Y, error)
            if laplace:
                # What rounding leaves between equal rows would be magnified by the root.
                noise = 4 * np.finfo(float).eps * np.max(exponents, initial=0.0)
                exponents[exponents <= noise] = 0.0
                np.sqrt(exponents, out=exponents)
            exponents *= -gamma
            return np.asarray(np.exp(exponents, out=exponents))
        from sklearn.metrics.pairwise import pairwise_kernels

        return np.asarray(pairwise_kernels(X, Y, **self._scikit_learn_arguments()))

    def _scikit_learn_arguments(self) -> dict[str, Any]:
        if callable(self.name):
            return {"metric": self.name, **self.parameters}
        shapes: dict[str, tuple[str, dict[str, Any]]] = {
            "laplacian": ("laplacian", {"gamma": self.gamma}),
            "chi2": ("chi2", {"gamma": self.gamma}),
            "sigmoid": ("sigmoid", {"gamma": self.gamma, "coef0": self.coef0}),
        }
        polynomial = {"gamma": self.gamma, "degree": self.degree, "coef0": self.coef0}
        shapes["polynomial"] = shapes["poly"] = ("polynomial", polynomial)
        metric, arguments = shapes.get(self.name, (self.name, {}))
        return {"metric": metric, **arguments, **self.parameters}


def squared_distances(X: Any, Y: Any, error: float = np.inf) -> Array:
    """||x_i - y_j||^2 up to `error`, shape [len(X), len(Y)], unchanged when all inputs are moved.

    ||x||^2 - 2 x.y + ||y||^2 is fast and loses what is small beside the norms: dense inputs are
    centred first, and where the norms are still too large for the `error`, the differences are
    taken one by one (of sparse inputs, made dense, too).
    """
    same = X is Y
    if not issparse(X) and not issparse(Y):
        centre = np.asarray(Y, dtype=float).mean(axis=0) if len(Y) else 0.0
        X = np.asarray(X, dtype=float) - centre
        Y = X if same else np.asarray(Y, dtype=float) - centre
    largest = max(_largest_square(X), 0.0 if same else _largest_square(Y))
    if largest * np.finfo(float).eps > error:
        dense = [table.toarray() if issparse(table) else table for table in (X, Y)]
        return np.asarray(cdist(*dense, metric="sqeuclidean"))
    from sklearn.metrics.pairwise import euclidean_distances

    with np.errstate(over="ignore", invalid="ignore"):  # said in words by `resolved`
        return np.asarray(euclidean_distances(X, Y, squared=True))


def _distinct_rows(X: Any) -> Any:
    """The rows, each once: repeated observations are no other inputs."""
    if not issparse(X):
        return np.unique(np.asarray(X, dtype=float), axis=0)
    known = {(row.indices.tobytes(), row.data.tobytes()): i for i, row in enumerate(X)}
    return X[sorted(known.values())]


def _largest_square(X: Any) -> float:
    """The largest ||x_i||^2."""
    squares = np.asarray(X.multiply(X).sum(axis=1)) if issparse(X) else np.einsum("ij,ij->i", X, X)
    return float(np.max(squares, initial=0.0))
