"""Equal risk, calibration dimension, dominance and merging, by hand and against enumeration."""

from dataclasses import replace
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qstheory import analyze, losses
from qstheory.certify import decide
from qstheory.losses.base import Symmetry, matrix_loss
from qstheory.theory.dossier import Dossier, optimality_findings
from qstheory.theory.effort import DEFAULT
from qstheory.theory.optimality import equal_risk, equal_risk_finding, quotient
from qstheory.theory.subject import Subject

Q = Fraction


def _analyze(*rows: tuple[int | Fraction, ...]) -> Dossier:
    rationals = [[Q(x) for x in row] for row in rows]
    return analyze(matrix_loss(rationals), parts=["optimality", "merging"])


@pytest.mark.parametrize(
    ("text", "exists"),
    [
        ("hamming:m=3", True),
        ("hamming:m=1000", True),
        ("prec-at-k:m=300,k=7", True),
        ("block-zero-one:m=3,blocks=empty", True),
        ("f-score:m=2,undefined=one", False),
        ("f-score:m=30,undefined=one", False),
        ("f-score:m=1,undefined=one", True),
        ("pairwise-disagreement:m=3,undefined=drop", True),
        ("ordinal-absolute:classes=3", False),
    ],
)
def test_the_equal_risk_condition(text: str, exists: bool) -> None:
    subject = Subject(losses.parse(text), DEFAULT)
    finding = equal_risk_finding(subject, equal_risk(subject))
    assert finding.value is exists
    assert finding.status == ("proved" if exists else "refuted")


@pytest.mark.parametrize(
    "text",
    ["ordinal-absolute:classes=4", "ordinal-squared:classes=5", "ordinal-absolute:classes=60"],
)
def test_ordinal_losses_need_one_dimension(text: str) -> None:
    """The median minimises the absolute error, the mean the squared one: one number is enough."""
    subject = Subject(losses.parse(text), DEFAULT)
    found = {finding.key: finding for finding in optimality_findings(subject)}
    dimension = found["calibration-dimension"]
    assert dimension.value == (1, 1)
    assert dimension.status == "proved"
    for item in dimension.items():
        assert decide(item.proposition, item.certificate).outcome.value == item.expect


def test_abstention_and_three_classes() -> None:
    dossier = analyze("multiclass:classes=3", parts=["optimality"])
    assert dossier.finding("calibration-dimension").value == (2, 2)


def test_what_merges() -> None:
    dossier = _analyze((0, 2, 2), (2, 0, 0), (0, 2, 2), (3, 3, 3), (1, 1, 1))
    assert dossier.finding("equal-rows").value == 1
    assert dossier.finding("equal-columns").value == 1
    assert dossier.finding("dominance").value == (1, 3)
    details = dict(dossier.finding("dominance").details)
    assert details["never optimal"] == ("3",)
    assert details["only with ties"] == ("0", "2", "4")


def test_one_row_and_one_column() -> None:
    assert _analyze((1, 2, 3)).finding("dominance").value == (0, 0)
    column = _analyze((1,), (2,), (1,))
    assert column.finding("dominance").value == (1, 2)
    assert column.finding("calibration-dimension").value == (0, 0)


def test_orbits_use_only_symmetries_that_hold() -> None:
    loss = losses.parse("f-score:m=3,undefined=one")
    swap = loss.symmetries[0]
    one_sided = Symmetry("only the predictions move", swap.prediction, lambda y: y)
    found = quotient(Subject(replace(loss, symmetries=(one_sided, *loss.symmetries)), DEFAULT))
    assert len(found.predictions.members) == len(found.observations.members) == 4
    assert found.symmetries == tuple(symmetry.name for symmetry in loss.symmetries)
    assert quotient(Subject(replace(loss, symmetries=(one_sided,)), DEFAULT)).symmetries == ()


@st.composite
def small(draw: st.DrawFn) -> list[list[Fraction]]:
    """Losses with three observations and integer entries."""
    rows = draw(st.integers(1, 4))
    return [[Q(draw(st.integers(0, 3))) for _ in range(3)] for _ in range(rows)]


@settings(max_examples=40)
@given(small())
def test_dominance_agrees_with_a_grid_of_distributions(rows: list[list[Fraction]]) -> None:
    """On a fine grid no prediction called never optimal is optimal, none called tied is alone."""
    details = dict(_analyze(*map(tuple, rows)).finding("dominance").details)
    never, tied = details["never optimal"], details["only with ties"]
    assert isinstance(never, tuple)
    assert isinstance(tied, tuple)
    for a, b in product(range(13), repeat=2):
        if a + b > 12:
            continue
        p = (a, b, 12 - a - b)
        risks = [sum(w * x for w, x in zip(p, row, strict=True)) for row in rows]
        best = [str(z) for z, risk in enumerate(risks) if risk == min(risks)]
        assert not set(best) & set(never)
        assert len(best) > 1 or best[0] not in tied


@settings(max_examples=30)
@given(small(), st.fractions(1, 3, max_denominator=3), st.data())
def test_verdicts_do_not_depend_on_order_scale_and_offsets(
    rows: list[list[Fraction]], factor: Fraction, data: st.DataObject
) -> None:
    order = data.draw(st.permutations(range(len(rows))))
    offsets = [Q(data.draw(st.integers(-2, 2))) for _ in range(3)]
    changed = [tuple(factor * rows[i][j] + offsets[j] for j in range(3)) for i in order]
    first, second = _analyze(*map(tuple, rows)), _analyze(*changed)
    for key in ("equal-risk", "dominance"):
        assert first.finding(key).value == second.finding(key).value


def test_sizes_that_tie_bound_the_dimension_of_a_loss_too_large_to_list() -> None:
    """At 1/13 on the empty set and on each single label every prediction has the risk 12/13: the
    differences there contain the m unit vectors."""
    subject = Subject(losses.make("jaccard", m=12, undefined="one"), DEFAULT)
    found = {finding.key: finding for finding in optimality_findings(subject)}
    dimension = found["calibration-dimension"]
    low, high = dimension.value
    assert 12 <= low <= high <= 2**12 - 1
    assert dimension.status == "proved"
