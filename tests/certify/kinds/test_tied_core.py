"""Lower bounds by a core of labels against matrices that are written out, and what is refused."""

from dataclasses import replace
from fractions import Fraction
from itertools import product
from random import Random

import pytest

from qstheory import losses
from qstheory.certify import decide
from qstheory.certify.arithmetic import exact_rank
from qstheory.certify.components import Core
from qstheory.certify.kinds.calibration_dimension import CalibrationDimensionAtLeast
from qstheory.certify.kinds.rank_by_component import TiedCore, TypeWeight
from qstheory.errors import InvalidParameter, TooLarge
from qstheory.losses.counts import CountStructure
from qstheory.losses.spaces import LabelSets

from ..samples.rank_by_component import CORE, F_SCORE

HALF = Fraction(1, 2)


def random_counts(source: Random, m: int) -> CountStructure:
    """Entries by a table, of any degree, of degree 1 and of degree 2 in |z & y|."""
    u, v = ([source.randint(-2, 2) for _ in range(m + 1)] for _ in range(2))
    seen: dict[tuple[int, int, int], Fraction] = {}
    entries = (
        lambda a, b, i: seen.setdefault((a, b, i), Fraction(source.randint(-2, 2))),
        lambda a, b, i: Fraction(u[a] * v[b] * i + a * b, 1 + a + b),
        lambda a, b, i: Fraction(u[a] * i * i + v[b] * i, 1 + a * b),
    )
    return CountStructure(m, LabelSets(m), LabelSets(m), source.choice(entries))


@pytest.mark.parametrize("seed", range(24))
def test_ranks_and_means_are_those_of_the_matrix_written_out(seed: int) -> None:
    source = Random(seed)
    m = source.randint(2, 5)
    core = Core(random_counts(source, m), source.randint(0, m - 1))
    types = core.types(LabelSets(m))
    rows, columns = (source.sample(types, source.randint(1, len(types))) for _ in range(2))

    def of(kinds: list[tuple[int, int]]) -> dict[tuple[int, int], list[tuple[int, ...]]]:
        found: dict[tuple[int, int], list[tuple[int, ...]]] = {kind: [] for kind in kinds}
        for bits in product((0, 1), repeat=m):
            kind = sum(bits[: core.c]), sum(bits[core.c :])
            if kind in found:
                found[kind].append(bits)
        return found

    predictions = [z for sets in of(rows).values() for z in sets]
    observations = [y for sets in of(columns).values() for y in sets]
    matrix = [[core.counts(z, y) for y in observations] for z in predictions]
    less = [[a - b for a, b in zip(row, matrix[0], strict=True)] for row in matrix]
    assert core.dimensions(rows, columns).prediction_differences == exact_rank(less)
    for z, row in zip(rows, core.means(rows, columns), strict=True):
        first = of([z])[z][0]
        for y, mean in zip(columns, row, strict=True):
            sets = of([y])[y]
            assert mean == sum((core.counts(first, s) for s in sets), Fraction(0)) / len(sets)


@pytest.mark.parametrize(
    ("d", "certificate", "outcome"),
    [
        (1, CORE, "proves"),
        (2, CORE, "proves"),
        (3, CORE, "invalid"),
        (1, replace(CORE, c=0), "invalid"),
        (1, replace(CORE, c=2), "invalid"),
        (1, TiedCore(1, ()), "invalid"),
        (1, TiedCore(1, (TypeWeight(0, 2, Fraction(1)),)), "invalid"),
        (1, TiedCore(1, (TypeWeight(1, 0, HALF), TypeWeight(1, 0, HALF))), "invalid"),
        (1, TiedCore(1, (TypeWeight(1, 0, HALF), TypeWeight(0, 1, Fraction(0)))), "invalid"),
        (1, TiedCore(1, (TypeWeight(1, 0, HALF), TypeWeight(0, 1, Fraction(1)))), "invalid"),
        # One set alone ties with no other.
        (1, TiedCore(1, (TypeWeight(1, 0, Fraction(1)),)), "invalid"),
    ],
)
def test_the_f_score_of_two_labels(d: int, certificate: TiedCore, outcome: str) -> None:
    proposition = CalibrationDimensionAtLeast(F_SCORE, d)
    assert decide(proposition, certificate).outcome.value == outcome


def test_other_losses_have_no_core() -> None:
    ordinal = losses.parse("ordinal-absolute:classes=3").reference
    assert decide(CalibrationDimensionAtLeast(ordinal, 1), CORE).outcome.value == "invalid"


def test_limits() -> None:
    jaccard = losses.make("jaccard", m=30, undefined="one").counts
    assert jaccard is not None
    core = Core(jaccard, 9)
    with pytest.raises(TooLarge):
        core.means(core.types(LabelSets(30)), core.types(LabelSets(30)))
    with pytest.raises(InvalidParameter):
        Core(jaccard, 30)
