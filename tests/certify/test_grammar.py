"""Whatever `decide` accepts among propositions and certificates drawn from the grammar is true."""

from collections import Counter
from random import Random

import pytest

from qstheory.certify import Outcome, decide
from qstheory.certify.decide import rules
from qstheory.certify.rules import Rule

from .grammar import Grammar
from .truths import truths

RULES = list(rules())
TRUTHS = truths()
FEW, MANY, SEEDS = 1_500, 50_000, (2, 3, 4, 5)


def accepted(count: int, seed: int) -> Counter[tuple[str, str]]:
    """How often each rule accepts something; each is held against its truth."""
    source, found = Random(seed), Counter[tuple[str, str]]()
    for number in range(count):
        rule = RULES[number % len(RULES)]
        if try_one(rule, source):
            found[rule.proposition.__name__, rule.certificate.__name__] += 1
    return found


def try_one(rule: Rule, source: Random) -> bool:
    """Whether a drawn pair is accepted, which it may only be when that is right."""
    grammar = Grammar(source)
    proposition, certificate = (
        grammar.value(kind, kind.__module__) for kind in (rule.proposition, rule.certificate)
    )
    outcome = decide(proposition, certificate).outcome
    if outcome is Outcome.INVALID:
        return False
    truth = TRUTHS[rule.proposition](proposition, certificate)
    assert truth is (outcome is Outcome.PROVES), f"{proposition} by {certificate}: {outcome}"
    return True


def test_nothing_false_is_accepted() -> None:
    assert len(accepted(FEW, 1)) >= 20


@pytest.mark.slow
@pytest.mark.no_cover
@pytest.mark.parametrize("seed", SEEDS)
def test_nothing_false_is_accepted_of_many(seed: int) -> None:
    """200,000 pairs, in parts that run beside each other."""
    assert len(accepted(MANY, seed)) >= 60
