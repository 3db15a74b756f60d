"""Finding the symbolic forms: every module of this package with FORMS."""

from functools import cache
from importlib import import_module
from pkgutil import iter_modules

import qstheory.theory.symbolic as package
from qstheory.losses.base import Loss
from qstheory.theory.symbolic.form import SymbolicForm


@cache
def symbolic_forms() -> tuple[SymbolicForm, ...]:
    """All symbolic forms, by module name."""
    found: list[SymbolicForm] = []
    for info in sorted(iter_modules(package.__path__), key=lambda info: info.name):
        found.extend(getattr(import_module(f"{package.__name__}.{info.name}"), "FORMS", ()))
    return tuple(found)


def symbolic_form(loss: Loss, name: str) -> SymbolicForm | None:
    """The symbolic form of a loss's closed form of that name, if there is one."""
    for form in symbolic_forms():
        if form.form == name and form.applies(loss):
            return form
    return None
