"""What tests of several packages share."""

import os
from pathlib import Path

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    """--data DIR: where the benchmark data lie; they are not part of the repository."""
    parser.addoption("--data", default=None, help="directory of the benchmark data sets")


@pytest.fixture(scope="session")
def real_data(request: pytest.FixtureRequest) -> Path:
    """The directory given by --data DIR or QSTHEORY_DATA; skips when there is none."""
    given = request.config.getoption("--data") or os.environ.get("QSTHEORY_DATA")
    if not given:
        pytest.skip("no benchmark data: give --data DIR or set QSTHEORY_DATA")
    if not Path(given).is_dir():
        pytest.skip(f"no benchmark data: {given} is not a directory")
    return Path(given)
