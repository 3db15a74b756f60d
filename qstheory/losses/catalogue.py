"""The built-in families, found in the modules beside this one, and the losses they name."""

from collections.abc import Iterable
from difflib import get_close_matches
from functools import cache, lru_cache
from importlib import import_module
from pkgutil import iter_modules
from types import ModuleType

import qstheory.losses as package
from qstheory.errors import DuplicateName, InvalidParameter, UnknownLoss
from qstheory.losses.base import Loss, LossReference, Reference, from_reference
from qstheory.losses.parameters import LossFamily

TOGETHER = {
    name: module
    for module, names in {
        "average_precision": ("map", "reciprocal-rank"),
        "costs": ("abstain", "cost-sensitive"),
        "formula_families": ("ranking-formula", "set-formula", "tree-formula"),
        "distances": ("ordinal-absolute", "ordinal-squared", "tree"),
        "overlap": ("hamming", "jaccard", "prec-at-k", "top-k"),
        "pairwise_disagreement": ("pd-graded", "pd-graph"),
        "zero_one": ("block-zero-one",),
    }.items()
    for name in names
}
"""The module of a loss that is not in one of its own name; a replay loads this one alone."""


def resolve(reference: Reference) -> Loss:
    """The loss that a reference names; raises when it names none or is not in canonical form."""
    if isinstance(reference, LossReference):
        return _built(reference)
    return from_reference(reference)


@lru_cache(maxsize=256)
def _built(reference: LossReference) -> Loss:
    """Kept for a while, as every statement about a loss names it again."""
    found = named(reference.family) or families().get(reference.family)
    if found is None:
        raise UnknownLoss(f"There is no loss {reference.family[:40]!r}.")
    loss = found.build(**found.canonical(dict(reference.parameters)))
    if loss.reference != reference:
        raise InvalidParameter(
            f"The reference to {reference.family} does not have its canonical parameters."
        )
    return loss


@cache
def named(name: str) -> LossFamily | None:
    """The family of that name; of the modules of losses only its own is loaded."""
    module = TOGETHER.get(name, name).replace("-", "_")
    if module not in {info.name for info in iter_modules(package.__path__)}:
        return None
    found = families_in(import_module(f"{package.__name__}.{module}"))
    return next((item for item in found if item.name == name), None)


def families_in(module: ModuleType) -> list[LossFamily]:
    """The families that a module defines."""
    return [item for item in vars(module).values() if isinstance(item, LossFamily)]


@cache
def families() -> dict[str, LossFamily]:
    """All families by name; raises DuplicateName when two claim the same name or alias."""
    found: dict[str, LossFamily] = {}
    taken: dict[str, str] = {}
    for info in iter_modules(package.__path__):
        module = import_module(f"{package.__name__}.{info.name}")
        for item in families_in(module):
            for name in (item.name, *item.aliases):
                if name in taken:
                    raise DuplicateName(
                        f"The loss name {name!r} is claimed by {taken[name]} and {module.__name__}."
                    )
                taken[name] = module.__name__
            found[item.name] = item
    return dict(sorted(found.items()))


def family(name: str) -> LossFamily:
    """The family of that name or alias, in capitals or not, with _ or blanks for -.

    Raises UnknownLoss with the nearest names.

    >>> family("F1").name, family("Zero_One").name
    ('f-score', 'zero-one')
    """
    plain = name.strip().lower().replace("_", "-").replace(" ", "-")
    if (found := named(plain)) is not None:
        return found
    known = {each: found for found in families().values() for each in (found.name, *found.aliases)}
    if plain in known:
        return known[plain]
    raise UnknownLoss(
        f"There is no loss {name[:40]!r}; {nearest(plain, known)}`qstheory losses` lists the"
        " built-in ones."
    )


def nearest(name: str, known: Iterable[str]) -> str:
    """The question whether a known name was meant; nothing when none is near. The dashes of options
    make no two of them alike.

    >>> nearest("humming", ["hamming", "map"]), nearest("--loss", ["--to", "--jobs"])
    ("did you mean 'hamming'? ", '')
    """
    words = {word.lstrip("-"): word for word in known}
    near = [words[word] for word in get_close_matches(name.lstrip("-"), words, n=3)]
    return f"did you mean {' or '.join(map(repr, near))}? " if near else ""


def make(name: str, **parameters: object) -> Loss:
    """The built-in loss of that name with these parameters.

    >>> make("hamming", m=2).predictions.size
    4
    """
    return family(name).make(**parameters)


def parse(text: str, **parameters: object) -> Loss:
    """The loss written as `name` or `name:key=value,key=value`, with more parameters beside.

    >>> parse("hamming:m=2").name, parse("f1:m=2", undefined="one").name
    ('hamming:m=2', 'f-score:m=2,beta=1,undefined=one')
    """
    name, given = written(text)
    twice = min(set(given) & set(parameters), default=None)
    if twice is not None:
        raise InvalidParameter(f"{twice} is given twice.")
    return make(name, **given, **parameters)


def written(text: str) -> tuple[str, dict[str, object]]:
    """The name and the parameters in `name:key=value,key=value`, as text.

    >>> written("hamming:m=2")
    ('hamming', {'m': '2'})
    """
    name, _, rest = text.partition(":")
    given: dict[str, object] = {}
    for item in filter(None, rest.split(",")):
        key, equals, value = item.partition("=")
        if not equals:
            raise InvalidParameter(f"{item!r} is not of the form key=value.")
        if key.strip() in given:
            raise InvalidParameter(f"{key.strip()} is given twice.")
        given[key.strip()] = value.strip()
    return name.strip(), given
