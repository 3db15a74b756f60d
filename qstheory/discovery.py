"""What the modules of a package define: whatever is one file each is found, and never listed."""

from importlib import import_module
from pkgutil import iter_modules
from types import ModuleType
from typing import Any

from qstheory.errors import DuplicateName


def modules(package: ModuleType) -> list[ModuleType]:
    """The modules of a package, loaded, in the order of their names.

    >>> import qstheory.cli
    >>> [module.__name__ for module in modules(qstheory.cli)][:2]
    ['qstheory.cli.analyze', 'qstheory.cli.check']
    """
    names = sorted(info.name for info in iter_modules(package.__path__))
    return [import_module(f"{package.__name__}.{name}") for name in names]


def named(package: ModuleType, member: str) -> dict[str, Any]:
    """The values that the modules have in this member, a tuple, each by its name, in order.

    Raises
    ------
    DuplicateName
        When two have the same.

    >>> import qstheory.theory.consistency.surrogates as surrogates
    >>> "crammer-singer" in named(surrogates, "SURROGATES")
    True
    """
    found: dict[str, Any] = {}
    for module in modules(package):
        for value in getattr(module, member):
            if value.name in found:
                raise DuplicateName(f"{package.__name__} has two of the name {value.name!r}.")
            found[value.name] = value
    return dict(sorted(found.items()))
