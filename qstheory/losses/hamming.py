"""Hamming loss on label sets: L(z, y) = (1/m) #{j : z_j != y_j}."""

from fractions import Fraction

from qstheory.losses.base import DecoderNote, Loss
from qstheory.losses.closed_forms import ClosedForm, CountForm
from qstheory.losses.counts import AffineEntry, CountStructure
from qstheory.losses.expressions import HALF, Expression, FormExpressions, constantly, same
from qstheory.losses.parameters import CountFormula, LossFamily, integer
from qstheory.losses.shared import flip_first, relabelling
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


def build(m: int) -> Loss:
    """The Hamming loss on m labels."""
    space = LabelSets(m)
    each = Fraction(1, m)
    entry = AffineEntry(Fraction(0), each, each, -2 * each)
    counts = CountStructure(m, space, space, entry)
    return Loss(
        reference=FAMILY.reference(m=m),
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


FAMILY = LossFamily(
    name="hamming",
    title="Hamming",
    definition=r"L(z,y)=\frac1m\sum_{j=1}^m 1(z_j\neq y_j)",
    source="Table 1; App. B.3",
    parameters=(integer("m", "number of labels", 1),),
    build=build,
    formula=CountFormula("(a + b - 2*i)/m"),
    examples=({"m": 1}, {"m": 2}, {"m": 3}, {"m": 4}),
)
