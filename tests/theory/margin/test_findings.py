"""Margins in the dossier: closed forms, the definitions on a grid, and certificates that replay."""

from fractions import Fraction
from itertools import product

import numpy as np
import pytest

from qstheory import losses
from qstheory.certify import decide
from qstheory.exact.integer_matrix import from_fractions
from qstheory.losses.base import Loss
from qstheory.theory.effort import DEFAULT, affordable
from qstheory.theory.findings import Finding
from qstheory.theory.margin.cells import margins
from qstheory.theory.margin.findings import margin_findings
from qstheory.theory.margin.largest import largest_margin, quick_bounds
from qstheory.theory.merging import merging_findings
from qstheory.theory.subject import Subject

Q = Fraction


def found(loss: Loss) -> dict[str, Finding]:
    return {finding.key: finding for finding in margin_findings(Subject(loss, DEFAULT))}


@pytest.mark.parametrize(
    ("name", "largest"),
    [
        *((f"hamming:m={m}", Q(1, m)) for m in (1, 2, 3, 4)),
        *((f"multiclass:classes={n}", Q(1)) for n in (2, 3, 6)),
        *((f"prec-at-k:m=4,k={k}", Q(1, k)) for k in (1, 2, 3)),
        ("block-zero-one:m=3,blocks=parity", Q(0)),
        ("ndcg:m=4,R=2,discount=reciprocal,k=2", Q(0)),
        ("abstain:classes=3,cost=1/2", Q(1, 2)),
    ],
)
def test_the_largest_margin_in_closed_form(name: str, largest: Fraction) -> None:
    loss = losses.parse(name)
    finding = found(loss)["largest-margin"]
    assert finding.value == largest
    assert finding.status == "proved"
    for item in finding.items():
        assert decide(item.proposition, item.certificate).outcome.value == item.expect
    claims = [item.proposition for item in finding.items()]
    assert {claim.relation for claim in claims} == {"<=", ">="}


GRID = ("f-score:m=2,undefined=drop", "ordinal-squared:classes=3", "map:m=2,undefined=drop")


@pytest.mark.parametrize("name", [*GRID, "tree:classes=a/x;a/y;b"])
def test_no_margin_on_a_grid_is_larger(name: str) -> None:
    loss = losses.parse(name)
    largest = found(loss)["largest-margin"].value
    L = tuple(tuple(loss.entry(z, y) for y in loss.observations) for z in loss.predictions)
    steps, seen = 12, []
    for counts in product(range(steps + 1), repeat=len(L[0])):
        if sum(counts) == steps:
            seen.append(margins(L, tuple(Q(n, steps) for n in counts)).margin)
    assert isinstance(largest, Fraction)
    assert max(m for m in seen if m is not None) <= largest
    assert max(m for m in seen if m is not None) >= largest * Q(3, 4)


@pytest.mark.parametrize(
    ("name", "tied"),
    [
        ("prec-at-k:m=2,k=1", {"00", "11"}),
        ("hamming:m=2", set()),
        ("pairwise-disagreement:m=3,undefined=drop", {"100", "010", "001", "110", "101", "011"}),
        ("map:m=2,undefined=drop", {"11"}),
    ],
)
def test_noiseless_problems_with_a_tie(name: str, tied: set[str]) -> None:
    finding = found(losses.parse(name))["noiseless-margin"]
    assert isinstance(finding.value, tuple)
    assert set(finding.value) == tied
    assert finding.status == "proved"


def test_cells_and_bands_are_stated() -> None:
    shown = found(losses.make("multiclass", classes=3))
    assert shown["cells"].value == 3
    assert shown["cells"].status == "stated"
    corners = dict(shown["cells"].details)["cell of 0"]
    assert corners == "(1, 0, 0) (1/2, 1/2, 0) (1/2, 0, 1/2) (1/3, 1/3, 1/3)"
    assert shown["margin-band"].statement == "P(gamma+ <= e) = -e^2 + 2 e on [0, 1]"
    twice = found(losses.parse("block-zero-one:m=2,blocks=0;1;1;2"))["margin-band"]
    assert dict(twice.details)["P(gamma <= e)"].endswith("+ 11/18 on [0, 1]")
    alike = found(losses.parse("block-zero-one:m=2,blocks=0;0;0;0"))["margin-band"]
    assert "infinite" in alike.statement
    pairs = found(losses.parse("block-zero-one:m=2,blocks=parity"))["margin-band"]
    assert "almost everywhere" in str(dict(pairs.details))


@pytest.mark.parametrize(
    ("name", "key", "reason"),
    [
        ("prec-at-k:m=2,k=2", "margins", "only one prediction"),
        ("map:m=6,undefined=one", "margins", "--part margins --time"),
        ("hamming:m=3", "margin-band", "up to 4 observations"),
        ("f-score:m=1,undefined=drop", "margin-band", "one observation"),
        ("zero-one:m=4", "cells", "more than 512 corners"),
    ],
)
def test_reasons(name: str, key: str, reason: str) -> None:
    finding = found(losses.parse(name))[key]
    assert finding.status in ("not attempted", "stated")
    assert reason in finding.limit or reason in finding.statement


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("top-k:classes=300,k=5", Fraction(1, 5)),
        ("hamming:m=12", Fraction(1, 12)),
        ("multiclass:classes=5000", Fraction(1)),
        ("prec-at-k:m=40,k=1", Fraction(1)),
    ],
)
def test_margins_of_losses_by_counts_are_exact_at_every_size(name: str, value: Fraction) -> None:
    """By hand: one label in k, or in m, is the least that another prediction misses."""
    budget = affordable(DEFAULT, {"margins": 30.0})
    shown = {f.key: f for f in margin_findings(Subject(losses.parse(name), budget))}
    assert shown["largest-margin"].value == value
    told = ("cells", "margin-band")  # These have no certificate.
    assert {f.status for key, f in shown.items() if key not in told} == {"proved"}


def test_no_margin_is_taken_from_a_part_of_a_loss_that_is_too_large_to_list() -> None:
    budget = affordable(DEFAULT, {"margins": 30.0})
    (finding,) = margin_findings(Subject(losses.parse("map:m=12,undefined=one"), budget))
    assert finding.status == "not attempted"
    assert finding.value is None


def test_hundreds_of_classes_have_their_largest_margin_before_its_certificates() -> None:
    budget = affordable(DEFAULT, {"margins": 30.0})
    first = next(iter(margin_findings(Subject(losses.make("multiclass", classes=300), budget))))
    assert (first.key, first.value, first.status) == ("largest-margin", 1, "stated")


@pytest.mark.parametrize(
    ("name", "value"),
    [("ordinal-absolute:classes=5000", Q(1)), ("ordinal-squared:classes=5000", Q(1))],
)
def test_margins_of_thousands_of_grades(name: str, value: Fraction) -> None:
    """By hand: the neighbour of the grade that is certain costs 1, on the mean of both no more."""
    budget = affordable(DEFAULT, {"margins": 30.0})
    shown = {f.key: f for f in margin_findings(Subject(losses.parse(name), budget))}
    assert shown["largest-margin"].value == value
    assert shown["noiseless-margin"].statement == "without noise gamma >= 1"
    assert shown["cells"].value == 5000
    assert {f.status for f in shown.values()} == {"proved"}
    for finding in shown.values():
        for item in finding.items():
            assert decide(item.proposition, item.certificate).outcome.value == item.expect


def test_margins_of_a_tree_are_distances_to_the_nearest_node() -> None:
    """Each of 2,000 leaves has a sister, but one hangs at the root by itself at the depth 5."""
    leaves = [f"a{i}/b/{side}" for i in range(1000) for side in ("l", "r")]
    loss = losses.make("tree", classes=[*leaves, "z/z/z/z/z"])
    subject = Subject(loss, affordable(DEFAULT, {"margins": 30.0, "merging": 30.0}))
    shown = {f.key: f for f in margin_findings(subject)}
    assert shown["largest-margin"].value == 5 + 3
    assert shown["noiseless-margin"].statement == "without noise gamma >= 2"
    assert shown["cells"].value == 2001
    merging = {f.key: f for f in merging_findings(subject)}
    assert merging["dominance"].value == (0, 0)
    assert {f.status for f in (*shown.values(), *merging.values())} == {"proved"}


@pytest.mark.parametrize("seed", range(8))
def test_quick_bounds_hold_the_largest_margin(seed: int) -> None:
    rows = np.random.default_rng(seed).integers(0, 20, (9, 6)).tolist()
    L = from_fractions([[Q(x) for x in row] for row in rows])
    bounds, found = quick_bounds(L), largest_margin(L)
    assert bounds is not None
    low, high = bounds
    assert low.value <= found.value <= high
    (y,) = low.distribution
    first, second = sorted(row[y] for row in rows)[:2]
    assert second - first == low.value
    for z, mixture in enumerate(low.mixtures):
        (k,) = mixture
        assert k != z
        assert max(a - b for a, b in zip(rows[k], rows[z], strict=True)) <= high
