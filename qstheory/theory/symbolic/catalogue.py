"""Finding the symbolic forms: every module of this package with FORMS."""

from functools import cache

import qstheory.theory.symbolic as package
from qstheory.discovery import modules
from qstheory.losses.base import Loss
from qstheory.theory.symbolic.form import SymbolicForm


@cache
def symbolic_forms() -> tuple[SymbolicForm, ...]:
    """All symbolic forms, by module name."""
    return tuple(form for module in modules(package) for form in getattr(module, "FORMS", ()))


def symbolic_form(loss: Loss, name: str) -> SymbolicForm | None:
    """The symbolic form of a loss's closed form of that name, if there is one."""
    for form in symbolic_forms():
        if form.form == name and form.applies(loss):
            return form
    return None
