"""decide(proposition, certificate) -> proves | refutes | invalid: the one authority on verdicts.

Whether the spaces of a loss have as many different elements as they say is looked at as well. Of
label sets, permutations and classes, which `losses.spaces` defines, there are sums of binomials, m!
and n. The elements of a space from the file of a loss are counted; of more than REMEMBERED what the
file says is taken, and the answer names it.
"""

from collections.abc import Iterable
from dataclasses import is_dataclass, replace
from functools import cache, lru_cache
from importlib import import_module
from itertools import islice
from pkgutil import iter_modules
from typing import Any

from qstheory.certify import kinds
from qstheory.certify.arithmetic import borders, product_fault, regular_modulo
from qstheory.certify.codec import conforms
from qstheory.certify.limits import REMEMBERED
from qstheory.certify.rules import Decision, Outcome, Rule, Tools, invalid, require
from qstheory.certify.theorems import SIZED, Theorem
from qstheory.errors import QstheoryError
from qstheory.losses import resolve
from qstheory.losses.base import Loss, LossReference
from qstheory.losses.spaces import Classes, LabelSets, Permutations, Space

STANDARD_LIBRARY = Tools(regular_modulo, product_fault, borders)


def rules() -> Iterable[Rule]:
    """Every rule of the modules in `kinds`: what can be proved and refuted, and by what."""
    for module in sorted(iter_modules(kinds.__path__), key=lambda module: module.name):
        yield from getattr(import_module(f"{kinds.__name__}.{module.name}"), "RULES", ())


@cache
def _table() -> dict[tuple[type, type], Rule]:
    table = {}
    for rule in rules():
        key = (rule.proposition, rule.certificate)
        assert key not in table, f"two rules for {key}"
        table[key] = rule
    return table


def decide(proposition: Any, certificate: Any, tools: Tools = STANDARD_LIBRARY) -> Decision:
    """Replay `certificate` for `proposition`.

    A certificate for another kind of proposition, or one that shows nothing, is `invalid`, with
    the first reason. `tools` may replace the arithmetic by a faster implementation.

    >>> from qstheory import losses
    >>> from qstheory.certify.kinds.rank import Minor, RankAtLeast
    >>> loss = losses.make("hamming", m=1)
    >>> minor = Minor(((0,), (1,)), ((0,), (1,)), modulus=7)
    >>> decide(RankAtLeast(loss.reference, "loss", 2), minor).outcome.value
    'proves'
    """
    try:
        for part in (proposition, certificate):
            if is_dataclass(part) and not conforms(part, type(part)):
                return invalid(f"a part of the {type(part).__name__} is not of its declared type")
        return decide_read(proposition, certificate, tools)
    except RecursionError:
        return invalid("an expression is nested too deeply")


def decide_read(proposition: Any, certificate: Any, tools: Tools = STANDARD_LIBRARY) -> Decision:
    """`decide` for values that were read from a file, which have their declared types."""
    rule = _table().get((type(proposition), type(certificate)))
    if rule is None:
        return invalid(
            f"{type(certificate).__name__} is no certificate for {type(proposition).__name__}"
        )
    try:
        sizes = size_theorems(proposition)
        decision = rule.check(proposition, certificate, tools)
    except QstheoryError as error:
        return invalid(str(error))
    except RecursionError:
        return invalid("an expression is nested too deeply")
    except (OverflowError, ValueError):
        # Python refuses to write integers of more than 4300 digits, or to index and shift by them.
        return invalid("a number is too large to be replayed")
    if decision.outcome is Outcome.INVALID:
        return decision
    named = (theorem.name for theorem in sizes)
    return replace(decision, modulo=(*rule.rests_on(proposition, certificate), *named))


def size_theorems(proposition: Any) -> tuple[Theorem, ...]:
    """What the sizes of the spaces rest on; raises InvalidParameter where one is another."""
    reference = getattr(getattr(proposition, "problem", proposition), "loss", None)
    if not isinstance(reference, LossReference) or _all_counted(resolve(reference)):
        return ()
    return (SIZED,)


@lru_cache(maxsize=256)
def _all_counted(loss: Loss) -> bool:
    spaces = loss.predictions, loss.observations
    return not [space for space in spaces if not _counted(space)]


def _counted(space: Space) -> bool:
    """Whether it has not too many elements to be counted."""
    if type(space) in (LabelSets, Permutations, Classes):
        return True
    if space.size > REMEMBERED:
        return False
    listed = [*islice(space, space.size + 1)]
    different = len({*listed}) == len(listed) == space.size
    require(different, "a space of the loss does not have as many elements as it says")
    return True
