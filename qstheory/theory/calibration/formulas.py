"""H for every size of a family: H(e) = coefficient e^2 on [0, largest], by formula.

A formula is said beside H only where it is the H that was computed, which has a certificate. What
holds it up for the other sizes is said in words with it.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from types import MappingProxyType

from qstheory.losses.base import Loss, LossReference
from qstheory.theory.calibration.envelope import CalibrationFunction
from qstheory.theory.calibration.shape import merged_pieces

Numbers = Mapping[str, int]


@dataclass(frozen=True)
class SizeFormula:
    """The coefficient and the largest excess from the parameters, in words, and what holds it."""

    coefficient: Callable[[Numbers], Fraction]
    largest: Callable[[Numbers], Fraction]
    words: str
    standing: str

    def is_that_of(self, numbers: Numbers, H: CalibrationFunction) -> bool:
        """Whether H is the formula, piece for piece."""
        zero = Fraction(0)
        return merged_pieces(H) == [
            (zero, self.largest(numbers), zero, zero, self.coefficient(numbers))
        ]


def _one(_: Numbers) -> Fraction:
    return Fraction(1)


def _less(at: Numbers) -> int:
    """min(k, m - k)."""
    return min(at["k"], at["m"] - at["k"])


FORMULAS: Mapping[str, SizeFormula] = MappingProxyType(
    {
        "hamming": SizeFormula(
            lambda at: Fraction(at["m"]),
            _one,
            "m e^2 on [0, 1]",
            "a theorem for every m, HammingCalibration.hamming_calibration",
        ),
        # |F_z - F_z*|^2 = 2 bounds below; (1 + e)/2 on z* and (1 - e)/2 on z attain it with a tie.
        "multiclass": SizeFormula(
            lambda at: Fraction(1, 2),
            _one,
            "e^2/2 on [0, 1]",
            "argued for 3 classes or more, of F = -e_z and U = e_y",
        ),
        # D^2 = 2 d / k^2 bounds below, and is attained where d labels change places with d others.
        "prec-at-k": SizeFormula(
            lambda at: Fraction(at["k"] ** 2, 2 * _less(at)),
            lambda at: Fraction(_less(at), at["k"]),
            "k^2 e^2 / (2 d) on [0, d/k] with d = min(k, m - k)",
            "argued for every m and k < m",
        ),
        "pairwise-disagreement": SizeFormula(
            lambda at: Fraction(3, at["m"] ** 2 - 1),
            _one,
            "3 e^2 / (m^2 - 1) on [0, 1]",
            "conjectured (fits m = 2..5)",
        ),
        "jaccard": SizeFormula(
            lambda at: Fraction(
                4 * at["m"] ** 2, (at["m"] + 1) * (at["m"] * 2 ** at["m"] + 4 * at["m"] - 4)
            ),
            _one,
            "m^2 e^2 / ((m + 1) (m 2^(m-2) + m - 1)) on [0, 1]",
            "conjectured (fits m = 2..6)",
        ),
    }
)
"""By the family's name; the F-score's, MAP's and NDCG's have no form that was found."""


def formula_words(loss: Loss, H: CalibrationFunction) -> str | None:
    """The formula and what holds it; None where the family has none, or H is another."""
    if not isinstance(loss.reference, LossReference) or loss.reference.family not in FORMULAS:
        return None
    formula = FORMULAS[loss.reference.family]
    numbers = {name: x for name, x in loss.reference.parameters if isinstance(x, int)}
    return f"{formula.words}, {formula.standing}" if formula.is_that_of(numbers, H) else None
