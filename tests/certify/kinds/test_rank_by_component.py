"""Dimensions by components against matrices that are written out, and what is refused."""

import random
from dataclasses import replace
from fractions import Fraction
from itertools import combinations

import flint
import pytest

from qstheory import analyze, losses
from qstheory.certify import Outcome, decide
from qstheory.certify.components import LIMIT, Core, component_ranks, means, multiplicity, narrowed
from qstheory.certify.kinds.affine_dimension import (
    AffineDimensionAtLeast,
    AffineDimensionAtMost,
    NoShiftLowersRank,
)
from qstheory.certify.kinds.calibration_dimension import (
    CalibrationDimensionAtLeast,
    CalibrationDimensionAtMost,
)
from qstheory.certify.kinds.equal_risk import EqualRiskPoint, EqualRiskPointExists
from qstheory.certify.kinds.rank import RankAtLeast, RankAtMost
from qstheory.certify.kinds.rank_by_component import ByComponents, TiedCore, TypeWeight, ranks_of
from qstheory.certify.ranking_components import ranking_means, ranking_ranks, tableaux
from qstheory.certify.weights import UniformWeights
from qstheory.errors import InvalidParameter
from qstheory.losses.counts import AffineEntry, CountStructure
from qstheory.losses.spaces import Labels, LabelSets
from qstheory.theory.window import lowering_shift

HALF = Fraction(1, 2)
SHIFTS = (Fraction(7919), Fraction(-1, 104729))


def rank(rows):
    if not rows or not rows[0]:
        return 0
    entries = [flint.fmpq(Fraction(x).numerator, Fraction(x).denominator) for r in rows for x in r]
    return flint.fmpq_mat(len(rows), len(rows[0]), entries).rank()


def less_first_row(rows):
    return [[x - y for x, y in zip(row, rows[0], strict=True)] for row in rows[1:]]


def random_counts(source):
    """Entries by a table, of degree 1 or of degree 2 in |z & y|, on random ranges of sizes."""
    m = source.randint(1, 5)
    (low, high), (least, most) = (sorted(source.choices(range(m + 1), k=2)) for _ in range(2))
    u, v, table = ([source.randint(-2, 2) for _ in range(m + 1)] for _ in range(3))
    seen = {}
    entries = (
        lambda a, b, i: Fraction(seen.setdefault((a, b, i), source.randint(-1, 1))),
        lambda a, b, i: Fraction(u[a] * v[b] * i + table[b]),
        lambda a, b, i: Fraction(u[a] * i * i + v[b]),
    )
    return CountStructure(
        m, LabelSets(m, low, high), LabelSets(m, least, most), source.choice(entries)
    )


@pytest.mark.parametrize("seed", range(60))
def test_every_dimension_is_that_of_the_matrix_written_out(seed):
    source = random.Random(seed)
    counts = random_counts(source)
    rows = [[counts(z, y) for y in counts.observations] for z in counts.predictions]
    columns = [list(column) for column in zip(*rows, strict=True)]
    found = component_ranks(counts)
    assert found.loss == rank(rows)
    assert found.prediction_differences == rank(less_first_row(rows))
    assert found.observation_differences == rank(less_first_row(columns))
    # A shift lowers the rank at one value of c at most, a root of det: two others show the rank.
    generic = max(rank([[x - c for x in row] for row in rows]) for c in SHIFTS)
    assert found.affine in (generic, generic - 1)
    some = [size for size in counts.predictions.sizes if source.random() < 0.7]
    there = [size for size in counts.observations.sizes if source.random() < 0.7]
    if some and there:
        chosen = [
            [counts(z, y) for y in counts.observations if sum(y) in there]
            for z in counts.predictions
            if sum(z) in some
        ]
        types = ([(0, size) for size in sizes] for sizes in (some, there))
        restricted = Core(counts, 0).dimensions(*types).prediction_differences
        assert restricted == rank(less_first_row(chosen))


def linear(source):
    """Entries that are linear in the counts, on random ranges of sizes."""
    m = source.randint(1, 5)
    ranges = [sorted(source.choices(range(m + 1), k=2)) for _ in range(2)]
    predictions, observations = (LabelSets(m, *sizes) for sizes in ranges)
    numbers = [Fraction(source.randint(-1, 2), source.randint(1, 2)) for _ in range(4)]
    return CountStructure(m, predictions, observations, AffineEntry(*numbers))


@pytest.mark.parametrize("seed", range(60))
def test_two_sizes_show_the_dimensions_of_a_linear_function_of_the_counts(seed):
    counts = linear(random.Random(seed))
    found = component_ranks(counts)
    assert found == component_ranks(replace(counts, entry=counts.entry.__call__))
    rows = [[counts(z, y) for y in counts.observations] for z in counts.predictions]
    columns = [list(column) for column in zip(*rows, strict=True)]
    assert found.loss == rank(rows)
    assert found.prediction_differences == rank(less_first_row(rows))
    assert found.observation_differences == rank(less_first_row(columns))
    generic = max(rank([[x - c for x in row] for row in rows]) for c in SHIFTS)
    assert found.affine in (generic, generic - 1)
    if found.shift_lowers:
        c = lowering_shift(means(narrowed(counts)))
        assert rank([[x - c for x in row] for row in rows]) == found.affine


@pytest.mark.parametrize(
    ("text", "value", "affine"),
    [("hamming:m=1000", 1001, 1000), ("prec-at-k:m=1000,k=3", 1000, 1000)],
)
def test_a_thousand_labels_are_decided_at_once(text, value, affine):
    """Hamming is 1/2 less a product of signs a label, Prec@k <z, 1 - y> / k for |z| = k."""
    dossier = analyze(losses.parse(text), parts=["dimensions"])
    assert dossier.finding("loss").value == value
    assert dossier.finding("affine-dimension").value == affine
    assert {f.status for f in dossier.findings} == {"proved"}


@pytest.mark.parametrize("text", ["jaccard:m=3,undefined=one", "f-score:m=3,undefined=zero"])
def test_the_affine_dimension_is_that_of_the_dossier_by_entries(text):
    loss = losses.parse(text)
    found = component_ranks(loss.counts)
    dossier = analyze(loss, parts=["dimensions"])
    assert found.affine == dossier.finding("affine-dimension").value
    assert dossier.finding("affine-dimension").status == "proved"


def test_the_multiplicities_add_up_to_all_sets():
    for m in range(1, 9):
        copies = sum(multiplicity(m, j) * (m - 2 * j + 1) for j in range(m // 2 + 1))
        assert copies == 2**m


def test_a_larger_loss_by_counts_is_decided_and_replayed():
    """The Jaccard index is positive definite on non-empty sets (Bouchard et al. 2013)."""
    dossier = analyze("jaccard", m=12, undefined="drop", parts=["dimensions"])
    assert dossier.finding("loss").value == 2**12 - 1
    assert {f.status for f in dossier.findings} == {"proved"}
    hamming = analyze("set-formula", m=12, entry="(a+b-2*i)^2", parts=["dimensions"])
    # (a + b - 2i)^2 is quadratic in each label: 1, the m labels and their pairs.
    assert hamming.finding("loss").value == 1 + 12 + 12 * 11 // 2
    assert {f.status for f in hamming.findings} == {"proved"}


HAMMING = losses.make("hamming", m=2).reference
CLASSES = losses.make("multiclass", classes=3).reference
ORDERS = losses.make("pairwise-disagreement", m=2, undefined="drop").reference


@pytest.mark.parametrize(
    "false",
    [
        RankAtLeast(HAMMING, "loss", 4),
        RankAtMost(HAMMING, "loss", 2),
        RankAtMost(HAMMING, "prediction-differences", 1),
        RankAtLeast(HAMMING, "observation-differences", 3),
        AffineDimensionAtLeast(HAMMING, 3),
        AffineDimensionAtMost(HAMMING, 1),
        CalibrationDimensionAtMost(HAMMING, 1),
        RankAtLeast(CLASSES, "loss", 4),
        RankAtLeast(ORDERS, "loss", 3),
        RankAtLeast(losses.make("jaccard", m=LIMIT + 1, undefined="one").reference, "loss", 1),
        RankAtLeast(losses.make("f-score", m=1000, undefined="one").reference, "loss", 1),
    ],
)
def test_what_is_false_or_not_by_counts_is_not_proved(false):
    assert decide(false, ByComponents()).outcome is Outcome.INVALID


def test_a_shift_that_lowers_the_rank_is_told_from_none():
    assert decide(NoShiftLowersRank(HAMMING), ByComponents()).outcome is Outcome.REFUTES


def tied(*weights):
    """Without a core."""
    return TiedCore(0, tuple(TypeWeight(0, size, weight) for size, weight in weights))


def test_the_sizes_that_tie_bound_the_calibration_dimension():
    even = tied((0, HALF), (2, HALF))
    assert decide(CalibrationDimensionAtLeast(HAMMING, 1), even).outcome is Outcome.PROVES
    # Without a set of one label in the support all differences are multiples of one another.
    assert decide(CalibrationDimensionAtLeast(HAMMING, 2), even).outcome is Outcome.INVALID
    everywhere = tied((0, HALF / 2), (1, HALF), (2, HALF / 2))
    assert decide(CalibrationDimensionAtLeast(HAMMING, 2), everywhere).outcome is Outcome.PROVES
    for bad in (((0, HALF),), ((0, HALF), (7, HALF)), ((0, HALF), (0, HALF))):
        given = tied(*bad)
        assert decide(CalibrationDimensionAtLeast(HAMMING, 1), given).outcome is Outcome.INVALID


RANKINGS = [
    *(("map", {"undefined": policy}) for policy in ("one", "zero", "drop")),
    *(("pairwise-disagreement", {"undefined": policy}) for policy in ("one", "drop")),
    ("pairwise-disagreement", {"undefined": "drop", "orientation": "printed"}),
    ("reciprocal-rank", {"undefined": "one"}),
    ("ndcg", {"undefined": "zero", "discount": "reciprocal", "R": 1, "low": 0}),
    ("ranking-formula", {"entry": "sum(j=1..m, y[j]*s[j]^2)/m"}),
    # An arbitrary function of the positions of the relevant items.
    ("ranking-formula", {"entry": "(sum(j=1..m, y[j]*s[j]^3) - 7)^2"}),
]


@pytest.mark.parametrize(("name", "parameters"), RANKINGS)
@pytest.mark.parametrize("m", [1, 2, 3, 4])
def test_the_dimensions_of_rankings_are_those_of_the_matrix_written_out(name, parameters, m):
    if name == "pairwise-disagreement" and m == 1:
        return
    loss = losses.make(name, m=m, **parameters)
    rows = [[loss.entry(z, y) for y in loss.observations] for z in loss.predictions]
    columns = [list(column) for column in zip(*rows, strict=True)]
    found = ranks_of(loss.reference)
    assert found.loss == rank(rows)
    assert found.prediction_differences == rank(less_first_row(rows))
    assert found.observation_differences == rank(less_first_row(columns))
    generic = max(rank([[x - c for x in row] for row in rows]) for c in SHIFTS)
    assert found.affine in (generic, generic - 1)
    if found.shift_lowers:
        assert rank([[x - ranking_means(loss)[0] for x in row] for row in rows]) == found.affine
    means = [
        {sum(x for x, y in zip(row, loss.observations, strict=True) if sum(y) == b) for row in rows}
        for b in sorted({sum(y) for y in loss.observations})
    ]
    assert all(len(total) == 1 for total in means)


@pytest.mark.parametrize("m", range(2, 9))
def test_the_standard_tableaux_are_as_many_as_the_dimension(m):
    """And their products of differences are independent (the basis of a Specht module)."""
    for j in range(m // 2 + 1):
        found = list(tableaux(m, j))
        assert len(found) == multiplicity(m, j)
        if m > 6:
            continue
        sets = list(combinations(range(m), j))
        signs = [
            [
                (-1) ** sum(q in chosen for _, q in pairs)
                * all((p in chosen) != (q in chosen) for p, q in pairs)
                for chosen in sets
            ]
            for pairs in found
        ]
        assert rank(signs) == len(found)


def test_a_dozen_items_are_decided_without_their_rankings():
    dossier = analyze("map", m=12, undefined="one", parts=["dimensions", "optimality"])
    assert dossier.finding("loss").value == 12 * 13 // 2 - 1
    assert dossier.finding("calibration-dimension").value == (76, 76)
    assert {f.status for f in dossier.findings} == {"proved"}


GRADED = losses.make("pd-graded", m=3, R=2, undefined="drop").reference
UNLIKE = losses.make("ranking-formula", m=3, entry="y[1]*s[1]").reference
GRAPHS = losses.make("pd-graph", m=3, undefined="drop").reference
LOGS = losses.make("ndcg", m=3, R=1, low=0, undefined="one").reference
MANY = losses.make("map", m=15, undefined="one").reference


@pytest.mark.parametrize("reference", [GRADED, UNLIKE, GRAPHS, LOGS, MANY])
def test_rankings_with_grades_names_logarithms_or_many_items_have_no_components(reference):
    for r in (0, 100):
        given = RankAtLeast(reference, "loss", r), RankAtMost(reference, "loss", r)
        assert {decide(p, ByComponents()).outcome for p in given} == {Outcome.INVALID}


def test_some_observations_of_a_size_are_no_component():
    loss = losses.make("map", m=3, undefined="drop")
    with pytest.raises(InvalidParameter, match="renamed"):
        ranking_means(losses.make("hamming", m=2))
    assert ranking_ranks(replace(loss, observations=LabelSets(3, 3, 3))).loss == 0
    with pytest.raises(InvalidParameter, match="Only some"):
        ranking_means(replace(loss, observations=Labels(((0, 0, 1), (1, 0, 0)))))


def test_uniform_observations_make_all_rankings_alike_but_not_what_names_an_item():
    uniform = EqualRiskPoint(UniformWeights())
    assert decide(EqualRiskPointExists(MANY), uniform).outcome is Outcome.PROVES
    assert decide(EqualRiskPointExists(LOGS), uniform).outcome is Outcome.PROVES
    assert decide(EqualRiskPointExists(UNLIKE), uniform).outcome is Outcome.INVALID
