"""Precision at k: L(z, y) = 1 - |z & y| / k for predictions z of exactly k labels."""

from fractions import Fraction

from qstheory.errors import InvalidParameter
from qstheory.losses.base import DecoderNote, Loss
from qstheory.losses.closed_forms import ClosedForm, CountForm
from qstheory.losses.counts import AffineEntry, CountStructure
from qstheory.losses.expressions import HALF, ONE, Expression, FormExpressions, constantly, same
from qstheory.losses.parameters import CountFormula, LossFamily, integer
from qstheory.losses.shared import relabelling
from qstheory.losses.spaces import LabelSets


def membership_form(
    name: str, m: int, k: int, *, observation: Expression, constant: Fraction, source: str
) -> ClosedForm:
    """F_z = -z / k, U_y by its coordinate, in dimension m."""
    prediction = Expression(lambda bit, k: -ONE * bit / k, ("[z]_j", "k"), "j")
    written = FormExpressions(
        (prediction,), (observation,), constantly(constant), Expression(same, ("m",))
    )
    form = CountForm(
        m,
        1,
        0,
        lambda bit, size: {0: prediction(bit, k)} if bit else {},
        lambda bit, size: {0: observation(bit)} if observation(bit) else {},
    )
    return ClosedForm(name, constant, form, source, written)


def printed_form(m: int, k: int) -> ClosedForm:
    """U_y = y, c = 1."""
    observation = Expression(same, ("[y]_j",), "j")
    return membership_form(
        "printed", m, k, observation=observation, constant=ONE, source="App. B.3, Prec@k"
    )


def centred_form(m: int, k: int) -> ClosedForm:
    """U_y = y - 1/2, c = 1/2: half the constant, as sum_j z_j = k."""
    observation = Expression(lambda bit: bit - HALF, ("[y]_j",), "j")
    source = "sum_j z_j = k moves 1/2 into c"
    return membership_form("centred", m, k, observation=observation, constant=HALF, source=source)


def single_row_form(m: int) -> ClosedForm:
    """k = m leaves one prediction: F_z = -1, U_y = |y| / m, c = 1, in dimension 1."""
    form = CountForm(
        m,
        0,
        1,
        prediction_extra=lambda size: {0: Fraction(-1)},
        observation_extra=lambda size: {0: Fraction(size, m)},
    )
    return ClosedForm("minimal", Fraction(1), form, "one prediction only")


def build(m: int, k: int) -> Loss:
    """Precision at k on m labels."""
    if k > m:
        raise InvalidParameter(f"k must be at most m = {m}, not {k}.")
    predictions, observations = LabelSets(m, k, k), LabelSets(m)
    zero = Fraction(0)
    entry = AffineEntry(Fraction(1), zero, zero, Fraction(-1, k))
    counts = CountStructure(m, predictions, observations, entry)
    minimal = (single_row_form(m),) if k == m > 1 else ()
    return Loss(
        reference=FAMILY.reference(m=m, k=k),
        predictions=predictions,
        observations=observations,
        entry=counts,
        bounds=(Fraction(0), Fraction(1)),
        closed_forms=(printed_form(m, k), centred_form(m, k), *minimal),
        symmetries=relabelling(m),
        decoder=DecoderNote("k labels of largest score", "O(m)", "App. B.3"),
    )


FAMILY = LossFamily(
    name="prec-at-k",
    title="Precision at k",
    definition=r"L(z,y)=1-\frac{|z\cap y|}{k},\quad |z|=k",
    source="Table 1; App. B.3",
    parameters=(
        integer("m", "number of labels", 1, maximum=100_000),
        integer("k", "number of predicted labels", 1),
    ),
    build=build,
    formula=CountFormula("1 - i/k", predicted="k"),
    examples=(
        {"m": 1, "k": 1},
        {"m": 3, "k": 1},
        {"m": 3, "k": 2},
        {"m": 3, "k": 3},
        {"m": 4, "k": 2},
    ),
    aliases=("precision-at-k",),
)
