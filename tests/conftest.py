"""What tests of several packages share."""

import gc
import os
import subprocess
import tempfile
from functools import cache
from pathlib import Path

import pytest
from hypothesis import settings

TOP = Path(__file__).parents[1]
# No test asserts seconds: on a busy machine any example may take long.
settings.register_profile("qstheory", deadline=None)
settings.load_profile("qstheory")


def pytest_addoption(parser: pytest.Parser) -> None:
    """--data DIR: where the benchmark data lie; they are not part of the repository."""
    parser.addoption("--data", default=None, help="directory of the benchmark data sets")
    parser.addoption(
        "--changed",
        action="store_true",
        help="only files of tests that changed or name what changed",
    )


def changed_files() -> list[Path]:
    """Python files that differ from the last commit, or that it changed where none do."""
    for command in (["git", "status", "--porcelain", "-uall", "--no-renames"],
                    ["git", "diff", "--name-status", "--no-renames", "HEAD~1"]):  # fmt: skip
        lines = subprocess.run(command, cwd=TOP, capture_output=True, text=True, check=False).stdout
        found = [Path(line.split(maxsplit=1)[1]) for line in lines.splitlines() if line.strip()]
        if python := [path for path in found if path.suffix == ".py" and (TOP / path).is_file()]:
            return python
    return []


@cache
def tests_of_the_change() -> frozenset[Path]:
    """The test files that changed and, for each changed module, those of its name, or where it has
    none those of its package that import it."""
    paths = {TOP / path for path in changed_files()}
    tests = {path: path.read_text(encoding="utf-8") for path in TOP.glob("tests/**/test_*.py")}
    found = paths & tests.keys()
    for path in paths - tests.keys():
        parts = path.relative_to(TOP).with_suffix("").parts
        named = {test for test in tests if test.stem == f"test_{parts[-1]}"}
        near = TOP.joinpath("tests", *parts[1:2])
        module = ".".join(parts)
        found |= named or {t for t, text in tests.items() if near in t.parents and module in text}
    return frozenset(found)


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """With --changed, leave out what does not test the change."""
    ignored = config.getoption("--changed") and collection_path.name.startswith("test_")
    return True if ignored and collection_path not in tests_of_the_change() else None


LONGEST = (
    "report/test_site_browser.py",
    "theory/test_spans.py",
    "theory/test_dossier_all_losses.py",
    "theory/families/test_family.py",
    "proofs/test_compiler.py",
    "verification/test_committed.py",
    "proofs/test_export.py",
    "report/test_site.py",
    "learn/test_estimator.py",
    "benchmarks/test_learn_large.py",
    "benchmarks/test_decoders.py",
    "proofs/test_tables.py",
    "cli/test_analyze.py",
    "theory/best_constants/test_relaxation.py",
    "theory/test_real_sizes.py",
    "theory/test_scale.py",
    "work/test_store.py",
    "learn/decoders/test_contract.py",
    "theory/best_constants/test_counted.py",
    "report/test_sphinx_ext.py",
    "cli/test_surrogates.py",
    "cli/test_terminal.py",
    "claims/test_family_theorems.py",
    "simulate/test_engine.py",
)
"""Files of tests that take longest: begun last, one of them would keep a worker alone."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The longest files first, the others in their order."""
    place = {TOP / "tests" / name: k for k, name in enumerate(LONGEST)}
    items.sort(key=lambda item: place.get(item.path, len(place)))


def pytest_collection_finish() -> None:
    """What is imported and collected stays: no search for garbage looks at it again, and what the
    tests make holds few cycles, so that searches may be rare."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)


@pytest.fixture(scope="session")
def real_data(request: pytest.FixtureRequest) -> Path:
    """The directory given by --data DIR or QSTHEORY_DATA; skips when there is none."""
    given = request.config.getoption("--data") or os.environ.get("QSTHEORY_DATA")
    if not given:
        pytest.skip("no benchmark data: give --data DIR or set QSTHEORY_DATA")
    if not Path(given).is_dir():
        pytest.skip(f"no benchmark data: {given} is not a directory")
    return Path(given)


@pytest.fixture
def few_searches(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ties and H of a family's member up to 8 x 8: they take the time, and ranks do without."""
    from qstheory.theory.families import point

    monkeypatch.setattr(point, "SEARCHED", 64)
    monkeypatch.setattr(point, "PIECES", 64)


def pytest_configure(config: pytest.Config) -> None:
    """No test reads or writes the finished parts that a user keeps."""
    if "XDG_CACHE_HOME" not in os.environ:
        os.environ["XDG_CACHE_HOME"] = tempfile.mkdtemp(prefix="qstheory-cache-")
