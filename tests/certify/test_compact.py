"""Large matrices in certificate files: written once, read back exactly, and nothing else read."""

import json
from base64 import b64encode
from fractions import Fraction
from typing import Any
from zlib import compress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qstheory.certify import rationals
from qstheory.certify.codec import decode
from qstheory.errors import UnreadableCertificate
from qstheory.losses.base import LossReference, MatrixReference, matrix_loss
from qstheory.work import certificates as encoding
from qstheory.work.certificates import WORTHWHILE, encode

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
def test_what_is_written_is_read_back(distinct: int, shape: tuple[int, int]) -> None:
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
