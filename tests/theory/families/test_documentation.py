"""The page on families says what the package computes: its cells are run as they stand."""

import re
from importlib.resources import files

import pytest
import sympy

TEXT = files("qstheory.report").joinpath("docs", "families.md").read_text(encoding="utf-8")
CELLS = re.findall(r"```\{code-cell\} python\n(.*?)```", TEXT, re.DOTALL)


@pytest.mark.usefixtures("few_searches")
def test_the_cells_run_in_order(capsys: pytest.CaptureFixture[str]) -> None:
    names: dict[str, object] = {}
    for cell in CELLS:
        exec(compile(cell, "families.md", "exec"), names)  # noqa: S102
    shown = " ".join(capsys.readouterr().out.split())
    assert "affine dimension = m^2 - m + 1 derived for every m >= 2" in shown
    m = sympy.Symbol("m", integer=True, positive=True)
    assert names["form"].expression == 2**m - 1  # type: ignore[attr-defined]
