"""Where the losses of Table 1 are defined: what the printed definitions divide by."""

from collections.abc import Iterator
from fractions import Fraction

from qstheory.certify.algebra.expressions import Expression, Geometric, Number, Variable
from qstheory.certify.kinds.for_every import Counterexample, Expansion, ForEvery, Induction
from qstheory.claims import Case, Claim, Claimed, Constant, Evidence, Kind, Reading, Verdict

BITS = 64
TERMS = "F-score, the terms of the double sum: l + |z|"
NDCG = "NDCG: the gain 2^t - 1 of the highest grade"
ERU = "ERU: the gain of the highest grade"
PD, MAP = "PD: |y| (m - |y|)", "MAP: |y|"
PARTS = (TERMS, NDCG, ERU, PD, MAP)
RELEVANT, OTHERS, CHOSEN = Variable("relevant"), Variable("others"), Variable("chosen")
TERM, GRADE, ABOVE = Variable("l"), Variable("grade"), Variable("above_neutral")


def at_least(
    denominator: Expression, starts: tuple[tuple[str, int], ...], least: int, part: str
) -> Evidence:
    """The denominator is >= `least` for all sizes from the starts on, or fails at the first.

    All sizes but the first variable's are taken >= 1 there, so that m >= 1.
    """
    (name, first), *others = starts
    proposition = ForEvery(starts, denominator, ">=", Number(Fraction(least)))
    by = (
        Expansion(tuple(start for _, start in starts), "simple", BITS),
        Induction(name, first, "simple", BITS),
        Counterexample((first, *(max(1, start) for _, start in others)), BITS),
        Counterexample(tuple(start for _, start in starts), BITS),
    )
    return Evidence(proposition, by, part)


def denominators(size: int, grade: int, least: int) -> Iterator[Evidence]:
    """Every denominator, for the sizes of label sets and the grades from the smallest ones on."""
    powers = Geometric(Fraction(2), GRADE) - 1
    yield at_least(TERM + CHOSEN, (("l", size), ("chosen", 0)), least, TERMS)
    yield at_least(powers, (("grade", grade),), least, NDCG)
    yield at_least(ABOVE, (("above_neutral", size),), least, ERU)
    yield at_least(RELEVANT * OTHERS, (("relevant", size), ("others", size)), least, PD)
    yield at_least(RELEVANT, (("relevant", size),), least, MAP)


def at_case(at: Case, said: Claimed) -> Iterator[Evidence]:
    """The sizes and grades of the case."""
    least = said("least denominator", at)
    return denominators(at.integer("smallest size"), at.integer("lowest grade"), least)


def where_defined(said: Claimed) -> Iterator[Evidence]:
    """Sizes and grades from 1."""
    return denominators(1, 1, said.formula("least denominator")())


def smallest(size: int, grade: int) -> tuple[Case, ...]:
    """The smallest number of (ir)relevant labels and the lowest grade."""
    return (Case((("smallest size", size), ("lowest grade", grade))),)


ONE = Constant(lambda **_: 1, ("plus one", "doubled"))
CLAIMS = (
    Claim(
        id="x.denominators",
        kind=Kind.EXTENSION,
        source="Table 1; Sec. 3.2; App. B.3",
        text="The losses of Table 1 are defined for every observation of their spaces: no printed"
        " denominator is 0.",
        readings=(
            Reading(
                "Y = P_m for PD and MAP, grades from 1",
                evidence=at_case,
                cases=smallest(0, 1),
                ranges_over="every m >= 1, observation and prediction",
                parts=PARTS,
                claimed={"least denominator": Constant(lambda **_: 1, ())},
            ),
            Reading(
                "grades from 0, as in OHSUMED",
                evidence=at_case,
                cases=smallest(0, 0),
                ranges_over="every m >= 1, observation and prediction",
                parts=PARTS,
                claimed={"least denominator": Constant(lambda **_: 1, ())},
            ),
        ),
        repaired_by="x.denominators.repaired",
        expected=Verdict.PARTLY_REFUTED,
        remark="PD divides by 0 at the empty and the full label set, MAP at the empty one, ERU"
        " where no grade exceeds the neutral one, NDCG with grades from 0 where all are 0. In eq."
        " fscore the term l = 0 is 0/0 for z empty; P and A, called m x m, have no column l = 0."
        " The readings of the other claims say what is made of an undefined ratio.",
    ),
    Claim(
        id="x.denominators.repaired",
        kind=Kind.REPAIR,
        source="repairs Table 1 and App. B.3",
        text="They are defined for PD without the empty and the full label set, for MAP without the"
        " empty one, for NDCG and ERU when some item has a positive gain; and the double sum of the"
        " F-score for l from 1 to m.",
        readings=(
            Reading(
                "the other observations left out",
                evidence=at_case,
                cases=smallest(1, 1),
                everywhere=where_defined,
                ranges_over="every m >= 1, observation and prediction",
                parts=PARTS,
                claimed={"least denominator": ONE},
            ),
        ),
    ),
)
