"""Where a loss reads 0/0: the four policies, applied to whole columns of observations."""

from typing import Literal, get_args

import numpy as np

from qstheory.errors import InvalidParameter, UndefinedLoss
from qstheory.learn.decoders.arrays import BoolArray, FloatArray

Undefined = Literal["raise", "drop", "zero", "one"]


def check_policy(policy: str) -> None:
    """Raises InvalidParameter for anything but the four policies."""
    if policy not in get_args(Undefined):
        raise InvalidParameter(
            f"undefined must be one of {', '.join(get_args(Undefined))}, not {policy!r}."
        )


def refuse(policy: Undefined, undefined: BoolArray, loss: str, where: str) -> None:
    """Under the policy `raise`, raises UndefinedLoss naming the first row where `undefined`."""
    if policy == "raise" and undefined.any():
        raise UndefinedLoss(
            f"{loss} is 0/0 for {where} (row {int(np.argmax(undefined))});"
            " choose undefined=drop, zero or one (the value given to that ratio), for an estimator"
            ' with loss_parameters={"undefined": "one"}.'
        )


def fill(values: FloatArray, undefined: BoolArray, policy: Undefined, one: float) -> FloatArray:
    """`values` where defined; else nan (`drop`), the loss of ratio one, or of ratio zero (1 - one).

    `one` is the loss when the ratio is given the value one.
    """
    filler = {"drop": np.nan, "one": one, "zero": 1.0 - one}.get(policy, np.nan)
    return np.where(undefined, filler, values)
