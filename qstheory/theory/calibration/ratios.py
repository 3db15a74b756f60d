"""H(e)/e^2 = square + linear/e + constant/e^2 on each piece: its infimum, and where H attains it.

A bound e^2/B is attained where H(e)/e^2 = 1/B. The infimum of H**(e)/e^2 is the same: s e^2 is
convex, so that it lies below H** when it lies below H.
"""

from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

from qstheory.errors import Undecided
from qstheory.theory.calibration.envelope import CalibrationFunction
from qstheory.theory.calibration.shape import Piece, merged_pieces


@dataclass(frozen=True)
class LeastRatio:
    """inf H(e)/e^2 over 0 < e <= E, and the intervals on which it is attained, 0 left out."""

    value: Fraction
    places: tuple[tuple[Fraction, Fraction], ...]


def least_ratio(H: CalibrationFunction) -> LeastRatio:
    """The infimum in closed form, by the ends of pieces and the zeros of the derivative.

    In a gap of H the infimum is not attained: at a concave kink the ratio has no minimum, and
    after a jump H is larger. Raises Undecided when the zero of a derivative lies in a gap.
    """
    pieces = merged_pieces(H)
    for piece in pieces:
        stationary = _stationary(piece)
        if stationary is not None and any(low < stationary < high for low, high in H.gaps):
            raise Undecided(
                "The least ratio may lie where two pieces meet at an irrational excess."
            )
    found = [candidate for piece in pieces for candidate in _candidates(piece)]
    least = min(value for value, _ in found)
    places = sorted({place for value, place in found if value == least})
    return LeastRatio(least, tuple(_disjoint(places)))


def _stationary(piece: Piece) -> Fraction | None:
    """The e at which constant/e^2 + linear/e is least, if there is one."""
    _, _, constant, linear, _ = piece
    return -2 * constant / linear if constant > 0 > linear else None


def _candidates(
    piece: Piece,
) -> list[tuple[Fraction, tuple[Fraction, Fraction]]]:
    """Values of the ratio that may be least, each with its interval."""
    low, high, constant, linear, square = piece
    if not constant and not linear:
        return [(square, (low, high))]
    stationary = _stationary(piece)
    ends = {e for e in (low, high) if e > 0}
    if stationary is not None and low < stationary < high:
        ends.add(stationary)
    return [(square + linear / e + constant / e**2, (e, e)) for e in ends]


def _disjoint(places: list[tuple[Fraction, Fraction]]) -> list[tuple[Fraction, Fraction]]:
    """Intervals in order, those that meet as one."""
    joined = places[:1]
    for before, after in pairwise(places):
        last = joined[-1]
        if after[0] <= max(last[1], before[1]):
            joined[-1] = (last[0], max(last[1], after[1]))
        else:
            joined.append(after)
    return joined


def ratio_text(piece: Piece, bound: Fraction) -> str:
    """H(e) bound/e^2 on a piece (low, high, constant, linear, square).

    >>> one, two, three = map(Fraction, (1, 2, 3))
    >>> ratio_text((one, two, one, -two, three), Fraction(1, 2))
    '3/2 - 1/e + 1/2/e^2'
    """
    _, _, constant, linear, square = (bound * x for x in piece)
    terms = [(square, ""), (linear, "/e"), (constant, "/e^2")]
    text = " + ".join(f"{x}{power}" for x, power in terms if x)
    return text.replace("+ -", "- ") or "0"
