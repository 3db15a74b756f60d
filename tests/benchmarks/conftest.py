"""At which size a benchmark runs: the one to be timed, or a small one where it is only tried."""

from collections.abc import Callable

import pytest

Sized = Callable[[int, int], int]


@pytest.fixture(scope="session")
def sized(pytestconfig: pytest.Config) -> Sized:
    """sized(full, small): the full size, or the small one under `--benchmark-disable`."""
    once = pytestconfig.getoption("benchmark_disable")
    return lambda full, small: small if once else full
