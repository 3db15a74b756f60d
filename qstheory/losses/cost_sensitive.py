"""Cost-sensitive multiclass loss: L(z, y) = costs[z][y] for classes 0..n-1."""

from fractions import Fraction

from qstheory.errors import InvalidParameter
from qstheory.losses.base import DecoderNote, Loss
from qstheory.losses.closed_forms import ClosedForm, Features
from qstheory.losses.linear import Sparse
from qstheory.losses.parameters import LossFamily, rational_rows
from qstheory.losses.spaces import Classes, Label

Costs = tuple[tuple[Fraction, ...], ...]


def indicators_form(costs: Costs) -> ClosedForm:
    """F_z = costs[z], U_y = e_y, c = 0."""

    def prediction(z: Label) -> Sparse:
        assert isinstance(z, int)
        return {y: cost for y, cost in enumerate(costs[z]) if cost}

    def observation(y: Label) -> Sparse:
        assert isinstance(y, int)
        return {y: Fraction(1)}

    return ClosedForm(
        "indicators",
        Fraction(0),
        Features(len(costs), prediction, observation),
        "rows of the costs",
    )


def build(costs: Costs) -> Loss:
    """The loss with these costs, one row for each predicted class."""
    if any(len(row) != len(costs) for row in costs):
        raise InvalidParameter(f"costs must have {len(costs)} numbers in each of its rows.")
    space = Classes(len(costs))

    def entry(z: Label, y: Label) -> Fraction:
        assert isinstance(z, int)
        assert isinstance(y, int)
        return costs[z][y]

    return Loss(
        reference=FAMILY.reference(costs=costs),
        predictions=space,
        observations=space,
        entry=entry,
        bounds=(min(map(min, costs)), max(map(max, costs))),
        closed_forms=(indicators_form(costs),),
        decoder=DecoderNote("class of least expected cost", "O(classes^2)"),
    )


FAMILY = LossFamily(
    name="cost-sensitive",
    title="Cost-sensitive multiclass",
    definition=r"L(z,y)=C_{zy}",
    source="Elkan 2001",
    parameters=(
        rational_rows(
            "costs",
            "the square matrix of costs, a row for each predicted class: '0 1 2;1 0 1;2 1 0'",
        ),
    ),
    build=build,
    examples=({"costs": "0 1 2;1 0 1;5 1/2 0"}, {"costs": [[0, "0.1"], [3, 0]]}, {"costs": "7"}),
)
