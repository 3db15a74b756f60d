"""At which size a benchmark runs: the one to be timed, or a small one where it is only tried."""

import json
from collections.abc import Callable
from typing import Any

import pytest

collect_ignore_glob = ["run_*.py", "peer*.py", "network_*.py"]
"""Programs that benchmarks begin, and rivals with imports of their own: no examples to be tried."""
Sized = Callable[[int, int], int]


@pytest.fixture(scope="session")
def sized(pytestconfig: pytest.Config) -> Sized:
    """sized(full, small): the full size, or the small one under `--benchmark-disable`."""
    once = pytestconfig.getoption("benchmark_disable")
    return lambda full, small: small if once else full


RATIOS = pytest.StashKey[list[str]]()
KEPT = 5
"""Earlier runs that stand beside the new one: more columns do not fit a terminal."""


def pytest_benchmark_update_json(
    config: pytest.Config, benchmarks: Any, output_json: dict[str, Any]
) -> None:
    """Hold the new medians against those of the last saved runs on this kind of machine.

    What a benchmark says beside its time, such as a ratio to a peer, follows.
    """
    saved = sorted(
        (config.rootpath / ".benchmarks").glob("*/*.json"), key=lambda p: p.stat().st_mtime
    )
    earlier = [_medians(json.loads(path.read_text(encoding="utf-8"))) for path in saved[-KEPT:]]
    config.stash[RATIOS] = [
        f"{name}: {median:.4g} s" + _beside(median, [run[name] for run in earlier if name in run])
        for name, median in _medians(output_json).items()
    ] + [
        f"{each['name']}, {what}: {value}"
        for each in output_json["benchmarks"]
        for what, value in each["extra_info"].items()
    ]


def _medians(run: dict[str, Any]) -> dict[str, float]:
    return {each["fullname"]: each["stats"]["median"] for each in run["benchmarks"]}


def _beside(median: float, earlier: list[float]) -> str:
    shown = ", ".join(f"{median / before:.2f}" for before in earlier)
    return f"; ratio to the runs before, the last one last: {shown}" if shown else ""


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    """The history as ratios; above one is slower than before."""
    lines = config.stash.get(RATIOS, [])
    if lines:
        terminalreporter.section("medians, and their ratios to earlier runs")
        for line in lines:
            terminalreporter.write_line(line)
