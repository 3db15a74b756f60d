"""rank >= r and rank <= r, for the three views."""

from qstheory.certify.kinds.decomposition import NamedForm
from qstheory.certify.kinds.rank import Factorisation, Minor, RankAtLeast, RankAtMost

from .sample import BITS, HAMMING, ORDINAL, PREC, ZERO_ONE, Sample, rows

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
        Factorisation(rows((0, 0), (1, 0), (0, 2)), rows((1, -1, -1), (1, 0, -1))),
    ),
    Sample(
        RankAtMost(ZERO_ONE, "observation-differences", 1),
        Factorisation(rows((1,), (-1,)), rows((0, 1))),
    ),
    Sample(
        RankAtMost(ZERO_ONE, "loss", 2),
        Factorisation(rows((1, "1/2"), ("1/3", -1)), rows(("3/7", "6/7"), ("-6/7", "2/7"))),
    ),
    Sample(RankAtMost(HAMMING, "loss", 3), NamedForm("repaired", "counts")),
    Sample(RankAtMost(HAMMING, "prediction-differences", 2), NamedForm("repaired", "entries")),
)
