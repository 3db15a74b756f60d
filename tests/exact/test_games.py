"""Matrix games against scipy, and their certificates by multiplication."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import linprog

from qstheory.exact.games import Game, RowGames, row_values, signed_game, valued_game

Q = Fraction


@st.composite
def matrices(draw: st.DrawFn) -> np.ndarray:
    """Small integers, or a game of value 0 under steps of one unit in 10^12."""
    rows, columns = draw(st.integers(1, 5)), draw(st.integers(1, 5))
    entries = st.lists(st.integers(-3, 3), min_size=columns, max_size=columns)
    matrix = draw(st.lists(entries, min_size=rows, max_size=rows))
    scales = draw(st.lists(st.sampled_from([1, 10**12, 10**40]), min_size=rows, max_size=rows))
    scaled = np.empty((rows, columns), dtype=object)
    for i, (row, scale) in enumerate(zip(matrix, scales, strict=True)):
        scaled[i] = [scale * x + draw(st.integers(-1, 1)) * (scale > 1) for x in row]
    return scaled


def _checked(D: np.ndarray, game: Game) -> None:
    for weights in (game.distribution, game.mixture):
        assert not weights or (sum(weights.values()) == 1 and min(weights.values()) > 0)
    if game.low is not None:
        assert min(row_values(D, game.distribution)) >= game.low
    if game.high is not None:
        assert max(row_values(D.T, game.mixture)) <= game.high


@settings(max_examples=150)
@given(matrices())
def test_the_sign_is_that_of_the_exact_value(D: np.ndarray) -> None:
    whole, signed = valued_game(D), signed_game(D)
    _checked(D, whole)
    _checked(D, signed)
    assert whole.low == whole.high
    assert whole.low is not None
    if whole.low > 0:
        assert signed.low is not None
        assert signed.low > 0
    elif whole.low < 0:
        assert signed.high is not None
        assert signed.high < 0
    else:
        assert signed.low == signed.high == 0


@pytest.mark.parametrize("shape", [(3, 7), (20, 20), (60, 40), (40, 90)])
def test_the_value_is_that_of_scipy(shape: tuple[int, int]) -> None:
    D = np.random.default_rng(1).integers(-50, 50, shape)
    game = valued_game(D)
    _checked(D, game)
    peer = linprog(
        [*[0] * shape[1], -1],
        A_ub=np.hstack([-D, np.ones((shape[0], 1))]),
        b_ub=np.zeros(shape[0]),
        A_eq=[[*[1] * shape[1], 0]],
        b_eq=[1],
        bounds=[*[(0, None)] * shape[1], (None, None)],
    )
    assert float(game.low or 0) == pytest.approx(-peer.fun, rel=1e-7)


def test_a_rounded_mixture_is_enough_for_a_bound() -> None:
    D = np.array([[1, -1], [-1, 1]])
    assert valued_game(D, Q(1, 2)).low is None
    assert valued_game(D, Q(-1, 2)).low == 0


@settings(max_examples=100)
@given(matrices(), st.fractions(-3, 3, max_denominator=4))
def test_bounds_of_rows_against_others_hold_and_are_found_where_the_value_is_clear(
    values: np.ndarray, most: Fraction
) -> None:
    small = (values % 7).astype(np.int64)
    small = np.unique(np.vstack([small, small[:1] + 1]), axis=0)
    games = RowGames(small)
    for z in range(len(small)):
        D = np.delete(small, z, axis=0) - small[z]
        value = valued_game(D).low
        assert value is not None
        q, Pi = games.mixture(z, most), games.distribution(z)
        if q is not None:
            assert sum(q.values()) == 1
            assert z not in q
            assert min(q.values()) > 0
            bound = [sum(w * int(small[k, y]) for k, w in q.items()) for y in range(D.shape[1])]
            assert all(b - int(x) <= most for b, x in zip(bound, small[z], strict=True))
        if Pi is not None:
            assert sum(Pi.values()) == 1
            assert min(Pi.values()) > 0
            assert min(row_values(D, Pi)) > 0
        assert (q is not None) == (value <= most) or abs(value - most) < Q(1, 1000)
        assert (Pi is not None) == (value > 0) or abs(value) < Q(1, 1000)
