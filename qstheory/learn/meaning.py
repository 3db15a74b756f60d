"""What the argument `loss` of an estimator stands for: `as_loss`, where the data need not say more.

A name whose size the data give, such as "f-score", stays a decoder.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping
from typing import Any

from qstheory.errors import InvalidParameter, UnknownLoss
from qstheory.inputs import InexactInput, as_loss
from qstheory.inputs.specification import names_file
from qstheory.learn.decoders.base import Decoder, decoder_for, decoders, parameters_of, rounded
from qstheory.losses.base import Loss
from qstheory.losses.catalogue import family, written
from qstheory.losses.spaces import LabelSets

LossSpecification = Any
"""Whatever `as_loss` takes, a name without its size, a decoder, or a callable L(z, y)."""


def meaning(
    loss: LossSpecification, parameters: Mapping[str, object] | None = None
) -> Loss | Decoder | Callable[[Any, Any], Any]:
    """The exact loss, the decoder or the callable that `loss` means.

    A name is a decoder where `parameters` are its own and leave the size of the loss to the data;
    `hamming:m=3`, the path of a file, rows, an array or a data frame are an exact loss.

    Raises UnknownLoss, InvalidParameter or UnreadableInput.

    >>> meaning("f-score").name, meaning("hamming:m=3").name
    ('f-score', 'hamming:m=3')
    """
    if not isinstance(parameters, Mapping | None):
        raise InvalidParameter(
            f'loss_parameters={parameters!r} must be a dict, such as {{"undefined": "one"}}.'
        )
    given: dict[str, Any] = dict(parameters or {})
    if isinstance(loss, str) and not names_file(loss):
        return _named(loss, given)
    if isinstance(loss, Decoder) or (callable(loss) and not isinstance(loss, Loss)):
        return loss
    with warnings.catch_warnings():
        # What is learned from is binary floats as well.
        warnings.simplefilter("ignore", InexactInput)
        return as_loss(loss, **given)


def _named(text: str, parameters: dict[str, Any]) -> Loss | Decoder:
    name, own = written(text)
    try:
        named = family(name)
    except UnknownLoss:
        return decoder_for(name, **own, **parameters)
    sizes = {p.name for p in named.parameters if p.default is None} - {*own, *parameters}
    kind = decoders().get(named.name)
    if not own and kind is not None and set(parameters) <= set(parameters_of(kind)):
        return decoder_for(name, **parameters)
    if not sizes or kind is None:
        return as_loss(text, **parameters)
    known = {p.name: p for p in named.parameters}
    for key in own:
        if key not in known:
            raise InvalidParameter(
                f"{name} has no parameter {key!r}; its parameters are: {', '.join(known)}."
            )
    exact = {key: rounded(known[key].parse(value)) for key, value in own.items()}
    return decoder_for(name, **exact, **parameters)


def lacks_labels(loss: LossSpecification, parameters: Mapping[str, object] | None = None) -> bool:
    """Whether a name leaves to the data how many labels there are, and has no decoder for any.

    >>> lacks_labels("set-formula", {"entry": "a + b - 2*i"}), lacks_labels("hamming")
    (True, False)
    """
    if not isinstance(loss, str) or names_file(loss) or not isinstance(parameters, Mapping | None):
        return False
    name, own = written(loss)
    try:
        named = family(name)
    except UnknownLoss:
        return False
    sizes = {p.name for p in named.parameters if p.default is None} - {*own, *(parameters or {})}
    if sizes != {"m"} or named.name in decoders():
        return False
    example = named.make(**named.examples[0])
    return all(isinstance(s, LabelSets) for s in (example.predictions, example.observations))
