"""The best prediction without x."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass
from typing import Any, Self

import numpy as np

from qstheory.learn.base import LossEstimator
from qstheory.learn.kernels import Array
from qstheory.learn.meaning import LossSpecification
from qstheory.learn.regressors import Outputs


@dataclass(eq=False, repr=False)
class ConstantPredictor(LossEstimator):
    """argmin_z (1/n) sum_i L(z, y_i): what a learner that ignores x reaches at best in sample.

    Parameters
    ----------
    loss : str, Loss, Decoder or callable, default="hamming"
        The loss that it is judged by.
    loss_parameters : dict, default=None
        Parameters of a loss given by name.

    Attributes
    ----------
    prediction_ : ndarray of shape (1, m)
        What is predicted, as the decoder writes it.
    classes_, decoder_, targets_, n_features_in_, feature_names_in_ :
        As in `QuadraticSurrogate`.

    Examples
    --------
    >>> ConstantPredictor("multiclass").fit([[0], [1], [2]], ["a", "b", "b"]).predict([[7]])
    array(['b'], dtype='<U1')
    """

    loss: LossSpecification = "hamming"
    _: KW_ONLY
    loss_parameters: dict[str, object] | None = None

    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> Self:
        """Decode the weighted mean of the features U_{y_i}."""
        prepared = self._prepare(X, y, sample_weight)
        mean = Outputs.of(prepared.decoder, prepared.Y).mean(prepared.weights)[None]
        self.prediction_ = prepared.decoder.decode(mean)
        self.decoder_, self.targets_ = prepared.decoder, prepared.targets
        return self

    def _predicted_rows(self, X: Any) -> Array:
        return np.repeat(self.prediction_, X.shape[0], axis=0)
