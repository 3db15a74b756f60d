"""What the estimators share: inputs, observations, weights, prediction and scoring by the loss."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sklearn.utils import ClassifierTags
from sklearn.utils.validation import check_consistent_length, check_is_fitted

from qstheory.errors import InvalidParameter, QstheoryError
from qstheory.learn.contract import JudgedByLoss
from qstheory.learn.decoders.base import Decoder
from qstheory.learn.kernels import Array
from qstheory.learn.resolve import refuse_unobserved, resolve_decoder
from qstheory.learn.selection import mean_loss
from qstheory.learn.targets import Targets, infer_targets, ordered_categories
from qstheory.learn.weights import checked_weights


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
