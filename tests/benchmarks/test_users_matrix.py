"""What a user's own matrix takes: the start, reading, what is foreseen of a part, the designs.

Each stands beside a bare equivalent, or beside what was said of it. No time is asserted.
"""

import json
import subprocess
import sys
import time
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from qstheory.cli import main
from qstheory.inputs.objects import read_array
from qstheory.losses.base import matrix_loss
from qstheory.theory.dossier import parts_of
from qstheory.theory.effort import PARTS
from qstheory.theory.findings import Part

from .conftest import Sized

START = pytest.mark.benchmark(group="start of an interpreter")
READING = pytest.mark.benchmark(group="reading an array of 200 distinct values")


@START
@pytest.mark.parametrize("code", ["pass", "import qstheory; dir(qstheory)"])
def test_the_start(benchmark: Any, code: str) -> None:
    done = benchmark.pedantic(subprocess.run, ([sys.executable, "-c", code],), rounds=5)
    assert done.returncode == 0


@pytest.fixture(scope="module")
def array(sized: Sized) -> Any:
    """Quarters, in binary exactly."""
    n = sized(1500, 100)
    return np.random.default_rng(0).integers(-50, 50, (n, n)) * 0.25


@READING
def test_numpy_unique(benchmark: Any, array: Any) -> None:
    values, codes = benchmark.pedantic(np.unique, (array,), {"return_inverse": True}, rounds=3)
    assert (values[codes.reshape(array.shape)] == array).all()


@READING
def test_exact_entries(benchmark: Any, array: Any) -> None:
    entries = benchmark.pedantic(read_array, (array,), rounds=3).entries
    assert list(entries[7]) == array[7].tolist()


@pytest.mark.benchmark(group="time of a part beside what is foreseen")
@pytest.mark.parametrize(("part", "full"), [("margins", 60), ("merging", 100), ("dimensions", 100)])
def test_foreseen_seconds(benchmark: Any, sized: Sized, part: Part, full: int) -> None:
    """The ratio of the seconds that are said to those that are taken."""
    draw, n = Random(1), sized(full, 12)
    rows = [[Fraction(draw.randint(0, 99), 100) for _ in range(n)] for _ in range(n)]
    ((_, compute),) = parts_of(matrix_loss(rows), chosen=[part])
    start = time.process_time()
    assert benchmark.pedantic(lambda: list(compute()), rounds=1)
    benchmark.extra_info["said / taken"] = PARTS[part].seconds(n * n) / (
        time.process_time() - start
    )


@pytest.mark.benchmark(group="designs of a drawn matrix, 10 x 10")
def test_designs(benchmark: Any, sized: Sized, tmp_path: Path) -> None:
    random, n = Random(1), sized(10, 4)
    rows = [[random.randint(0, 9) for _ in range(n)] for _ in range(n)]
    path = tmp_path / "loss.json"
    path.write_text(json.dumps(rows), encoding="utf-8")
    assert benchmark.pedantic(main, (["design", str(path)],), rounds=1) == 0
