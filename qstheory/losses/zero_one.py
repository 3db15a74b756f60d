"""0-1 loss on label sets: L(z, y) = 1(z != y)."""

from fractions import Fraction

from qstheory.errors import TooLarge
from qstheory.losses.base import DecoderNote, Loss
from qstheory.losses.closed_forms import ClosedForm, Features
from qstheory.losses.counts import CountStructure
from qstheory.losses.expressions import ONE, Expression, FormExpressions, same
from qstheory.losses.linear import Sparse
from qstheory.losses.parameters import CountFormula, LossFamily, integer
from qstheory.losses.shared import ClassWords, flip_first, indicator_form, relabelling
from qstheory.losses.spaces import Label, LabelSets, binary

SETS = ClassWords("1(z=z')", "1(y=z')", "z'", "2^m")
CHARACTER_LIMIT = 20
"""Most labels for which the 2^m - 1 features of one set are written out."""


def characters_form(m: int) -> ClosedForm:
    """F_z = -2^-m (chi_S(z))_S, U_y = (chi_S(y))_S over the non-empty S, c = 1 - 2^-m.

    chi_S(z) = (-1)^|S & z|; sum_S chi_S(z) chi_S(y) = 2^m 1(z = y) over all S.
    """
    nonempty = r"\emptyset\ne S"
    prediction = Expression(lambda chi, n: -ONE * chi / n, (r"(-1)^{|S\cap z|}", "2^m"), nonempty)
    observation = Expression(same, (r"(-1)^{|S\cap y|}",), nonempty)
    written = FormExpressions(
        (prediction,),
        (observation,),
        Expression(lambda n: 1 - ONE / n, ("2^m",)),
        Expression(lambda n: n - 1, ("2^m",)),
    )
    n = 1 << m

    def characters(label: Label, odd: Fraction, even: Fraction) -> Sparse:
        if m > CHARACTER_LIMIT:
            raise TooLarge(f"2^{m} - 1 features of one label set are too many to write out.")
        bits = binary(label)
        return {S - 1: odd if (S & bits).bit_count() % 2 else even for S in range(1, n)}

    return ClosedForm(
        name="minimal",
        constant=written.constant(n),
        features=Features(
            n - 1,
            lambda z: characters(z, prediction(-1, n), prediction(1, n)),
            lambda y: characters(y, observation(-1), observation(1)),
        ),
        source="orthogonality of the characters of (Z/2)^m, the constant one moved into c",
        expressions=written,
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
            indicator_form("printed", 1 << m, binary, "App. B.3, 0-1 loss", SETS),
            characters_form(m),
        ),
        symmetries=(*relabelling(m), flip_first(m)),
        decoder=DecoderNote("heaviest observed label set", "O(min(n, 2^m))", "App. B.3"),
    )


FAMILY = LossFamily(
    name="zero-one",
    title="0-1 on label sets",
    definition=r"L(z,y)=1(z\neq y)",
    source="Table 1; App. B.3",
    parameters=(integer("m", "number of labels", 1, maximum=100_000),),
    build=build,
    formula=CountFormula("0 if a == b == i else 1"),
    examples=({"m": 1}, {"m": 2}, {"m": 3}, {"m": 4}),
    aliases=("0-1",),
)
