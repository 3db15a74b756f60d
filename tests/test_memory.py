"""Memory is stated, and refused in a sentence, before it is taken."""

import subprocess
import sys

import numpy as np
import pytest

from qstheory.errors import TooLarge
from qstheory.inputs import as_loss
from qstheory.memory import available_memory, memory_limit, require_room, room

resource = pytest.importorskip("resource")


def test_without_a_limit_there_is_room() -> None:
    require_room(1e18, "Anything")
    assert room() > 1e18


def test_what_does_not_fit_is_refused_with_both_numbers() -> None:
    with memory_limit(200_000_000):
        assert 0 < room() <= 200_000_000
        assert available_memory() <= 200_000_000
        require_room(1e6, "A little")
        with pytest.raises(TooLarge, match=r"Much needs at least 1 GB, and (200|1..) MB are"):
            require_room(1e9, "Much")


@pytest.mark.parametrize("given", [np.zeros((2000, 3000), dtype=np.int8), [[0] * 3000] * 2000])
def test_a_large_matrix_is_refused_before_it_is_read(given: object) -> None:
    with memory_limit(100_000_000), pytest.raises(TooLarge, match="A matrix of 2000 x 3000 needs"):
        as_loss(given)


@pytest.mark.parametrize("name", ["loss.npy", "loss.csv", "hamming:m=12", "multiclass:classes=900"])
def test_the_command_never_fails_for_want_of_memory(name: str, tmp_path) -> None:
    entries = np.arange(490_000).reshape(700, 700) % 1009
    np.save(tmp_path / "loss.npy", entries)
    np.savetxt(tmp_path / "loss.csv", entries, fmt="%d", delimiter=",")
    shown = subprocess.run(
        [sys.executable, "-m", "qstheory", "analyze", name, "--memory", "30MB", "--no-store"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert "Traceback" not in shown.stderr
    assert "MemoryError" not in shown.stderr + shown.stdout
    if name.startswith("loss"):
        assert shown.returncode == 2
        assert "raise --memory" in shown.stderr
    else:
        assert shown.returncode in (0, 3)


def test_more_than_the_system_counts_is_no_limit() -> None:
    with memory_limit(10**30):
        assert len(bytearray(1000)) == 1000
