"""Surrogates at every distribution: hinge, quadratic and log-linear."""

from fractions import Fraction

from qstheory.certify.kinds.decomposition import AffineDecomposition, EveryEntry, NamedForm
from qstheory.certify.kinds.dimension_bounds import QuadraticConsistent
from qstheory.certify.kinds.log_linear_consistency import (
    LogLinearConsistent,
    RisksInFeatures,
    WrongModel,
)
from qstheory.certify.kinds.polyhedral import (
    Bound,
    Form,
    NoDecision,
    PolyhedralConsistent,
    PolyhedralSurrogate,
    Refined,
    SomeDecoderConsistent,
    Unreached,
    WrongMinimiser,
)
from qstheory.certify.maxima import Affine, Minima, Minimised

from .sample import BITS, F_SCORE, HAMMING, MULTICLASS, ORDINAL, ZERO_ONE, Sample, rows

ZERO, ONE, HALF, THIRD = Fraction(0), Fraction(1), Fraction(1, 2), Fraction(1, 3)


def line(slope: int, constant: int | Fraction) -> Affine:
    """An affine function of one score."""
    return Affine((Fraction(slope),), Fraction(constant))


HINGES = (((line(0, 0), line(1, 1)),), ((line(0, 0), line(-1, 1)),))
SIGN = (Form(0, line(1, 0)), Form(1, line(-1, 0)))
HINGE = PolyhedralSurrogate(HINGES, SIGN)
"""max(0, 1 +- v), decoded by the sign of v."""
LATE = PolyhedralSurrogate(HINGES, (Form(0, line(1, 0)), Form(1, line(-1, 3))))
"""Prediction 1 only from v = 3/2 on."""


SCORES = ((-ONE,), (ONE,))
"""Minimisers of the hinges on the two cells, which meet at (1/2, 1/2)."""
MINIMA = Minima(
    (
        Minimised((ZERO, ONE), (((ZERO, ZERO),), ((ONE, ZERO),))),
        Minimised((HALF, HALF), (((ZERO, HALF),), ((ZERO, HALF),))),
        Minimised((ONE, ZERO), (((ONE, ZERO),), ((ZERO, ZERO),))),
    )
)
BEYOND = (
    (Bound((((ZERO, ZERO),), ((ZERO, ONE),)), (ZERO, HALF)),),
    (Bound((((ZERO, ONE),), ((ZERO, ZERO),)), (HALF, ZERO)),),
)
"""W >= 1 at (0, 1) where v <= -v, and at (1, 0) where -v <= v."""
PROOF = Unreached(SCORES, MINIMA, BEYOND)
ALWAYS_1 = WrongMinimiser((ZERO, ONE), (ONE,), (((ZERO, ZERO),), ((ONE, ZERO),)), 0)

SIGNS = Refined(SCORES, (0, 1), MINIMA)

CRAMMER_SINGER = tuple(
    (
        tuple(
            Affine(
                tuple(Fraction(int(z == j) - int(y == j)) for j in range(3)), Fraction(int(z != y))
            )
            for z in range(3)
        ),
    )
    for y in range(3)
)


def swapped(first: int, second: int) -> Minimised:
    """Half on each of two classes; at v = 0 each passes its mass to the other."""
    Pi = tuple(HALF if y in (first, second) else ZERO for y in range(3))
    q = tuple(
        (tuple(HALF if {y, z} == {first, second} else ZERO for z in range(3)),) for y in range(3)
    )
    return Minimised(Pi, q)


QUADRATIC = QuadraticConsistent(
    ZERO_ONE, AffineDecomposition(rows((0, 1), (1, 0)), rows((1, 0), (0, 1)), ZERO)
)
TURNED = QuadraticConsistent(
    ZERO_ONE, AffineDecomposition(rows((1, 0), (0, 1)), rows((1, 0), (0, 1)), ZERO)
)
FULL = ((1, 0, 0), (0, 1, 0), (0, 0, 1))
SAMPLES = (
    Sample(QuadraticConsistent(F_SCORE, None), EveryEntry()),
    Sample(QuadraticConsistent(HAMMING, "repaired"), NamedForm("repaired", "counts")),
    Sample(QuadraticConsistent(HAMMING, "repaired"), NamedForm("repaired", "entries")),
    Sample(PolyhedralConsistent(ZERO_ONE, HINGE), PROOF),
    Sample(PolyhedralConsistent(ZERO_ONE, LATE), ALWAYS_1, "refutes"),
    Sample(SomeDecoderConsistent(ZERO_ONE, HINGES), SIGNS),
    Sample(
        SomeDecoderConsistent(MULTICLASS, CRAMMER_SINGER),
        NoDecision((ZERO,) * 3, (swapped(1, 2), swapped(0, 2), swapped(0, 1))),
        "refutes",
    ),
    Sample(QUADRATIC, EveryEntry()),
    Sample(LogLinearConsistent(MULTICLASS, FULL, "mode"), EveryEntry()),
    Sample(LogLinearConsistent(HAMMING, BITS, "mode"), EveryEntry()),
    Sample(
        LogLinearConsistent(ORDINAL, FULL, "least-risk"),
        RisksInFeatures(rows((0, 0, 0), (1, -1, -1), (2, 0, -2)), (ZERO,) * 3),
    ),
    Sample(
        LogLinearConsistent(ORDINAL, FULL, "mode"),
        WrongModel((THIRD,) * 3, (THIRD,) * 3, 0),
        "refutes",
    ),
)
