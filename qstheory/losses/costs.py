"""Losses on classes 0..n-1 with costs: cost-sensitive ones, and abstaining at a fixed cost.

The cost-sensitive loss is L(z, y) = costs[z][y]; the abstain loss is 1(z != y) for a class z, and a
fixed cost for the prediction n, one more than the last class, which abstains.
"""

from fractions import Fraction

from qstheory.errors import InvalidParameter
from qstheory.losses.base import DecoderNote, Loss
from qstheory.losses.closed_forms import ClosedForm, CountForm, Features
from qstheory.losses.counts import AffineEntry, CountStructure
from qstheory.losses.linear import Sparse
from qstheory.losses.parameters import LossFamily, integer, rational, rational_rows
from qstheory.losses.shared import centred_observation, class_permutations
from qstheory.losses.spaces import Classes, Label, LabelSets, singleton

Costs = tuple[tuple[Fraction, ...], ...]


def costs_form(costs: Costs) -> ClosedForm:
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


def cost_sensitive(costs: Costs) -> Loss:
    """The loss with these costs, one row for each predicted class."""
    if any(len(row) != len(costs) for row in costs):
        raise InvalidParameter(f"costs must have {len(costs)} numbers in each of its rows.")
    space = Classes(len(costs))

    def entry(z: Label, y: Label) -> Fraction:
        assert isinstance(z, int)
        assert isinstance(y, int)
        return costs[z][y]

    return Loss(
        reference=COST_SENSITIVE.reference(costs=costs),
        predictions=space,
        observations=space,
        entry=entry,
        bounds=(min(map(min, costs)), max(map(max, costs))),
        closed_forms=(costs_form(costs),),
        decoder=DecoderNote("class of least expected cost", "O(classes^2)"),
    )


COST_SENSITIVE = LossFamily(
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
    build=cost_sensitive,
    examples=({"costs": "0 1 2;1 0 1;5 1/2 0"}, {"costs": [[0, "0.1"], [3, 0]]}, {"costs": "7"}),
)


def indicators_form(classes: int, cost: Fraction) -> ClosedForm:
    """F_z = -e_z, F_abstain = (cost - 1) (1, ..., 1), U_y = e_y, c = 1."""

    def prediction(bit: int, size: int) -> Sparse:
        value = Fraction(-bit) if size else cost - 1
        return {0: value} if value else {}

    def observation(bit: int, size: int) -> Sparse:
        return {0: Fraction(1)} if bit else {}

    alone = singleton(classes)
    form = CountForm(
        classes, 1, 0, prediction, observation, prediction_set=alone, observation_set=alone
    )
    source = "1(z != y) = 1 - sum_k 1(z = k) 1(y = k), and sum_k 1(y = k) = 1"
    return ClosedForm("indicators", Fraction(1), form, source)


def centred_form(classes: int) -> ClosedForm:
    """For cost = 1 - 1/n: F_z = 1/n - e_z without its last coordinate, F_abstain = 0, c = cost."""

    def prediction(z: Label) -> Sparse:
        if z == classes:
            return {}
        return {k: Fraction(1, classes) - (k == z) for k in range(classes - 1)}

    def observation(y: Label) -> Sparse:
        assert isinstance(y, int)
        return centred_observation(classes, y)

    constant = 1 - Fraction(1, classes)
    source = "abstaining costs what every class costs on average"
    return ClosedForm("minimal", constant, Features(classes - 1, prediction, observation), source)


def abstain(classes: int, cost: Fraction) -> Loss:
    """The abstain loss: cost + (1 - cost) |z| - |z & y|, abstaining being the empty set z."""
    entry = AffineEntry(cost, 1 - cost, Fraction(0), Fraction(-1))
    counts = CountStructure(
        classes,
        LabelSets(classes, 0, 1),
        LabelSets(classes, 1, 1),
        entry,
        singleton(classes),
        singleton(classes),
    )
    minimal = (centred_form(classes),) if cost == 1 - Fraction(1, classes) else ()
    return Loss(
        reference=ABSTAIN.reference(classes=classes, cost=cost),
        predictions=Classes(classes + 1),
        observations=Classes(classes),
        entry=counts,
        bounds=(Fraction(0), max(Fraction(1), cost)),
        closed_forms=(indicators_form(classes, cost), *minimal),
        symmetries=class_permutations(classes),
        conventions=(f"the prediction {classes} abstains",),
        decoder=DecoderNote("largest class probability, or abstain", "O(classes)"),
    )


ABSTAIN = LossFamily(
    name="abstain",
    title="Abstain",
    definition=r"L(z,y)=1(z\neq y),\quad L(\perp,y)=\alpha",
    source="Ramaswamy, Tewari, Agarwal 2018",
    parameters=(
        integer("classes", "number of classes", 1, maximum=100_000),
        rational(
            "cost", "cost of abstaining", lambda cost: cost >= 0, "at least 0", Fraction(1, 2)
        ),
    ),
    build=abstain,
    examples=(
        {"classes": 1},
        {"classes": 2},
        {"classes": 3},
        {"classes": 3, "cost": "2/3"},
        {"classes": 4, "cost": 2},
    ),
)
