"""Rationals and large matrices in certificate files: read back exactly, and nothing else."""

import json
from base64 import b64encode
from copy import deepcopy
from fractions import Fraction
from typing import Any
from zlib import compress

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qstheory.certify import rationals
from qstheory.certify.arithmetic import PRIME, independent
from qstheory.certify.bundle import Item, loads
from qstheory.certify.codec import decode
from qstheory.certify.kinds.rank import RankAtMost
from qstheory.certify.kinds.span import Counted
from qstheory.certify.rationals import (
    DIGITS,
    LONGEST,
    RATIONAL,
    SEVERAL,
    rational,
    rebuilt,
    repeated,
    several,
)
from qstheory.errors import UnreadableCertificate, UnreadableInput
from qstheory.losses import resolve
from qstheory.losses.base import LossReference, MatrixReference, matrix_loss
from qstheory.work import certificates as encoding
from qstheory.work.certificates import (
    WORTHWHILE,
    dumps,
    encode,
    factored,
    rational_text,
    several_text,
)

dyadic = st.builds(Fraction, st.integers(), st.integers(0, 99).map(lambda k: 2**k))
numbers = st.sampled_from([Fraction(0), Fraction(-2, 3), Fraction(5)]) | st.fractions() | dyadic
runs = st.lists(st.tuples(numbers, st.integers(1, 40)), max_size=6)


@given(runs)
def test_what_is_written_is_read_back(listed: list[tuple[Fraction, int]]) -> None:
    values = tuple(x for x, times in listed for _ in range(times))
    text = several_text(values)
    assert several(text) == values
    assert SEVERAL.fullmatch(text)
    assert repeated(text) <= len(values)
    for x in values:
        assert rational(rational_text(x)) == x
        assert RATIONAL.fullmatch(rational_text(x))


def test_by_hand() -> None:
    half = Fraction(1, 2)
    assert several("1/2 0*3 -3/2^2 2/4*1") == (half, 0, 0, 0, Fraction(-3, 4), half)
    assert several("") == ()
    assert several_text([]) == ""
    assert rational_text(Fraction(3, 2**14)) == "3/2^14"
    assert rational_text(Fraction(3, 2**13)) == "3/8192"
    assert rational_text(Fraction(3, 2**14 - 1)) == "1/5461"
    least = Fraction(1, 2**DIGITS)
    assert rational(rational_text(least)) == least
    assert rational_text(least / 2) == str(least / 2)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (" ", "entry 0"),
        ("1  2", "entry 1"),
        ("1 2 ", "entry 2"),
        ("1\n2", "entry 0"),
        ("1 x", "entry 1"),
        ("1/0", "entry 0"),
        ("1/2^0", "entry 0"),
        ("1/3^2", "entry 0"),
        ("1*0", "repeats no number"),
        ("1*01", "repeats no number"),
        ("1*", "repeats no number"),
        ("1*2*3", "repeats no number"),
    ],
)
def test_other_texts_are_refused(text: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        several(text)
    assert not SEVERAL.fullmatch(text)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (f"0*{LONGEST} 1*1", "repeats no number within"),
        (f"0*{LONGEST + 1}", "repeats no number within"),
        (f"1/2^{DIGITS + 1}", "more than 4300 digits"),
        ("1/2^99999999999", "more than 4300 digits"),
        ("1" * (DIGITS + 1), "more than 4300 digits"),
        (["1"], "must be rationals in one text"),
    ],
)
def test_what_is_too_long_is_refused(text: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        several(text)


def test_repetitions_are_counted_before_they_are_made() -> None:
    assert repeated("0*30 1/2 -1*7") == 37
    assert repeated("e*x ** 3*") == 0


Matrix = tuple[tuple[Fraction, ...], ...]


def matrix(distinct: int, rows: int = 50, columns: int = 50) -> Matrix:
    """Entries k / 7 with k running through the numbers of different ones."""
    return tuple(
        tuple(Fraction((i * columns + j) % distinct, 7) for j in range(columns))
        for i in range(rows)
    )


@settings(max_examples=30)
@given(
    st.sampled_from([1, 2, 255, 256, 257, 2500]), st.sampled_from([(50, 50), (1, 3000), (700, 3)])
)
def test_a_large_matrix_is_read_back(distinct: int, shape: tuple[int, int]) -> None:
    given_ = matrix(distinct, *shape)
    data = json.loads(json.dumps(encode(given_, Matrix)))
    assert data["kind"] == "Compact"
    assert decode(data, Matrix) == given_


def test_the_bytes_are_those_that_the_format_states() -> None:
    data = encode(matrix(3, 1, WORTHWHILE), Matrix)
    codes = bytes(k % 3 for k in range(WORTHWHILE))
    assert data["values"] == "0 1/7 2/7"
    given_ = {**data, "codes": b64encode(compress(codes)).decode()}
    assert decode(given_, Matrix) == matrix(3, 1, WORTHWHILE)


def test_a_machine_of_the_other_order_of_bytes_turns_them_both_ways(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    data = encoding.compacted(matrix(257))
    codes = [0, 1, 256] * 700
    content = b"".join(k.to_bytes(2, "little") for k in codes)
    text = b64encode(compress(content, 9)).decode()
    data |= {"shape": [1, len(codes)], "codes": text}
    monkeypatch.setattr(rationals, "byteorder", "big")
    read = rationals.restored(data)
    assert bytes(read.codes) == b"".join(k.to_bytes(2, "big") for k in codes)
    assert encoding.compacted(read)["codes"] == text


def test_rows_of_two_lengths_are_no_matrix_of_a_user() -> None:
    data = encode(matrix_loss(matrix(5, 2, 2)).reference)
    data["entries"] = ["0 1", "1"]
    with pytest.raises(UnreadableCertificate, match="entries"):
        decode(data, MatrixReference)


def test_small_matrices_are_written_out_and_both_forms_are_read() -> None:
    small = matrix(5, 3, 3)
    assert encode(small, Matrix) == [" ".join(map(str, row)) for row in small]
    assert decode(encode(small, Matrix), Matrix) == small


def test_a_matrix_of_a_user_and_one_that_is_a_parameter() -> None:
    reference = matrix_loss(matrix(9)).reference
    assert decode(encode(reference), MatrixReference) == reference
    named = LossReference("some", (("costs", matrix(9)),))
    assert decode(encode(named), LossReference) == named


def codes_of(data: bytes) -> str:
    return b64encode(data).decode()


@pytest.mark.parametrize(
    "change",
    [
        {"shape": [50, 51]},
        {"shape": [50, 49]},
        {"shape": [50, 0]},
        {"shape": [True, 2500]},
        {"shape": [1 << 40, 1 << 40]},
        {"values": "0"},
        {"values": ["0", "1", "2"]},
        {"values": "0 1/0 2"},
        {"width": 3},
        {"width": 2},
        {"codes": "@@@"},
        {"codes": 7},
        {"codes": codes_of(b"no stream")},
        {"codes": codes_of(compress(b"\0" * 2500) + b"more")},
        {"codes": codes_of(compress(b"\0" * 2501))},
        {"codes": codes_of(compress(b"\0" * 2500)[:-2])},
        {"codes": codes_of(compress(b"\xff" * 2500))},
        {"more": 1},
        {"kind": "Other"},
    ],
)
def test_anything_else_is_refused_with_its_place(change: dict[str, Any]) -> None:
    data = {**encode(matrix(3), Matrix), **change}
    with pytest.raises(UnreadableCertificate, match=r"\$"):
        decode(data, Matrix)


Matrix = tuple[tuple[Fraction, ...], ...]


def planted(n: int, m: int, r: int, seed: int, denominator: int = 100) -> Matrix:
    source = np.random.default_rng(seed)
    values = source.integers(-9, 10, (n, r)) @ source.integers(-9, 10, (r, m))
    known = {x: Fraction(x, denominator) for x in np.unique(values).tolist()}
    return tuple(tuple([known[x] for x in row]) for row in values.tolist())


@settings(max_examples=30)
@given(st.integers(8, 40), st.integers(8, 40), st.integers(0, 2**32), st.integers(1, 7))
def test_what_has_a_low_rank_is_read_back(n: int, m: int, seed: int, denominator: int) -> None:
    rows = planted(n, m, max(1, min(n, m) // 8), seed, denominator)
    data = factored(rows)
    if not any(x for row in rows for x in row):
        assert data is None
        return
    assert data is not None
    assert tuple(rebuilt(json.loads(json.dumps(data)))) == rows


def test_pivots_are_a_regular_minor() -> None:
    values = [[int(100 * x) for x in row] for row in planted(30, 20, 4, 1)]
    places = independent(values, PRIME, 4)
    assert places is not None
    minor = np.array(values)[np.ix_(*places)]
    assert len(places[0]) == 4
    assert round(float(np.linalg.det(minor))) != 0
    assert independent(values, PRIME, 3) is None


def test_what_has_no_low_rank_or_large_numbers_is_left_as_it_is() -> None:
    full = tuple(tuple(Fraction((i * j + i) % 97) for j in range(30)) for i in range(30))
    assert factored(full) is None
    large = tuple(tuple(Fraction(PRIME * (i + j)) for j in range(30)) for i in range(30))
    assert factored(large) is None


@pytest.mark.parametrize(
    ("n", "r", "most"),
    [
        (200, 8, 20_000),
        pytest.param(1000, 20, 250_000, marks=[pytest.mark.slow, pytest.mark.no_cover]),
    ],
)
def test_a_large_matrix_of_low_rank_is_short_and_a_changed_one_is_noticed(
    n: int, r: int, most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """1,000 x 1,000 decimals of rank 20: 40,000 numbers instead of a million codes."""
    monkeypatch.setattr(encoding, "LARGE", min(encoding.LARGE, n * n // 2))
    reference = matrix_loss(planted(n, n, r, 0)).reference
    text = json.dumps(encode(reference))
    assert "LowRank" in text
    assert len(text) < most
    data: Any = json.loads(text)
    assert decode(data, MatrixReference) == reference
    item = Item(RankAtMost(reference, "loss", r), Counted(), "proves", "")
    (read,) = loads(dumps([item]))
    assert read.proposition.loss == reference
    data["entries"]["denominator"] = 7
    changed_one = decode(data, MatrixReference)
    with pytest.raises(UnreadableInput, match="SHA-256"):
        resolve(changed_one)


GOOD = factored(planted(24, 24, 3, 5))
ZEROS = b64encode(compress(bytes(4 * 3 * 24))).decode()


def changed(**members: Any) -> dict[str, Any]:
    assert GOOD is not None
    return {**deepcopy(GOOD), **members}


@pytest.mark.parametrize(
    ("members", "reason"),
    [
        ({"modulus": 2}, "modulus from 3"),
        ({"modulus": "5"}, "modulus from 3"),
        ({"rows": ZEROS}, "singular"),
        ({"rows": 5}, "codes as text"),
        ({"denominator": "1"}, "positive integer"),
        ({"denominator": 0}, "positive integer"),
        ({"places": "0,1,2"}, "the places of"),
        ({"places": [[0], [0]]}, "the places of"),
        ({"places": "0,1,1;0,1,2"}, "repeated or beyond"),
        ({"places": "0,1,2;0,1,99"}, "repeated or beyond"),
        ({"places": "0,1,2;0,1"}, "as many rows as columns"),
        ({"places": "0,1;0,1"}, "as many codes"),
        ({"shape": [24]}, "two positive numbers"),
        ({"shape": [0, 24]}, "two positive numbers"),
        ({"more": 1}, "must have the members"),
    ],
)
def test_faults_are_named(members: dict[str, Any], reason: str) -> None:
    data = changed(**members)
    with pytest.raises(UnreadableCertificate, match=reason):
        decode(data, Matrix)
