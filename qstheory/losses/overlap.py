"""Losses by what two sets share: Hamming, Jaccard, precision at k and the top-k error.

Hamming is L(z, y) = (1/m) #{j : z_j != y_j}, Jaccard is L(z, y) = 1 - |z & y| / |z | y|. For a set
z of k labels and a set y of labels precision at k is 1 - |z & y| / k; for a set z of k classes and
a class y the top-k error is 1(y not in z).
"""

from fractions import Fraction

from qstheory.errors import InvalidParameter
from qstheory.losses.base import DecoderNote, Loss, Symmetry, Undefined
from qstheory.losses.closed_forms import ClosedForm, CountForm, Features, none
from qstheory.losses.counts import AffineEntry, CountStructure
from qstheory.losses.parameters import CountFormula, LossFamily, empty_policy, integer, undefined
from qstheory.losses.shared import (
    HALF,
    ONE,
    OUTSIDE,
    Expression,
    FormExpressions,
    balanced_form,
    constantly,
    dropped_form,
    flip_first,
    membership_form,
    relabelling,
    same,
)
from qstheory.losses.spaces import Classes, Label, LabelSets, binary, singleton

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


def shares_form(classes: int, k: int) -> ClosedForm:
    """F_z = k/n - z without its last coordinate, c = 1 - k/n; nothing is left for k = n."""
    if k == classes:
        return ClosedForm("minimal", Fraction(0), Features(0, none, none), "L = 0")

    return dropped_form(classes, k, binary)


def top_k(classes: int, k: int) -> Loss:
    """The top-k error on that many classes."""
    if k > classes:
        raise InvalidParameter(f"k must be at most the number of classes {classes}, not {k}.")
    sets, alone = LabelSets(classes, k, k), singleton(classes)
    counts = CountStructure(classes, sets, LabelSets(classes, 1, 1), OUTSIDE, observation_set=alone)
    return Loss(
        reference=TOP_K.reference(classes=classes, k=k),
        predictions=sets,
        observations=Classes(classes),
        entry=counts,
        bounds=(Fraction(0), Fraction(1)),
        closed_forms=(
            membership_form(classes, "1(y not in z) = 1 - z_y", binary),
            shares_form(classes, k),
            balanced_form(classes, k, binary),
        ),
        symmetries=_class_permutations(classes),
        decoder=DecoderNote("k classes of largest score", "O(classes)"),
    )


def _class_permutations(classes: int) -> tuple[Symmetry, ...]:
    """The swap and the cycle of the classes, where class j + 1 becomes class j."""
    if classes < 2:
        return ()
    swap, cycle = relabelling(classes)

    def swap_class(y: Label) -> Label:
        assert isinstance(y, int)
        return 1 - y if y < 2 else y

    def cycle_class(y: Label) -> Label:
        assert isinstance(y, int)
        return (y - 1) % classes

    return (
        Symmetry("swap of the first two classes", swap.prediction, swap_class),
        Symmetry("cycle of the classes", cycle.prediction, cycle_class),
    )


TOP_K = LossFamily(
    name="top-k",
    title="Top-k error",
    definition=r"L(z,y)=1(y\notin z),\quad |z|=k",
    source="Lapin, Hein, Schiele 2015",
    parameters=(
        integer("classes", "number of classes", 1, maximum=100_000),
        integer("k", "number of classes predicted", 1),
    ),
    build=top_k,
    formula=CountFormula("1 - i", predicted="k", observed="1"),
    examples=(
        {"classes": 1, "k": 1},
        {"classes": 3, "k": 1},
        {"classes": 4, "k": 2},
        {"classes": 3, "k": 3},
    ),
    aliases=("top-k-error",),
)


def shared_form(
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
    return shared_form(
        "printed", m, k, observation=observation, constant=ONE, source="App. B.3, Prec@k"
    )


def centred_form(m: int, k: int) -> ClosedForm:
    """U_y = y - 1/2, c = 1/2: half the constant, as sum_j z_j = k."""
    observation = Expression(lambda bit: bit - HALF, ("[y]_j",), "j")
    source = "sum_j z_j = k moves 1/2 into c"
    return shared_form("centred", m, k, observation=observation, constant=HALF, source=source)


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


def prec_at_k(m: int, k: int) -> Loss:
    """Precision at k on m labels."""
    if k > m:
        raise InvalidParameter(f"k must be at most m = {m}, not {k}.")
    predictions, observations = LabelSets(m, k, k), LabelSets(m)
    zero = Fraction(0)
    entry = AffineEntry(Fraction(1), zero, zero, Fraction(-1, k))
    counts = CountStructure(m, predictions, observations, entry)
    minimal = (single_row_form(m),) if k == m > 1 else ()
    return Loss(
        reference=PREC_AT_K.reference(m=m, k=k),
        predictions=predictions,
        observations=observations,
        entry=counts,
        bounds=(Fraction(0), Fraction(1)),
        closed_forms=(printed_form(m, k), centred_form(m, k), *minimal),
        symmetries=relabelling(m),
        decoder=DecoderNote("k labels of largest score", "O(m)", "App. B.3"),
    )


PREC_AT_K = LossFamily(
    name="prec-at-k",
    title="Precision at k",
    definition=r"L(z,y)=1-\frac{|z\cap y|}{k},\quad |z|=k",
    source="Table 1; App. B.3",
    parameters=(
        integer("m", "number of labels", 1, maximum=100_000),
        integer("k", "number of predicted labels", 1),
    ),
    build=prec_at_k,
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
