"""Every way in which a certificate about a polyhedral surrogate is refused, and a deeper tree."""

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from qstheory.certify import decide
from qstheory.certify.kinds.polyhedral import (
    Decided,
    Form,
    PolyhedralConsistent,
    PolyhedralSurrogate,
    Step,
    Unreachable,
)

from ..samples.consistency import (
    ALWAYS_1,
    CRAMMER_SINGER,
    HALF,
    HINGE,
    HINGES,
    LATE,
    ONE,
    PROOF,
    SIGN,
    ZERO,
    excluded,
    line,
)
from ..samples.sample import ZERO_ONE

BINARY = PolyhedralConsistent(ZERO_ONE, HINGE)
TOO_LATE = PolyhedralConsistent(ZERO_ONE, LATE)
FLAT = PolyhedralSurrogate(HINGES, (Form(0, line(0, 0)),))


def with_surrogate(**changes: Any) -> PolyhedralConsistent:
    return PolyhedralConsistent(ZERO_ONE, replace(HINGE, **changes))


@pytest.mark.parametrize(
    ("proposition", "reason"),
    [
        (with_surrogate(terms=HINGES[:1]), "sum of maxima"),
        (with_surrogate(terms=((), HINGES[1])), "sum of maxima"),
        (with_surrogate(terms=(((),), HINGES[1])), "sum of maxima"),
        (with_surrogate(terms=(CRAMMER_SINGER[0], HINGES[1])), "one number of scores"),
        (with_surrogate(decoder=()), "no form"),
        (with_surrogate(decoder=(Form(2, line(1, 0)),)), "does not belong"),
        (
            with_surrogate(decoder=(Form(0, CRAMMER_SINGER[0][0][0]),)),
            "does not belong",
        ),
    ],
)
def test_what_is_no_surrogate(proposition: PolyhedralConsistent, reason: str) -> None:
    for certificate in (PROOF, ALWAYS_1):
        assert reason in decide(proposition, certificate).reason


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"distribution": (ONE,)}, "probabilities"),
        ({"distribution": (-ONE, 2 * ONE)}, "probabilities"),
        ({"distribution": (ONE, ONE)}, "probabilities"),
        ({"scores": (ONE, ONE)}, "length of the slopes"),
        ({"multipliers": (((ZERO,),), ((ONE, ZERO),))}, "each piece"),
        ({"multipliers": (((ZERO, ZERO),), ((2 * ONE, -ONE),))}, "negative"),
        ({"multipliers": (((ZERO, ZERO),), ((ZERO, ZERO),))}, "sum they should"),
        ({"multipliers": (((ZERO, ZERO),), ((ZERO, ONE),))}, "slopes to 0"),
        ({"scores": (ZERO,)}, "are a minimiser"),
        ({"form": 2}, "no such form"),
        ({"form": -1}, "no such form"),
        ({"form": 1}, "not decoded or it is optimal"),
        ({"scores": (2 * ONE,)}, "not decoded or it is optimal"),
    ],
)
def test_what_is_no_failure(changes: dict[str, Any], reason: str) -> None:
    assert reason in decide(TOO_LATE, replace(ALWAYS_1, **changes)).reason


def tree(branch: Any) -> Any:
    return replace(PROOF, trees=((branch,), PROOF.trees[1]))


GOOD = excluded(0)


def step(*levels: tuple[Fraction, ...], direction: tuple[Fraction, ...] = (ONE,)) -> Decided:
    return replace(GOOD, steps=(Step(direction, levels),))


@pytest.mark.parametrize(
    ("certificate", "reason"),
    [
        (replace(PROOF, bounds=PROOF.bounds[:1]), "every observation"),
        (replace(PROOF, bounds=(((ZERO, ONE),), ((ONE, ZERO),))), "slopes to 0"),
        (replace(PROOF, trees=PROOF.trees[:1]), "a tree for each form"),
        (replace(PROOF, trees=((), PROOF.trees[1])), "a tree for each form"),
        (tree(step((ONE,), (-ONE,), direction=(ONE, ONE))), "wrong length"),
        (tree(step((ONE, ZERO), (-ONE,))), "wrong length"),
        (tree(step((2 * ONE,), (-ONE,))), "exceed the gain"),
        (tree(replace(GOOD, prediction=1)), "not such a prediction"),
        (tree(replace(GOOD, steps=())), "a step for each"),
        (tree(replace(GOOD, branches=())), "one branch for each piece"),
        (tree(Unreachable((ZERO, ONE))), "exclude each other"),
        (tree(Unreachable((ZERO,))), "multiplier for each constraint"),
        (
            tree(replace(GOOD, branches=(Unreachable((ZERO, -ONE, ZERO, ONE)),))),
            "exclude each other",
        ),
        (
            tree(replace(GOOD, branches=(Unreachable((ZERO, HALF, ZERO, ONE)),))),
            None,
        ),
        (tree(replace(GOOD, branches=(Unreachable((ZERO, ONE)),))), "each constraint"),
        (
            tree(replace(GOOD, branches=(replace(GOOD, branches=()),))),
            "one branch for each piece",
        ),
    ],
)
def test_what_is_no_proof(certificate: Any, reason: str | None) -> None:
    decision = decide(BINARY, certificate)
    assert (decision.outcome.value == "proves") if reason is None else (reason in decision.reason)


def test_a_branch_may_repeat_its_parent() -> None:
    """Each level of the tree looks at the same steep piece again, and the last one excludes it."""
    blocked = Unreachable((ZERO, ONE, ZERO, ONE, ZERO, ONE))
    nested = replace(GOOD, branches=(replace(GOOD, branches=(blocked,)),))
    assert decide(BINARY, tree(nested)).outcome.value == "proves"


def test_a_decoder_with_one_prediction_is_refuted() -> None:
    proposition = PolyhedralConsistent(ZERO_ONE, FLAT)
    assert decide(proposition, replace(ALWAYS_1, form=0)).outcome.value == "refutes"


def test_the_sign_is_a_decoder() -> None:
    """The hinge of the samples is what it says: zero beyond 1, and decoded by sign."""
    assert [form.score.at((Fraction(2),)) for form in SIGN] == [2, -2]
    assert [max(piece.at((Fraction(2),)) for piece in maxima[0]) for maxima in HINGES] == [3, 0]
