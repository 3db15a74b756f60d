"""Losses on label sets by what two of them share: Hamming and Jaccard.

Hamming is L(z, y) = (1/m) #{j : z_j != y_j}, Jaccard is L(z, y) = 1 - |z & y| / |z | y|.
"""

from fractions import Fraction

from qstheory.losses.base import DecoderNote, Loss, Undefined
from qstheory.losses.closed_forms import ClosedForm, CountForm
from qstheory.losses.counts import AffineEntry, CountStructure
from qstheory.losses.parameters import CountFormula, LossFamily, empty_policy, integer, undefined
from qstheory.losses.shared import (
    HALF,
    Expression,
    FormExpressions,
    constantly,
    flip_first,
    relabelling,
    same,
)
from qstheory.losses.spaces import LabelSets

PRINTED_CONSTANT = Expression(lambda m: HALF / m, ("m",))


def sign_form(name: str, m: int, constant: Expression, source: str) -> ClosedForm:
    """F_z = -(1/2m) s(z), U_y = s(y) with s_j = 2 bit_j - 1, and a constant."""
    prediction = Expression(lambda bit, m: HALF * (1 - 2 * bit) / m, ("[z]_j", "m"), "j")
    observation = Expression(lambda bit: 2 * bit - 1, ("[y]_j",), "j")
    written = FormExpressions((prediction,), (observation,), constant, Expression(same, ("m",)))
    form = CountForm(
        m, 1, 0, lambda bit, size: {0: prediction(bit, m)}, lambda bit, size: {0: observation(bit)}
    )
    value = constant(*[m for _ in constant.names])
    return ClosedForm(name, value, form, source, written)


def hamming(m: int) -> Loss:
    """The Hamming loss on m labels."""
    space = LabelSets(m)
    each = Fraction(1, m)
    entry = AffineEntry(Fraction(0), each, each, -2 * each)
    counts = CountStructure(m, space, space, entry)
    return Loss(
        reference=HAMMING.reference(m=m),
        predictions=space,
        observations=space,
        entry=counts,
        bounds=(Fraction(0), Fraction(1)),
        closed_forms=(
            sign_form("printed", m, PRINTED_CONSTANT, "Sec. 3.2 and App. B.3, Hamming"),
            sign_form("repaired", m, constantly(HALF), "1(a != b) = (1 - s(a) s(b)) / 2, averaged"),
        ),
        symmetries=(*relabelling(m), flip_first(m)),
        decoder=DecoderNote("coordinatewise sign", "O(m)", "Sec. 3.2"),
    )


HAMMING = LossFamily(
    name="hamming",
    title="Hamming",
    definition=r"L(z,y)=\frac1m\sum_{j=1}^m 1(z_j\neq y_j)",
    source="Table 1; App. B.3",
    parameters=(integer("m", "number of labels", 1),),
    build=hamming,
    formula=CountFormula("(a + b - 2*i)/m"),
    examples=({"m": 1}, {"m": 2}, {"m": 3}, {"m": 4}),
)


def jaccard(m: int, undefined: Undefined) -> Loss:
    """The Jaccard loss on m labels; raises UndefinedLoss for the policy `raise`."""
    empty = empty_policy("jaccard", m, undefined, "the empty prediction and the empty observation")
    predictions = LabelSets(m)

    def entry(a: int, b: int, both: int) -> Fraction:
        return 1 - Fraction(both, a + b - both) if a or b else empty.loss

    counts = CountStructure(m, predictions, empty.observations, entry)
    return Loss(
        reference=JACCARD.reference(m=m, undefined=undefined),
        predictions=predictions,
        observations=empty.observations,
        entry=counts,
        bounds=(Fraction(0), Fraction(1)),
        symmetries=relabelling(m),
        undefined=undefined,
        conventions=(empty.convention,),
        decoder=DecoderNote("enumeration of the predictions", "O(2^m n)"),
    )


JACCARD = LossFamily(
    name="jaccard",
    title="Jaccard",
    definition=r"L(z,y)=1-\frac{|z\cap y|}{|z\cup y|}",
    source="Jaccard 1912",
    parameters=(
        integer("m", "number of labels", 1, maximum=100_000),
        undefined("empty prediction and empty observation"),
    ),
    build=jaccard,
    formula=CountFormula("1 - i/(a + b - i)"),
    examples=tuple(
        {"m": m, "undefined": policy} for m in (1, 3, 4) for policy in ("one", "zero", "drop")
    ),
)
