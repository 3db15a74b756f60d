"""What scikit-learn expects of every estimator here: parameters, output, versions, warnings."""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from typing import Any, Self

import numpy as np
from sklearn.base import BaseEstimator
from sklearn.exceptions import ConvergenceWarning, InconsistentVersionWarning
from sklearn.utils.validation import check_is_fitted, validate_data

from qstheory.errors import InvalidParameter
from qstheory.learn.decoders.base import Decoder
from qstheory.learn.kernels import Array
from qstheory.learn.meaning import LossSpecification
from qstheory.learn.weights import refuse_masked
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
