"""Lemmas of the theory with a wrong constant, exponent or direction: an instance refutes each."""

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

import pytest

from qstheory.certify import decide
from qstheory.certify.kinds.finite_instances import Evaluation, Power, PowerRelation
from qstheory.theory.margin.distribution import (
    D2,
    ERROR,
    F2,
    E,
    R,
    inverse_gap,
    inverse_margin,
    powers,
    quantity,
)
from verification.sharp2020._problems import drawn, problem

TIGHT = ("coin 1/2", "coin 1/9", "scaled 4 1/2", "scaled 9 1/3", "hamming 2 1/2", "stretched 4 1/2")
CLEAR = drawn("clear", 40)


def lemma(p: int) -> dict[str, tuple[tuple[Power, ...], tuple[Power, ...]]]:
    """Left and right sides of the true lemmas, left <= right."""
    M, gap = inverse_margin(p), inverse_gap(p)
    tail = quantity("margin-tail", p)
    constant = Fraction(p + 1, p) ** p
    return {
        "comparison": (powers((E, 2)), powers((4, 1), (F2, 1), (R, 1))),
        "diameter": (powers((E, 2)), powers((1, 1), (D2, 1), (R, 1))),
        "rows": (powers((D2, 1)), powers((4, 1), (F2, 1))),
        "error set": (powers((ERROR, p + 1)), powers((1, 1), (M, 1), (E, p))),
        "error set, gaps": (powers((ERROR, p + 1)), powers((1, 1), (gap, 1), (E, p))),
        "improved": (powers((E, p + 2)), powers((4, p + 1), (M, 1), (F2, p + 1), (R, p + 1))),
        "improved, gaps": (
            powers((E, p + 2)),
            powers((4, p + 1), (gap, 1), (F2, p + 1), (R, p + 1)),
        ),
        "Markov": (powers((tail, 1)), powers((1, 1), (M, 1))),
        "weak": (powers((ERROR, p + 1)), powers((constant, 1), (tail, 1), (E, p))),
    }


def holds_on(
    names: tuple[str, ...], left: tuple[Power, ...], right: tuple[Power, ...], relation: str = "<="
) -> bool:
    decisions = (
        decide(PowerRelation(problem(name), left, relation, right), Evaluation())  # type: ignore[arg-type]
        for name in names
    )
    return all(decision.outcome.value == "proves" for decision in decisions)


@pytest.mark.parametrize("name", lemma(1))
@pytest.mark.parametrize("p", [1, 2, 3])
def test_the_lemmas_hold(name: str, p: int) -> None:
    assert holds_on((*TIGHT, *CLEAR), *lemma(p)[name])


def other_base(power: Power, factor: Fraction) -> Power:
    assert isinstance(power.base, Fraction)
    return replace(power, base=power.base * factor)


def smaller_constant(left: tuple[Power, ...], right: tuple[Power, ...]) -> object:
    return left, (other_base(right[0], Fraction(9, 10)), *right[1:])


def changed_exponent(place: int, by: int) -> Callable[..., object]:
    def change(left: tuple[Power, ...], right: tuple[Power, ...]) -> object:
        changed = [*right]
        changed[place] = replace(right[place], exponent=right[place].exponent + by)
        return left, tuple(changed)

    return change


WRONG = {
    "smaller constant": smaller_constant,
    "exponent of the first quantity + 1": changed_exponent(1, 1),
    "exponent of the first quantity - 1": changed_exponent(1, -1),
    "exponent of the last quantity + 1": changed_exponent(-1, 1),
    "exponent of the last quantity - 1": changed_exponent(-1, -1),
}
SHARP = ("comparison", "diameter", "rows", "error set", "error set, gaps", "improved", "Markov")
"""Equalities at one point with two labels, so that nothing about them can be changed."""


@pytest.mark.parametrize("wrong", WRONG)
@pytest.mark.parametrize("name", SHARP)
@pytest.mark.parametrize("p", [1, 2])
def test_a_wrong_lemma_is_refuted(name: str, wrong: str, p: int) -> None:
    left, right = lemma(p)[name]
    changed_left, changed_right = WRONG[wrong](left, right)  # type: ignore[misc]
    assert not holds_on(TIGHT, changed_left, changed_right)


@pytest.mark.parametrize("name", lemma(1))
def test_the_reversed_inequality_is_refuted(name: str) -> None:
    left, right = lemma(2)[name]
    assert not holds_on((*TIGHT, *CLEAR), right, left)
