"""Files are there whole or not at all, and records are read back as they were written, or not."""

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from fractions import Fraction
from typing import Annotated, Any, ClassVar, Literal

import pytest
from jsonschema import Draft202012Validator

from qstheory.work.files import Positive, from_data, schema, to_data, to_json, write_whole


def test_folders_are_made_and_files_readable(tmp_path):
    path = tmp_path / "a" / "b.txt"
    write_whole(path, "x\n")
    assert path.read_bytes() == b"x\n"
    assert path.stat().st_mode & 0o777 == 0o644


def test_a_failed_write_leaves_what_was_there(tmp_path):
    path = tmp_path / "file"
    write_whole(path, "old")
    with pytest.raises(UnicodeEncodeError):
        write_whole(path, "new \ud800")
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_only_regular_files_are_replaced(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with pytest.raises(OSError, match="not a regular file"):
        write_whole(pipe, "x")
    assert pipe.is_fifo()


def test_a_link_is_followed(tmp_path):
    (tmp_path / "link").symlink_to(tmp_path / "file")
    write_whole(tmp_path / "link", "x")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "file").read_text() == "x"


class Colour(Enum):
    """A value by its name."""

    RED = "red"


@dataclass(frozen=True)
class Leaf:
    """A part, with a property of its own."""

    DERIVED: ClassVar[tuple[str, ...]] = ("half",)
    size: Positive

    @property
    def half(self) -> Fraction:
        """Half of the size."""
        return Fraction(self.size, 2)


@dataclass(frozen=True)
class Tree:
    """Everything that a record may hold."""

    FORMAT: ClassVar[str] = "tree/1"
    leaves: tuple[Leaf, ...]
    ends: tuple[Fraction, Fraction]
    mixed: tuple[str, int]
    kind: Literal["oak", "elm"]
    colour: Colour
    named: Mapping[str, float]
    height: Annotated[float, ("minimum", 0)] | None
    whole: bool = field(metadata={"name": "a name"})


TREE = Tree(
    (Leaf(3),), (Fraction(1, 2), Fraction(2)), ("a", 1), "oak", Colour.RED, {"x": 0.5}, None, True
)
DATA = {
    "format": "tree/1",
    "leaves": [{"size": 3, "half": "3/2"}],
    "ends": ["1/2", "2"],
    "mixed": ["a", 1],
    "kind": "oak",
    "colour": "red",
    "named": {"x": 0.5},
    "height": None,
    "a name": True,
}


def test_a_record_is_the_data_that_it_says() -> None:
    assert to_data(TREE) == DATA
    assert json.loads(to_json(TREE)) == DATA
    made = schema(Tree)
    Draft202012Validator.check_schema(made)
    assert made["title"] == "tree/1"
    assert made["description"] == "Everything that a record may hold."
    Draft202012Validator(made).validate(DATA)


@pytest.mark.parametrize(
    ("member", "value"),
    [
        ("format", "tree/2"),
        ("leaves", [{"size": 3}]),
        ("leaves", [{"size": 0, "half": "0"}]),
        ("leaves", [{"size": 3, "half": "3/2", "more": 1}]),
        ("ends", ["1/2"]),
        ("ends", ["1/2", "2", "3"]),
        ("ends", ["1/2", "0.5"]),
        ("ends", ["1/2", "1/0"]),
        ("mixed", [1, "a"]),
        ("mixed", ["a", 1, 1]),
        ("kind", "ash"),
        ("colour", "RED"),
        ("named", {"x": "y"}),
        ("height", -1),
        ("a name", 1),
    ],
)
def test_other_data_do_not_fit(member: str, value: Any) -> None:
    assert not Draft202012Validator(schema(Tree)).is_valid(DATA | {member: value})


def test_every_member_is_required_and_no_others_are_admitted() -> None:
    validator = Draft202012Validator(schema(Tree))
    for key in DATA:
        assert not validator.is_valid({k: v for k, v in DATA.items() if k != key})
    assert not validator.is_valid(DATA | {"more": 1})


@dataclass(frozen=True)
class Pair:
    """What is written and read again."""

    name: str
    values: tuple[float, ...]
    colour: Colour | None


def test_what_is_written_is_read_back_and_nothing_else() -> None:
    pair = Pair("a", (1.0, 2.5), Colour.RED)
    assert from_data(json.loads(to_json(pair)), Pair) == pair
    for damaged in ({"name": "a"}, {**to_data(pair), "values": "1"}, {**to_data(pair), "name": 1}):
        with pytest.raises(ValueError, match=r"not|missing"):
            from_data(damaged, Pair)
