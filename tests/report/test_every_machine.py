"""What a reader sees does not depend on which floats a solver proposed."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from qstheory import analyze
from qstheory.report.dossier_formats import RENDERERS
from qstheory.theory.best_constants import bounds
from qstheory.theory.best_constants.relaxation import Relaxed
from qstheory.theory.card import card_text

LOSSES: tuple[Any, ...] = (
    "zero-one:m=2",
    "abstain:classes=3,cost=1/2",
    [["1/10", "-1/2", 0], ["2/5", "1/10", "3/10"], [0, "-1/5", "1/2"], ["1/10", 0, "-1/10"]],
)
FLAGS = {"Haswell": "avx2", "Zen": "avx2", "SkylakeX": "avx512f", "Prescott": "pni"}
"""What a processor must have for the kernels of a core type of OpenBLAS."""


def shown() -> str:
    """Every text of the dossiers."""
    texts = []
    for loss in LOSSES:
        found = analyze(loss)
        texts += [card_text(found), *(render(found) for render in RENDERERS.values())]
    return "\n".join(texts)


def core_types() -> list[str]:
    """Those that this processor can take."""
    info = Path("/proc/cpuinfo")
    flags = set(info.read_text(encoding="utf-8").split()) if info.exists() else set()
    return [
        name for name, flag in FLAGS.items() if flag in flags or (flag == "sse3" and "pni" in flags)
    ]


@pytest.fixture(scope="module")
def plain() -> str:
    """With the kernels of this machine."""
    return shown()


@pytest.mark.slow
@pytest.mark.parametrize("core", core_types())
def test_other_kernels_show_the_same(core: str, plain: str) -> None:
    run = subprocess.run(
        [sys.executable, __file__],
        env={**os.environ, "OPENBLAS_CORETYPE": core, "PYTHONHASHSEED": "7"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert run.stdout == plain + "\n"


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
def test_perturbed_relaxations_show_the_same(
    monkeypatch: pytest.MonkeyPatch, plain: str, seed: int
) -> None:
    """As another tolerance or another order of sums would."""
    source, exact = np.random.default_rng(seed), bounds.relaxed

    def perturbed(*given: Any) -> Relaxed:
        found = exact(*given)
        noise = 1 + 1e-9 * source.standard_normal(found.C.shape)
        return Relaxed(found.C * (noise + noise.T) / 2, found.shift, found.dual)

    monkeypatch.setattr(bounds, "relaxed", perturbed)
    assert shown() == plain


@pytest.mark.slow
def test_linear_programs_from_another_basis_show_the_same(
    monkeypatch: pytest.MonkeyPatch, plain: str
) -> None:
    """Nothing is proposed: the exact simplex method goes its own way from its own start."""

    def nothing(_: Any) -> Iterator[list[int]]:
        return iter(())

    monkeypatch.setattr("qstheory.exact.linear_program.proposals", nothing)
    assert shown() == plain


if __name__ == "__main__":
    print(shown())
