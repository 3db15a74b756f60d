"""Distributions from files: the same from every format, and one sentence on bad ones."""

from fractions import Fraction
from pathlib import Path

import pytest

from qstheory.errors import UnreadableInput
from qstheory.inputs.distribution import ReadInput, ReadPath, read_distribution
from qstheory.inputs.read import read_loss

TABLE = "input,weight,0,1\na,0.5,1/4,3/4\nb,1/2,1,0\n"
DATA = """{"inputs": [
 {"name": "a", "weight": 0.5, "conditional": {"0": "1/4", "1": 0.75}},
 {"name": "b", "weight": "1/2", "conditional": {"0": 1, "1": 0}}]}"""


def written(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def test_every_format_reads_the_same(tmp_path: Path) -> None:
    half, quarter = Fraction(1, 2), Fraction(1, 4)
    expected = (
        ReadInput("a", half, {"0": quarter, "1": 3 * quarter}),
        ReadInput("b", half, {"0": Fraction(1), "1": Fraction(0)}),
    )
    assert read_distribution(written(tmp_path, "d.csv", TABLE)) == expected
    assert read_distribution(written(tmp_path, "d.tsv", TABLE.replace(",", "\t"))) == expected
    assert read_distribution(written(tmp_path, "d.json", DATA)) == expected


@pytest.mark.parametrize(
    ("name", "text", "reason"),
    [
        ("d.txt", TABLE, "is no .csv, .tsv or .json file"),
        ("d.csv", "input,mass,0\na,1,1\n", 'the second one "weight"'),
        ("d.csv", "input,weight\na,1\n", 'the second one "weight"'),
        ("d.csv", "1/2,1/4,1/4\n1/8,5/8,1/4\n", "must name the columns"),
        ("d.csv", "input,weight,0\na,one,1\n", "is not a number"),
        ("d.csv", "input,weight,0\na,1,1\na,1,1\n", "same name"),
        ("d.csv", "", "empty"),
        ("d.json", "[]", 'one member "inputs"'),
        ("d.json", '{"inputs": []}', 'one member "inputs"'),
        ("d.json", '{"inputs": [{"name": "a", "weight": 1}]}', "Input 1 must be an object"),
        (
            "d.json",
            '{"inputs": [{"name": "a", "weight": 1, "conditional": [1]}]}',
            "conditional of input 1",
        ),
        ("d.json", '{"path": []}', 'two members, "path" and "law"'),
        ("d.json", '{"path": [], "law": 2}', 'two members, "path" and "law"'),
        ("d.json", '{"path": [{}, 1], "law": "p=2"}', "an array of two objects"),
        ("d.json", '{"path": [{"a": 1}, {"a": "x"}], "law": "p=2"}', "At end 2 of the path"),
        (
            "d.json",
            '{"inputs": [{"name": "a", "weight": NaN, "conditional": {}}]}',
            "At input a: 'NaN' is not a finite number",
        ),
    ],
)
def test_what_is_refused(tmp_path: Path, name: str, text: str, reason: str) -> None:
    with pytest.raises(UnreadableInput) as raised:
        read_distribution(written(tmp_path, name, text))
    assert reason in str(raised.value)
    assert str(raised.value).count("\n") == 0


def test_a_path_with_its_law(tmp_path: Path) -> None:
    text = '{"path": [{"0": 0.5, "1": "1/2"}, {"1": 1}], "law": "p=2"}'
    half = Fraction(1, 2)
    expected = ReadPath({"0": half, "1": half}, {"1": Fraction(1)}, "p=2")
    assert read_distribution(written(tmp_path, "d.json", text)) == expected


def test_a_distribution_is_no_loss(tmp_path: Path) -> None:
    table = written(tmp_path, "pi.csv", TABLE.replace(",0,1", ",no,yes"))
    with pytest.raises(UnreadableInput, match="qstheory noise"):
        read_loss(table)
    with pytest.raises(UnreadableInput):
        read_loss(written(tmp_path, "pi.json", DATA))


@pytest.mark.parametrize("text", [TABLE.replace("1/4", "1/3"), TABLE.replace("weight", "cost")])
def test_costs_in_a_column_of_weights_are_a_loss(tmp_path: Path, text: str) -> None:
    path = written(tmp_path, "costs.csv", text)
    assert read_loss(path, header=True, labels=True).shape == (2, 3)
