"""The loss that a reference names, from the one module that defines it."""

from functools import cache, lru_cache
from importlib import import_module
from pkgutil import iter_modules

import qstheory.losses as package
from qstheory.errors import InvalidParameter, UnknownLoss
from qstheory.losses.base import Loss, LossFamily, LossReference, Reference


@cache
def in_its_module(name: str) -> LossFamily | None:
    """The family of that name, whose module has it too: the others are not loaded."""
    module = name.replace("-", "_")
    if module not in {info.name for info in iter_modules(package.__path__)}:
        return None
    found = getattr(import_module(f"{package.__name__}.{module}"), "FAMILY", None)
    return found if isinstance(found, LossFamily) and found.name == name else None


def resolve(reference: Reference) -> Loss:
    """The loss that a reference names; raises when it names none or is not in canonical form."""
    if isinstance(reference, LossReference):
        return _built(reference)
    from qstheory.losses.matrix import from_reference

    return from_reference(reference)


@lru_cache(maxsize=256)
def _built(reference: LossReference) -> Loss:
    """Kept for a while, as every statement about a loss names it again."""
    named = in_its_module(reference.family)
    if named is None:
        raise UnknownLoss(f"There is no loss {reference.family[:40]!r}.")
    loss = named.build(**named.canonical(dict(reference.parameters)))
    if loss.reference != reference:
        raise InvalidParameter(
            f"The reference to {reference.family} does not have its canonical parameters."
        )
    return loss
