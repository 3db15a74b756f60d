"""The quadratic surrogate as a PyTorch module: train any network towards the decoder of a loss.

    S(s, y) = 1/2 |s - U_y|^2,    f(x) = argmin_z F_z . s(x),

where L(z, y) = F_z . U_y + c. A head of r outputs estimates the conditional mean of U_y, which is
all that the decoder needs. Extra `torch`; the module can be imported without it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal, get_args

import numpy as np

from qstheory.errors import InvalidParameter, MissingExtra
from qstheory.learn.decoders import Decoder
from qstheory.learn.resolve import resolve_decoder

Module: Any = object
try:
    import torch

    Module = torch.nn.Module
except ModuleNotFoundError as error:
    if error.name != "torch":
        raise
    torch = None

Reduction = Literal["mean", "sum", "none"]


class QuadraticLoss(Module):
    """S(s, y) = 1/2 |s - U_y|^2 over a batch, for scores s of shape (n, r) and observations y.

    `columns` is the number m of labels or items of an observation, or the number of classes; y has
    shape (n, m) or, for classes, (n,) with numbers from 0. `loss` and `parameters` are what
    `qstheory.learn.QuadraticSurrogate` takes. The scores are whatever a network with `dimension`
    outputs gives, `head(features)` is a linear one.

    Raises
    ------
    MissingExtra
        Without PyTorch.
    InvalidParameter, UnknownLoss, UndefinedLoss
        For a loss or parameter that there is not, for scores and observations that do not fit, and
        where the loss is 0/0 under the policy `raise`.
    """

    def __init__(
        self,
        loss: Any = "f-score",
        columns: int = 1,
        *,
        reduction: Reduction = "mean",
        **parameters: object,
    ) -> None:
        if torch is None:
            raise MissingExtra(
                "qstheory.torch needs torch, which is not installed: pip install 'qstheory[torch]'."
            )
        super().__init__()
        if isinstance(columns, bool) or not isinstance(columns, int) or columns < 1:
            raise InvalidParameter(f"columns must be a positive integer, not {columns!r}.")
        if reduction not in get_args(Reduction):
            raise InvalidParameter(
                f"reduction must be one of {', '.join(get_args(Reduction))}, not {reduction!r}."
            )
        self.columns, self.reduction = columns, reduction
        self.decoder, example = self._ready(resolve_decoder(loss, parameters))
        self.dimension = int(self.decoder.observation_features(example).shape[1])

    def _ready(self, decoder: Decoder) -> tuple[Decoder, Any]:
        """The decoder for that many columns, and observations to try it on."""
        if decoder.observes == "classes":
            classes = np.arange(self.columns)
            return decoder.for_classes(classes.tolist(), stated=True).fit_first(classes), classes
        # One label of several is relevant: no convention leaves that out.
        example = np.zeros((1, self.columns), dtype=int)
        example[0, 0] = 1
        return decoder.fit_first(example), example

    def head(self, features: int) -> Any:
        """A linear layer from that many features to the scores."""
        return torch.nn.Linear(features, self.dimension)

    def observations(self, y: Any) -> Any:
        """A batch of observations as the table of integers that the decoder takes."""
        table = np.asarray(y.detach().cpu() if torch.is_tensor(y) else y)
        integers = table.astype(np.int64)
        if not np.array_equal(integers, table):
            raise InvalidParameter(
                "Observations must be integers: labels 0 and 1, grades, classes."
            )
        if self.decoder.observes != "classes":
            if table.ndim != 2 or table.shape[1] != self.columns:
                raise InvalidParameter(
                    f"Observations have the shape {table.shape}; (n, {self.columns}) is needed."
                )
            return integers
        if table.ndim != 1:
            raise InvalidParameter(f"Classes have the shape {table.shape}; (n,) is needed.")
        if table.size and not 0 <= table.min() <= table.max() < self.columns:
            raise InvalidParameter(f"Classes must be numbers from 0 to {self.columns - 1}.")
        return integers

    def targets(self, y: Any) -> Any:
        """U_y for each observation of a batch, shape (n, r), in double precision."""
        features = self.decoder.observation_features(self.observations(y))
        return torch.from_numpy(np.ascontiguousarray(features, dtype=float))

    def forward(self, scores: Any, y: Any) -> Any:
        """The surrogate loss: its mean, its sum, or one number a row of the batch."""
        if scores.ndim != 2 or scores.shape[1] != self.dimension:
            raise InvalidParameter(
                f"Scores have the shape {tuple(scores.shape)}; the head must have"
                f" {self.dimension} outputs."
            )
        target = self.targets(y).to(dtype=scores.dtype, device=scores.device)
        if len(target) != len(scores):
            raise InvalidParameter(
                f"There are {len(scores)} scores and {len(target)} observations."
            )
        rows = ((scores - target) ** 2).sum(dim=1) / 2
        reduce: dict[str, Callable[[Any], Any]] = {
            "mean": torch.mean,
            "sum": torch.sum,
            "none": lambda values: values,
        }
        return reduce[self.reduction](rows)

    def decode(self, scores: Any) -> Any:
        """argmin_z F_z . s for each row of scores, as an integer array."""
        table = scores.detach().cpu().double().numpy() if torch.is_tensor(scores) else scores
        table = np.asarray(table, dtype=float)
        if table.ndim != 2 or table.shape[1] != self.dimension:
            raise InvalidParameter(
                f"Scores have the shape {tuple(table.shape)}; (n, {self.dimension}) is needed."
            )
        return self.decoder.decode(table)

    def risk(self, scores: Any, y: Any) -> float:
        """The mean of L(decode(s), y) over a batch, less the observations that are left out."""
        losses = self.decoder.loss(self.decode(scores), self.observations(y))
        return float(np.nanmean(losses))
