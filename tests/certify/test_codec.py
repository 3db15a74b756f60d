"""The JSON form of values: what is written is read back, and nothing else is accepted."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qstheory.certify.codec import decode
from qstheory.certify.expressions import Expression, Log, Number, Power, Product, Sum
from qstheory.certify.kinds.rank import Minor
from qstheory.certify.rationals import DIGITS
from qstheory.certify.weights import ListedWeights, SizeWeights, UniformWeights, Weights
from qstheory.errors import UnreadableCertificate
from qstheory.losses.base import LossReference, Reference
from qstheory.work.certificates import encode

EXPRESSIONS = "qstheory.certify.expressions"
rationals = st.fractions()
labels = st.integers() | st.text() | st.lists(st.integers(), max_size=3).map(tuple)
weights = st.one_of(
    st.just(UniformWeights()),
    st.lists(st.tuples(labels, rationals), max_size=3).map(lambda w: ListedWeights(tuple(w))),
    st.lists(st.tuples(st.integers(), rationals), max_size=3).map(lambda w: SizeWeights(tuple(w))),
)
words = st.sampled_from(["zero", "drop", "all"])
scalars = st.integers() | rationals | words
parameters = st.one_of(
    scalars,
    st.lists(scalars, max_size=3).map(tuple),
    st.lists(st.lists(scalars, min_size=1, max_size=2).map(tuple), min_size=1, max_size=2).map(
        tuple
    ),
)
references = st.builds(
    LossReference,
    st.text(),
    st.lists(st.tuples(st.text(), parameters), max_size=3).map(tuple),
)
minors = st.builds(
    Minor,
    st.lists(labels, max_size=3).map(tuple),
    st.lists(labels, max_size=3).map(tuple),
    st.integers(),
    st.none() | labels,
)
expressions = st.recursive(
    st.builds(Number, rationals),
    lambda inner: st.one_of(
        st.builds(Sum, st.lists(inner, max_size=3).map(tuple)),
        st.builds(Product, st.lists(inner, max_size=3).map(tuple)),
        st.builds(Power, inner, rationals),
        st.builds(Log, inner),
    ),
    max_leaves=8,
)


@pytest.mark.parametrize(
    ("strategy", "expected", "module"),
    [
        (weights, Weights, __name__),
        (references, Reference, "qstheory.losses.base"),
        (minors, Minor, __name__),
        (expressions, Expression, EXPRESSIONS),
    ],
)
def test_what_is_written_is_read_back(strategy: Any, expected: Any, module: str) -> None:
    @given(strategy)
    def holds(value: Any) -> None:
        assert decode(encode(value), expected, "$", module) == value

    holds()


def test_a_rational_among_words_is_the_rational() -> None:
    parameters = (("beta", Fraction(1, 2)), ("undefined", "zero"))
    assert decode(encode(parameters), tuple[tuple[str, str | Fraction], ...]) == parameters


@pytest.mark.parametrize("value", [1.5, True, [1], {"a": 1}, object(), Fraction, Minor])
def test_other_values_are_not_written(value: Any) -> None:
    with pytest.raises(TypeError, match="no JSON form"):
        encode((value,))


@dataclass(frozen=True)
class Odd:
    """A dataclass with a field that has no JSON form."""

    field: float


@pytest.mark.parametrize(
    ("data", "expected", "message"),
    [
        (1.5, int, r"\$ must be of type int"),
        (True, int, "must be of type int"),
        (1, str, "must be of type str"),
        ("x", type(None), "must be of type NoneType"),
        ("1.5", Fraction, 'must be a rational written as text "p/q"'),
        (1, Fraction, "must be a rational"),
        ("1/0", Fraction, "must be a rational"),
        ("+1", Fraction, "must be a rational"),
        ("١", Fraction, "must be a rational"),
        ("9" * (DIGITS + 1), Fraction, "more than 4300 digits"),
        ("1/" + "9" * (DIGITS + 1), Fraction, "more than 4300 digits"),
        ("1" * (2 * DIGITS + 1), Fraction, "must be a rational"),
        ("c", Literal["a", "b"], "must be one of a, b"),
        (["a"], Literal["a", "b"], "must be one of a, b"),
        ({}, tuple[int, ...], "must be an array"),
        (["1"], tuple[Fraction, ...], "must be rationals in one text"),
        ("1", tuple[Fraction, Fraction], "must have 2 rationals"),
        ([1], tuple[int, int], "must have 2 elements"),
        ([1, "x"], tuple[int, ...], r"\$\[1\] must be of type int"),
        (1.5, int | str, "none of the admitted types"),
        ([], Minor, "must be an object"),
        ({}, Minor, "missing or an unknown member: base, modulus, observations, predictions"),
        ({"kind": ["Minor"]}, Minor, 'must have a "kind"'),
        ({"kind": "Major"}, Minor, 'must have a "kind"'),
        ({"kind": "UniformWeights", "more": 1}, Weights, "unknown member: more"),
        ({"kind": "ListedWeights"}, Weights, "missing or an unknown member: weights"),
        ([], Weights, "none of the admitted types"),
    ],
)
def test_other_data_are_refused_with_the_place(data: Any, expected: Any, message: str) -> None:
    with pytest.raises(UnreadableCertificate, match=message):
        decode(data, expected)


def test_a_pair_of_rationals_is_one_text() -> None:
    assert decode("1/2 3", tuple[Fraction, Fraction]) == (Fraction(1, 2), Fraction(3))


def test_a_type_without_json_form_is_a_mistake_of_the_program() -> None:
    with pytest.raises(TypeError, match="no JSON form"):
        decode({"kind": "Odd", "field": 1.0}, Odd)


def test_integers_that_other_readers_of_json_round_are_text() -> None:
    """2^53 + 1 is the first that has no float of its own."""
    for value in (2**53 - 1, 2**53, -(2**53)):
        assert encode(value) == value
        with pytest.raises(UnreadableCertificate, match=r"does not exceed 2\^53"):
            decode(str(value), int)
    for value in (2**53 + 1, -(2**53) - 1, 10**40):
        assert encode(value) == str(value)
        assert decode(str(value), int) == value
