"""Where the losses of Table 1 are defined: what the printed definitions divide by."""

from collections.abc import Callable, Iterator

from qstheory.certify.expressions import Expression
from qstheory.claims import Case, Claimed, Evidence, Kind, Reading, always
from qstheory.claims.statements import Shown, fails_partly

from ._algebra import at_values, compared, number

TERMS = "F-score, the terms of the double sum: l + |z|"
NDCG = "NDCG: the gain 2^t - 1 of the highest grade"
ERU = "ERU: the gain of the highest grade"
PD, MAP = "PD: |y| (m - |y|)", "MAP: |y|"
PARTS = (TERMS, NDCG, ERU, PD, MAP)


def denominators(at: Case, said: Claimed) -> Iterator[Evidence]:
    """Every denominator, for the sizes of label sets and the grades from the smallest ones on.

    Sizes other than that of the case are taken >= 1, so that m >= 1.
    """
    least = said("least denominator", at)
    size, grade = at.integer("smallest size"), at.integer("lowest grade")

    def values(part: str, divisor: Callable[..., Expression], **sizes: range) -> Iterator[Evidence]:
        return at_values(lambda **at: (divisor(**at), ">=", number(least)), part, **sizes)

    sizes, others, grades = range(size, size + 5), range(1, 5), range(grade, grade + 5)
    yield from values(TERMS, lambda term, chosen: term + chosen, term=sizes, chosen=range(5))
    for top in grades:
        yield compared(number(2) ** top - 1, ">=", least, NDCG)
    yield from values(ERU, lambda above: above, above=sizes)
    yield from values(PD, lambda relevant, rest: relevant * rest, relevant=sizes, rest=others)
    yield from values(MAP, lambda relevant: relevant, relevant=sizes)


def smallest(size: int, grade: int) -> tuple[Case, ...]:
    """The smallest number of (ir)relevant labels and the lowest grade."""
    return (Case((("smallest size", size), ("lowest grade", grade))),)


ONE = always(1, ("plus one", "doubled"))
DENOMINATORS = Shown(
    evidence=denominators, ranges_over="every m >= 1, observation and prediction", parts=PARTS
)
CLAIMS = (
    *fails_partly("x.denominators", "Table 1; Sec. 3.2; App. B.3")(
        kind=Kind.EXTENSION,
        text="The losses of Table 1 are defined for every observation of their spaces: no printed"
        " denominator is 0.",
        readings=(
            Reading(
                "Y = P_m for PD and MAP, grades from 1",
                **DENOMINATORS,
                cases=smallest(0, 1),
                claimed={"least denominator": always(1, ())},
            ),
            Reading(
                "grades from 0, as in OHSUMED",
                **DENOMINATORS,
                cases=smallest(0, 0),
                claimed={"least denominator": always(1, ())},
            ),
        ),
        remark="PD divides by 0 at the empty and the full label set, MAP at the empty one, ERU"
        " where no grade exceeds the neutral one, NDCG with grades from 0 where all are 0. In eq."
        " fscore the term l = 0 is 0/0 for z empty; P and A, called m x m, have no column l = 0."
        " The readings of the other claims say what is made of an undefined ratio.",
    ).repaired(
        source="Table 1 and App. B.3",
        text="They are defined for PD without the empty and the full label set, for MAP without the"
        " empty one, for NDCG and ERU when some item has a positive gain; and the double sum of the"
        " F-score for l from 1 to m.",
        reading="the other observations left out",
        **DENOMINATORS,
        cases=(*smallest(1, 1), *smallest(2, 1), *smallest(1, 3)),
        claimed={"least denominator": ONE},
    ),
)
