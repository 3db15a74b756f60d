"""Test vectors of the built-in losses: order of the spaces, entries, and closed forms."""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from qstheory.errors import QstheoryError
from qstheory.losses.base import Loss, LossFamily
from qstheory.losses.catalogue import families
from qstheory.losses.closed_forms import ClosedForm, Sparse
from qstheory.losses.spaces import Space

FEW = 4
"""Fewer entries than that say little about an order."""


@dataclass(frozen=True)
class LossVector:
    """A family, its formula in LaTeX, how its spaces are ordered, and one small loss in full."""

    family: str
    definition: str
    spaces: tuple[str, ...]
    text: str


def loss_vectors() -> list[LossVector]:
    """One for each family with a rational example."""
    return [vector for family in families().values() for vector in _vectors(family)]


def _vectors(family: LossFamily) -> Iterable[LossVector]:
    found = [loss for given in family.examples if (loss := _made(family, given)) is not None]
    if not found:
        return
    loss = min(found, key=lambda each: (_size(each) < FEW, _size(each)))
    spaces = {type(space): None for space in (loss.predictions, loss.observations)}
    yield LossVector(family.name, family.definition, tuple(map(_order, spaces)), _text(loss))


def _made(family: LossFamily, given: Any) -> Loss | None:
    try:
        loss = family.make(**given)
    except QstheoryError:
        return None
    return loss if loss.rational else None


def _size(loss: Loss) -> int:
    return loss.predictions.size * loss.observations.size


def _order(space: type[Space]) -> str:
    """The order of a space, as the docstring of its iterator says."""
    return f"{space.__name__}: {(space.__iter__.__doc__ or '').strip()}"


def _text(loss: Loss) -> str:
    data = {
        "loss": loss.name,
        "predictions": list(loss.predictions),
        "observations": list(loss.observations),
        "L": [[str(loss.entry(z, y)) for y in loss.observations] for z in loss.predictions],
        "closed forms": [_form(loss, form) for form in loss.closed_forms],
    }
    return json.dumps(data, ensure_ascii=False)


def _form(loss: Loss, form: ClosedForm) -> dict[str, Any]:
    def rows(features: Iterable[Sparse]) -> list[list[str]]:
        return [[str(row.get(k, 0)) for k in range(form.dimension)] for row in features]

    return {
        "form": form.name,
        "c": str(form.constant),
        "F": rows(map(form.prediction_features, loss.predictions)),
        "U": rows(map(form.observation_features, loss.observations)),
    }
