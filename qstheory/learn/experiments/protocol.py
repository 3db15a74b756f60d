"""The protocol: 60/20/20 splits, one budget of settings for every method, one scaling of inputs.

Every method tries its settings on the validation rows and keeps the best.
"""

from __future__ import annotations

import hashlib
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, Protocol, TypeVar

import numpy as np
from scipy.sparse import issparse
from sklearn.impute import SimpleImputer
from sklearn.preprocessing import MinMaxScaler

from qstheory.errors import InvalidParameter
from qstheory.learn.decoders import Decoder, decoder_for
from qstheory.learn.kernels import Array
from qstheory.learn.selection import mean_loss

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

    def part(self, rows: Array) -> tuple[Any, Array, Array | None]:
        """Inputs, label sets and weights of the rows."""
        return self.inputs(rows), self.Y[rows], self.weights_of(rows)

    def decoder(self, measure: Measure) -> Decoder:
        """The decoder of a measure, fitted to the training rows."""
        return measure.decoder().fit(self.Y[self.split.train])

    def loss(self, decoder: Decoder, predicted: Array, rows: Array) -> float:
        """The mean loss of these label sets at the rows."""
        return mean_loss(decoder, predicted, self.Y[rows], self.weights_of(rows))

    def weights_of(self, rows: Array) -> Array | None:
        return None if self.weights is None else self.weights[rows]


@dataclass(frozen=True)
class Measure:
    """A loss that is minimised, and whether it is shown as the score 1 - loss."""

    key: str
    title: str
    loss: str
    parameters: Mapping[str, object] = field(default_factory=dict)
    is_score: bool = False

    def decoder(self) -> Decoder:
        """An unfitted decoder of the loss."""
        return decoder_for(self.loss, **self.parameters)

    def shown(self, loss: float) -> float:
        """The number as the paper writes it."""
        return 1 - loss if self.is_score else loss


ZERO_ONE = Measure("zero-one", "0-1", "zero-one")
HAMMING = Measure("hamming", "Hamming", "hamming")
# The paper's definition (eq fscore): the F-score of the empty against the empty set is one.
F_SCORE = Measure("f-score", "F-score", "f-score", {"undefined": "one"}, is_score=True)
MULTILABEL = (ZERO_ONE, HAMMING, F_SCORE)

# The other two conventions, for data with empty label sets.
F_CONVENTIONS = (
    Measure("f-score/zero", "F-score, 0/0 = 0", "f-score", {"undefined": "zero"}, is_score=True),
    Measure("f-score/drop", "F-score, dropped", "f-score", {"undefined": "drop"}, is_score=True),
)


def ndcg(k: int) -> Measure:
    """NDCG@k with gain 2^r - 1 and discount 1/log2(1 + p); zero for a query without relevance."""
    parameters = {"k": k, "undefined": "zero"}
    return Measure(f"ndcg@{k}", f"NDCG@{k}", "ndcg", parameters, is_score=True)


RANKING = (ndcg(3), ndcg(5), ndcg(10))


def measure_named(key: str) -> Measure:
    """The measure with that key; KeyError for none."""
    return {item.key: item for item in (*MULTILABEL, *F_CONVENTIONS, *RANKING)}[key]


@dataclass(frozen=True)
class Outcome:
    """The least validation loss, the test loss after the final fit, and the chosen setting."""

    measure: str
    validation: float
    test: float
    setting: dict[str, float]


class Trial(Protocol):
    """A split of a data set, with what is predicted on it judged by a measure."""

    @property
    def split(self) -> Any:
        """The parts `train`, `validation`, `test` and `both`."""

    def decoder(self, measure: Measure) -> Decoder: ...

    def loss(self, decoder: Decoder, predicted: Array, rows: Array) -> float: ...


P = TypeVar("P", bound=Trial)
P_contra = TypeVar("P_contra", bound=Trial, contravariant=True)
Setting = dict[str, float]


class Method(Protocol[P_contra]):
    """A method of the table."""

    @property
    def name(self) -> str: ...

    def run(
        self, problem: P_contra, measures: Sequence[Measure], budget: Budget
    ) -> list[Outcome]: ...


class Choice:
    """The best setting so far for one measure; of equal losses, the first."""

    def __init__(self) -> None:
        self.loss = np.inf
        self.setting: dict[str, float] = {}

    def offer(self, loss: float, setting: dict[str, float]) -> None:
        if loss < self.loss:
            self.loss, self.setting = loss, setting


class SharedFits(ABC, Generic[P]):
    """A method whose fits do not depend on the measure: one of a setting serves every measure.

    A subclass says what is tried and what a fit predicts, for each value of an `inner` parameter.
    """

    name: str
    inner = "cut"

    @abstractmethod
    def settings(self, budget: Budget) -> list[Setting]:
        """Each costs one fit."""

    @abstractmethod
    def predictions(
        self, problem: P, rows: Array, at: Array, setting: Setting, budget: Budget
    ) -> Mapping[float, Array]:
        """Fitted to some rows, what is predicted at others, by the inner parameter."""

    def run(self, problem: P, measures: Sequence[Measure], budget: Budget) -> list[Outcome]:
        split = problem.split
        decoders = [problem.decoder(measure) for measure in measures]
        choices = [Choice() for _ in measures]
        for setting in self.settings(budget):
            tried = self.predictions(problem, split.train, split.validation, setting, budget)
            for inner, predicted in tried.items():
                for decoder, choice in zip(decoders, choices, strict=True):
                    loss = problem.loss(decoder, predicted, split.validation)
                    choice.offer(loss, {**setting, self.inner: inner})
        outcomes = []
        refits: dict[tuple[float, ...], Mapping[float, Array]] = {}
        for measure, decoder, choice in zip(measures, decoders, choices, strict=True):
            setting = {name: value for name, value in choice.setting.items() if name != self.inner}
            key = tuple(setting.values())
            if key not in refits:
                refits[key] = self.predictions(problem, split.both, split.test, setting, budget)
            loss = problem.loss(decoder, refits[key][choice.setting[self.inner]], split.test)
            outcomes.append(Outcome(measure.key, float(choice.loss), loss, choice.setting))
        return outcomes
