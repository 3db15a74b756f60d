"""The protocol: 60/20/20 splits, one budget of settings for every method, one scaling of inputs."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.sparse import issparse
from sklearn.impute import SimpleImputer
from sklearn.preprocessing import MinMaxScaler

from qstheory.errors import InvalidParameter
from qstheory.learn.kernels import Array

PROTOCOL_VERSION = 1
FORESTS = ("LP-trees", "BR-trees")
BOOSTED = ("LightGBM", "XGBoost")


@dataclass(frozen=True)
class Budget:
    """What each method may try on the validation rows: as many settings for all.

    The kernel methods try `lams` x `widths` (multiples of the median width), the linear ones `Cs`
    (for ranking `ranking_lams`, and `pair_Cs` on the mean over pairs). With more than `exact_rows`
    training rows the kernel methods use `landmarks` Nystrom landmarks, for pairs always
    `ranking_landmarks`. Boosted trees try `boosted_leaves` x `boosted_rounds`. Forests of `trees`
    trees try the fewer `leaves`: they hardly depend on them.
    """

    lams: tuple[float, ...] = (1e-5, 1e-4, 1e-3, 1e-2, 1e-1)
    widths: tuple[float, ...] = (4.0, 2.0, 1.0, 0.5)
    Cs: tuple[float, ...] = tuple(np.logspace(-3, 2, 20).tolist())
    ranking_lams: tuple[float, ...] = (1e-3, 1e-2, 1e-1, 1.0, 10.0)
    pair_Cs: tuple[float, ...] = tuple(np.logspace(-1, 4, 20).tolist())
    exact_rows: int = 2500
    landmarks: int = 2000
    ranking_landmarks: int = 300
    trees: int = 100
    leaves: tuple[int, ...] = (1, 3, 9)
    boosted_leaves: tuple[int, ...] = (4, 8, 16, 31)
    boosted_rounds: tuple[int, ...] = (25, 50, 100, 200, 400)

    def check(self) -> None:
        """Raises InvalidParameter when some method would try more settings than another."""
        paths = {len(lams) * len(self.widths) for lams in (self.lams, self.ranking_lams)}
        boosted = len(self.boosted_leaves) * len(self.boosted_rounds)
        sizes = paths | {len(self.Cs), len(self.pair_Cs), boosted}
        if len(sizes) > 1:
            raise InvalidParameter(
                "Give every method as many settings (lams x widths, Cs, leaves x rounds)."
            )

    def relevant(self, method: str, n_rows: int, *, ranking: bool) -> tuple[object, ...]:
        """The settings that a run of this method on n rows depends on."""
        if method == "constant":
            return ()
        if method in FORESTS:
            return (self.trees, self.leaves)
        if method in BOOSTED:
            return (self.boosted_leaves, self.boosted_rounds)
        if method not in {"QS", "THBM"}:
            return self.pair_Cs if ranking else self.Cs
        if ranking:
            return (self.ranking_lams, self.widths, self.ranking_landmarks)
        # The final fit is on the training and the validation rows.
        exact = split_rows(n_rows, 0).both.size <= self.exact_rows
        return (self.lams, self.widths, self.exact_rows, None if exact else self.landmarks)

    def fingerprint(self, method: str, n_rows: int, *, ranking: bool, reading: str = "") -> str:
        """A short hash of the relevant settings: records made under others are made again.

        `reading` says how the data were read, where that was not as they are.
        """
        settings: tuple[object, ...] = (
            PROTOCOL_VERSION,
            method,
            self.relevant(method, n_rows, ranking=ranking),
        )
        if reading:
            settings = (*settings, reading)
        return hashlib.sha256(repr(settings).encode()).hexdigest()[:12]


@dataclass(frozen=True)
class Split:
    """Row numbers of the three parts."""

    train: Array
    validation: Array
    test: Array

    @property
    def both(self) -> Array:
        """Training and validation rows, on which the chosen setting is fitted."""
        return np.concatenate([self.train, self.validation])


def split_rows(n_rows: int, seed: int) -> Split:
    """60/20/20 at random: the paper does not say how its own split was drawn.

    >>> [len(part) for part in vars(split_rows(10, 0)).values()]
    [6, 2, 2]
    """
    order = np.random.default_rng(seed).permutation(n_rows)
    first, second = round(0.6 * n_rows), round(0.8 * n_rows)
    return Split(order[:first], order[first:second], order[second:])


def filled_inputs(X: Any, train: Array) -> Any:
    """The inputs with each missing number (NaN) replaced by the mean of its column in training."""
    numbers = X.data if issparse(X) else X
    if np.isfinite(numbers).all():
        return X
    return SimpleImputer(keep_empty_features=True).fit(X[train]).transform(X)


def scaled_inputs(X: Any, train: Array) -> Any:
    """Dense inputs with the training rows scaled to [0, 1] column by column; sparse ones as is."""
    return X if issparse(X) else MinMaxScaler().fit(X[train]).transform(X)


@dataclass(frozen=True)
class Problem:
    """One split of one data set, inputs filled and scaled; `weights` of the rows if they differ."""

    X: Any
    Y: Array
    split: Split
    weights: Array | None = None

    @classmethod
    def draw(cls, X: Any, Y: Array, seed: int, weights: Array | None = None) -> Problem:
        """The problem of that seed."""
        split = split_rows(len(Y), seed)
        inputs = scaled_inputs(filled_inputs(X, split.train), split.train)
        return cls(inputs, np.asarray(Y, dtype=np.int8), split, weights)

    def inputs(self, rows: Array) -> Any:
        return self.X[rows]

    def weights_of(self, rows: Array) -> Array | None:
        return None if self.weights is None else self.weights[rows]
