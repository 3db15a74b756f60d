"""The specification of every kind of certificate: definitions, answers, budgets and examples.

Definitions are the docstrings of the checker's modules and dataclasses, answers are read off its
checks, budgets off its constants; the examples are certificate files in the folder `certificates`.

Test vectors of the built-in losses: order of the spaces, entries, and closed forms.
"""

import ast
import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from inspect import cleandoc, getdoc, getsource
from itertools import pairwise
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any, Literal

from qstheory import certify
from qstheory.certify import components, hypograph, intervals, limits, rationals, replay, sets
from qstheory.certify.bundle import Item, load
from qstheory.certify.decide import decide, rules
from qstheory.certify.rules import Outcome, Rule
from qstheory.errors import QstheoryError, UnreadableCertificate
from qstheory.losses.base import Loss
from qstheory.losses.catalogue import families
from qstheory.losses.closed_forms import ClosedForm
from qstheory.losses.linear import Sparse
from qstheory.losses.parameters import LossFamily
from qstheory.losses.spaces import Space
from qstheory.report.certificate_schema import name_of, schema
from qstheory.work.certificates import encode

HERE = Path(__file__).parent / "certificates"
METHODS = (
    limits, replay, rationals, intervals, sets, components, hypograph,
)  # fmt: skip
"""Modules without kinds of their own that the kinds rest on."""
ANSWERS: dict[str, Literal["proves", "refutes"]] = {
    "PROVES": "proves",
    "proves_if": "proves",
    "REFUTES": "refutes",
    "refutes_if": "refutes",
}


@dataclass(frozen=True)
class Budget:
    """A number of the checker that bounds what it takes on, and what it bounds."""

    name: str
    value: int
    meaning: str


@dataclass(frozen=True)
class Chapter:
    """A module of the checker: its definitions, budgets, and kinds by name in the schema."""

    name: str
    title: str
    text: str
    budgets: tuple[Budget, ...]
    kinds: tuple[str, ...]


@dataclass(frozen=True)
class Example:
    """A proposition and a certificate as JSON, what the checker answers, and why."""

    text: str
    answer: str
    reason: str


@dataclass(frozen=True)
class Pair:
    """What is done with a certificate of one kind for a proposition of another."""

    proposition: str
    certificate: str
    check: str
    answers: tuple[str, ...]
    theorems: tuple[str, ...]
    accepted: Example
    rejected: Example


@cache
def chapters() -> tuple[Chapter, ...]:
    """The methods, then a chapter for each module that defines kinds."""
    by_module: dict[str, list[str]] = {}
    for name in schema()["$defs"]:
        module, dot, _ = name.partition(".")
        if dot:
            by_module.setdefault(module, []).append(name)
    modules = _modules()
    made = [_chapter(module, ()) for module in METHODS]
    for short in sorted(by_module):
        made.append(_chapter(modules[short], tuple(sorted(by_module[short]))))
    return tuple(made)


@cache
def _modules() -> dict[str, ModuleType]:
    """The modules of all kinds by the last part of their names."""
    found = {"expressions": import_module(f"{certify.__name__}.expressions")}
    waiting: list[Any] = [kind for rule in rules() for kind in (rule.proposition, rule.certificate)]
    for kind in waiting:
        found[kind.__module__.rpartition(".")[2]] = import_module(kind.__module__)
    for module in list(found.values()):
        for value in vars(module).values():
            home = getattr(value, "__module__", "") or ""
            if isinstance(value, type) and home.startswith("qstheory."):
                found.setdefault(home.rpartition(".")[2], import_module(home))
    return found


def _chapter(module: ModuleType, kinds: tuple[str, ...]) -> Chapter:
    title, _, text = cleandoc(module.__doc__ or "").partition("\n\n")
    return Chapter(
        module.__name__.rpartition(".")[2],
        " ".join(title.split()),
        text,
        tuple(_budgets(module)),
        kinds,
    )


def _budgets(module: ModuleType) -> Iterator[Budget]:
    """Numbers whose docstring says how much of something is taken on at most."""
    body = ast.parse(getsource(module)).body
    for statement, after in pairwise(body):
        match statement, after:
            case (
                ast.Assign(targets=[ast.Name(id=name)]),
                ast.Expr(value=ast.Constant(value=str(meaning))),
            ) if type(value := getattr(module, name)) is int and meaning.startswith("Most"):
                yield Budget(name, value, " ".join(meaning.split()))


def answers(check: Callable[..., Any]) -> tuple[str, ...]:
    """What a check can answer besides `invalid`, from the names that it and its helpers use."""
    found: set[str] = set()
    seen: set[FunctionType] = set()
    waiting: list[Any] = [check]
    while waiting:
        function = waiting.pop()
        if not isinstance(function, FunctionType) or function in seen:
            continue
        seen.add(function)
        for name in function.__code__.co_names:
            if name in ANSWERS:
                found.add(ANSWERS[name])
            helper = function.__globals__.get(name)
            if (getattr(helper, "__module__", "") or "").startswith(certify.__name__):
                waiting.append(helper)
    return tuple(sorted(found))


@cache
def pairs() -> tuple[Pair, ...]:
    """Every rule of the checker with an example that it accepts and one that it does not."""
    accepted, rejected = (
        {(type(item.proposition), type(item.certificate)): item for item in load(HERE / name)}
        for name in ("accepted.json", "rejected.json")
    )
    found = []
    for rule in rules():
        kinds = rule.proposition, rule.certificate
        if kinds not in accepted or kinds not in rejected:
            names = " by ".join(kind.__name__ for kind in kinds)
            raise UnreadableCertificate(
                f"There is no example of {names}: `python -m tests.certify.page_examples` makes it"
                " from the samples of the tests."
            )
        found.append(_pair(rule, accepted[kinds], rejected[kinds]))
    return tuple(found)


def _pair(rule: Rule, accepted: Item, rejected: Item) -> Pair:
    return Pair(
        name_of(rule.proposition),
        name_of(rule.certificate),
        " ".join((getdoc(rule.check) or "").split()),
        answers(rule.check),
        rule.rests_on(accepted.proposition, accepted.certificate),
        example(accepted),
        example(rejected),
    )


def example(item: Item) -> Example:
    """An item as it is written in full, without shared values, and what is answered."""
    decision = decide(item.proposition, item.certificate)
    data = {
        "proposition": encode(item.proposition),
        "certificate": encode(item.certificate),
        "expect": item.expect,
    }
    text = json.dumps(data, ensure_ascii=False)
    reason = decision.reason if decision.outcome is Outcome.INVALID else ""
    return Example(text, decision.outcome.value, reason)


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
