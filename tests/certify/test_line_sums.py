"""Weighted sums of lines against sums of fractions, packed and not."""

from fractions import Fraction
from random import Random

import pytest

from qstheory.certify import packed
from qstheory.losses.coded import CodedMatrix, Side


@pytest.mark.parametrize("most", [0, 1 << 22], ids=["apart", "packed"])
@pytest.mark.parametrize("side", ["rows", "columns"])
@pytest.mark.parametrize("size", [1, 10**6, 10**30], ids=str)
def test_sums_are_those_of_fractions(
    most: int, side: Side, size: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(packed, "MOST", most)
    random = Random(size)
    rows = [
        [Fraction(random.randint(-size, size), random.randint(1, 6)) for _ in range(7)]
        for _ in range(5)
    ]
    entries = CodedMatrix.of(rows)
    together = entries.over_one_denominator
    assert together is not None
    lines = rows if side == "rows" else list(map(list, zip(*rows, strict=True)))
    for count in (1, 2, 5):
        places = random.sample(range(5), count)
        weights = [random.choice([-1, 1]) * random.randint(0, size) for _ in places]
        found = packed.line_sums(entries, side, places, weights)
        chosen = zip(*(lines[k] for k in places), strict=True)
        expected = [sum(w * x for w, x in zip(weights, line, strict=True)) for line in chosen]
        assert [Fraction(x, together[0]) for x in found] == expected
