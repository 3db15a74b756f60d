"""Families of losses that a formula of the user gives: on label sets, rankings, leaves of a tree.

The formula of a loss on label sets is in a = |z|, b = |y|, i = |z & y| and the number m of labels;
on rankings in the positions s[j], the grades y[j] and the number m of items; on the leaves of a
tree in the depth i of their lowest common ancestor. Average precision, for instance, is

    sum(j=1..m, y[j]*sum(l=1..m, y[l]*(s[l]<=s[j]))/s[j]) / sum(j=1..m, y[j])
"""

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from functools import partial
from math import prod

from qstheory.errors import InvalidParameter, TooLarge
from qstheory.losses.base import Loss, ParameterValue, Symmetry, Undefined
from qstheory.losses.counts import CountStructure
from qstheory.losses.formula import (
    Apply,
    Compiled,
    Name,
    Number,
    Over,
    Term,
    compiled,
    is_undefined,
    written,
)
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
from qstheory.losses.shared import Grades, relabelling
from qstheory.losses.spaces import Classes, Label, Labels, LabelSets, Permutations, Space, label

OF_SETS = {"a": "|z|", "b": "|y|", "i": "|z & y|", "m": "the number of labels"}
TOP = 128
"""Most labels: every triple of counts is looked at for 0/0.
"""


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


def set_formula(
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
        reference=SET_FORMULA.reference(
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


SET_FORMULA = LossFamily(
    name="set-formula",
    title="Formula on label sets",
    definition=r"L(z,y)=f(|z|,|y|,|z\cap y|,m)",
    source="given by the user",
    parameters=(
        integer("m", "number of labels", 1, maximum=TOP),
        entry(OF_SETS, "1 - 2*i/(a+b)"),
        undefined("where a ratio of the formula is 0/0"),
        _sizes("predicted", "the least and the largest size of predictions"),
        _sizes("observed", "the least and the largest size of observations"),
    ),
    build=set_formula,
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


OF_RANKINGS = {"s": "the positions s[j]", "y": "the grades y[j]", "m": "the number of items"}
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


def ranking_formula(m: int, entry: str, grade: int, undefined: Undefined) -> Loss:
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
        reference=RANKING_FORMULA.reference(m=m, entry=entry, grade=grade, undefined=undefined),
        predictions=predictions,
        observations=observations,
        entry=value,
        bounds=(min(values), max(values)),
        symmetries=relabelling(m) if treats_items_alike(term) else (),
        undefined=undefined if odd else None,
        conventions=conventions,
    )


RANKING_FORMULA = LossFamily(
    name="ranking-formula",
    title="Formula on rankings",
    definition=r"L(\sigma,y)=f(\sigma,y,m)",
    source="given by the user",
    parameters=(
        integer("m", "number of items", 1, maximum=7),
        entry(OF_RANKINGS, "sum(j=1..m, y[j]*s[j])/m"),
        integer("grade", "the largest grade", 1, default=1, maximum=9),
        undefined("where a ratio of the formula is 0/0"),
    ),
    build=ranking_formula,
    examples=(
        {"m": 2, "entry": "sum(j=1..m, y[j]*(s[j]-1))/m"},
        {"m": 3, "entry": "1 - sum(j=1..m, y[j]/s[j])/sum(j=1..m, y[j])", "undefined": "drop"},
        {"m": 2, "entry": "1 - sum(j=1..m, y[j]/s[j])/sum(j=1..m, y[j])", "undefined": "zero"},
    ),
)


OF_TREES = {"i": "the depth of the lowest common ancestor of z and y", "m": "the depth of leaves"}
LEAVES, DEPTH = 1 << 12, 12
"""Most leaves, and the depth at which a binary tree has so many."""
CHILDREN = sequence(
    "children",
    "the number of children of a node at each depth from the root on, such as 3;2",
    lambda items: tuple(integer("children", "", 1).parse(item) for item in items),
)


def path(leaf: Label, children: tuple[int, ...]) -> tuple[int, ...]:
    """Which child is taken at each depth; leaves are numbered from 0 in the order of their paths.

    >>> path(5, (3, 2))
    (2, 1)
    """
    assert isinstance(leaf, int)
    found = []
    for count in reversed(children):
        leaf, child = divmod(leaf, count)
        found.append(child)
    return tuple(reversed(found))


def common(left: tuple[int, ...], right: tuple[int, ...]) -> int:
    """The depth of the lowest common ancestor: the length of the common beginning."""
    pairs = enumerate(zip(left, right, strict=True))
    return next((i for i, (ours, theirs) in pairs if ours != theirs), len(left))


def _turned(
    children: tuple[int, ...], depth: int, image: Callable[[int], int]
) -> Callable[[Label], Label]:
    """Moves the children of the first node at that depth."""
    size = prod(children[depth + 1 :])

    def move(leaf: Label) -> Label:
        assert isinstance(leaf, int)
        child, rest = divmod(leaf, size)
        return image(child) * size + rest if child < children[depth] else leaf

    return move


def automorphisms(children: tuple[int, ...]) -> tuple[Symmetry, ...]:
    """A swap and a cycle of the children of the first node of each depth: they generate all."""
    found = []
    for depth, count in enumerate(children):
        if count < 2:
            continue
        swap = _turned(children, depth, lambda child: 1 - child if child < 2 else child)
        cycle = _turned(children, depth, partial(_next, count))
        found += [
            Symmetry(f"swap of two children at depth {depth}", swap, swap),
            Symmetry(f"cycle of the children at depth {depth}", cycle, cycle),
        ]
    return tuple(found)


def _next(count: int, child: int) -> int:
    return (child + 1) % count


def tree_formula(children: tuple[int, ...], entry: str) -> Loss:
    """The loss; raises InvalidParameter for no tree and for an undefined entry, TooLarge."""
    m = len(children)
    if not 1 <= m <= DEPTH:
        raise InvalidParameter(f"children must be 1 to {DEPTH} numbers, one for each depth.")
    leaves = prod(children)
    if leaves > LEAVES:
        raise TooLarge(f"A tree of more than {LEAVES} leaves is not written out; take fewer.")
    space = Classes(leaves)
    paths = [path(leaf, children) for leaf in range(leaves)]
    formula = compiled(read_formula(entry))
    values = [Fraction(formula({"i": i, "m": m})) for i in range(m + 1)]

    def value(z: Label, y: Label) -> Fraction:
        assert isinstance(z, int)
        assert isinstance(y, int)
        return values[common(paths[z], paths[y])]

    # A node with one child branches nowhere, so that some depths have no pair of leaves.
    met = {common(paths[0], other) for other in paths}
    return Loss(
        reference=TREE_FORMULA.reference(children=children, entry=entry),
        predictions=space,
        observations=space,
        entry=value,
        bounds=(min(values[i] for i in met), max(values[i] for i in met)),
        symmetries=automorphisms(children),
        conventions=("the root has depth 0; leaves are numbered in the order of their paths",),
    )


TREE_FORMULA = LossFamily(
    name="tree-formula",
    title="Formula on the leaves of a tree",
    definition=r"L(z,y)=f(\mathrm{depth}(z\wedge y),m)",
    source="given by the user",
    parameters=(CHILDREN, entry(OF_TREES, "2*(m-i)")),
    build=tree_formula,
    examples=(
        {"children": "3", "entry": "1 - i"},
        {"children": "3;2", "entry": "i < 1"},
        {"children": "2;2", "entry": "2*(m-i)"},
    ),
)
