"""Running the command as a user does."""

import subprocess
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from tests.command import run

Run = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def qstheory(tmp_path: Path) -> Run:
    """The command in an empty folder; arguments are words."""
    return partial(run, folder=tmp_path)
