"""A fitted g-hat, whatever regressor of U_y it comes from, and all that is read off it."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import KW_ONLY, dataclass
from inspect import Parameter, signature
from typing import Any, Protocol, Self

import numpy as np
from scipy.sparse import csr_matrix, hstack, issparse
from sklearn.base import clone
from sklearn.pipeline import Pipeline
from sklearn.utils import get_tags
from sklearn.utils.metaestimators import available_if

from qstheory.errors import InvalidParameter, TooLarge
from qstheory.learn.base import LossEstimator, Prepared, warn_of_gaps
from qstheory.learn.checks import renamed, row_blocks
from qstheory.learn.decoders import Decoder
from qstheory.learn.decoders.arrays import ENUMERATION_LIMIT
from qstheory.learn.kernels import Array, Kernel
from qstheory.learn.resolve import LossSpecification, resolve_decoder, resolve_solver
from qstheory.learn.solvers import Solver
from qstheory.learn.solvers.ridge import dense

_ANY = Parameter.VAR_KEYWORD  # handed on to the regressors within


@dataclass(frozen=True)
class RegressorFit:
    """The g-hat of a fitted multi-output regressor."""

    regressor: Any
    outputs: int

    @classmethod
    def fit(cls, regressor: Any, X: Any, U: Any, weights: Array | None) -> RegressorFit:
        """A clone of the regressor, fitted to U; a single output is given as a vector.

        Raises
        ------
        InvalidParameter
            For what is no regressor, has a single output where U has several, or takes no weights
            where there are some.
        """
        if isinstance(regressor, type) or not (
            hasattr(regressor, "fit") and hasattr(regressor, "predict")
        ):
            raise InvalidParameter(f"{regressor!r} is no regressor: pass one such as Ridge().")
        table = dense(U, None)
        given = {} if weights is None else {_weights_name(regressor): weights}
        single = table.shape[1] == 1
        try:
            fitted = clone(regressor).fit(X, table[:, 0] if single else table, **given)
        except ValueError as error:
            if single or get_tags(regressor).target_tags.multi_output:
                raise
            name = type(regressor).__name__
            raise InvalidParameter(
                f"{name} has one output and U has {table.shape[1]}: wrap it, as"
                f" sklearn.multioutput.MultiOutputRegressor({name}(...))."
            ) from error
        return cls(fitted, table.shape[1])

    def scores(self, X: Any) -> Array:
        return np.asarray(self.regressor.predict(X), dtype=float).reshape(X.shape[0], self.outputs)


def takes_missing(regressor: Any) -> bool:
    """Whether a regressor, or the first step of a pipeline, has a way with NaN in X."""
    first = regressor.steps[0][1] if isinstance(regressor, Pipeline) else regressor
    known = hasattr(first, "__sklearn_tags__") and not isinstance(first, type)
    return known and bool(get_tags(first).input_tags.allow_nan)


def _weights_name(regressor: Any) -> str:
    """The argument of `fit` for weights, of a pipeline that of its last step."""
    prefix, last = "", regressor
    if isinstance(regressor, Pipeline):
        name, last = regressor.steps[-1]
        prefix = f"{name}__"
    arguments = signature(last.fit).parameters
    if "sample_weight" not in arguments and _ANY not in {p.kind for p in arguments.values()}:
        raise InvalidParameter(
            f"{type(last).__name__} takes no sample_weight: leave the weights out, or take another"
            " regressor."
        )
    return f"{prefix}sample_weight"


@dataclass(frozen=True)
class Outputs:
    """U_y of each row of Y, zero where the convention drops it, and a last column c if given.

    `U[rows]` is an array, or sparse where the decoder's features are: what a solver that works in
    blocks of rows never holds as a whole.
    """

    decoder: Decoder
    Y: Array
    width: int
    sparse: bool
    offsets: Array | None = None

    @classmethod
    def of(cls, decoder: Decoder, Y: Array, offsets: Array | None = None) -> Outputs:
        """Of a fitted decoder."""
        first = decoder.sparse_features(Y[:1])
        return cls(decoder, Y, int(first.shape[1]), issparse(first), offsets)

    @property
    def shape(self) -> tuple[int, int]:
        return len(self.Y), self.width + (self.offsets is not None)

    def __getitem__(self, rows: Any) -> Any:
        U = self.decoder.sparse_features(self.Y[rows])
        if issparse(U):
            if self.offsets is None:
                return csr_matrix(U)
            return csr_matrix(hstack([U, csr_matrix(self.offsets[rows][:, None])]))
        U = np.nan_to_num(np.asarray(U, dtype=float), copy=False)
        return U if self.offsets is None else np.column_stack([U, self.offsets[rows]])

    def blocks(self) -> list[slice]:
        """Blocks of rows that take little memory."""
        return row_blocks(len(self.Y), self.Y.shape[1] if self.sparse else self.shape[1])

    def mean(self, weights: Array | None) -> Array:
        """The weighted mean of U, shape (r,)."""
        shares = np.full(len(self.Y), 1.0) if weights is None else weights
        total = np.zeros(self.shape[1])
        for rows in self.blocks():
            total += self[rows].T @ shares[rows]
        return np.asarray(total / shares.sum())


def risk_offsets(decoder: Decoder, Y: Array) -> Array:
    """c(y_i) = L(z, y_i) - F_z . U_{y_i}, the same for every z; nan where y_i is dropped."""
    outputs = Outputs.of(decoder, Y)
    z = decoder.decode(np.zeros((1, outputs.width)))
    features = decoder.prediction_features(z)[0]
    offsets = np.empty(len(Y))
    for rows in outputs.blocks():
        products = np.asarray(outputs[rows] @ features)
        repeated = np.repeat(z, len(products), axis=0)
        offsets[rows] = decoder.loss(repeated, Y[rows]) - products
    return offsets


class Surrogate(Protocol):
    """A fitted g-hat, an estimate of E[U_y | x]."""

    def scores(self, X: Any) -> Array:
        """g-hat at the rows of X, shape [len(X), r]."""


@dataclass(frozen=True)
class RiskOffset:
    """c(y) in L(z, y) = F_z . U_y + c(y): one number, or None where it is regressed like U."""

    constant: float | None


def _scores_classes(self: SurrogateEstimator) -> bool:
    decoder = self._decoder()
    if decoder.name in {"hamming", "prec-at-k"}:
        return True
    return decoder.predicts_what_it_observes


def _gives_probabilities(self: SurrogateEstimator) -> bool:
    return self._decoder().gives_probabilities


@dataclass(eq=False, repr=False)
class SurrogateEstimator(LossEstimator):
    """A fitted g-hat and its decoder, which subclasses hand to `_keep` at the end of fit."""

    loss: LossSpecification = "hamming"
    _: KW_ONLY
    loss_parameters: dict[str, object] | None = None
    decoder: Decoder | None = None
    kernel: Any = "gaussian"
    degree: float = 3
    coef0: float = 1
    kernel_params: dict[str, Any] | None = None
    route: str = "decomposition"
    solver: str | Solver = "exact"
    n_components: int | None = None
    candidates: Any = None
    target: str = "auto"
    classes: Sequence[Any] | None = None
    max_memory: float | None = None
    random_state: int = 0
    kernel_parameters: dict[str, Any] | str | None = "deprecated"

    def __post_init__(self) -> None:
        """What a fit leaves behind."""
        self.ridge_: Surrogate
        self.offset_: RiskOffset

    def predict(self, X: Any) -> Any:
        """f-hat(x) for each row, in the form in which y was given to fit.

        Warns
        -----
        ConvergenceWarning
            Where the decoder could not prove that its prediction is optimal.
        """
        return super().predict(X)

    def decode_with_gap(self, X: Any) -> tuple[Any, Array]:
        """The predictions and, for each, a bound on its estimated risk less the least one."""
        rows, gaps = self._decoded(self._checked(X))
        return self._returned(rows, X), gaps

    def surrogate(self, X: Any) -> Array:
        """g-hat(x) in R^r for each row, shape (n, r).

        With route="loss-trick" these are the weights alpha(x) of the distinct observations.
        """
        X = self._checked(X)
        return self._split(self.ridge_.scores(X))[0]

    def predict_risk(self, X: Any, *, all_predictions: bool = False) -> Array:
        """The estimated conditional risk F_z . g-hat(x) + c-hat(x), c-hat of c(y) = L - F_z . U_y.

        Of the chosen prediction, shape (n,); with `all_predictions` of each prediction in the order
        of `decoder_.predictions`, shape (n, |Z|). With signed weights it may leave the range of the
        loss.

        Raises
        ------
        TooLarge
            When all of too many predictions are asked for.
        """
        X = self._checked(X)
        scores, offsets = self._split(self.ridge_.scores(X))
        if all_predictions:
            return np.asarray(scores @ self._all_features().T + offsets[:, None])
        rows = self.decoder_.decode_with_gap(scores)[0]
        return np.asarray(self.decoder_.risk(rows, scores) + offsets)

    def predict_margin(self, X: Any) -> Array:
        """The estimated risk of the second best prediction less that of the best, shape (n,).

        Infinite where there is one prediction. All are tried: raises TooLarge for too many.
        """
        scores = self.surrogate(X)
        features = self._all_features()
        if len(features) < 2:
            return np.full(len(scores), np.inf)
        margins = np.empty(len(scores))
        for rows in row_blocks(len(scores), len(features)):
            two = np.partition(scores[rows] @ features.T, 1, axis=1)[:, :2]
            margins[rows] = two[:, 1] - two[:, 0]
        return margins

    @available_if(_scores_classes)  # type: ignore[untyped-decorator]
    def decision_function(self, X: Any) -> Array:
        """-F_z . g-hat(x) of each class, shape (n, q); of two classes the difference, shape (n,).

        For Hamming and Prec@k the scores of the labels, shape (n, m). Other losses have
        `surrogate` and `predict_risk`.
        """
        scores = self.surrogate(X)
        if self.decoder_.observes == "label-sets":
            return scores
        classes = self.decoder_.predictions(1)
        values = -scores @ self.decoder_.prediction_features(classes).T
        return np.asarray(values[:, 1] - values[:, 0]) if values.shape[1] == 2 else values

    @available_if(_gives_probabilities)  # type: ignore[untyped-decorator]
    def predict_proba(self, X: Any) -> Array:
        """Estimated probabilities of the classes, shape (n, q), or of the labels, shape (n, m).

        U_y is then an indicator, and g-hat(x) is moved to the nearest point of the simplex, or of
        [0, 1] for each label.
        """
        scores = self.surrogate(X)
        return self.decoder_.probabilities(scores)

    def _predicted_rows(self, X: Any) -> Array:
        rows, gaps = self._decoded(X)
        warn_of_gaps(gaps)
        return rows

    def _decoded(self, X: Any) -> tuple[Array, Array]:
        """Predictions and gaps, the scores formed in blocks of rows."""
        found = []
        width = max(1, self.n_outputs_)
        for rows in row_blocks(X.shape[0], width) or [slice(0, 0)]:
            scores, _ = self._split(self.ridge_.scores(X[rows]))
            found.append(self.decoder_.decode_with_gap(scores))
        decoded, gaps = zip(*found, strict=True)
        return np.concatenate(decoded), np.concatenate(gaps)

    def _split(self, scores: Array) -> tuple[Array, Array]:
        """g-hat(x), and c-hat(x)."""
        if self.offset_.constant is None:
            return np.ascontiguousarray(scores[:, :-1]), scores[:, -1]
        return scores, np.full(len(scores), self.offset_.constant)

    def _all_features(self) -> Array:
        decoder = self.decoder_
        items = decoder.items(self.targets_.classes.size)
        if decoder.predicts == "label-sets" and items >= ENUMERATION_LIMIT.bit_length():
            raise TooLarge(f"The predictions of {items} labels are too many to compare.")
        return decoder.prediction_features(decoder.predictions(items))

    def _outputs(self, prepared: Prepared) -> tuple[RiskOffset, Outputs]:
        """U, with the column of c(y) where that is not constant."""
        c = risk_offsets(prepared.decoder, prepared.Y)
        if np.isfinite(c).all() and np.ptp(c) <= 1e-12:
            return RiskOffset(float(c[0])), Outputs.of(prepared.decoder, prepared.Y)
        return RiskOffset(None), Outputs.of(prepared.decoder, prepared.Y, np.nan_to_num(c))

    def _fitted(self, prepared: Prepared, regressor: Any) -> Self:
        """U regressed by that regressor, or by the kernel's solver where there is none."""
        offset, U = self._outputs(prepared)
        ridge: Surrogate
        if regressor is not None:
            ridge = RegressorFit.fit(regressor, prepared.X, U, prepared.weights)
        else:
            gamma, alpha = self._width_and_alpha()
            kernel = self._kernel(gamma)
            ridge = self._solver().fit(kernel, prepared.X, U, alpha, prepared.weights)
        return self._keep(prepared, ridge, offset, U.shape[1])

    @abstractmethod
    def _width_and_alpha(self) -> tuple[float | str, float]:
        """gamma and alpha of the kernel ridge, given or chosen."""

    def _keep(self, prepared: Prepared, ridge: Surrogate, offset: RiskOffset, outputs: int) -> Self:
        self.ridge_, self.offset_, self.n_outputs_ = ridge, offset, outputs
        self.decoder_, self.targets_ = prepared.decoder, prepared.targets
        return self

    def _decoder(self) -> Decoder:
        loss = self.loss if self.decoder is None else self.decoder
        return resolve_decoder(loss, self.loss_parameters, self.route, self.candidates)

    def _kernel(self, gamma: float | str) -> Kernel:
        parameters = renamed(self, "kernel_parameters", "kernel_params") or {}
        return Kernel(self.kernel, gamma, self.degree, self.coef0, parameters)

    def _solver(self) -> Solver:
        return resolve_solver(self.solver, self.n_components, self.random_state, self.max_memory)

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.pairwise = self.kernel == "precomputed"
        return tags
