"""The ledger on polyhedral surrogates holds, and its published losses are what they should be."""

from fractions import Fraction
from itertools import product

import numpy as np

from qstheory.claims.verify import Report
from verification.embeddings2022.classification import ordered_partitions
from verification.embeddings2022.structured import structured_abstain


def test_at_least_25_published_facts_hold(embeddings: Report) -> None:
    assert embeddings.exit_code == 0
    published = [embeddings.judged[c] for c in embeddings.selected]
    assert len(published) >= 30
    cases = sum(
        len(reading.cases)
        for c in embeddings.selected
        for reading in embeddings.ledger.claims[c].readings
        if embeddings.ledger.claims[c].kind.value == "paper"
    )
    assert cases >= 60


def test_ordered_partitions_have_the_weston_watkins_loss_of_their_levels() -> None:
    """Wang and Scott: the embedding puts the blocks at consecutive integers."""
    rows = {tuple(row) for row in ordered_partitions(3)}
    found = set()
    for levels in product(range(3), repeat=3):
        steps = sorted(set(levels))
        if len(steps) > 1 and steps == list(range(len(steps))):
            found.add(
                tuple(
                    Fraction(sum(max(0, 1 - levels[y] + levels[j]) for j in range(3) if j != y))
                    for y in range(3)
                )
            )
    assert rows == found
    assert len(ordered_partitions(3)) == 12


def test_structured_abstaining_extends_the_set_function() -> None:
    rows = np.array(structured_abstain(2, 1))
    signs = list(product((-1, 0, 1), repeat=2))
    corners = [i for i, v in enumerate(signs) if all(v)]
    # At a corner both sets are the wrong labels: twice the 0-1 loss.
    assert (rows[corners] == 2 * (1 - np.eye(4))).all()
    assert (rows[signs.index((0, 0))] == 1).all()
