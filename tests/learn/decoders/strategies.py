"""Observations and weights for the decoder tests, by what a decoder observes."""

from collections.abc import Mapping
from itertools import combinations

import numpy as np
from hypothesis import strategies as st


def classes(parameters: Mapping[str, object]) -> int:
    """The number of classes or matrix columns that the parameters set."""
    for table in ("matrix", "costs"):
        if table in parameters:
            return len(parameters[table][0])
    given = parameters["classes"]
    return len(given) if isinstance(given, tuple) else int(given)


def items(parameters: Mapping[str, object]) -> st.SearchStrategy:
    """Numbers of labels or items that the parameters admit."""
    if isinstance(parameters.get("blocks"), tuple):
        return st.just(len(parameters["blocks"]).bit_length() - 1)
    return st.integers(int(parameters.get("k", 1)), 4)


def observations(kind: str, m: int, n: int, parameters: Mapping[str, object]) -> st.SearchStrategy:
    """Tables of n observations of m labels or items."""
    if kind == "label-sets":
        return _table(st.integers(0, 1), n, m)
    if kind == "relevances":
        return _table(st.integers(0, int(parameters.get("top_grade", 2))), n, m)
    if kind == "classes":
        return _table(st.integers(0, classes(parameters) - 1), n, 1)
    if kind == "preferences":
        return st.lists(_preference_graph(m), min_size=n, max_size=n).map(
            lambda rows: np.array(rows, dtype=int).reshape(n, m * (m - 1) // 2)
        )
    raise AssertionError(f"no strategy for observations of kind {kind}")


def table(kind: str, parameters: Mapping[str, object]) -> np.ndarray:
    """Two observations that every decoder of that kind admits, the first one not all zero."""
    m = int(parameters.get("k", 1)) + 2
    if isinstance(parameters.get("blocks"), tuple):
        m = len(parameters["blocks"]).bit_length() - 1
    if kind == "classes":
        return np.array([[classes(parameters) - 1], [0]])
    Y = np.zeros((2, m * (m - 1) // 2 if kind == "preferences" else m), dtype=int)
    Y[0, -1] = 1
    return Y


def weights(n: int) -> st.SearchStrategy:
    """Signed weights whose sum is free; dyadic ones, so that ties are common and exact."""
    dyadic = st.integers(-8, 8).map(lambda a: a / 4)
    anything = st.floats(-3, 3, allow_subnormal=False)
    return st.lists(st.one_of(st.just(0.0), dyadic, anything), min_size=n, max_size=n).map(np.array)


def _table(entry: st.SearchStrategy, n: int, m: int) -> st.SearchStrategy:
    row = st.lists(entry, min_size=m, max_size=m)
    return st.lists(row, min_size=n, max_size=n).map(lambda rows: np.array(rows).reshape(n, m))


@st.composite
def _preference_graph(draw: st.DrawFn, m: int) -> list[int]:
    """An acyclic graph: edges only from earlier to later in a drawn order."""
    order = draw(st.permutations(range(m)))
    return [
        draw(st.integers(0, 1)) * (1 if order[i] < order[j] else -1)
        for i, j in combinations(range(m), 2)
    ]
