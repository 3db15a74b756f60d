"""Surrogates against what is known of them, a grid of programs, and other decoders."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
import pytest
from scipy.optimize import linprog

from qstheory import losses
from qstheory.certify import Outcome
from qstheory.certify.kinds.polyhedral import PolyhedralSurrogate, WrongMinimiser
from qstheory.certify.limits import matrix
from qstheory.losses.base import Loss, matrix_loss
from qstheory.theory.consistency import polyhedral
from qstheory.theory.consistency.findings import consistency_findings
from qstheory.theory.consistency.polyhedral import decided, some_decoder
from qstheory.theory.consistency.surrogates import max_margin, surrogate, surrogates, unit_rows
from qstheory.theory.consistency.verdict import Consistency, consistency
from qstheory.theory.effort import Budget
from qstheory.theory.subject import Subject

HALF = Fraction(1, 2)


def verdict(loss: str, name: str) -> Consistency:
    return consistency(losses.parse(loss), surrogate(name))


@pytest.mark.parametrize(
    ("loss", "name", "status"),
    [
        # Liu 2007; Tewari and Bartlett 2007: consistent with two classes, not with three.
        ("multiclass:classes=2", "crammer-singer", "consistent"),
        ("multiclass:classes=3", "crammer-singer", "inconsistent"),
        ("multiclass:classes=4", "crammer-singer", "inconsistent"),
        ("multiclass:classes=2", "one-vs-all-hinge", "consistent"),
        ("multiclass:classes=3", "one-vs-all-hinge", "inconsistent"),
        # Ramaswamy, Tewari and Agarwal 2018: for the cost 1/2 and no other.
        ("abstain:classes=3,cost=1/2", "crammer-singer-abstain", "consistent"),
        ("abstain:classes=4,cost=1/2", "crammer-singer-abstain", "consistent"),
        ("abstain:classes=3,cost=1/2", "one-vs-all-abstain", "consistent"),
        ("abstain:classes=4,cost=1/2", "one-vs-all-abstain", "consistent"),
        ("abstain:classes=4,cost=1/2", "binary-encoded-abstain", "consistent"),
        ("abstain:classes=3,cost=1/3", "crammer-singer-abstain", "inconsistent"),
        ("abstain:classes=3,cost=1/3", "one-vs-all-abstain", "inconsistent"),
        ("abstain:classes=3,cost=1/2", "binary-encoded-abstain", "not applicable"),
        # Nowak-Vila, Bach and Rudi 2022: max-margin is consistent for distances on trees.
        ("ordinal-absolute:classes=3", "crammer-singer", "consistent"),
        ("ordinal-absolute:classes=4", "crammer-singer", "consistent"),
        ("ordinal-squared:classes=3", "crammer-singer", "inconsistent"),
        # One hinge or one logistic regression for each label.
        ("hamming:m=2", "ssvm-unary", "consistent"),
        ("hamming:m=2", "crf-unary", "consistent"),
        ("zero-one:m=2", "ssvm-unary", "inconsistent"),
        ("zero-one:m=2", "crf-unary", "inconsistent"),
        ("hamming:m=3", "crammer-singer", "inconsistent"),
        # A CRF finds Pi; its mode is optimal for 0-1 only.
        ("multiclass:classes=4", "crf-mode", "consistent"),
        ("ordinal-absolute:classes=3", "crf-mode", "inconsistent"),
        ("f-score:m=2,undefined=one", "crf-mode", "inconsistent"),
        ("f-score:m=2,undefined=one", "crf-least-risk", "consistent"),
        ("f-score:m=2,undefined=one", "quadratic", "consistent"),
        ("f-score:m=2,undefined=one", "quadratic-full-space", "consistent"),
        ("prec-at-k:m=2,k=1", "quadratic", "consistent"),
        ("prec-at-k:m=2,k=1", "crf-mode", "not applicable"),
        ("multiclass:classes=3", "ssvm-unary", "not applicable"),
        ("multiclass:classes=3", "one-vs-all-abstain", "not applicable"),
    ],
)
def test_what_is_known(loss: str, name: str, status: str) -> None:
    found = verdict(loss, name)
    assert found.status == status, found.reason
    assert (found.failure is not None) == (status == "inconsistent")


def test_a_failure_is_told_in_numbers() -> None:
    failure = verdict("multiclass:classes=3", "crammer-singer").failure
    assert failure is not None
    assert failure.distribution == (0, HALF, HALF)
    assert failure.decoded == (0, 1, 2)
    assert (failure.wrong, failure.optimal, failure.excess) == (0, (1, 2), HALF)
    assert failure.smallest


def test_no_decoder_saves_crammer_and_singer() -> None:
    found = verdict("multiclass:classes=3", "crammer-singer").some_decoder
    assert found is not None
    assert found.decision.outcome is Outcome.REFUTES


def test_irrational_losses_stay_undecided() -> None:
    found = verdict("ndcg:m=3,R=2", "quadratic-full-space")
    assert found.status == "undecided"
    assert found.reason


def programs(model: PolyhedralSurrogate) -> Iterator[tuple[int | None, list[Any], list[Any]]]:
    """The constraints on v and the maxima, anywhere and where each form is the smallest."""
    maxima = [(y, maximum) for y, ms in enumerate(model.terms) for maximum in ms]
    d, count = len(model.terms[0][0][0].slope), len(maxima)
    rows, right = [], []
    for i, (_, maximum) in enumerate(maxima):
        for piece in maximum:
            rows.append([*map(float, piece.slope), *(-float(i == j) for j in range(count))])
            right.append(-float(piece.constant))
    yield None, rows, right
    for i, form in enumerate(model.decoder):
        cell = [
            [float(a - b) for a, b in zip(form.score.slope, other.score.slope, strict=True)]
            + [0.0] * count
            for other in model.decoder
        ]
        ends = [float(other.score.constant - form.score.constant) for other in model.decoder]
        assert len(rows[0]) == d + count
        yield i, rows + cell, right + ends


def fails_on_a_grid(L: Any, model: PolyhedralSurrogate, parts: int) -> bool:
    """Whether a wrong form attains the least surrogate risk at a distribution of the grid."""
    owners = [y for y, ms in enumerate(model.terms) for _ in ms]
    d = len(model.terms[0][0][0].slope)
    made = list(programs(model))
    for counts in product(range(parts + 1), repeat=2):
        if sum(counts) > parts:
            continue
        Pi = np.array([*counts, parts - sum(counts)]) / parts
        risks = L @ Pi
        costs = [0.0] * d + [float(Pi[y]) for y in owners]
        best = None
        for form, rows, right in made:
            if form is not None and risks[model.decoder[form].prediction] < risks.min() + 1e-9:
                continue
            found = linprog(costs, A_ub=rows, b_ub=right, bounds=(None, None))
            if form is None:
                best = found.fun
            elif found.status == 0 and found.fun < best + 1e-9:
                return True
    return False


@pytest.mark.parametrize("seed", range(10))
def test_max_margin_of_random_losses_against_the_grid(seed: int) -> None:
    """Distances on three points: denominators up to 6 show every failure there is here."""
    source = np.random.default_rng(seed)
    a, b, c = (int(x) for x in source.integers(1, 4, size=3))
    entries = [[0, a, b], [a, 0, c], [b, c, 0]]
    loss = matrix_loss([[Fraction(x) for x in row] for row in entries])
    model = max_margin(loss, unit_rows(3))
    found = polyhedral.decided(loss, model)
    assert not found.decision.reason
    assert found.proves is not fails_on_a_grid(np.array(entries, dtype=float), model, 12)


@pytest.mark.parametrize("name", ["one-vs-all-abstain", "crammer-singer-abstain"])
@pytest.mark.parametrize("cost", [HALF, Fraction(2, 5), Fraction(3, 5)])
def test_abstaining_against_the_grid(name: str, cost: Fraction) -> None:
    loss = losses.make("abstain", classes=3, cost=cost)
    model = surrogate(name).build(loss)
    assert isinstance(model, PolyhedralSurrogate)
    L = np.array([[float(loss.entry(z, y)) for y in loss.observations] for z in loss.predictions])
    found = consistency(loss, surrogate(name))
    assert (found.status == "consistent") is not fails_on_a_grid(L, model, 10)


@pytest.mark.parametrize("distances", list(product((1, 2, 3), repeat=3)))
def test_three_labels_need_one_between_the_others(distances: tuple[int, int, int]) -> None:
    """Max-margin with symmetric losses a, b, c: consistent iff the largest is the others' sum."""
    a, b, c = map(Fraction, distances)
    zero = Fraction(0)
    loss = matrix_loss([[zero, a, b], [a, zero, c], [b, c, zero]])
    found = consistency(loss, surrogate("crammer-singer"))
    assert (found.status == "consistent") is (2 * max(a, b, c) == a + b + c)


def test_the_smallest_failure_is_the_first_of_all() -> None:
    loss = losses.parse("abstain:classes=3,cost=1/3")
    model = surrogate("crammer-singer-abstain").build(loss)
    assert isinstance(model, PolyhedralSurrogate)
    L = matrix(loss)
    assert polyhedral.smallest_failure(L, model, 3) is None
    first = polyhedral.smallest_failure(L, model, 4)
    assert isinstance(first, WrongMinimiser)
    assert polyhedral.Failures(L, model).at(first.distribution) == first


def test_every_surrogate_has_formulas_and_a_verdict_on_a_binary_loss() -> None:
    loss = losses.parse("multiclass:classes=2")
    for name, found in surrogates().items():
        assert found.name == name
        assert found.loss
        assert found.decoder
        status = consistency(loss, found).status
        assert status in {"consistent", "not applicable"}


def test_each_surrogate_that_applies_is_decided() -> None:
    found = list(consistency_findings(Subject(losses.make("multiclass", classes=3), Budget())))
    values = {finding.key.partition(":")[2]: finding.value for finding in found}
    assert values == {
        "crammer-singer": False,
        "crf-least-risk": True,
        "crf-mode": True,
        "one-vs-all-hinge": False,
        "quadratic": True,
        "quadratic-full-space": True,
    }
    assert all(finding.status == "proved" for finding in found)
    against = next(finding for finding in found if finding.key.endswith("crammer-singer"))
    assert "P(1) = 1/2, P(2) = 1/2" in against.statement
    assert against.statement.endswith("no decoder is consistent")
    assert [item.expect for item in against.items()] == ["refutes", "refutes"]


def test_another_decoder_is_told_of() -> None:
    loss = losses.make("ordinal-absolute", classes=3)
    found = consistency_findings(Subject(loss, Budget()))
    hinge = next(finding for finding in found if finding.key.endswith("one-vs-all-hinge"))
    assert hinge.statement.endswith("another decoder is consistent")
    assert [item.expect for item in hinge.items()] == ["refutes", "proves"]


def test_what_exceeds_the_budget_says_so() -> None:
    *settled, other = consistency_findings(Subject(losses.make("hamming", m=3), Budget()))
    assert other.status == "not attempted"
    assert "the same command with --part consistency --time" in other.limit
    assert [f.status for f in settled] == ["proved", "proved", "proved"]


def test_large_losses_have_the_answer_on_max_margin() -> None:
    """Cities on a line have it, the corners of a triangle and of a cube have not."""
    for name, value in (
        ("multiclass:classes=6", False),
        ("ordinal-absolute:classes=6", True),
        ("hamming:m=3", False),
        ("multiclass:classes=40", False),
    ):
        found = consistency_findings(Subject(losses.parse(name), Budget()))
        answer = next(f for f in found if f.key == "consistency:crammer-singer")
        assert (answer.value, answer.status) == (value, "proved")


def distances(size: int, *edges: tuple[int, int, int]) -> Loss:
    """Lengths of shortest paths."""
    D = [[0 if i == j else 99 for j in range(size)] for i in range(size)]
    for a, b, length in edges:
        D[a][b] = D[b][a] = length
    for k, i, j in product(range(size), repeat=3):
        D[i][j] = min(D[i][j], D[i][k] + D[k][j])
    return matrix_loss([[Fraction(x) for x in row] for row in D])


@pytest.mark.parametrize(
    ("size", "edges", "highest_score", "some"),
    [
        (4, ((0, 1, 1), (1, 2, 3), (2, 3, 2)), True, True),
        (4, ((0, 1, 1), (0, 2, 1), (0, 3, 1)), False, True),
        (4, ((0, 1, 1), (0, 2, 1), (0, 3, 2)), False, True),
        (4, ((0, 1, 1), (1, 2, 2), (2, 3, 1), (3, 0, 2)), True, True),
        (3, ((0, 1, 1), (1, 2, 1), (2, 0, 1)), False, False),
        (5, ((0, 1, 1), (1, 2, 1), (2, 3, 1), (3, 4, 1), (4, 0, 1)), False, False),
    ],
)
def test_max_margin_for_distances(
    size: int, edges: tuple[tuple[int, int, int], ...], highest_score: bool, some: bool
) -> None:
    """Paths and rectangles by the highest score, stars by another decoder, odd cycles by none."""
    loss = distances(size, *edges)
    model = max_margin(loss, unit_rows(size))
    assert decided(loss, model).proves is highest_score
    found = some_decoder(loss, model.terms, (Fraction(0),) * size)
    assert not found.decision.reason
    assert found.proves is some


@pytest.mark.parametrize("name", ["crammer-singer-abstain", "one-vs-all-abstain"])
def test_the_threshold_matters_and_the_cost_does(name: str) -> None:
    half = losses.make("abstain", classes=3, cost=Fraction(1, 2))
    model = surrogate(name).build(half)
    assert isinstance(model, PolyhedralSurrogate)
    origin = (Fraction(0),) * 3
    assert some_decoder(half, model.terms, origin).proves
    third = losses.make("abstain", classes=3, cost=Fraction(1, 3))
    assert some_decoder(third, model.terms, origin).decision.outcome is Outcome.REFUTES


def test_the_verdict_tells_of_other_decoders(monkeypatch: pytest.MonkeyPatch) -> None:
    found = consistency(losses.parse("ordinal-absolute:classes=3"), surrogate("one-vs-all-hinge"))
    assert found.some_decoder is not None
    assert found.some_decoder.proves
    large = consistency(losses.parse("hamming:m=3"), surrogate("crammer-singer"))
    assert large.status == "inconsistent"
    assert large.some_decoder is not None
    assert large.some_decoder.decision.outcome is Outcome.REFUTES
    monkeypatch.setattr(polyhedral, "DECODER_EFFORT", 1)
    assert consistency(large.loss, large.surrogate).some_decoder is None
