"""Losses that people have, at their sizes: closed forms and numpy."""

from fractions import Fraction
from pathlib import Path
from random import Random

import numpy as np
import pytest
from numpy.typing import NDArray

from qstheory import analyze
from qstheory.inputs import as_loss, read_tree
from qstheory.theory.card import card
from qstheory.theory.dossier import Dossier

RANKS = ("loss", "affine-dimension", "prediction-differences", "observation-differences")
ABOVE = np.arange(500)[:, None] - np.arange(500)


def costs() -> NDArray[np.int64]:
    """300 classes with asymmetric costs and a row to abstain."""
    source = np.random.default_rng(7)
    table = source.integers(1, 50, (300, 300))
    np.fill_diagonal(table, 0)
    return np.vstack([table, np.full(300, 5)])


def in_floats(L: NDArray[np.int64]) -> tuple[int, int, int, int]:
    """The ranks by numpy; c lowers that of L if and only if 1 = L x = L^T w and 1^T x is not 0."""
    M = L.astype(float)
    rank = int(np.linalg.matrix_rank(M))
    rows, columns = np.ones(len(M)), np.ones(M.shape[1])
    x, w = np.linalg.pinv(M) @ rows, np.linalg.pinv(M.T) @ columns
    inside = np.allclose(M @ x, rows, atol=1e-6) and np.allclose(M.T @ w, columns, atol=1e-6)
    lowered = inside and abs(x.sum()) > 1e-9
    differences = (np.linalg.matrix_rank(M[1:] - M[0]), np.linalg.matrix_rank(M[:, 1:] - M[:, :1]))
    return rank, rank - int(lowered), int(differences[0]), int(differences[1])


def ranks(found: Dossier) -> tuple[object, ...]:
    """Those that the dossier has, all proved and exact."""
    findings = [found.finding(key) for key in RANKS]
    assert [(f.status, f.extent) for f in findings] == [("proved", "exact")] * 4
    return tuple(finding.value for finding in findings)


MATRICES = {
    "costs": costs(),
    "absolute": abs(ABOVE),
    "squared": ABOVE**2,
    "asymmetric": np.where(ABOVE > 0, 3 * ABOVE, -ABOVE),
    "actions": np.random.default_rng(3).integers(0, 100, (2000, 50)),
}
CLOSED = {"absolute": (500, 499, 499, 499), "squared": (3, 3, 2, 2)}


@pytest.mark.parametrize("name", MATRICES)
def test_ranks_of_matrices_are_those_of_numpy(name: str) -> None:
    found = ranks(analyze(MATRICES[name], parts=["dimensions"]))
    assert found == in_floats(MATRICES[name])
    assert found == CLOSED.get(name, found)


def test_one_number_finds_a_quantile() -> None:
    """A convex function of the grade is minimised, for absolute, squared and asymmetric errors."""
    for size, name in ((60, "absolute"), (60, "squared"), (60, "asymmetric")):
        found = analyze(MATRICES[name][:size, :size], parts=["dimensions", "optimality"])
        assert found.finding("calibration-dimension").value == (1, 1)
        assert any("convex calibration dimension 1" in line for line in card(found))


@pytest.mark.parametrize(
    ("name", "closed"),
    [
        ("top-k:classes=1000,k=5", (1000, 999, 999, 999)),
        ("hamming:m=20", (21, 20, 20, 20)),
        # m^2 - m + 1, and one more with the constant.
        ("f-score:m=20,undefined=one", (382, 381, 381, 381)),
    ],
)
def test_ranks_by_name(name: str, closed: tuple[int, ...]) -> None:
    assert ranks(analyze(name, parts=["dimensions"])) == closed


def taxonomy(path: Path, leaves: int) -> dict[str, str]:
    """A file of edges of a tree with that many leaves of ragged depth, and the parents."""
    source, above, ends = Random(5), {}, ["r"]
    while len(ends) < leaves:
        node = ends.pop(source.choice([0, -1]))
        for k in range(min(source.randint(2, 5), leaves - len(ends))):
            above[f"{node}.{k}"] = node
            ends.append(f"{node}.{k}")
    edges = [f"{parent},{child}" for child, parent in above.items()]
    path.write_text("\n".join(["parent,child", *edges]))
    return above


def test_a_taxonomy_of_a_thousand_leaves(tmp_path: Path) -> None:
    above = taxonomy(tmp_path / "edges.csv", 1000)
    loss = read_tree(tmp_path / "edges.csv")
    assert loss.shape == (1000, 1000)
    named = [path.rpartition("/")[2] for path in loss.predictions]
    assert sorted(named) == sorted(set(above) - set(above.values()))
    depths = {path.count("/") for path in loss.predictions}
    assert len(depths) > 4

    def way(node: str) -> set[str]:
        return {node} | (way(above[node]) if node in above else set())

    source, labels = Random(1), list(loss.predictions)
    for _ in range(200):
        i, j = source.randrange(1000), source.randrange(1000)
        assert loss[labels[i], labels[j]] == Fraction(len(way(named[i]) ^ way(named[j])))
    # The matrix of a tree metric is regular, and constants can be taken out.
    found = analyze(loss, parts=["dimensions"])
    assert ranks(found) == (1000, 999, 999, 999)
    assert card(found)[0].endswith("edges.csv: 1000 predictions, 1000 observations")


def test_ranks_of_a_tree_by_numpy(tmp_path: Path) -> None:
    taxonomy(tmp_path / "edges.csv", 120)
    loss = read_tree(tmp_path / "edges.csv")
    entries = np.array(
        [[int(loss.entry(z, y)) for y in loss.observations] for z in loss.predictions]
    )
    assert ranks(analyze(loss, parts=["dimensions"])) == in_floats(entries)
    assert ranks(analyze(entries, parts=["dimensions"])) == in_floats(entries)


def test_abstaining_is_best_where_it_costs_least() -> None:
    """At an even distribution every class costs about 25, and the last row 5."""
    loss = as_loss(costs())
    shares = [Fraction(1, 300)] * 300
    risks = [
        sum(
            (loss.entry(z, y) * p for y, p in zip(loss.observations, shares, strict=True)),
            Fraction(0),
        )
        for z in list(loss.predictions)[::50]
    ]
    assert min(risks) == risks[-1] == 5
    assert float(risks[0]) == pytest.approx(costs()[0].mean())
