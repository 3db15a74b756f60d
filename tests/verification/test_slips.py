"""What the slips say in words, from the features."""

from fractions import Fraction

import pytest

from qstheory import losses
from verification.sharp2020.slips import CLAIMS

TEXT = {claim.id: claim.remark for claim in CLAIMS}


@pytest.mark.parametrize("m", range(1, 7))
def test_q_of_the_two_decompositions(m: int) -> None:
    """Q is the largest coordinate of U at the full set over U_max; A Q crosses after m = 1."""
    loss = losses.make("f-score", m=m, undefined="one")
    *_, full = loss.observations
    found = []
    for name in ("repaired-1", "repaired-2"):
        form = loss.closed_form(name)
        columns = [form.observation_features(y).values() for y in loss.observations]
        largest = max(abs(x) for column in columns for x in column)
        q = max(map(abs, form.observation_features(full).values())) / largest
        rows = [form.prediction_features(z).values() for z in loss.predictions]
        norm = max(sum(x * x for x in row) for row in rows)
        found.append((q, form.dimension * norm * largest**2 * q**2))
    assert [q for q, _ in found] == [1, Fraction(2, m + 1)]
    assert (found[1][1] < found[0][1]) == (m > 1)
    assert "1 in the first and 2/(m + 1) in the second" in TEXT["slips.smaller-bound"]
