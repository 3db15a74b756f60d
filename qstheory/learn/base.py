"""What the estimators share: what scikit-learn expects of them, inputs, observations, weights,
prediction and scoring by the loss.
"""

from __future__ import annotations

import warnings
from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Self

import numpy as np
from sklearn.base import BaseEstimator
from sklearn.exceptions import ConvergenceWarning, InconsistentVersionWarning
from sklearn.utils import ClassifierTags
from sklearn.utils.validation import check_consistent_length, check_is_fitted, validate_data

from qstheory.errors import InvalidParameter, QstheoryError
from qstheory.learn.checks import checked_weights, refuse_masked
from qstheory.learn.decoders import Decoder
from qstheory.learn.kernels import Array
from qstheory.learn.resolve import LossSpecification, refuse_unobserved, resolve_decoder
from qstheory.learn.selection import mean_loss
from qstheory.learn.targets import Targets, infer_targets, ordered_categories
from qstheory.version import VERSION

_NESTED = "loss_parameters__"


class JudgedByLoss(BaseEstimator):  # type: ignore[misc]
    """An estimator with a loss, its parameters, and a fitted decoder that tells a fit is done."""

    loss: LossSpecification
    loss_parameters: dict[str, object] | None
    decoder_: Decoder

    def set_output(self, *, transform: str | None = None) -> Self:
        """Let `predict` return a data frame ("pandas"), or what y was in fit ("default").

        Raises
        ------
        InvalidParameter
            For another word.
        """
        if transform not in {None, "default", "pandas"}:
            raise InvalidParameter(f"transform={transform!r} must be 'default' or 'pandas'.")
        if transform is not None:
            self._sklearn_output_config = {"transform": transform}
        return self

    def get_params(self, deep: bool = True) -> dict[str, Any]:
        """The parameters; those of the loss as loss_parameters__name, for a search over them."""
        own: dict[str, Any] = super().get_params(deep)
        if deep and isinstance(self.loss_parameters, Mapping):
            own |= {_NESTED + name: value for name, value in self.loss_parameters.items()}
        return own

    def set_params(self, **params: Any) -> Self:
        """Sets parameters; loss_parameters__name sets one of the loss's and keeps the others."""
        nested = {name: params.pop(name) for name in list(params) if name.startswith(_NESTED)}
        super().set_params(**params)
        if nested:
            changed = {name.removeprefix(_NESTED): value for name, value in nested.items()}
            self.loss_parameters = {**(self.loss_parameters or {}), **changed}
        return self

    def _inputs(self, X: Any, *, reset: bool) -> Any:
        """X as a table of floats; raises where scikit-learn does, and for masked entries."""
        refuse_masked(X, "X")
        finite = "allow-nan" if self.__sklearn_tags__().input_tags.allow_nan else True
        return validate_data(
            self, X, accept_sparse="csr", dtype=float, ensure_all_finite=finite, reset=reset
        )

    def _checked(self, X: Any) -> Any:
        check_is_fitted(self)
        return self._inputs(X, reset=False)

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        tags.target_tags.required = True
        return tags

    @property
    def _returns_frames(self) -> bool:
        config = getattr(self, "_sklearn_output_config", {"transform": "default"})
        return bool(config["transform"] == "pandas")

    def __sklearn_is_fitted__(self) -> bool:
        """A fit that failed leaves `n_features_in_` behind; `decoder_` comes last in every fit."""
        return hasattr(self, "decoder_")

    def __getstate__(self) -> dict[str, Any]:
        return {**super().__getstate__(), "_qstheory_version": VERSION}

    def __setstate__(self, state: dict[str, Any]) -> None:
        written = state.pop("_qstheory_version", None)
        if written != VERSION:
            warnings.warn(
                InconsistentVersionWarning(
                    estimator_name=type(self).__name__,
                    current_sklearn_version=f"qstheory {VERSION}",
                    original_sklearn_version=f"qstheory {written}",
                ),
                stacklevel=2,
            )
        super().__setstate__(state)


def warn_of_gaps(gaps: Array) -> None:
    """Warn of predictions that the decoder could not prove to be optimal."""
    unproved = int(np.count_nonzero(gaps > 0))
    if unproved:
        warnings.warn(
            f"{unproved} of {len(gaps)} predictions are not proved to be optimal (largest gap"
            f" {gaps.max():.3g}): decode_with_gap returns the gaps.",
            ConvergenceWarning,
            stacklevel=4,
        )


@dataclass(frozen=True)
class Prepared:
    """Checked inputs, the integer table of observations, their weights, and the fitted decoder."""

    X: Any
    Y: Array
    weights: Array | None
    targets: Targets
    decoder: Decoder

    @property
    def weighed_inputs(self) -> Any:
        """The rows of X with a positive weight."""
        return self.X if self.weights is None else self.X[self.weights > 0]

    def weights_of(self, rows: Array) -> Array | None:
        """The weights of those rows, None where all weigh the same."""
        return None if self.weights is None else self.weights[rows]


class LossEstimator(JudgedByLoss):
    """Base of the estimators but the rankers: a subclass predicts rows of integers."""

    targets_: Targets

    # What an estimator may offer as parameters of its own.
    target: str = "auto"
    classes: Sequence[Any] | None = None

    def predict(self, X: Any) -> Any:
        """f-hat(x) for each row, in the form in which y was given to fit."""
        rows = self._predicted_rows(self._checked(X))
        return self._returned(rows, X)

    def risk(self, X: Any, y: Any, sample_weight: Any = None) -> float:
        """The mean of L(f-hat(x_i), y_i), over the observations that the convention keeps."""
        predicted = self._predicted_rows(self._checked(X))
        observed = self.targets_.encode(y)
        check_consistent_length(predicted, observed)
        refuse_unobserved(self.loss, self.loss_parameters, observed)
        weights = checked_weights(sample_weight, len(observed))
        return mean_loss(self.decoder_, predicted, observed, weights)

    def score(self, X: Any, y: Any, sample_weight: Any = None) -> float:
        """Minus the mean loss, since scikit-learn's scores are better when greater."""
        return -self.risk(X, y, sample_weight)

    @property
    def classes_(self) -> Array:
        """The classes, or the labels of label sets, in the order of their columns."""
        check_is_fitted(self)
        return self.targets_.classes

    @abstractmethod
    def _predicted_rows(self, X: Any) -> Array:
        """The predictions as the decoder's integer rows."""

    def _returned(self, rows: Array, X: Any) -> Any:
        """Predictions as they are handed back: a frame where y was one, or where one is wished."""
        if self.targets_.frame or self._returns_frames:
            return self.targets_.as_frame(rows, getattr(X, "index", None))
        return self.targets_.decode(rows)

    def _decoder(self) -> Decoder:
        return resolve_decoder(self.loss, self.loss_parameters)

    def _prepare(
        self,
        X: Any,
        y: Any,
        sample_weight: Any = None,
        *,
        classes: Sequence[Any] | None = None,
        first: bool = False,
        more: bool = False,
        keep_all: bool = False,
    ) -> Prepared:
        """Everything checked; as the `first` rows of several, or `more` of them.

        Rows of weight zero are left out unless `keep_all`.
        """
        X = self._inputs(X, reset=not more)
        if y is None:
            raise ValueError("This estimator requires y to be passed, but the target y is None.")
        stated = self.classes if classes is None else classes
        if stated is None and self._decoder().needs_an_order:
            stated = ordered_categories(y)
        targets = self.targets_ if more else self._inferred(y, stated)
        Y = targets.encode(y)
        check_consistent_length(X, Y)
        refuse_unobserved(self.loss, self.loss_parameters, Y)
        weights = checked_weights(sample_weight, len(Y))
        pairwise = self.__sklearn_tags__().input_tags.pairwise
        if weights is not None and not keep_all and not pairwise:
            used = weights > 0
            X, Y, weights = X[used], Y[used], weights[used]
        if more:
            return Prepared(X, Y, weights, targets, self.decoder_)
        named = self._decoder().for_classes(targets.classes.tolist(), stated=stated is not None)
        fitted = named.fit_first(Y) if first else named.fit(Y)
        return Prepared(X, Y, weights, targets, fitted)

    def _inferred(self, y: Any, stated: Sequence[Any] | None) -> Targets:
        decoder = self._decoder()
        names = decoder.observation_names
        alike = names is not None and names == decoder.prediction_names
        targets = infer_targets(
            y,
            decoder.observes,
            decoder.predicts,
            self.target,
            classes=names if stated is None else stated,
            predicted=None if alike else decoder.prediction_names,
        )
        if names is not None:
            _require_same_order(names, targets.classes.tolist())
        if not targets.classes.size:
            raise InvalidParameter("y has no label: list all labels with classes=[...].")
        return targets

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        # One observation is a row; losses on classes also take the vector that scikit-learn knows.
        tags.target_tags.multi_output = True
        try:
            decoder = self._decoder()
        except QstheoryError:  # fit refuses the loss; what asks for tags, such as repr, must not
            return tags
        tags.target_tags.single_output = decoder.observes == "classes"
        if decoder.observes == "classes" and decoder.predicts == "classes":
            tags.estimator_type = "classifier"
            tags.classifier_tags = ClassifierTags()
            tags.target_tags.multi_output = False
        elif decoder.observes == "label-sets":  # each column has two values
            tags.classifier_tags = ClassifierTags(multi_class=False, multi_label=True)
        return tags


def _require_same_order(names: Sequence[Any], classes: Sequence[Any]) -> None:
    """Raise InvalidParameter where the classes are names of the loss at other places than its."""
    places = {str(name): i for i, name in enumerate(names)}
    for i, label in enumerate(classes):
        if places.get(str(label), i) != i:
            raise InvalidParameter(
                f"The loss names its observations {', '.join(places)}, and classes=[...] has"
                f" {label!r} at another place: list them in the loss's order."
            )
