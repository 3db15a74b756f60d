"""A user's polyhedral surrogate as a surrogate: its names are those of the loss."""

from collections.abc import Iterable
from functools import partial

from qstheory.certify.kinds.polyhedral import (
    Form,
    PolyhedralSurrogate,
)
from qstheory.certify.maxima import (
    Affine,
    Terms,
)
from qstheory.errors import UnreadableInput
from qstheory.inputs.surrogate import Numbers, ReadSurrogate, Sum
from qstheory.losses.base import Loss
from qstheory.losses.display import label
from qstheory.losses.spaces import Space
from qstheory.theory.consistency.polyhedral import require_bounded
from qstheory.theory.consistency.surrogate import Surrogate


def given_surrogate(read: ReadSurrogate, name: str) -> Surrogate:
    """The surrogate of that name; its model raises UnreadableInput when labels do not fit."""
    return Surrogate(
        name=name,
        title=f"polyhedral surrogate of {name}",
        loss=r"\sum_g\max_k(a_{ygk}\cdot v+b_{ygk})",
        decoder=r"\arg\min_i(g_i\cdot v+h_i)",
        source=name,
        build=partial(given_model, read, name),
    )


def given_model(read: ReadSurrogate, name: str, loss: Loss) -> PolyhedralSurrogate:
    """S and the decoder with the labels of a loss; raises UnreadableInput when they do not fit."""
    predictions = _positions(loss.predictions)
    observations = _positions(loss.observations)
    if set(read.maxima) != set(observations):
        raise UnreadableInput(
            f"{name} must have pieces for exactly the observations {_some(observations)}."
        )
    unknown = [z for z, _ in read.decoder if z not in predictions]
    if unknown:
        raise UnreadableInput(
            f"{name} decodes to {unknown[0][:40]!r}; the predictions are {_some(predictions)}."
        )
    terms = terms_of(read.maxima[y] for y in observations)
    require_bounded(terms)
    forms = (Form(predictions[z], _affine(score)) for z, score in read.decoder)
    return PolyhedralSurrogate(terms, tuple(forms))


def terms_of(sums: Iterable[Sum]) -> Terms:
    """S from the sum of maxima of each observation."""
    return tuple(tuple(tuple(map(_affine, maximum)) for maximum in each) for each in sums)


def _positions(space: Space) -> dict[str, int]:
    return {label(value): i for i, value in enumerate(space)}


def _some(names: dict[str, int]) -> str:
    listed = list(names)
    return ", ".join(listed[:12]) + (", ..." if len(listed) > 12 else "")


def _affine(numbers: Numbers) -> Affine:
    return Affine(numbers[:-1], numbers[-1])
