"""Large matrices of low rank in certificate files: read back exactly, and nothing wrong is read."""

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

from qstheory.certify.arithmetic import PRIME, independent
from qstheory.certify.bundle import Item, loads
from qstheory.certify.codec import decode
from qstheory.certify.kinds.rank import RankAtMost
from qstheory.certify.kinds.span import Counted
from qstheory.certify.rationals import rebuilt
from qstheory.errors import UnreadableCertificate, UnreadableInput
from qstheory.losses import resolve
from qstheory.losses.base import MatrixReference, matrix_loss
from qstheory.work import certificates as encoding
from qstheory.work.certificates import dumps, encode, factored

Matrix = tuple[tuple[Fraction, ...], ...]


def planted(n: int, m: int, r: int, seed: int, denominator: int = 100) -> Matrix:
    source = np.random.default_rng(seed)
    values = source.integers(-9, 10, (n, r)) @ source.integers(-9, 10, (r, m))
    known = {x: Fraction(x, denominator) for x in np.unique(values).tolist()}
    return tuple(tuple([known[x] for x in row]) for row in values.tolist())


@settings(max_examples=30)
@given(st.integers(8, 40), st.integers(8, 40), st.integers(0, 2**32), st.integers(1, 7))
def test_what_is_written_is_read_back(n: int, m: int, seed: int, denominator: int) -> None:
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
