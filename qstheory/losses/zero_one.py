"""0-1 loss on label sets: L(z, y) = 1(z != y)."""

from fractions import Fraction

from qstheory.errors import TooLarge
from qstheory.losses.base import DecoderNote, Loss, LossFamily
from qstheory.losses.closed_forms import ClosedForm, Sparse
from qstheory.losses.counts import CountStructure
from qstheory.losses.indicators import indicator_form
from qstheory.losses.parameters import integer
from qstheory.losses.spaces import Label, LabelSets, binary
from qstheory.losses.symmetries import flip_first, relabelling

CHARACTER_LIMIT = 20
"""Most labels for which the 2^m - 1 features of one set are written out."""


def characters_form(m: int) -> ClosedForm:
    """F_z = -2^-m (chi_S(z))_S, U_y = (chi_S(y))_S over the non-empty S, c = 1 - 2^-m.

    chi_S(z) = (-1)^|S & z|; sum_S chi_S(z) chi_S(y) = 2^m 1(z = y) over all S.
    """

    def characters(label: Label, scale: Fraction) -> Sparse:
        if m > CHARACTER_LIMIT:
            raise TooLarge(f"2^{m} - 1 features of one label set are too many to write out.")
        bits = binary(label)
        return {S - 1: -scale if (S & bits).bit_count() % 2 else scale for S in range(1, 1 << m)}

    weight = Fraction(1, 1 << m)
    return ClosedForm(
        name="minimal",
        dimension=(1 << m) - 1,
        constant=1 - weight,
        prediction_features=lambda z: characters(z, -weight),
        observation_features=lambda y: characters(y, Fraction(1)),
        source="orthogonality of the characters of (Z/2)^m, the constant one moved into c",
    )


def build(m: int) -> Loss:
    """The 0-1 loss on subsets of m labels."""
    space = LabelSets(m)
    counts = CountStructure(m, space, space, lambda a, b, both: Fraction(not a == b == both))
    return Loss(
        reference=FAMILY.reference(m=m),
        predictions=space,
        observations=space,
        entry=counts,
        bounds=(Fraction(0), Fraction(1)),
        closed_forms=(
            indicator_form("printed", 1 << m, binary, "App. B.3, 0-1 loss"),
            characters_form(m),
        ),
        symmetries=(*relabelling(m), flip_first(m)),
        counts=counts,
        decoder=DecoderNote("heaviest observed label set", "O(min(n, 2^m))", "App. B.3"),
    )


FAMILY = LossFamily(
    name="zero-one",
    title="0-1 on label sets",
    definition=r"L(z,y)=1(z\neq y)",
    source="Table 1; App. B.3",
    parameters=(integer("m", "number of labels", 1, maximum=100_000),),
    build=build,
    examples=({"m": 1}, {"m": 2}, {"m": 3}, {"m": 4}),
    aliases=("0-1",),
)
