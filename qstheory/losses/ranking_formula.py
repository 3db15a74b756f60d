"""A loss on rankings by a formula in the positions s[j], the grades y[j] and the number m of items.

Average precision, for instance, is

    sum(j=1..m, y[j]*sum(l=1..m, y[l]*(s[l]<=s[j]))/s[j]) / sum(j=1..m, y[j])
"""

from fractions import Fraction

from qstheory.errors import TooLarge
from qstheory.losses.base import Loss, Undefined
from qstheory.losses.formula import Apply, Name, Number, Over, Term, compiled, is_undefined
from qstheory.losses.formula_reader import entry, read_formula
from qstheory.losses.parameters import LossFamily, integer, refuse_undefined, undefined
from qstheory.losses.shared import Grades, relabelling
from qstheory.losses.spaces import Label, Labels, Permutations, Space, label

VARIABLES = {"s": "the positions s[j]", "y": "the grades y[j]", "m": "the number of items"}
ENTRIES = 200_000
"""Most entries: each is evaluated to see whether it is 0/0, and for the bounds."""


def treats_items_alike(term: Term, items: frozenset[str] = frozenset()) -> bool:
    """Whether the formula shows that it does not change when items are renamed.

    Items occur as indices of sums and products from 1 to m, there only as the index of s and y and
    in comparisons == and != of two items. No index is called m: within it m is no number of items.
    """
    match term:
        case Apply("item", (_, index)):
            return isinstance(index, Name) and index.name in items
        case Apply("==" | "!=", (Name(left), Name(right))) if left in items and right in items:
            return True
        case Apply(_, terms):
            return all(treats_items_alike(inner, items) for inner in terms)
        case Over(index="m"):
            return False
        case Over(_, index, low, high, body):
            everything = low == Number(Fraction(1)) and high == Name("m")
            inside = items | {index} if everything else items - {index}
            return all(treats_items_alike(part, items) for part in (low, high)) and (
                treats_items_alike(body, inside)
            )
        case Name(name):
            return name not in items
    return True


def build(m: int, entry: str, grade: int, undefined: Undefined) -> Loss:
    """The loss; raises UndefinedLoss for the policy `raise`, TooLarge."""
    predictions = Permutations(m)
    observations: Space = Grades(m, 0, grade)
    if predictions.size * observations.size > ENTRIES:
        raise TooLarge(
            f"A formula on rankings of {m} items has more than {ENTRIES} entries; take fewer items."
        )
    term = read_formula(entry)
    plain = compiled(term)

    def names(z: Label, y: Label) -> dict[str, object]:
        return {"s": z, "y": y, "m": m}

    odd = [y for y in observations if any(is_undefined(plain, names(z, y)) for z in predictions)]
    conventions: tuple[str, ...] = ("s[j] is the position of item j",)
    if odd:
        where = f"{len(odd)} observations, such as {label(odd[0])}"
        if undefined == "raise":
            raise refuse_undefined("the formula", where)
        if undefined == "drop":
            observations = Labels(tuple(y for y in observations if y not in odd))
            conventions += (f"{where}, are left out",)
        else:
            conventions += (f"0/0 is {int(undefined == 'one')}, for {where}",)
    formula = compiled(term, undefined)

    def value(z: Label, y: Label) -> Fraction:
        return Fraction(formula(names(z, y)))

    values = [value(z, y) for z in predictions for y in observations]
    return Loss(
        reference=FAMILY.reference(m=m, entry=entry, grade=grade, undefined=undefined),
        predictions=predictions,
        observations=observations,
        entry=value,
        bounds=(min(values), max(values)),
        symmetries=relabelling(m) if treats_items_alike(term) else (),
        undefined=undefined if odd else None,
        conventions=conventions,
    )


FAMILY = LossFamily(
    name="ranking-formula",
    title="Formula on rankings",
    definition=r"L(\sigma,y)=f(\sigma,y,m)",
    source="given by the user",
    parameters=(
        integer("m", "number of items", 1, maximum=7),
        entry(VARIABLES, "sum(j=1..m, y[j]*s[j])/m"),
        integer("grade", "the largest grade", 1, default=1, maximum=9),
        undefined("where a ratio of the formula is 0/0"),
    ),
    build=build,
    examples=(
        {"m": 2, "entry": "sum(j=1..m, y[j]*(s[j]-1))/m"},
        {"m": 3, "entry": "1 - sum(j=1..m, y[j]/s[j])/sum(j=1..m, y[j])", "undefined": "drop"},
        {"m": 2, "entry": "1 - sum(j=1..m, y[j]/s[j])/sum(j=1..m, y[j])", "undefined": "zero"},
    ),
)
