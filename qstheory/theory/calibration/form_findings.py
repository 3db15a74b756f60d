"""The calibration function at every size in the dossier: from counts, or as a formula."""

from decimal import ROUND_FLOOR
from fractions import Fraction

from qstheory.certify.algebra.surds import of
from qstheory.errors import InvalidParameter, TooLarge
from qstheory.losses.base import Loss
from qstheory.losses.closed_forms import ClosedForm
from qstheory.losses.ordinal_squared import SQUARE, expansion_form
from qstheory.theory.calibration.by_form import ByForm, by_form
from qstheory.theory.calibration.shape import Piece
from qstheory.theory.calibration.text import quadratic_text, rounded_text
from qstheory.theory.findings import Evidence, Finding

FUNCTION, CONVEXIFIED = "calibration-function", "calibration-convexified"
ZERO = Fraction(0)


def form_findings(
    loss: Loss, form: ClosedForm, meaning: str, convex_meaning: str
) -> list[Finding] | None:
    """H as counts or a formula give it, and H** where H is c e^2; None where they do not."""
    if loss.polynomial == SQUARE and form.polynomial == expansion_form().polynomial:
        return [squared_finding(loss.predictions.size, form.name, meaning)]
    try:
        found = by_form(loss, form)
    except (InvalidParameter, TooLarge):
        return None
    pieces, evidence = _merged(found), tuple(e for piece in found.pieces for e in piece.evidence)
    words = f"decomposition {form.name}: {_text(found, pieces)}"
    if not found.exact:
        shown = (found.shown, *evidence)
        return [_interval(found, pieces, words, shown, meaning)]
    H = Finding("calibration", FUNCTION, words, tuple(pieces), evidence, meaning)
    if len(pieces) > 1:
        return [H]
    same = "H is convex: H** = H"
    return [H, Finding("calibration", CONVEXIFIED, same, True, evidence, convex_meaning)]


def _interval(
    found: ByForm,
    pieces: list[Piece],
    words: str,
    evidence: tuple[Evidence, ...],
    meaning: str,
) -> Finding:
    end = pieces[-1][1] if pieces else ZERO
    upper = pieces[0][4] if len(pieces) == 1 else None
    value = (found.lower, upper, end)
    return Finding("calibration", FUNCTION, words, value, evidence, meaning, interval=True)


def _merged(found: ByForm) -> list[Piece]:
    merged: list[Piece] = []
    for piece in found.pieces:
        low = piece.low
        if merged and merged[-1][4] == piece.square:
            low = merged.pop()[0]
        merged.append((low, piece.high, ZERO, ZERO, piece.square))
    return merged


def _text(found: ByForm, pieces: list[Piece]) -> str:
    """The pieces, open on the left after the first, and what is known beyond them."""
    below = f"H(e) >= {rounded_text(found.lower, ROUND_FLOOR)} e^2"
    if not pieces:
        return below
    written = (
        f"{quadratic_text(of(ZERO), of(ZERO), of(square))} on {'(' if low else '['}{low}, {high}]"
        for low, high, _, _, square in pieces
    )
    return f"H(e) = {'; '.join(written)}" + ("" if found.exact else f", and {below} beyond")


def squared_pieces(classes: int) -> list[Piece]:
    """H of (z - y)^2 on n classes, with F_z = (z^2, -2 z, 1) and U_y = (1, y, y^2).

        H(e) = (e/d + d - 1)^2 / (4 + (2 n - 3)^2)   for d (d - 1) <= e <= d (d + 1), d < n - 1,

    and for the last d = n - 1 up to (n - 1)^2. The scores v decode to z only if
    (2 z - 1) v_0 <= 2 v_1. With g = (1, mu, .) the excess of z over z - d is d (2 z - d - 2 mu); if
    it is e, then 2 z - 1 - 2 mu = e/d + d - 1, which is at most |v - g| (4 + (2 z - 1)^2)^(1/2).
    That is least for z = n - 1, where the nearest v ties with z - 1 and so decodes to z, and for
    the d nearest to the root of e; mu >= 0 as d (2 n - 2 - d) >= e. Predictions below the best one
    are as far from it by the reversal of the inequality, with 2 z + 1 <= 2 n - 3 for 2 z - 1.

    >>> squared_pieces(3)[0]
    (Fraction(0, 1), Fraction(2, 1), Fraction(0, 1), Fraction(0, 1), Fraction(1, 13))
    """
    scale = Fraction(4 + (2 * classes - 3) ** 2)
    pieces = []
    for d in range(1, classes):
        low, high = Fraction(d * (d - 1)), Fraction(min(d * (d + 1), (classes - 1) ** 2))
        shift = d - 1
        pieces.append((low, high, shift**2 / scale, 2 * shift / (d * scale), 1 / (d * d * scale)))
    return pieces


def squared_finding(classes: int, name: str, meaning: str) -> Finding:
    """The formula of all pieces."""
    n, scale = classes, 4 + (2 * classes - 3) ** 2
    words = f"decomposition {name}: H(e) = (e/d + d - 1)^2/{scale} for d (d - 1) <= e <= d (d + 1)"
    words += f", d = 1, ..., {n - 1}, up to e = {(n - 1) ** 2}"
    details = (("pieces", n - 1), ("largest excess", (n - 1) ** 2))
    return Finding(
        "calibration",
        FUNCTION,
        words,
        f"(e/d + d - 1)^2/{scale}",
        meaning=meaning,
        details=details,
    )
