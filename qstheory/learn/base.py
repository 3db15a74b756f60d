"""What the estimators share: inputs, observations, prediction and scoring by the loss itself."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from sklearn.base import BaseEstimator
from sklearn.utils import ClassifierTags
from sklearn.utils.validation import check_consistent_length, check_is_fitted, validate_data

from qstheory.learn.decoders.base import Decoder
from qstheory.learn.kernels import Array, Kernel
from qstheory.learn.resolve import resolve_decoder
from qstheory.learn.selection import mean_loss
from qstheory.learn.solvers import RidgeFit
from qstheory.learn.targets import Targets, infer_targets


@dataclass(frozen=True)
class Prepared:
    """Checked inputs, the integer table of observations, and the fitted decoder."""

    X: Any
    Y: Array
    targets: Targets
    decoder: Decoder

    def features(self) -> Array:
        """U_y for each observation, zero where the convention drops it."""
        U = np.asarray(self.decoder.observation_features(self.Y), dtype=float)
        return np.asarray(np.nan_to_num(U, copy=False))


class LossEstimator(BaseEstimator):  # type: ignore[misc]
    """Base of all estimators: a subclass predicts rows of integers, this does the rest."""

    loss: Any
    loss_parameters: dict[str, object] | None
    decoder_: Decoder
    targets_: Targets

    # What an estimator may offer as parameters of its own.
    target: str = "auto"
    classes: Sequence[Any] | None = None

    def predict(self, X: Any) -> Any:
        """f-hat(x) for each row, in the form in which y was given to fit."""
        rows = self._predicted_rows(self._checked(X))
        return self.targets_.decode(rows)

    def risk(self, X: Any, y: Any) -> float:
        """The mean of L(f-hat(x_i), y_i), over the observations that the convention keeps."""
        predicted = self._predicted_rows(self._checked(X))
        observed = self.targets_.encode(y)
        check_consistent_length(predicted, observed)
        return mean_loss(self.decoder_, predicted, observed)

    def score(self, X: Any, y: Any) -> float:
        """Minus the mean loss, since scikit-learn's scores are better when greater."""
        return -self.risk(X, y)

    @abstractmethod
    def _predicted_rows(self, X: Any) -> Array:
        """The predictions as the decoder's integer rows."""

    def __sklearn_is_fitted__(self) -> bool:
        """A fit that failed leaves `n_features_in_` behind; `targets_` comes last in every fit."""
        return hasattr(self, "targets_")

    def _checked(self, X: Any) -> Any:
        check_is_fitted(self)
        return validate_data(self, X, accept_sparse="csr", dtype=float, reset=False)

    def _decoder(self) -> Decoder:
        return resolve_decoder(self.loss, self.loss_parameters)

    def _prepare(self, X: Any, y: Any) -> Prepared:
        X = validate_data(self, X, accept_sparse="csr", dtype=float)
        if y is None:
            raise ValueError("This estimator requires y to be passed, but the target y is None.")
        unfitted = self._decoder()
        targets = infer_targets(
            y,
            unfitted.observes,
            unfitted.predicts,
            self.target,
            classes=unfitted.observation_names if self.classes is None else self.classes,
            predicted=unfitted.prediction_names,
        )
        Y = targets.encode(y)
        check_consistent_length(X, Y)
        return Prepared(X, Y, targets, unfitted.fit(Y))

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        tags.target_tags.required = True
        # One observation is a row; losses on classes also take the vector that scikit-learn knows.
        tags.target_tags.multi_output = True
        observes = self._decoder().observes
        tags.target_tags.single_output = observes == "classes"
        if observes == "label-sets":  # each column has two values
            tags.classifier_tags = ClassifierTags(multi_class=False)
        return tags


class KernelEstimator(LossEstimator):
    """An estimator with the parameters of a kernel."""

    kernel: Any
    gamma: float | str
    degree: float = 3
    coef0: float = 1
    kernel_parameters: dict[str, Any] | None = None

    def _kernel(self) -> Kernel:
        parameters = self.kernel_parameters or {}
        return Kernel(self.kernel, self.gamma, self.degree, self.coef0, parameters)

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.pairwise = self.kernel == "precomputed"
        return tags


class SurrogateEstimator(KernelEstimator):
    """A fitted g-hat and its decoder: subclasses set `ridge_`, `decoder_` and `targets_` in fit."""

    decoder: Decoder | None
    candidates: Any
    route: str
    ridge_: RidgeFit

    def surrogate(self, X: Any) -> Array:
        """g-hat(x) in R^r for each row, shape (n, r).

        With route="loss-trick" these are the weights alpha(x) of the distinct observations.
        """
        return self.ridge_.scores(self._checked(X))

    def _predicted_rows(self, X: Any) -> Array:
        return self.decoder_.decode(self.ridge_.scores(X))

    def _decoder(self) -> Decoder:
        loss = self.loss if self.decoder is None else self.decoder
        return resolve_decoder(loss, self.loss_parameters, self.route, self.candidates)
