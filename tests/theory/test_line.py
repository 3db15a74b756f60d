"""Predictions on a line, beside every order and a linear program for the positions."""

from itertools import permutations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import linprog

from qstheory.theory.calibration_dimension import positions_on_a_line


def possible(values: np.ndarray) -> bool:
    """Whether some order has gaps d >= 1 with S_(k+1) d_k >= S_k d_(k+1), S the steps."""
    count = len(values)
    for order in permutations(range(count)):
        steps = np.diff(values[list(order)], axis=0)
        rows = []
        for k in range(count - 2):
            for before, after in zip(steps[k], steps[k + 1], strict=True):
                row = np.zeros(count - 1)
                row[k], row[k + 1] = -after, before
                rows.append(row)
        if linprog(np.zeros(count - 1), rows, np.zeros(len(rows)), bounds=(1, 10**6)).success:
            return True
    return False


def convex(values: np.ndarray, places: dict[int, object]) -> bool:
    """Every column at the positions."""
    items = list(places.items())
    return all(
        (b - a) * values[z] + (c - b) * values[x] >= (c - a) * values[y]
        for values in values.T.tolist()
        for (x, a), (y, b), (z, c) in zip(items, items[1:], items[2:], strict=False)
    )


@settings(max_examples=150)
@given(st.integers(3, 4), st.integers(2, 3), st.data())
def test_positions_are_found_when_there_are_any(
    rows: int, columns: int, data: st.DataObject
) -> None:
    entry = st.integers(0, 4)
    values = np.array([[data.draw(entry) for _ in range(columns)] for _ in range(rows)])
    found = positions_on_a_line(values)
    assert (found is not None) == possible(values)
    if found is not None:
        assert convex(values, found)
        places = list(found.values())
        assert sorted(set(places)) == places
        assert sorted(found) == list(range(rows))


@pytest.mark.parametrize("power", [1, 2])
@pytest.mark.parametrize("seed", range(3))
def test_shuffled_grades_are_found(power: int, seed: int) -> None:
    """|z - y| and its square at places on a line that are not equally far from each other."""
    source = np.random.default_rng(seed)
    places = np.sort(source.choice(100, 30, replace=False))
    values = np.abs(places[source.permutation(30)][:, None] - places) ** power
    found = positions_on_a_line(values)
    assert found is not None
    assert convex(values, found)
