"""F-score: L(z, y) = 1 - (1 + beta^2) |z & y| / (|z| + beta^2 |y|) on label sets."""

from fractions import Fraction

from qstheory.losses.base import DecoderNote, Loss, Undefined
from qstheory.losses.counts import CountStructure
from qstheory.losses.f_score_forms import closed_forms
from qstheory.losses.parameters import (
    CountFormula,
    LossFamily,
    empty_policy,
    integer,
    rational,
    undefined,
)
from qstheory.losses.shared import relabelling
from qstheory.losses.spaces import LabelSets


def build(m: int, beta: Fraction, undefined: Undefined) -> Loss:
    """The F_beta loss on m labels; raises UndefinedLoss for the policy `raise`."""
    empty = empty_policy("f-score", m, undefined, "the empty prediction and the empty observation")
    weight = beta**2
    predictions = LabelSets(m)

    def entry(a: int, b: int, both: int) -> Fraction:
        if a == b == 0:
            return empty.loss
        return 1 - (1 + weight) * both / (a + weight * b)

    counts = CountStructure(m, predictions, empty.observations, entry)
    return Loss(
        reference=FAMILY.reference(m=m, beta=beta, undefined=undefined),
        predictions=predictions,
        observations=empty.observations,
        entry=counts,
        bounds=(Fraction(0), Fraction(1)),
        closed_forms=closed_forms(m, weight, undefined),
        symmetries=relabelling(m),
        undefined=undefined,
        conventions=(empty.convention,),
        decoder=DecoderNote("best set of each size, then the best size", "O(m^2)", "App. B.3"),
    )


FAMILY = LossFamily(
    name="f-score",
    title="F-score",
    definition=r"L(z,y)=1-\frac{(1+\beta^2)|z\cap y|}{|z|+\beta^2|y|}",
    source="Table 1; App. B.3",
    parameters=(
        integer("m", "number of labels", 1, maximum=2000),
        rational("beta", "weight of recall", lambda b: b > 0, "positive", Fraction(1)),
        undefined("empty prediction and empty observation"),
    ),
    build=build,
    formula=CountFormula("1 - (1 + beta^2)*i/(a + beta^2*b)"),
    examples=tuple(
        {"m": m, "undefined": policy, "beta": beta}
        for m, beta in ((1, 1), (2, 1), (3, 1), (3, 2), (4, "1/2"))
        for policy in ("one", "zero", "drop")
    ),
    aliases=("f-beta", "f1"),
)
