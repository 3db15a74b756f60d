"""Finding the built-in families: every module of this package with a FAMILY or FAMILIES."""

from functools import cache
from importlib import import_module
from pkgutil import iter_modules

import qstheory.losses as package
from qstheory.errors import DuplicateName, InvalidParameter, UnknownLoss
from qstheory.losses.base import Loss, LossFamily, LossReference, Reference


@cache
def families() -> dict[str, LossFamily]:
    """All families by name; raises DuplicateName when two claim the same name or alias."""
    found: dict[str, LossFamily] = {}
    taken: dict[str, str] = {}
    for module_info in sorted(iter_modules(package.__path__), key=lambda info: info.name):
        module = import_module(f"{package.__name__}.{module_info.name}")
        family = getattr(module, "FAMILY", None)
        for item in (family,) if family is not None else ():
            for name in (item.name, *item.aliases):
                if name in taken:
                    raise DuplicateName(
                        f"The loss name {name!r} is claimed by {taken[name]} and {module.__name__}."
                    )
                taken[name] = module.__name__
            found[item.name] = item
    return found


def family(name: str) -> LossFamily:
    """The family of that name or alias; raises UnknownLoss."""
    known = families()
    if name in known:
        return known[name]
    for candidate in known.values():
        if name in candidate.aliases:
            return candidate
    raise UnknownLoss(f"There is no loss {name!r}; `qstheory losses` lists the built-in ones.")


def make(name: str, **parameters: object) -> Loss:
    """The built-in loss of that name with these parameters.

    >>> make("hamming", m=2).predictions.size
    4
    """
    return family(name).make(**parameters)


def parse(text: str) -> Loss:
    """The loss written as `name` or `name:key=value,key=value`.

    >>> parse("hamming:m=2").name
    'hamming:m=2'
    """
    name, _, rest = text.partition(":")
    given: dict[str, object] = {}
    for item in filter(None, rest.split(",")):
        key, equals, value = item.partition("=")
        if not equals:
            raise InvalidParameter(f"{item!r} is not of the form key=value.")
        given[key.strip()] = value.strip()
    return make(name.strip(), **given)


def resolve(reference: Reference) -> Loss:
    """The loss that a reference names; raises when it names none or is not in canonical form."""
    if isinstance(reference, LossReference):
        named = family(reference.family)
        loss = named.build(**named.canonical(dict(reference.parameters)))
        if loss.reference != reference:
            raise InvalidParameter(
                f"The reference to {reference.family} does not have its canonical parameters."
            )
        return loss
    from qstheory.losses.matrix import from_reference

    return from_reference(reference)
