"""What goes into a paper: all parts, the factors as matrices, and LaTeX that compiles."""

import json
import re
import shutil
import subprocess
from fractions import Fraction
from pathlib import Path

import pytest

from qstheory import analyze
from qstheory.report.dossier_formats import RENDERERS, TITLES, mathematics
from qstheory.theory.dossier import Dossier

MATRIX = [["0", "1", "2"], ["1/3", "0", "1"], ["2", "1", "0"]]
SOME = ("dimensions", "decompositions", "optimality", "decoder")


@pytest.fixture(scope="module")
def dossier() -> Dossier:
    """All parts of a small loss."""
    return analyze(MATRIX)


def numbers(matrix: str) -> list[list[Fraction]]:
    """The entries of a pmatrix, read back."""
    plain = re.sub(r"\\tfrac\{(\d+)\}\{(\d+)\}", r"\1/\2", matrix)
    return [[Fraction(x) for x in row.split("&")] for row in plain.split(r"\\")]


def test_the_matrices_multiply_out_to_the_loss(dossier: Dossier) -> None:
    shown = RENDERERS["latex"](dossier)
    F, U = (numbers(m) for m in re.findall(r"begin\{pmatrix\}(.*?)\\end", shown)[:2])
    c = Fraction(re.sub(r"\\tfrac\{(\d+)\}\{(\d+)\}", r"\1/\2", re.findall(
        r"U\^\\top \+ (.*?),", shown)[0]))  # fmt: skip
    product = [[sum(a * b for a, b in zip(f, u, strict=True)) + c for u in U] for f in F]
    assert product == [[Fraction(x) for x in row] for row in MATRIX]


def test_the_factors_are_in_every_format(dossier: Dossier) -> None:
    data = json.loads(RENDERERS["json"](dossier))["factors"]["minimal"]
    F, U = ([[Fraction(x) for x in row] for row in data[name]] for name in ("F", "U"))
    for z, row in enumerate(MATRIX):
        for y, entry in enumerate(row):
            assert sum(a * b for a, b in zip(F[z], U[y], strict=True)) + Fraction(
                data["c"]
            ) == Fraction(entry)
    rows = "; ".join(" ".join(row) for row in data["F"])
    assert f"F = {rows}" in " ".join(RENDERERS["text"](dossier).split())
    assert f"F = {rows}" in RENDERERS["md"](dossier)


def test_all_parts_are_there(dossier: Dossier) -> None:
    shown = RENDERERS["latex"](dossier)
    assert r"\cite{qstheory}" in shown
    for part, title in TITLES.items():
        assert part == "decompositions" or title in shown
    assert shown.count("$") % 2 == 0


def test_words_stay_words() -> None:
    assert mathematics("decoder A of a loss, 50% of x_1") == (
        r"decoder A of a loss, $50$\% of $x_{1}$"
    )


@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="LaTeX is not installed")
def test_it_compiles(dossier: Dossier, tmp_path: Path) -> None:
    """Everything in one document, names with signs of TeX among it, and no line is too wide."""
    path = tmp_path / "my_loss #1 & 50%.csv"
    path.write_text(",a_1,b^2,{c}\nx~y,0,1,2\n$z$,1,0,1\nw\\\\,1/2,1,0\n")
    others = ("f-score:m=2,undefined=one", "ndcg:m=2,R=2", "multiclass:classes=12", path)
    texts = [RENDERERS["latex"](analyze(given, parts=SOME)) for given in others]
    texts.append(RENDERERS["latex"](dossier))
    (tmp_path / "t.tex").write_text(
        "\\documentclass{article}\\usepackage{amsmath,booktabs}\\begin{document}\n"
        + "\n\n".join(texts)
        + "\\end{document}\n"
    )
    words = ("pdflatex", "-interaction=nonstopmode", "-halt-on-error", "t.tex")
    done = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-2000:]
