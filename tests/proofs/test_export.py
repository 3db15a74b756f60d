"""Certificates for Coq: factors against their definitions, and one of each shape compiled."""

import shutil
import subprocess
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from random import Random

import pytest

from qstheory import losses
from qstheory.certify import decide
from qstheory.certify.bundle import Item
from qstheory.certify.kinds.affine_dimension import AffineDimensionAtLeast, DifferenceMinor
from qstheory.certify.kinds.best_constants import BestConstant, DiagonalDual
from qstheory.certify.kinds.equal_risk import EqualRiskPoint, EqualRiskPointExists
from qstheory.certify.kinds.rank import Minor, RankAtLeast
from qstheory.certify.weights import ListedWeights, SizeWeights, UniformWeights
from qstheory.losses.base import LossReference, matrix_loss
from qstheory.proofs.export import exported, integer_factors, minor_text

COQ = Path(__file__).parents[2] / "verification" / "coq"
HAMMING = losses.make("hamming", m=2).reference
ZERO_ONE = losses.make("zero-one", m=1).reference
BITS = ((0, 0), (0, 1), (1, 0), (1, 1))
ONE, HALF = Fraction(1), Fraction(1, 2)
MINOR = Item(RankAtLeast(HAMMING, "loss", 3), Minor(BITS[:3], BITS[:3], 7))
DIFFERENCES = Item(
    AffineDimensionAtLeast(HAMMING, 2),
    DifferenceMinor(
        "prediction-differences", Minor(BITS[1:3], (BITS[1], BITS[3]), 101, base=(0, 0))
    ),
)
POINT = Item(EqualRiskPointExists(HAMMING), EqualRiskPoint(UniformWeights()))
DUAL = Item(
    BestConstant(ZERO_ONE, "gamma-2", "scalar", ">=", Fraction(1, 4)),
    DiagonalDual(((ONE, -ONE), (-ONE, ONE)), (HALF, HALF), (2 * ONE, 2 * ONE)),
)
SHAPES = (MINOR, DIFFERENCES, POINT, DUAL)


@pytest.mark.parametrize("seed", range(20))
def test_factors_multiply_to_the_matrix(seed: int) -> None:
    source = Random(seed)
    n, r = source.randint(1, 5), source.randint(1, 4)
    rows = [[source.randint(-4, 4) for _ in range(r)] for _ in range(n)]
    gram = [[sum(a * b for a, b in zip(x, y, strict=True)) for y in rows] for x in rows]
    factor, diagonal, scale = integer_factors(gram)
    assert scale > 0 <= min(diagonal)
    for i in range(n):
        for j in range(n):
            made = sum(factor[i][k] * diagonal[k] * factor[j][k] for k in range(n))
            assert made == scale * gram[i][j]


def test_what_coq_cannot_replay_is_left_out() -> None:
    large = losses.make("hamming", m=6).reference
    by_size = EqualRiskPoint(SizeWeights(tuple((s, Fraction(1, 3)) for s in range(3))))
    items = [
        POINT,
        Item(EqualRiskPointExists(large), EqualRiskPoint(UniformWeights())),
        Item(EqualRiskPointExists(HAMMING), by_size),
        MINOR,
    ]
    assert [place for place, _ in exported(items)] == [0, 3]


def test_a_name_cannot_end_the_comment() -> None:
    matrix = matrix_loss([[ONE]], ["*) Axiom"], ["(*"]).reference
    point = EqualRiskPoint(ListedWeights((("(*", ONE),)))
    odd = EqualRiskPointExists(LossReference("*) Axiom x : False. (*", ()))
    for proposition in (EqualRiskPointExists(matrix), odd):
        if decide(proposition, point).outcome.value == "proves":
            ((_, made),) = exported([Item(proposition, point)])
            assert made.text.count("(**") == made.text.count("*)") == 1


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], str]:
    """Compiles a text beside the files that it imports."""
    if shutil.which("coqc") is None:
        pytest.skip("coqc is missing: install the Debian packages that `make proofs` names")
    folder = tmp_path_factory.mktemp("coq")

    def compile_(name: str) -> str:
        done = subprocess.run(
            ["timeout", "300", "coqc", "-w", "none", "-R", ".", "qstheory", name],
            cwd=folder,
            capture_output=True,
            text=True,
            check=False,
        )
        return done.stdout + done.stderr

    for name in ("Loss.v", "Rank.v", "Certificate.v"):
        shutil.copy(COQ / name, folder / name)
        assert "Error" not in compile_(name)

    def checked(text: str) -> str:
        (folder / "Item.v").write_text(text, encoding="utf-8")
        return compile_("Item.v")

    return checked


@pytest.mark.slow
def test_coq_replays_each_shape_and_refuses_a_wrong_one(compiled: Callable[[str], str]) -> None:
    outcomes = {decide(item.proposition, item.certificate).outcome.value for item in SHAPES}
    assert outcomes == {"proves"}
    made = dict(exported(SHAPES))
    assert len(made) == len(SHAPES)
    for file in made.values():
        assert "Closed under the global context" in compiled(file.text)
    right = minor_text([[2, 1], [1, 1]], 7)
    assert "Closed under" in compiled(right)
    assert "Error" in compiled(right.replace("[:: 2; 1]", "[:: 1; 1]", 1))
