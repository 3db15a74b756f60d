"""Finding the decoders: every concrete Decoder class in a module of this package."""

from dataclasses import fields
from inspect import isabstract, isclass
from types import ModuleType

import qstheory.learn.decoders as package
from qstheory.discovery import modules
from qstheory.errors import DuplicateName, InvalidParameter, UnknownLoss
from qstheory.learn.decoders.base import Decoder
from qstheory.losses.base import Loss, LossReference
from qstheory.losses.catalogue import family, nearest


def classes_of(module: ModuleType) -> list[type[Decoder]]:
    """The concrete decoders that a module defines."""
    return [
        item
        for item in vars(module).values()
        if isclass(item)
        and issubclass(item, Decoder)
        and not isabstract(item)
        and item.__module__ == module.__name__
    ]


def index(classes: list[type[Decoder]]) -> dict[str, type[Decoder]]:
    """The classes by name; raises DuplicateName when two claim the same one."""
    found: dict[str, type[Decoder]] = {}
    for item in classes:
        other = found.setdefault(item.name, item)
        if other is not item:
            raise DuplicateName(
                f"The decoder name {item.name!r} is claimed by {other.__module__}"
                f" and {item.__module__}."
            )
    return found


def decoders() -> dict[str, type[Decoder]]:
    """All decoders by name."""
    return index([item for module in modules(package) for item in classes_of(module)])


def decoder_for(name: str, **parameters: object) -> Decoder:
    """The decoder of that name with these parameters; raises UnknownLoss or InvalidParameter.

    >>> decoder_for("f-score", beta=2.0).beta
    2.0
    """
    known = decoders()
    name = _canonical(name)
    if name not in known:
        near = nearest(name, known)
        raise UnknownLoss(
            f"There is no decoder {name!r}; {near}{'The' if near else 'the'} known ones are:"
            f" {', '.join(known)}."
        )
    accepted = parameters_of(known[name])
    for given in parameters:
        if given not in accepted:
            raise InvalidParameter(
                f"The decoder {name} has no parameter {given!r};"
                f" its parameters are: {', '.join(accepted) or 'none'}."
            )
    try:
        return known[name](**parameters)
    except TypeError as error:
        raise InvalidParameter(f"The decoder {name} cannot be made: {error}.") from None


def parameters_of(kind: type[Decoder]) -> list[str]:
    """Its fields less what fitting fills in, which is a field without repr."""
    return [item.name for item in fields(kind) if item.repr]


def decoder_of(loss: Loss) -> Decoder | None:
    """The decoder of an exact loss's family, with the loss's parameters; None where there is none.

    >>> from qstheory import losses
    >>> decoder_of(losses.make("abstain", classes=3, cost="1/4")).cost
    0.25
    """
    reference = loss.reference
    if not isinstance(reference, LossReference):
        return None
    kind = decoders().get(reference.family)
    return None if kind is None else kind.of(dict(reference.parameters))


def _canonical(name: str) -> str:
    """The family's own name where `name` is another one for it."""
    try:
        return family(name).name
    except UnknownLoss:  # A decoder need not be that of a family.
        return name
