"""A loss on label sets by a formula in a = |z|, b = |y|, i = |z & y| and the number m of labels."""

from dataclasses import replace
from fractions import Fraction

from qstheory.errors import InvalidParameter
from qstheory.losses.base import Loss, ParameterValue, Undefined
from qstheory.losses.counts import CountStructure
from qstheory.losses.formula import Compiled, compiled, is_undefined, written
from qstheory.losses.formula_reader import entry, read_formula
from qstheory.losses.parameters import (
    LossFamily,
    Parameter,
    integer,
    refuse_undefined,
    sequence,
    undefined,
    word_or,
)
from qstheory.losses.shared import relabelling
from qstheory.losses.spaces import LabelSets

VARIABLES = {"a": "|z|", "b": "|y|", "i": "|z & y|", "m": "the number of labels"}
TOP = 128
"""Most labels: every triple of counts is looked at for 0/0."""


def _sizes(name: str, description: str) -> Parameter:
    def parse_all(items: list[object]) -> tuple[int, ...]:
        bound = integer(name, "", 0, maximum=TOP)
        found = [int(str(bound.parse(item))) for item in items]
        if len(found) not in (1, 2) or found != sorted(found):
            raise InvalidParameter(f"{name} must be a size, or the least and the largest one.")
        return found[0], found[-1]

    sizes = word_or(("all",), sequence(name, description, parse_all), "all")
    return replace(sizes, default="all")


def _sets(m: int, sizes: ParameterValue, side: str) -> LabelSets:
    if not isinstance(sizes, tuple):
        return LabelSets(m)
    low, high = (int(str(size)) for size in sizes)
    if high > m:
        raise InvalidParameter(f"The sizes of {side} end at {high}, beyond m = {m}.")
    return LabelSets(m) if (low, high) == (0, m) else LabelSets(m, low, high)


def _shown(sets: LabelSets) -> ParameterValue:
    everything = list(sets.sizes) == list(range(sets.m + 1))
    return "all" if everything else (sets.sizes[0], sets.sizes[-1])


def undefined_sizes(
    formula: Compiled, predictions: LabelSets, observations: LabelSets
) -> list[int]:
    """The sizes b of observations at which the formula reads 0/0 for some prediction."""
    m, found = predictions.m, []
    for b in observations.sizes:
        for a in predictions.sizes:
            both = range(max(0, a + b - m), min(a, b) + 1)
            if any(is_undefined(formula, {"a": a, "b": b, "i": i, "m": m}) for i in both):
                found.append(b)
                break
    return found


def without_sizes(observations: LabelSets, left_out: list[int]) -> LabelSets:
    """The observations of the other sizes, which must be an interval; raises InvalidParameter."""
    kept = [b for b in observations.sizes if b not in left_out]
    if not kept or kept != list(range(kept[0], kept[-1] + 1)):
        raise InvalidParameter(
            "The sizes of the observations where the formula is not 0/0 are no interval; choose"
            " undefined=zero or one, or other sizes."
        )
    return LabelSets(observations.m, kept[0], kept[-1])


def build(
    m: int, entry: str, undefined: Undefined, predicted: ParameterValue, observed: ParameterValue
) -> Loss:
    """The loss; raises UndefinedLoss for the policy `raise` where the formula reads 0/0."""
    predictions = _sets(m, predicted, "predictions")
    given = observations = _sets(m, observed, "observations")
    term = read_formula(entry)
    odd = undefined_sizes(compiled(term), predictions, observations)
    conventions: tuple[str, ...] = ()
    if odd:
        where = f"observations of size {', '.join(map(str, odd))}"
        if undefined == "raise":
            raise refuse_undefined("the formula", where)
        if undefined == "drop":
            observations = without_sizes(observations, odd)
            conventions = (f"{where} are left out",)
        else:
            conventions = (f"0/0 is {int(undefined == 'one')}, for {where}",)
    formula = compiled(term, undefined)

    def value(a: int, b: int, both: int) -> Fraction:
        return Fraction(formula({"a": a, "b": b, "i": both, "m": m}))

    counts = CountStructure(m, predictions, observations, value)
    values = [value(*triple) for triple in counts.triples()]
    return Loss(
        reference=FAMILY.reference(
            m=m,
            entry=written(term),
            undefined=undefined,
            predicted=_shown(predictions),
            observed=_shown(given),
        ),
        predictions=predictions,
        observations=observations,
        entry=counts,
        bounds=(min(values), max(values)),
        symmetries=relabelling(m),
        undefined=undefined if odd else None,
        conventions=conventions,
    )


FAMILY = LossFamily(
    name="set-formula",
    title="Formula on label sets",
    definition=r"L(z,y)=f(|z|,|y|,|z\cap y|,m)",
    source="given by the user",
    parameters=(
        integer("m", "number of labels", 1, maximum=TOP),
        entry(VARIABLES, "1 - 2*i/(a+b)"),
        undefined("where a ratio of the formula is 0/0"),
        _sizes("predicted", "the least and the largest size of predictions"),
        _sizes("observed", "the least and the largest size of observations"),
    ),
    build=build,
    examples=tuple(
        {"m": m, "entry": entry, **more}
        for m, entry, more in (
            (3, "(a + b - 2*i)/m", {}),
            (3, "1 - 2*i/(a+b)", {"undefined": "one"}),
            (3, "1 - 2*i/(a+b)", {"undefined": "drop"}),
            (3, "1 - i/(a+b-i)", {"undefined": "zero"}),
            (4, "1 - i/2", {"predicted": "2"}),
            (3, "0 if a == b == i else 1", {"observed": "1;3"}),
        )
    ),
)
