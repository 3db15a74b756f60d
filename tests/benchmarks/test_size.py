"""How much there is to read, with the bars asked for: shown by `make bench`, asserted nowhere."""

import subprocess
import sys
from pathlib import Path

from pytest_benchmark.fixture import BenchmarkFixture

import qstheory
from qstheory.cli.check import code_lines

PACKAGE = Path(qstheory.__file__).parent
LOADED = (
    "import sys; import qstheory.certify.kinds as kinds; from qstheory.discovery import modules;"
    " list(modules(kinds)); from qstheory.certify.replay import replay_file;"
    " print(*(m.__file__ for n, m in sys.modules.items() if n.startswith('qstheory')), sep='\\n')"
)


def loaded() -> list[Path]:
    """The files of the package that a fresh interpreter loads for every kind of certificate."""
    done = subprocess.run(
        [sys.executable, "-c", LOADED], capture_output=True, text=True, check=True
    )
    return [Path(line) for line in done.stdout.splitlines()]


def test_the_checker_is_loaded(benchmark: BenchmarkFixture) -> None:
    files = benchmark(loaded)
    lines = sum(len(code_lines(path.read_text(encoding="utf-8"))) for path in files)
    benchmark.extra_info["lines of code of the checker, at most 2,800 asked"] = lines
    sources = list(PACKAGE.rglob("*.py"))
    benchmark.extra_info["files of the package, at most 300 asked"] = len(sources)
    benchmark.extra_info["lines of the package, at most 33,000 asked"] = sum(
        len(path.read_text(encoding="utf-8").splitlines()) for path in sources
    )
    assert len(files) > 20
