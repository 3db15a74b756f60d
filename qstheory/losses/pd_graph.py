"""Pairwise disagreement with a preference graph: the edges that the ranking gets wrong.

L(sigma, g) = (1/|g|) #{edges i -> j of g : sigma(i) > sigma(j)}, sigma(i) the position of item i,
or the number itself without the normaliser.
"""

from fractions import Fraction

from qstheory.losses.base import DecoderNote, Loss, LossFamily, Undefined, refuse_undefined
from qstheory.losses.pairs import PairLoss, undefined_value
from qstheory.losses.parameters import choice, integer, undefined
from qstheory.losses.preference_graphs import PreferenceGraphs, renaming
from qstheory.losses.spaces import Label, Permutations
from qstheory.losses.symmetries import reversal


def _edges(graph: Label) -> list[int]:
    assert isinstance(graph, tuple)
    return list(graph)


def build(m: int, normaliser: str, undefined: Undefined) -> Loss:
    """Pairwise disagreement on acyclic graphs; raises UndefinedLoss for the policy `raise`."""
    normalised = normaliser == "edges"
    policy = undefined if normalised else None
    if policy == "raise":
        raise refuse_undefined("pd-graph", "the graph without edges")
    drop = policy == "drop"
    value = undefined_value(policy) if policy else None
    loss = PairLoss(m, _edges, 1, value, normalised, preference=r"y_{j\ell}")
    return Loss(
        reference=FAMILY.reference(m=m, normaliser=normaliser, undefined=policy or "raise"),
        predictions=Permutations(m),
        observations=PreferenceGraphs(m, with_empty=not drop),
        entry=loss,
        bounds=(Fraction(0), Fraction(1 if normalised else loss.pairs)),
        closed_forms=(loss.repaired_form("pairs"),),
        symmetries=(
            renaming("swap of the first two items", [1, 0, *range(2, m)]),
            renaming("cycle of the items", [*range(1, m), 0]),
            reversal(m, 0),
        ),
        undefined=policy,
        conventions=(
            "sigma(j) is the position of item j",
            *(("the graph without edges is left out",) if drop else ()),
            *((f"the loss is {value} for the graph without edges",) if value is not None else ()),
        ),
        decoder=DecoderNote(
            "minimum weight feedback arc set",
            "O(m^2) without cycles, else O(2^m m)",
            "App. B.3, PD",
        ),
    )


FAMILY = LossFamily(
    name="pd-graph",
    title="Pairwise disagreement, preference graphs",
    definition=(r"L(\sigma,g)=\frac{1}{|E(g)|}\sum_{(i,j)\in E(g)}1(\sigma(i)>\sigma(j))"),
    source="Ramaswamy, Agarwal 2016",
    parameters=(
        integer("m", "number of items", 2, maximum=200),
        choice("normaliser", "divide by the number of edges, or not", ("edges", "none"), "edges"),
        undefined("the graph without edges"),
    ),
    build=build,
    examples=(
        {"m": 2, "undefined": "drop"},
        {"m": 3, "undefined": "drop"},
        {"m": 3, "undefined": "zero"},
        {"m": 3, "undefined": "one"},
        {"m": 3, "normaliser": "none"},
    ),
)
