"""rank >= r and rank <= r, for the three views."""

from fractions import Fraction

from qstheory.certify.kinds.decomposition import AffineDecomposition, NamedForm
from qstheory.certify.kinds.rank import Minor, RankAtLeast, RankAtMost

from .sample import BITS, HAMMING, ORDINAL, PREC, ZERO_ONE, Sample, rows

ZERO = Fraction(0)
SPREAD = AffineDecomposition(
    rows((0, 0, 1), (0, 1, 1), (1, 0, 1), (1, 1, 1)),
    rows(
        ("1/2", "1/2", 0), ("1/2", "-1/2", "1/2"), ("-1/2", "1/2", "1/2"), ("-1/2", "-1/2", 1)
    ),
    ZERO,
)  # fmt: skip
"""The Hamming loss of two labels as sum_j z_j (1/2 - y_j) and a function of y."""

SAMPLES = (
    Sample(RankAtLeast(HAMMING, "loss", 3), Minor(BITS[:3], BITS[:3], 7)),
    Sample(
        RankAtLeast(HAMMING, "prediction-differences", 2),
        Minor(BITS[1:3], BITS[:2], 10007, BITS[0]),
    ),
    Sample(
        RankAtLeast(PREC, "observation-differences", 2),
        Minor(BITS[1:3], BITS[1:3], 5, BITS[0]),
    ),
    Sample(
        RankAtMost(ORDINAL, "prediction-differences", 2),
        AffineDecomposition(
            rows((0, 0, 1), (1, 0, 1), (0, 2, 1)), rows((1, 1, 0), (-1, 0, 1), (-1, -1, 2)), ZERO
        ),
    ),
    Sample(
        RankAtMost(ZERO_ONE, "observation-differences", 1),
        AffineDecomposition(rows((1, 0), (-1, 1)), rows((0, 1), (1, 1)), ZERO),
    ),
    Sample(
        RankAtMost(ZERO_ONE, "loss", 2),
        AffineDecomposition(
            rows((1, "1/2"), ("1/3", -1)), rows(("3/7", "-6/7"), ("6/7", "2/7")), ZERO
        ),
    ),
    Sample(RankAtMost(HAMMING, "prediction-differences", 2), SPREAD),
    Sample(RankAtMost(HAMMING, "loss", 3), NamedForm("repaired", "counts")),
    Sample(RankAtMost(HAMMING, "prediction-differences", 2), NamedForm("repaired", "entries")),
)
