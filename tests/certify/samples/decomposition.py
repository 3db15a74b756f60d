"""Closed forms and explicit decompositions."""

from fractions import Fraction

from qstheory.certify.kinds.decomposition import (
    AffineDecomposition,
    BadEntry,
    ClosedFormHolds,
    DecompositionHolds,
    EveryEntry,
    NamedForm,
)
from qstheory.losses.catalogue import parse

from .sample import BITS, F_SCORE, HAMMING, SQUARED, ZERO_ONE, Sample, rows

NDCG = parse("ndcg:m=2,R=2,discount=log").reference
SIGNS = AffineDecomposition(rows(("1/2",), ("-1/2",)), rows((-1,), (1,)), Fraction(1, 2))
WRONG = AffineDecomposition(rows(("1/2",), ("-1/2",)), rows((-1,), (2,)), Fraction(1, 2))

SAMPLES = (
    Sample(ClosedFormHolds(F_SCORE, "minimal"), NamedForm("minimal", "entries")),
    Sample(ClosedFormHolds(F_SCORE, "repaired-1"), NamedForm("repaired-1", "counts")),
    Sample(ClosedFormHolds(HAMMING, "repaired"), NamedForm("repaired", "counts")),
    Sample(ClosedFormHolds(SQUARED, "minimal"), NamedForm("minimal", "coefficients")),
    Sample(ClosedFormHolds(NDCG, "printed"), NamedForm("printed", "weights")),
    Sample(ClosedFormHolds(HAMMING, "printed"), BadEntry(BITS[0], BITS[1]), "refutes"),
    Sample(DecompositionHolds(ZERO_ONE, SIGNS), EveryEntry()),
    Sample(DecompositionHolds(ZERO_ONE, WRONG), BadEntry((0,), (1,)), "refutes"),
)
