"""Each known surrogate is what its formula says, and the page on embeddings what commands say."""

import json
import re
import subprocess
import sys
from collections.abc import Mapping
from fractions import Fraction
from importlib.resources import files
from itertools import permutations
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from qstheory.cli import main
from qstheory.errors import InvalidParameter
from qstheory.theory.embedding.families import families, parse
from qstheory.theory.embedding.representatives import embedding

from .polyhedra import least_risk, values

CASES = [
    pytest.param(family.name, example, id=f"{family.name}-{i}")
    for family in families().values()
    for i, example in enumerate(family.examples)
]


def by_definition(name: str, p: Mapping[str, Any], v: Any, y: str) -> float:
    """The formulas of the papers, in floats."""
    n = p.get("classes", 0)

    def positive(x: float) -> float:
        return max(0.0, x)

    if name == "hinge":
        return positive(1 - int(y) * v[0])
    if name == "reject-hinge":
        d = float(Fraction(p["cost"]))
        return max(0.0, 1 - int(y) * v[0], 1 - (1 - d) / d * int(y) * v[0])
    if name == "absolute":
        return float(abs(v[0] - int(y)))
    if name == "binary-encoded":
        signs = [1 if bit == "1" else -1 for bit in format(int(y), f"0{p['bits']}b")]
        return positive(1 + max(s * x for s, x in zip(signs, v, strict=True)))
    if name == "lovasz-hinge":
        bits = [int(bit) for bit in y if bit in "01"]
        wrong = [positive(1 - (2 * bit - 1) * x) for bit, x in zip(bits, v, strict=True)]
        return max(
            sum(wrong[j] for j in order[: p["cap"]]) for order in permutations(range(p["m"]))
        )
    c = int(y)
    if name == "crammer-singer":
        return float(max(v[j] + (j != c) for j in range(n)) - v[c])
    if name == "weston-watkins":
        return sum(positive(1 - v[c] + v[j]) for j in range(n) if j != c)
    if name == "lee-lin-wahba":
        full = [*v, -sum(v)]
        return sum(positive(full[j] + 1 / (n - 1)) for j in range(n) if j != c)
    if name == "one-vs-all-hinge":
        return positive(1 - v[c]) + sum(positive(1 + v[j]) for j in range(n) if j != c)
    assert name == "top-k-hinge"
    k = p["k"]
    top = sorted(((j != c) + v[j] - v[c] for j in range(n)), reverse=True)[:k]
    return sum(map(positive, top)) / k if p.get("form") == "beta" else positive(sum(top) / k)


@pytest.mark.parametrize(("name", "example"), CASES)
def test_values_are_those_of_the_definition(name: str, example: Mapping[str, Any]) -> None:
    form = families()[name].make(**example)
    drawn = np.random.default_rng(3)
    for v in drawn.normal(scale=1.5, size=(20, len(form.terms[0][0][0].slope))):
        expected = [by_definition(name, example, v, y) for y in form.observations]
        assert values(form.terms, v) == pytest.approx(expected)


@pytest.mark.parametrize(("name", "example"), CASES)
def test_bayes_risks_agree(name: str, example: Mapping[str, Any]) -> None:
    form = families()[name].make(**example)
    found = embedding(form.terms, form.observations)
    assert found.evidence.proves
    rows = np.array(found.rows, dtype=float)
    for Pi in np.random.default_rng(4).dirichlet(np.ones(len(form.terms)), size=5):
        assert (rows @ Pi).min() == pytest.approx(least_risk(form.terms, Pi), abs=1e-7)


@pytest.mark.parametrize("name", sorted(families()))
def test_what_a_family_says_of_itself(name: str) -> None:
    family = families()[name]
    assert family.title
    assert family.formula
    assert family.source
    assert family.examples
    form = family.make(**family.examples[0])
    assert parse(form.name) == form


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("hing", "did you mean 'hinge'"),
        ("crammer-singer", "needs classes"),
        ("crammer-singer:classes=0", "from 2 to 12"),
        ("hinge:classes=2", "no parameter 'classes'"),
        ("top-k-hinge:classes=3,k=3", "below the number"),
        ("top-k-hinge:classes=3,k=1,form=gamma", "one of alpha, beta"),
    ],
)
def test_what_is_no_surrogate(text: str, reason: str) -> None:
    with pytest.raises(InvalidParameter, match=reason):
        parse(text)


TEXT = files("qstheory.report").joinpath("docs", "embed-and-design.md").read_text(encoding="utf-8")
CONSOLE = re.findall(r"```console\n\$ qstheory (.*?)\n(.*?)```", TEXT, re.DOTALL)
CELLS = re.findall(r"```\{code-cell\} python\n(.*?)```", TEXT, re.DOTALL)


@pytest.mark.parametrize(("words", "shown"), CONSOLE)
def test_consoles(
    words: str, shown: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    assert main(words.split()) == 0
    assert capsys.readouterr().out == shown


def test_the_file_is_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (document,) = re.findall(r"```json\n(.*?)```", TEXT, re.DOTALL)
    json.loads(document)
    path = tmp_path / "surrogate.json"
    path.write_text(document, encoding="utf-8")
    assert main(["embed", str(path)]) == 0
    assert "no  yes" in capsys.readouterr().out


def test_the_code_runs(tmp_path: Path) -> None:
    assert len(CELLS) == 3
    run = subprocess.run(
        [sys.executable, "-c", "\n".join(CELLS)],
        capture_output=True,
        text=True,
        check=False,
        cwd=tmp_path,
    )
    assert run.returncode == 0, run.stderr[-2000:]
