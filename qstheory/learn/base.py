"""What the quadratic surrogate estimators share: inputs, observations, prediction and scoring."""

from __future__ import annotations

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
    """Checked inputs, the integer table of observations, and their features U_y."""

    X: Any
    Y: Array
    U: Array
    targets: Targets
    decoder: Decoder


class SurrogateEstimator(BaseEstimator):  # type: ignore[misc]
    """Base of the estimators: subclasses set `ridge_`, `decoder_` and `targets_` in fit."""

    loss: Any
    decoder: Decoder | None
    loss_parameters: dict[str, object] | None
    candidates: Any
    route: str
    target: str
    classes: Sequence[Any] | None
    kernel: Any
    gamma: float | str
    degree: float
    coef0: float
    kernel_parameters: dict[str, Any] | None

    ridge_: RidgeFit
    decoder_: Decoder
    targets_: Targets

    def surrogate(self, X: Any) -> Array:
        """g-hat(x) in R^r for each row, shape (n, r).

        With route="loss-trick" these are the weights alpha(x) of the distinct observations.
        """
        check_is_fitted(self)
        X = validate_data(self, X, accept_sparse="csr", dtype=float, reset=False)
        return self.ridge_.scores(X)

    def predict(self, X: Any) -> Any:
        """argmin_z F_z . g-hat(x) for each row, in the form in which y was given to fit."""
        rows = self._predicted_rows(X)
        return self.targets_.decode(rows)

    def risk(self, X: Any, y: Any) -> float:
        """The mean of L(f-hat(x_i), y_i), over the observations that the convention keeps."""
        predicted = self._predicted_rows(X)
        observed = self.targets_.encode(y)
        check_consistent_length(predicted, observed)
        return mean_loss(self.decoder_, predicted, observed)

    def score(self, X: Any, y: Any) -> float:
        """Minus the mean loss, since scikit-learn's scores are better when greater."""
        return -self.risk(X, y)

    def _predicted_rows(self, X: Any) -> Array:
        scores = self.surrogate(X)  # first, since it is what checks that there was a fit
        return self.decoder_.decode(scores)

    def _kernel(self) -> Kernel:
        parameters = self.kernel_parameters or {}
        return Kernel(self.kernel, self.gamma, self.degree, self.coef0, parameters)

    def _decoder(self) -> Decoder:
        loss = self.loss if self.decoder is None else self.decoder
        return resolve_decoder(loss, self.loss_parameters, self.route, self.candidates)

    def _prepare(self, X: Any, y: Any) -> Prepared:
        X = validate_data(self, X, accept_sparse="csr", dtype=float)
        if y is None:
            raise ValueError("This estimator requires y to be passed, but the target y is None.")
        unfitted = self._decoder()
        targets = infer_targets(y, unfitted.observes, unfitted.predicts, self.target, self.classes)
        Y = targets.encode(y)
        check_consistent_length(X, Y)
        decoder = unfitted.fit(Y)
        U = np.nan_to_num(np.asarray(decoder.observation_features(Y), dtype=float), copy=False)
        return Prepared(X, Y, U, targets, decoder)

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        tags.input_tags.pairwise = self.kernel == "precomputed"
        tags.target_tags.required = True
        # One observation is a row; losses on classes also take the vector that scikit-learn knows.
        tags.target_tags.multi_output = True
        observes = self._decoder().observes
        tags.target_tags.single_output = observes == "classes"
        if observes == "label-sets":  # each column has two values
            tags.classifier_tags = ClassifierTags(multi_class=False)
        return tags
