"""Laws, paths and tails by hand, against floats, quadrature and their definitions."""

from fractions import Fraction

import pytest
import sympy
from hypothesis import given
from hypothesis import strategies as st
from scipy.integrate import quad

from qstheory import losses
from qstheory.errors import InvalidParameter
from qstheory.exact.integer_matrix import Vector
from qstheory.testing import simplex_points
from qstheory.theory.margin.cells import Rows, margins
from qstheory.theory.margin.distribution import Root, tail
from qstheory.theory.margin.laws import Path, law, rational, t

Q = Fraction
LAWS = ("p=1", "p=2", "p=3/2", "log-p=1", "log-p=3", "margin=1/4", "mixed=1/2+t^2", "mixed=1+t^1")


@pytest.mark.parametrize("name", LAWS)
@pytest.mark.parametrize("q", [Q(1, 2), Q(1), Q(5, 4)])
def test_primitives_and_moments(name: str, q: Fraction) -> None:
    given = law(name)
    assert given.name == name
    density = sympy.diff(given.tail(), t)
    if given.exponent is not None and q >= given.exponent:
        assert given.moment(q) is None
        return
    wanted = density * t ** -rational(q)
    difference = sympy.diff(given.primitive(q), t) - wanted
    for place in (Q(1, 3), Q(1, 2), Q(9, 10)):
        assert abs(difference.subs(t, rational(place)).evalf(40)) < 1e-30
    slope = Q(3, 4)
    found = given.moment(q, slope)
    assert found is not None
    at = sympy.lambdify(t, wanted, "math")
    # With t = u^4 the integrand stays bounded for all of these.
    value, error = quad(lambda u: at(u**4) * 4 * u**3, float(given.least) ** 0.25, 1, limit=400)
    assert abs(float(found.evalf()) - value * 0.75 ** -float(q)) < 1e-4 + 2 * error


@pytest.mark.parametrize("name", [*LAWS, "atom=1/4"])
def test_tails_exponents_and_constants(name: str) -> None:
    given = law(name)
    tail = sympy.lambdify(t, given.tail(), "math")
    assert abs(tail(1) - 1) < 1e-12
    places = [
        max(float(given.least), 1e-6) + k / 1000 for k in range(1, 1000 - int(1000 * given.least))
    ]
    for p in (Q(1, 2), Q(1), Q(2)):
        found = given.bound(p)
        if not given.condition(p, "O"):
            assert found is None
            # The ratio grows without bound towards 0.
            assert tail(1e-12) / 1e-12 ** float(p) > 100 * tail(1e-2) / 1e-2 ** float(p)
            continue
        largest = max(tail(x) / x ** float(p) for x in (*places, 1.0))
        assert found is not None
        assert abs(float(found.evalf()) - largest) < 1e-3
    assert given.condition(Q(0), "O")
    assert given.condition(Q(0), "o") is (name != "atom=1/4")


def test_little_o_without_a_moment() -> None:
    # The case of Lemma A.7: o(t^p) holds and E T^-p is infinite.
    given = law("log-p=2")
    assert given.condition(Q(2), "o")
    assert given.moment(Q(2)) is None
    assert not law("p=2").condition(Q(2), "o")


@pytest.mark.parametrize(
    "text", ["", "p", "p=0", "p=-1", "p=x", "margin=1", "atom=3/2", "mixed=0+t^1", "mixed=1/2",
             "mixed=1/2+t^0", "p=1+t^2", "q=1"]
)  # fmt: skip
def test_what_is_no_law(text: str) -> None:
    with pytest.raises(InvalidParameter, match="is no law; write"):
        law(text)


def rows(name: str) -> Rows:
    loss = losses.parse(name)
    return tuple(tuple(loss.entry(z, y) for y in loss.observations) for z in loss.predictions)


def point(*given: str) -> Vector:
    return tuple(map(Q, given))


def test_the_binary_path() -> None:
    path = Path(rows("hamming:m=1"), point("1/2", "1/2"), point("0", "1"), law("p=2"))
    (piece,) = path.pieces()
    assert (piece.constant, piece.slope) == (0, 1)
    assert path.exponent() == 2
    assert path.moment(Q(1)) == 2
    assert path.bound(Q(2)) == 1
    assert path.moment(Q(2)) == sympy.oo
    assert path.bound(Q(3)) == sympy.oo
    hard = Path(path.L, path.start, path.end, law("margin=1/4"))
    assert hard.exponent() is None
    assert hard.finite(Q(50))


ENDS = (
    ("multiclass:classes=3", point("1", "0", "0"), point("0", "1/3", "2/3")),
    ("ordinal-absolute:classes=3", point("1", "0", "0"), point("0", "0", "1")),
    (
        "block-zero-one:m=2,blocks=0;1;1;2",
        point("1", "0", "0", "0"),
        point("0", "1/2", "1/2", "0"),
    ),
)


@pytest.mark.parametrize(("name", "start", "end"), ENDS)
def test_pieces_are_the_margins(name: str, start: Vector, end: Vector) -> None:
    path = Path(rows(name), start, end, law("p=1"))
    for measure in ("gap", "margin"):
        for piece in path.pieces(measure):  # type: ignore[arg-type]
            for share in (Q(1, 3), Q(1, 2), Q(5, 6)):
                place = piece.low + share * (piece.high - piece.low)
                Pi = tuple(a + place * (b - a) for a, b in zip(start, end, strict=True))
                found = margins(path.L, Pi)
                value = found.gap if measure == "gap" else found.margin
                assert piece.constant is not None
                assert value == piece.constant + piece.slope * place


def test_zeros_inside_give_the_exponent_1() -> None:
    path = Path(rows("hamming:m=1"), point("1", "0"), point("0", "1"), law("p=3"))
    assert path.exponent() == 1
    assert path.condition(Q(1), "O")
    assert not path.condition(Q(1), "o")
    assert path.moment(Q(1, 2)) is None
    assert path.bound(Q(1, 2)) is None
    beyond = Path(path.L, path.start, path.end, law("margin=3/4"))
    assert beyond.exponent() is None
    reached = Path(path.L, path.start, path.end, law("margin=1/2"))
    assert reached.exponent() == 1


def test_gamma_and_gamma_plus_differ_at_ties() -> None:
    twins = rows("block-zero-one:m=2,blocks=0;1;1;2")
    path = Path(twins, point("0", "1", "0", "0"), point("0", "3/4", "0", "1/4"), law("p=2"))
    assert path.exponent("margin") == 0
    assert path.condition(Q(0), "O", "margin")
    assert not path.condition(Q(0), "o", "margin")
    assert path.exponent("gap") is None
    atom = Path(rows("multiclass:classes=3"), point("2/5", "2/5", "1/5"), point("1", "0", "0"),
                law("atom=1/4"))  # fmt: skip
    # gamma is 0 at T = 0 with probability 1/4; gamma+ is 1/5 there, and small only next to it.
    assert atom.exponent("margin") == 0
    assert atom.exponent("gap") == 1
    assert atom.moment(Q(1, 2), "gap") is None
    tied = Path(((Q(0), Q(1)), (Q(0), Q(1))), point("1", "0"), point("0", "1"), law("p=1"))
    assert tied.pieces()[0].constant is None
    assert tied.exponent() is None


def test_what_is_no_path() -> None:
    with pytest.raises(InvalidParameter, match="two predictions"):
        Path(((Q(0), Q(1)),), point("1", "0"), point("0", "1"), law("p=1"))
    with pytest.raises(InvalidParameter, match="sum 1"):
        Path(rows("hamming:m=1"), point("1", "1"), point("0", "1"), law("p=1"))


values = st.fractions(Q(1, 30), 3, max_denominator=30)


def test_by_hand() -> None:
    found = tail([(Q(1, 2), Q(1, 4)), (Q(1, 4), Q(1)), (Q(1, 4), None)])
    assert found.steps == ((Q(1, 4), Q(1, 2)), (Q(1), Q(3, 4)))
    assert [found.at(t) for t in (Q(0), Q(1, 4), Q(1, 2), Q(2))] == [0, Q(1, 2), Q(1, 2), Q(3, 4)]
    assert not found.at_zero
    assert found.bound(Q(1, 2)) == Root(Q(1), 2)
    # 1/2 * 4^(3/2) + 1/4 is rational, and enclosed.
    moment = found.moment(Q(3, 2))
    assert moment is not None
    assert moment.lower <= Q(17, 4) <= moment.upper
    assert Root(Q(4), 2).enclosed().lower == 2
    assert Root(Q(4)).enclosed().is_exact


def test_mass_at_zero() -> None:
    found = tail([(Q(1, 3), Q(0)), (Q(2, 3), Q(1))])
    assert found.at_zero == Q(1, 3)
    assert found.bound(Q(1)) is None
    assert found.moment(Q(1)) is None
    assert tail([(Q(1), None)]).bound(Q(2)) == Root(Q(0))


def test_a_long_moment_is_enclosed() -> None:
    primes = (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47)
    found = tail((Q(1, len(primes)), Q(k, 211)) for k in primes)
    moment = found.moment(Q(64))
    assert moment is not None
    exact = sum(Q(211, k) ** 64 for k in primes) / len(primes)
    assert moment.lower <= exact <= moment.upper
    assert 0 < moment.upper - moment.lower < moment.lower / 2**60


@st.composite
def weighted(draw: st.DrawFn) -> list[tuple[Fraction, Fraction]]:
    """Up to four pairs of a probability and a positive value."""
    weights = draw(st.integers(1, 4).flatmap(lambda n: simplex_points(n, interior=True)))
    return [(w, draw(values)) for w in weights]


@given(weighted(), st.sampled_from([Q(1), Q(2), Q(1, 2), Q(5, 3)]))
def test_against_floats(drawn: list[tuple[Fraction, Fraction]], p: Fraction) -> None:
    found = tail(drawn)
    moment, bound = found.moment(p), found.bound(p)
    assert moment is not None
    assert bound is not None
    direct = sum(float(w) * float(m) ** -float(p) for w, m in drawn)
    assert abs(float(moment.lower) / direct - 1) < 1e-9
    # The supremum over a grid of t never exceeds B, and M is never below B.
    grid = [Q(k, 60) for k in range(1, 200)]
    largest = max(
        float(found.at(t)) / float(t) ** float(p) for t in (*grid, *(m for _, m in drawn))
    )
    assert abs(float(bound.enclosed().upper) / largest - 1) < 1e-9
    assert bound.enclosed().lower <= moment.upper
