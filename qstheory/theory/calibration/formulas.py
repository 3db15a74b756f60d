"""H for every size of a family: H(e) = coefficient e^2 on [0, largest], or near 0, by formula.

A formula is said beside H only where it is the H that was computed, which has a certificate. What
holds it up for the other sizes is said in words with it.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from types import MappingProxyType

from qstheory.losses.base import Loss, LossReference
from qstheory.theory.calibration.envelope import CalibrationFunction
from qstheory.theory.calibration.text import merged_pieces

Numbers = Mapping[str, int]


@dataclass(frozen=True)
class SizeFormula:
    """The coefficient and the largest excess from the parameters, in words and in LaTeX, and what
    holds it.

    Without a largest excess it speaks of the first piece. `of` are words that parameters must have.
    """

    coefficient: Callable[[Numbers], Fraction]
    largest: Callable[[Numbers], Fraction] | None
    words: str
    latex: str
    standing: str
    of: tuple[tuple[str, str], ...] = ()

    @property
    def told(self) -> str:
        """The formula and what holds it."""
        return f"{self.words}, {self.standing}"

    def is_that_of(self, numbers: Numbers, H: CalibrationFunction) -> bool:
        """Whether H is the formula, piece for piece or near 0."""
        zero, pieces = Fraction(0), merged_pieces(H)
        square = (zero, zero, self.coefficient(numbers))
        if self.largest is None:
            low, _, *first = pieces[0]
            return low == 0 and tuple(first) == square
        return pieces == [(zero, self.largest(numbers), *square)]


def _one(_: Numbers) -> Fraction:
    return Fraction(1)


def _less(at: Numbers) -> int:
    """min(k, m - k)."""
    return min(at["k"], at["m"] - at["k"])


def _reversal(m: int, feature: Callable[[int, int], Fraction], single: bool) -> Fraction:
    """|F_z - F_z'|^2 of an order and its reversal, of features of two positions or of single ones.

    Items j <= l have the positions j, l in one and m + 1 - l, m + 1 - j in the other.
    """
    pairs = ((j, k) for j in range(1, m + 1) for k in range(j, j + 1 if single else m + 1))
    return sum(
        ((feature(j, k) - feature(m + 1 - k, m + 1 - j)) ** 2 for j, k in pairs), Fraction(0)
    )


FORMULAS: Mapping[str, SizeFormula] = MappingProxyType(
    {
        "hamming": SizeFormula(
            lambda at: Fraction(at["m"]),
            _one,
            "m e^2 on [0, 1]",
            r"m\varepsilon^2\text{ on }[0,1]",
            "a theorem for every m, HammingCalibration.hamming_calibration",
        ),
        # |F_z - F_z*|^2 = 2 bounds below; (1 + e)/2 on z* and (1 - e)/2 on z attain it with a tie.
        "multiclass": SizeFormula(
            lambda at: Fraction(1, 2),
            _one,
            "1/2 e^2 on [0, 1]",
            r"\tfrac12\varepsilon^2\text{ on }[0,1]",
            "argued for 3 classes or more, of F = -e_z and U = e_y",
        ),
        # D^2 = 2 d / k^2 bounds below, and is attained where d labels change places with d others.
        "prec-at-k": SizeFormula(
            lambda at: Fraction(at["k"] ** 2, 2 * _less(at)),
            lambda at: Fraction(_less(at), at["k"]),
            "k^2 e^2 / (2 d) on [0, d/k] with d = min(k, m - k)",
            r"\frac{k^2\varepsilon^2}{2d}\text{ on }[0,\tfrac dk],\ d=\min(k,m-k)",
            "argued for every m and k < m",
        ),
        "zero-one": SizeFormula(
            lambda at: Fraction(2 ** (at["m"] - 1)),
            _one,
            "2^(m-1) e^2 on [0, 1]",
            r"2^{m-1}\varepsilon^2\text{ on }[0,1]",
            "argued for every m, as for 2^m classes",
        ),
        # D is the distance of an order and its reversal. For single positions these are farthest
        # apart (rearrangement), and |F_z - F_z*|^2 bounds below.
        "map": SizeFormula(
            lambda at: 1 / _reversal(at["m"], lambda _, last: Fraction(1, last), False),
            None,
            "e^2/D^2 near 0, D^2 = sum_(j <= l) (1/l - 1/(m+1-j))^2",
            r"\varepsilon^2/D^2\text{ near }0,\ D^2=\sum_{j\le l}(\tfrac1l-\tfrac1{m+1-j})^2",
            "conjectured (fits m = 2..4)",
        ),
        "ndcg": SizeFormula(
            lambda at: 1 / _reversal(at["m"], lambda at, _: Fraction(1, at), True),
            None,
            "e^2/D^2 near 0 and no less beyond, D^2 = sum_j (1/j - 1/(m+1-j))^2",
            r"\varepsilon^2/D^2\text{ near }0\text{ and no less beyond},"
            r"\ D^2=\sum_j(\tfrac1j-\tfrac1{m+1-j})^2",
            "argued from below for every m; equality near 0 conjectured (fits m = 2..4)",
            (("discount", "reciprocal"), ("k", "all")),
        ),
        "pairwise-disagreement": SizeFormula(
            lambda at: Fraction(3, at["m"] ** 2 - 1),
            _one,
            "3 e^2 / (m^2 - 1) on [0, 1]",
            r"\frac{3\varepsilon^2}{m^2-1}\text{ on }[0,1]",
            "conjectured (found from m = 2..4, fits m = 2..5)",
        ),
        "jaccard": SizeFormula(
            lambda at: Fraction(
                4 * at["m"] ** 2, (at["m"] + 1) * (at["m"] * 2 ** at["m"] + 4 * at["m"] - 4)
            ),
            _one,
            "m^2 e^2 / ((m + 1) (m 2^(m-2) + m - 1)) on [0, 1]",
            r"\frac{m^2\varepsilon^2}{(m+1)(m2^{m-2}+m-1)}\text{ on }[0,1]",
            "conjectured (found from m = 2..4, fits m = 2..6)",
        ),
    }
)
"""By the family's name. The F-score's H is exact at each size, with no form that was found."""


def formula_of(loss: Loss, H: CalibrationFunction) -> SizeFormula | None:
    """The formula for every size; None where the family has none, or H is another."""
    if not isinstance(loss.reference, LossReference) or loss.reference.family not in FORMULAS:
        return None
    formula = FORMULAS[loss.reference.family]
    given = dict(loss.reference.parameters)
    if any(given[name] != word for name, word in formula.of):
        return None
    numbers = {name: x for name, x in given.items() if isinstance(x, int)}
    return formula if formula.is_that_of(numbers, H) else None
