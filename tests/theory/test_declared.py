"""What a named loss declares gives the dimensions that its entries have, at small and large sizes.

The oracle eliminates the entries themselves with python-flint and knows nothing of declarations.
"""

import random
from fractions import Fraction

import flint
import pytest
from hypothesis import given
from hypothesis import strategies as st

from qstheory.certify import Outcome, decide
from qstheory.certify.bundle import loads
from qstheory.certify.kinds.affine_dimension import (
    AffineDimensionAtLeast,
    AffineDimensionAtMost,
    NoShiftLowersRank,
)
from qstheory.certify.kinds.declared_ranks import (
    IndependentSets,
    independent,
    polynomial_dimensions,
)
from qstheory.certify.kinds.rank import RankAtLeast, View
from qstheory.losses.base import Loss, LossReference
from qstheory.losses.catalogue import parse
from qstheory.losses.closed_forms import PolynomialEntry
from qstheory.losses.spaces import Classes, Label
from qstheory.theory.dossier import analyze_loss
from qstheory.theory.effort import Budget
from qstheory.theory.subject import Subject
from qstheory.theory.window import nested_shift

DECLARED = Budget(listed=0)
SMALL = (
    "multiclass:classes=2",
    "multiclass:classes=5",
    "abstain:classes=2",
    "abstain:classes=4,cost=1/3",
    "abstain:classes=4,cost=3/4",
    "abstain:classes=5,cost=0",
    "top-k:classes=5,k=2",
    "top-k:classes=4,k=4",
    "ordinal-absolute:classes=2",
    "ordinal-absolute:classes=6",
    "ordinal-squared:classes=3",
    "ordinal-squared:classes=7",
    "tree:classes=a/p/x;a/p/y;b/q/x;b/q/y;c",
    "tree:classes=/ a a/b a/c a/c/d e",
    "tree:classes=r/x/y/z r/x/w",
    "hamming:m=3",
    "zero-one:m=2",
    "block-zero-one:m=3,blocks=size",
    "block-zero-one:m=3,blocks=parity",
    "prec-at-k:m=4,k=2",
    "f-score:m=3,undefined=one",
)
VIEWS: tuple[View, ...] = ("loss", "prediction-differences", "observation-differences")


def rank(rows: list[list[Fraction]]) -> int:
    """The rank by elimination over the rationals."""
    if not rows or not rows[0]:
        return 0
    entries = [flint.fmpq(x.numerator, x.denominator) for row in rows for x in row]
    return int(flint.fmpq_mat(len(rows), len(rows[0]), entries).rank())


def dimensions(L: list[list[Fraction]]) -> dict[str, int]:
    """Ranks of L and its differences, and the least rank of L - c over the c that could lower it.

    The minors of L - c are affine in c, so that rank(L - c) is the same for all c but finitely
    many; those are the zeros of a minor of full size, found from two values of it.
    """
    below = [[x - y for x, y in zip(row, L[0], strict=True)] for row in L[1:]]
    beside = [[x - row[0] for x in row[1:]] for row in L]
    whole = rank(L)
    found = {"loss": whole, VIEWS[1]: rank(below), VIEWS[2]: rank(beside)}
    least = whole
    for c in candidates(L, whole):
        least = min(least, rank([[x - c for x in row] for row in L]))
    return {**found, "affine": least}


def candidates(L: list[list[Fraction]], whole: int) -> list[Fraction]:
    """c = det M / (det M - det(M - 1)) for a regular minor M of the size of the rank."""
    rows: list[int] = []
    for i in range(len(L)):
        if rank([L[k] for k in [*rows, i]]) > len(rows):
            rows.append(i)
    columns: list[int] = []
    for j in range(len(L[0])):
        if rank([[L[i][k] for k in [*columns, j]] for i in rows]) > len(columns):
            columns.append(j)
    if not whole:
        return []

    def det(c: int) -> Fraction:
        entries = [L[i][j] - c for i in rows for j in columns]
        matrix = flint.fmpq_mat(
            whole, whole, [flint.fmpq(x.numerator, x.denominator) for x in entries]
        )
        value = matrix.det()
        return Fraction(int(value.p), int(value.q))

    slope = det(0) - det(1)
    return [det(0) / slope] if slope else []


@pytest.mark.parametrize("name", SMALL)
def test_declared_dimensions_are_those_of_the_entries(name: str) -> None:
    loss = parse(name)
    L = [[loss.entry(z, y) for y in loss.observations] for z in loss.predictions]
    truth = dimensions(L)
    subject = Subject(loss, DECLARED)
    assert {view: subject.rank_of(view) for view in VIEWS} == {v: truth[v] for v in VIEWS}
    assert subject.affine_dimension == truth["affine"]
    found = analyze_loss(loss, DECLARED, parts=("dimensions", "optimality"))
    for finding in found.part("dimensions"):
        assert finding.status in {"proved", "refuted"}, (finding.key, finding.reason)
    between = found.finding("calibration-dimension")
    assert between.status == "proved"
    plain = analyze_loss(loss, parts=("optimality",))
    assert found.finding("equal-risk").value == plain.finding("equal-risk").value
    low, high = plain.finding("calibration-dimension").value  # type: ignore[misc]
    least, most = between.value  # type: ignore[misc]
    assert max(low, least) <= min(high, most)


@given(st.lists(st.integers(0, 63), min_size=1, max_size=7, unique=True))
def test_independence_modulo_2_is_independence(vectors: list[int]) -> None:
    rows = [[Fraction(v >> j & 1) for j in range(6)] for v in vectors]
    if independent(vectors):
        assert rank(rows) == len(rows)
    odd = any(
        flint.nmod_mat(len(vectors), 6, [int(x) for row in rows for x in row], 2).rank()
        == len(rows)
        for _ in range(1)
    )
    assert independent(vectors) is odd


@given(
    st.lists(st.lists(st.integers(-2, 2), min_size=1, max_size=3), min_size=1, max_size=3),
    st.integers(3, 5),
)
def test_coefficients_give_the_dimensions_of_the_entries(
    coefficients: list[list[int]], classes: int
) -> None:
    entry = PolynomialEntry(tuple(tuple(map(Fraction, row)) for row in coefficients))
    space = Classes(classes)
    loss = Loss(LossReference("drawn", ()), space, space, entry)
    L = [[entry(z, y) for y in space] for z in space]
    truth, found = dimensions(L), polynomial_dimensions(loss)
    assert {view: found.of(view) for view in VIEWS} == {v: truth[v] for v in VIEWS}
    assert found.affine == truth["affine"]


def test_only_distances_of_independent_sets_are_taken_for_them() -> None:
    for name, reason in {
        "hamming:m=2": "affinely independent",
        "prec-at-k:m=3,k=1": "no distance",
        "f-score:m=2,undefined=one": "not declared",
    }.items():
        decision = decide(RankAtLeast(parse(name).reference, "loss", 2), IndependentSets())
        assert decision.outcome is Outcome.INVALID
        assert reason in decision.reason
    three = parse("ordinal-absolute:classes=3").reference
    for proposition in (RankAtLeast(three, "loss", 4), AffineDimensionAtLeast(three, 3)):
        assert decide(proposition, IndependentSets()).outcome is Outcome.INVALID
    assert decide(AffineDimensionAtMost(three, 1), IndependentSets()).outcome is Outcome.INVALID
    assert decide(NoShiftLowersRank(three), IndependentSets()).outcome is Outcome.REFUTES


def paths(leaves: int) -> str:
    """A ragged random hierarchy with that many leaves."""
    source = random.Random(0)
    below: dict[str, int] = {"a": 0, "b": 0}
    nodes = list(below)
    for _ in range(leaves - 2):  # One leaf more each: a leaf gets two, another node one.
        node = source.choice(nodes)
        for _ in range(1 if below[node] else 2):
            below[node] += 1
            nodes.append(f"{node}/c{below[node]}")
            below[nodes[-1]] = 0
    return " ".join(node for node, count in below.items() if not count)


LARGE = {
    "multiclass:classes=10000": (10_000, 9_999, (9_999, 9_999)),
    "abstain:classes=5000": (5_000, 5_000, None),
    "ordinal-absolute:classes=5000": (5_000, 4_999, (1, 1)),
    "ordinal-squared:classes=5000": (3, 3, (1, 1)),
    "top-k:classes=10000,k=10": (10_000, 9_999, (9_999, 9_999)),
    "block-zero-one:m=20,blocks=size": (21, 20, (20, 20)),
    "hamming:m=20": (21, 20, (20, 20)),
    f"tree:classes={paths(2000)}": (2_000, 1_999, None),
}


@pytest.mark.parametrize("name", LARGE, ids=lambda name: name[:24])
def test_a_large_loss_by_name_is_settled_without_its_entries(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    r, affine, calibration = LARGE[name]
    loss, read = parse(name), 0
    called = type(loss.entry).__call__

    def counting(entry: object, z: Label, y: Label) -> Fraction:
        nonlocal read
        read += 1
        return called(entry, z, y)  # type: ignore[no-any-return]

    monkeypatch.setattr(type(loss.entry), "__call__", counting)
    found = analyze_loss(loss, parts=("dimensions", "decompositions", "optimality"))
    assert found.finding("loss").value == r
    assert found.finding("affine-dimension").value == affine
    assert {f.status for f in found.part("dimensions")} <= {"proved", "refuted"}
    if calibration is not None:
        assert found.finding("calibration-dimension").value == calibration
    for item in loads(found.certificates()):
        assert decide(item.proposition, item.certificate).outcome.value == item.expect
    # A bisection a column looks at a dozen.
    assert read <= 20 * loss.predictions.size


def ways(seed: int) -> list[int]:
    """Some nodes of a random tree, among them all leaves, as the sets of edges from the root."""
    random_ = random.Random(seed)
    nodes = [0]
    for e in range(random_.randint(2, 12)):
        nodes.append(random_.choice(nodes) | 1 << e)
    leaves = [a for a in nodes if not any(a != b and a & b == a for b in nodes)]
    return sorted({nodes[1], *leaves, *random_.sample(nodes, random_.randint(0, len(nodes)))})


@pytest.mark.parametrize("seed", range(40))
def test_the_shift_of_ways_of_a_tree_is_that_of_their_distances(seed: int) -> None:
    """c = 1 / (1^T x) for L x = 1, by elimination."""
    sets = ways(seed)
    L = flint.fmpq_mat([[(a ^ b).bit_count() for b in sets] for a in sets])
    x = L.solve(flint.fmpq_mat([[1]] * len(sets)))
    expected = 1 / sum((v for (v,) in x.tolist()), flint.fmpq(0))
    found = nested_shift(sets)
    assert found is not None
    assert flint.fmpq(found.numerator, found.denominator) == expected


def test_sets_that_are_no_ways_have_no_such_shift() -> None:
    assert nested_shift([0b01, 0b11, 0b10, 0b110]) is None


def test_the_shift_of_grades_is_half_the_largest_distance() -> None:
    loss = parse("ordinal-absolute:classes=500")
    assert Subject(loss, Budget()).lowering_shift == Fraction(499, 2)
