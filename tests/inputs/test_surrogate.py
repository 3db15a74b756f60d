"""A surrogate in a file is read exactly, or refused in one sentence."""

import json
from contextlib import suppress
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from qstheory.errors import UnreadableInput
from qstheory.inputs.surrogate import (
    PIECES,
    added,
    affine,
    hinge,
    largest,
    read_surrogate,
    scaled,
    surrogate_schema,
)

HINGE: dict[str, Any] = {
    "surrogate": {"0": [[[0, 0], [1, 1]]], "1": [[[0, 0], ["-1", 1.0]]]},
    "decoder": [{"prediction": "0", "score": [1, 0]}, {"prediction": "1", "score": [-1, 0]}],
}
TABLE = """part,label,maximum,v1,constant
surrogate,0,1,0,0
surrogate,0,1,1,1
surrogate,1,1,0,0
surrogate,1,1,-1,1
decoder,0,,1,0
decoder,1,,-1,0
"""
FUZZ = settings(max_examples=80, suppress_health_check=[HealthCheck.function_scoped_fixture])


def written(folder: Path, content: str | bytes, name: str = "surrogate.json") -> Path:
    path = folder / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


def test_json_and_tables_say_the_same(tmp_path: Path) -> None:
    read = read_surrogate(written(tmp_path, json.dumps(HINGE)))
    assert read.maxima["1"] == (((Fraction(0), Fraction(0)), (Fraction(-1), Fraction(1))),)
    assert read.decoder[0] == ("0", (Fraction(1), Fraction(0)))
    assert read == read_surrogate(written(tmp_path, TABLE, "surrogate.csv"))
    tabs = TABLE.replace(",", "\t")
    assert read == read_surrogate(written(tmp_path, tabs, "surrogate.tsv"))


def test_maxima_of_one_observation_are_summed(tmp_path: Path) -> None:
    text = TABLE + "surrogate,1,2,1/3,0.1\n"
    read = read_surrogate(written(tmp_path, text, "surrogate.csv"))
    assert read.maxima["1"][1] == ((Fraction(1, 3), Fraction(1, 10)),)


COMPOSED: dict[str, Any] = {
    "0": {"hinge": [1, 1]},
    "1": {"times": ["1/2", {"sum": [{"max": [[0, 0], [-2, 2]]}, {"hinge": [0, "0"]}]}]},
}


def test_compositions_are_multiplied_out(tmp_path: Path) -> None:
    path = written(tmp_path, json.dumps({"surrogate": COMPOSED}))
    read = read_surrogate(path, with_decoder=False)
    assert read.maxima["0"] == (((Fraction(0), Fraction(0)), (Fraction(1), Fraction(1))),)
    assert read.maxima["1"][0] == ((Fraction(0), Fraction(0)), (Fraction(-1), Fraction(1)))
    assert not read.decoder
    with pytest.raises(UnreadableInput, match="needs a decoder"):
        read_surrogate(path)


@settings(max_examples=60)
@given(
    st.lists(st.lists(st.integers(-3, 3), min_size=3, max_size=3), min_size=4, max_size=4),
    st.integers(-4, 4),
    st.integers(-4, 4),
)
def test_compositions_have_the_values_of_their_parts(
    drawn: list[list[int]], x: int, y: int
) -> None:
    f, g, h, k = (affine(piece[:2], piece[2]) for piece in drawn)

    def at(sums: Any) -> Fraction:
        return sum((max(a * x + b * y + c for a, b, c in maximum) for maximum in sums), Fraction(0))

    inner = added(hinge(f), largest(g, h), scaled(Fraction(1, 2), hinge(k)))
    expected = max(at(f), 0) + max(at(g), at(h)) + max(at(k), Fraction(0)) / 2
    assert at(inner) == expected
    assert at(largest(inner, f)) == max(expected, at(f))
    assert at(hinge(added(inner, g))) == max(0, expected + at(g))


NOT_COMPOSED = [
    ({"hinge": [1, 1], "sum": []}, "one of hinge, max, sum and times, not 'hinge, sum'"),
    ({"relu": [1, 1]}, "one of hinge, max, sum and times"),
    ({}, "one of hinge, max, sum and times"),
    ({"times": [2]}, "needs a number and what it multiplies"),
    ({"max": []}, "a list that is not empty"),
    ({"hinge": "x"}, "a list that is not empty"),
]
"""What the schema refuses too; the following it cannot see."""
NOT_CONVEX = [
    ({"times": [-1, {"hinge": [1, 1]}]}, "-1 times a maximum is not convex"),
    ({"sum": [[1, 1], [1, 1, 1]]}, "must have one number of scores"),
    ({"hinge": {"sum": [{"max": [[1, i] for i in range(50)]}] * 3}}, "more than 2,000"),
]


@pytest.mark.parametrize(("given", "reason"), NOT_COMPOSED + NOT_CONVEX)
def test_what_is_no_composition(tmp_path: Path, given: Any, reason: str) -> None:
    path = written(tmp_path, json.dumps({"surrogate": {"0": given}}))
    with pytest.raises(UnreadableInput) as caught:
        read_surrogate(path, with_decoder=False)
    assert reason in str(caught.value)


def test_deep_compositions_are_refused_or_read(tmp_path: Path) -> None:
    for depth in (*range(900, 1000, 10), 20_000):
        deep = '{"hinge": ' * depth + "[1, 1]" + "}" * depth
        path = written(tmp_path, f'{{"surrogate": {{"0": {deep}}}}}')
        with suppress(UnreadableInput):
            read_surrogate(path, with_decoder=False)
    with pytest.raises(UnreadableInput, match="nested too deeply"):
        read_surrogate(path, with_decoder=False)


def test_the_schema_says_what_is_read() -> None:
    validator = Draft202012Validator(surrogate_schema())
    for good in (HINGE, {"surrogate": COMPOSED}):
        assert validator.is_valid(good)
    for bad, _ in NOT_COMPOSED:
        assert not validator.is_valid({"surrogate": {"0": bad}})
    assert not validator.is_valid(HINGE | {"more": 1})


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"more": 1}, "and no other member"),
        ({"surrogate": []}, "from observations to lists"),
        ({"surrogate": {}}, "needs pieces"),
        ({"surrogate": {"0": []}}, "'0' must have a list"),
        ({"surrogate": {"0": [[]]}}, "'0' must have a list"),
        ({"surrogate": {"0": [[[]]]}}, "'0' must have a list"),
        ({"surrogate": {"0": [[[0, "x"]]]}}, "'x' is not a number"),
        ({"surrogate": {"0": [[[0, None]]]}}, "is not a number"),
        ({"surrogate": {"0": [[[0, 1, 2]]]}}, "have 2 to 3 numbers"),
        ({"decoder": []}, "'decoder' must have a list"),
        ({"decoder": {}}, "'decoder' must have a list"),
        ({"decoder": [[1, 0]]}, 'a "prediction" and a "score"'),
        ({"decoder": [{"prediction": None, "score": [1, 0]}]}, "must be texts"),
        ({"surrogate": {"0": [[[0, 0]] * PIECES]}}, "more than 2,000"),
    ],
)
def test_faults_of_json(tmp_path: Path, changes: dict[str, Any], reason: str) -> None:
    with pytest.raises(UnreadableInput, match=r"surrogate\.json: ") as caught:
        read_surrogate(written(tmp_path, json.dumps(HINGE | changes)))
    assert reason in str(caught.value)


def test_scores_are_counted(tmp_path: Path) -> None:
    for length in (1, 66):
        row = [1] * length
        flat = {"surrogate": {"0": [[row]]}, "decoder": [{"prediction": "0", "score": row}]}
        with pytest.raises(UnreadableInput, match="from 1 to 64 scores"):
            read_surrogate(written(tmp_path, json.dumps(flat)))


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "empty"),
        ("label,part,maximum,v1,constant\n", "begins with the row part, label, maximum"),
        (TABLE + "surrogate,1,1,1\n", "Row 8 has 4 cells where 5"),
        (TABLE + "surrogate,1,1,1,x\n", "Row 8, column 5: 'x' is not a number"),
        (TABLE + "decoder,1,1,1,0\n", "Row 8 must begin with"),
        (TABLE + "other,1,1,1,0\n", "Row 8 must begin with"),
        (TABLE.partition("decoder")[0], "needs a decoder"),
    ],
)
def test_faults_of_tables(tmp_path: Path, text: str, reason: str) -> None:
    with pytest.raises(UnreadableInput) as caught:
        read_surrogate(written(tmp_path, text, "surrogate.csv"))
    assert reason in str(caught.value)


def test_other_extensions_are_refused(tmp_path: Path) -> None:
    with pytest.raises(UnreadableInput, match=r"no \.json, \.csv or \.tsv file"):
        read_surrogate(tmp_path / "surrogate.npy")


@FUZZ
@given(content=st.binary(max_size=120), name=st.sampled_from(["a.json", "a.csv", "a.tsv"]))
def test_bytes(tmp_path: Path, content: bytes, name: str) -> None:
    _tried(written(tmp_path, content, name))


@FUZZ
@given(
    st.recursive(
        st.none() | st.booleans() | st.integers(-3, 3) | st.floats() | st.text(max_size=3),
        lambda inner: (
            st.lists(inner, max_size=3)
            | st.dictionaries(
                st.sampled_from(["surrogate", "decoder", "prediction", "score", "0"]),
                inner,
                max_size=3,
            )
        ),
        max_leaves=12,
    )
)
def test_json_of_any_shape(tmp_path: Path, document: Any) -> None:
    _tried(written(tmp_path, json.dumps(document)))
    _tried(written(tmp_path, json.dumps({"surrogate": document, "decoder": HINGE["decoder"]})))
    _tried(written(tmp_path, json.dumps({**HINGE, "decoder": document})))


@FUZZ
@given(
    st.lists(
        st.lists(st.sampled_from(["surrogate", "decoder", "0", "1/2", "", "x"]), max_size=5),
        max_size=4,
    )
)
def test_tables_of_any_cells(tmp_path: Path, rows: list[list[str]]) -> None:
    head = TABLE.splitlines()[0]
    _tried(written(tmp_path, "\n".join([head, *(",".join(row) for row in rows)]), "a.csv"))


def _tried(path: Path) -> None:
    """Read or refused; any other outcome fails the test."""
    with suppress(UnreadableInput):
        read_surrogate(path)
