"""Rules of decoders, right and wrong."""

from qstheory.certify.kinds.decoding import ConeMultipliers, Counterweights, OptimalWherever
from qstheory.losses.catalogue import parse

from .sample import Sample, rows

SINGLE = parse("hamming:m=1").reference
SAMPLES = (
    Sample(OptimalWherever(SINGLE, (1,), rows((-1, 1))), ConeMultipliers(rows((1,), (0,)))),
    Sample(
        OptimalWherever(SINGLE, (1,), rows((1, -1))),
        Counterweights(rows((1, 0))[0], (0,)),
        "refutes",
    ),
)
