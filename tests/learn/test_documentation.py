"""The written pages on the learner run as they stand."""

import re
import subprocess
import sys
from importlib.resources import files

import pytest

CELL = re.compile(r"```\{code-cell\} python\n(.*?)```", re.DOTALL)


@pytest.mark.parametrize("name", ["multilabel", "ranking", "which-loss"])
def test_every_cell_runs(name, tmp_path):
    text = files("qstheory.report").joinpath("docs", f"{name}.md").read_text(encoding="utf-8")
    cells = CELL.findall(text)
    assert cells
    run = subprocess.run(
        [sys.executable, "-c", "\n".join(cells)],
        capture_output=True,
        text=True,
        check=False,
        cwd=tmp_path,
    )
    assert run.returncode == 0, run.stderr[-2000:]
