"""Hamming loss (Sec. 3.2 and App. B.3): the claims of the paper about its row of Table 1.

How a claim is written. A function yields the evidence at one case: a proposition about that case,
with the certificates that might settle it; the engine shows them to `decide`, and nothing else
makes a verdict. The constants come from `said`, so that a wrong one can be planted and must be
refuted. A reading lists the cases, smallest first, and what the statement ranges over. What the
paper says and what repairs it are two claims, with the same evidence and other constants. A
derivation has machine-checked steps and raises `enumerated to m = ...` to `derived`.
"""

from collections.abc import Iterator
from fractions import Fraction
from itertools import islice, product

from qstheory import losses
from qstheory.certify.kinds.affine_dimension import (
    AffineDimensionAtLeast,
    AffineDimensionAtMost,
    DifferenceMinor,
)
from qstheory.certify.kinds.calibration_dimension import (
    CalibrationDimensionAtLeast,
    CalibrationDimensionAtMost,
    FeasibleSubspace,
)
from qstheory.certify.kinds.constants import ConstantIs, Quantity
from qstheory.certify.kinds.decomposition import (
    AffineDecomposition,
    BadEntry,
    DecompositionHolds,
    EveryCount,
    EveryEntry,
    NamedForm,
)
from qstheory.certify.kinds.equal_risk import EqualRiskPoint, EqualRiskPointExists
from qstheory.certify.kinds.rank import Minor
from qstheory.certify.weights import UniformWeights
from qstheory.claims import (
    Bound,
    Case,
    Claim,
    Claimed,
    Constant,
    Derivation,
    Evidence,
    Reading,
    Step,
    Verdict,
    cases,
    equality,
)
from qstheory.losses.base import Loss
from qstheory.losses.spaces import Label

EVERY_M = "every m >= 1"
PLACE = "Sec. 3.2 and App. B.3, Hamming"
ODD = 10007
"""A modulus for minors whose determinant is a power of 2 up to sign."""


def hamming(at: Case) -> Loss:
    """The Hamming loss on the m labels of the case."""
    return losses.make("hamming", m=at.integer("m"))


def signs(bits: Label) -> tuple[Fraction, ...]:
    """s_j = 2 bit_j - 1."""
    assert isinstance(bits, tuple)
    return tuple(Fraction(2 * bit - 1) for bit in bits)


def decomposition(at: Case, said: Claimed) -> Iterator[Evidence]:
    """L = F U^T + c entry by entry, F being a multiple of the signs of z and U the signs of y."""
    loss = hamming(at)
    weight, shift = said("weight of F", at), Fraction(said("c", at))
    F = tuple(tuple(weight * s for s in signs(z)) for z in loss.predictions)
    U = tuple(signs(y) for y in loss.observations)
    proposition = DecompositionHolds(loss.reference, AffineDecomposition(F, U, shift))
    corners = (BadEntry(z, y) for z in loss.predictions for y in islice(loss.observations, 2))
    yield Evidence(proposition, (EveryEntry(), *corners))


def sign_identity() -> Iterator[Step]:
    """1(a != b) = (1 - s(a) s(b)) / 2 for bits a, b."""
    holds = all(2 * (a != b) == 1 - (2 * a - 1) * (2 * b - 1) for a, b in product((0, 1), repeat=2))
    yield Step("1(a != b) = (1 - s(a)s(b))/2 for the four pairs of bits", holds)


def prefix_minor(m: int) -> Minor:
    """Rows {j} against the base {}, columns {1..l} for 0 <= l < m.

    L({j}, y) - L({}, y) = -s_j(y)/m, and the signs of the m prefixes are linearly independent:
    neighbouring columns differ in one coordinate, so the determinant is +-2^(m-1).
    """
    rows = tuple(tuple(int(i == j) for i in range(m)) for j in range(m))
    columns = tuple(tuple(int(i < length) for i in range(m)) for length in range(m))
    return Minor(rows, columns, ODD, base=(0,) * m)


def affine_dimension(at: Case, said: Claimed) -> Iterator[Evidence]:
    """The minor of differences from below, the repaired decomposition from above."""
    loss, m = hamming(at), at.integer("m")
    yield from equality(
        said("dimension", at),
        lambda r: AffineDimensionAtLeast(loss.reference, r),
        lambda r: AffineDimensionAtMost(loss.reference, r),
        lower=Bound(m, DifferenceMinor("prediction-differences", prefix_minor(m))),
        upper=Bound(m, NamedForm("repaired", "counts")),
    )


def constant(at: Case, quantity: Quantity, value: Fraction, part: str) -> Evidence:
    """A constant of the printed F and U, which the wrong c does not touch."""
    proposition = ConstantIs(hamming(at).reference, "printed", quantity, "=", Fraction(value))
    return Evidence(proposition, (EveryCount(),), part)


def norms(at: Case, said: Claimed) -> Iterator[Evidence]:
    """The two norms."""
    yield constant(at, "squared-row-norm", said("||F||^2", at), "||F||")
    yield constant(at, "largest-entry", said("U_max", at), "U_max")


def A(at: Case, said: Claimed) -> Iterator[Evidence]:
    """A^2 = r ||F||^2 U_max^2."""
    yield constant(at, "squared-constant", said("A^2", at), "statement")


def optimality(at: Case, said: Claimed) -> Iterator[Evidence]:
    """The uniform distribution, and the bounds on the convex calibration dimension at it."""
    loss, m = hamming(at), at.integer("m")
    yield Evidence(
        EqualRiskPointExists(loss.reference),
        (EqualRiskPoint(UniformWeights()),),
        "equal risk at the uniform distribution",
    )
    yield from equality(
        said("r", at),
        lambda d: CalibrationDimensionAtLeast(loss.reference, d),
        lambda d: CalibrationDimensionAtMost(loss.reference, d),
        lower=Bound(m, FeasibleSubspace(UniformWeights(), prefix_minor(m))),
        upper=Bound(m, NamedForm("repaired", "counts")),
        part="no consistent convex surrogate of a lower dimension",
    )


CLAIMS = (
    Claim(
        id="hamming.decomposition",
        source=PLACE,
        text="L = F U^T + c with F_z = -s(z)/(2m), U_y = s(y), c = 1/(2m).",
        latex=r"L(z,y)=\frac1{2m}-\frac1{2m}\sum_{j=1}^m s_j(z)s_j(y)",
        readings=(
            Reading(
                "as printed",
                evidence=decomposition,
                cases=cases(m=range(1, 7)),
                ranges_over=EVERY_M,
                claimed={
                    "weight of F": Constant(lambda m: Fraction(-1, 2 * m)),
                    "c": Constant(lambda m: Fraction(1, 2 * m)),
                },
            ),
        ),
        repaired_by="hamming.decomposition.repaired",
        expected=Verdict.REFUTED,
        remark="Only for m = 1 is the printed constant right.",
    ),
    Claim(
        id="hamming.decomposition.repaired",
        source=f"repairs {PLACE}",
        text="L = F U^T + c with F_z = -s(z)/(2m), U_y = s(y), c = 1/2.",
        latex=r"L(z,y)=\frac12-\frac1{2m}\sum_{j=1}^m s_j(z)s_j(y)",
        readings=(
            Reading(
                "as repaired",
                evidence=decomposition,
                cases=cases(m=range(1, 8)),
                ranges_over=EVERY_M,
                claimed={
                    "weight of F": Constant(lambda m: Fraction(-1, 2 * m)),
                    "c": Constant(lambda m: Fraction(1, 2)),
                },
                derivation=Derivation(
                    r"$1(a\neq b)=\frac12(1-s(a)s(b))$ for bits $a,b$; average over the labels.",
                    sign_identity,
                ),
            ),
        ),
    ),
    Claim(
        id="hamming.affdim",
        source=PLACE,
        text="The affine dimension is m.",
        latex=r"\operatorname{affdim}(L)=m",
        readings=(
            Reading(
                "the least rank of L - c over scalars c",
                evidence=affine_dimension,
                cases=cases(m=(*range(1, 11), 20, 50)),
                ranges_over=EVERY_M,
                claimed={"dimension": Constant(lambda m: m)},
            ),
        ),
        uses=("hamming.decomposition", "hamming.decomposition.repaired"),
    ),
    Claim(
        id="hamming.norms",
        source="Sec. 3.2",
        text="||F||_inf = 1/(2 sqrt m) and U_max = 1.",
        latex=r"\|F\|_\infty=\frac1{2\sqrt m},\quad U_{\max}=1",
        readings=(
            Reading(
                "F and U as printed",
                evidence=norms,
                cases=cases(m=(*range(1, 11), 100)),
                ranges_over=EVERY_M,
                parts=("||F||", "U_max"),
                claimed={
                    "||F||^2": Constant(lambda m: Fraction(1, 4 * m)),
                    "U_max": Constant(lambda m: Fraction(1)),
                },
            ),
        ),
    ),
    Claim(
        id="hamming.A",
        source="Table 1",
        text="A = 1/2.",
        latex=r"\mathsf A=\tfrac12",
        readings=(
            Reading(
                "F and U as printed",
                evidence=A,
                cases=cases(m=(*range(1, 11), 100)),
                ranges_over=EVERY_M,
                claimed={"A^2": Constant(lambda m: Fraction(1, 4))},
            ),
        ),
        uses=("hamming.decomposition", "hamming.decomposition.repaired", "hamming.norms"),
    ),
    Claim(
        id="hamming.inference",
        source="Sec. 3.2",
        text="Decoding is the coordinatewise sign of g-hat, in O(m).",
        uses=("hamming.decomposition", "hamming.decomposition.repaired"),
    ),
    Claim(
        id="hamming.optimal",
        source="App. B.3, Hamming",
        text="The uniform distribution meets the equal-risk condition, and r = m is optimal.",
        readings=(
            Reading(
                "no calibrated convex surrogate of dimension below m",
                evidence=optimality,
                cases=cases(m=(*range(1, 9), 20)),
                ranges_over=EVERY_M,
                parts=(
                    "equal risk at the uniform distribution",
                    "no consistent convex surrogate of a lower dimension",
                ),
                claimed={"r": Constant(lambda m: m)},
            ),
        ),
        uses=("hamming.affdim",),
    ),
)
