"""Formulas: read in one way only, exact, and refused with the place where they cannot be read."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qstheory import losses
from qstheory.errors import InvalidParameter, TooLarge, UndefinedLoss, UnreadableInput
from qstheory.losses.formula import compiled, names, substituted, written
from qstheory.losses.formula_families import treats_items_alike
from qstheory.losses.formula_reader import read_formula
from qstheory.losses.shared import relabelling

VALUES = {"a": 2, "b": 3, "i": 1, "m": 5, "y": (0, 1, 1)}


def value(text, undefined="raise", **more):
    return compiled(read_formula(text), undefined)({**VALUES, **more})


HAND = {
    "1 - 2*i/(a+b)": Fraction(3, 5),
    "2^3^2": 512,
    "-2^2": -4,
    "(-2)^2": 4,
    "2**-1": Fraction(1, 2),
    "a - b - i": -2,
    "8/4/2": 1,
    "- - a": 2,
    "0.1 + 1/5": Fraction(3, 10),
    "1 < a < b": 1,
    "1 < b < a": 0,
    "a == b or not i == 2 and m >= 5": 1,
    "not a == 2": 0,
    "not not a": 1,
    "7 if a > b else 8 if a == 1 else 9": 9,
    "max(a, b; 7) - min(a, b)": 5,
    "abs(a-b) + sign(a-b) + floor(7/2) + ceil(7/2)": 7,
    "binomial(m, 2) + factorial(3) + binomial(2, 3) + binomial(2, -1)": 16,
    "sum(j=1..m, j^2)": 55,
    "prod(j=1..3; j + a)": 60,
    "sum(j=2..1, 1/0)": 0,
    "sum(j=1..3, y[j]*sum(l=1..j, y[l]))": 3,
    "sum(a=1..2, a) + a": 5,
}


@pytest.mark.parametrize("text", HAND)
def test_values_by_hand_and_read_again_from_what_is_written(text):
    assert value(text) == HAND[text]
    term = read_formula(text)
    assert read_formula(written(term)) == term


@st.composite
def formulas(draw, depth=4):
    """A text with its value, found without the reader: None where it divides by 0."""
    kind = draw(st.integers(0, 5 if depth else 1))
    if kind == 0:
        number = draw(st.integers(0, 12))
        return str(number), Fraction(number)
    if kind == 1:
        name = draw(st.sampled_from(["a", "b", "i", "m"]))
        return name, Fraction(VALUES[name])
    left, x = draw(formulas(depth=depth - 1))
    right, y = draw(formulas(depth=depth - 1))
    if kind == 2:
        sign = draw(st.sampled_from("+-*"))
        result = {"+": Fraction.__add__, "-": Fraction.__sub__, "*": Fraction.__mul__}[sign]
        return f"({left}){sign}({right})", None if None in (x, y) else result(x, y)
    if kind == 3:
        return f"({left})/({right})", None if None in (x, y) or not y else x / y
    if kind == 4:
        return f"(({left}) <= ({right}))", None if None in (x, y) else Fraction(x <= y)
    return f"-({left})", None if x is None else -x


@settings(max_examples=200)
@given(formulas())
def test_random_formulas_have_the_value_they_were_made_with(made):
    text, expected = made
    term = read_formula(text)
    assert read_formula(written(term)) == term
    if expected is None:
        with pytest.raises((InvalidParameter, UndefinedLoss)):
            compiled(term)(VALUES)
    else:
        assert compiled(term)(VALUES) == expected


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "character 1: a number, a name or a bracket is missing before the end"),
        ("1 +", "character 4: .*missing before the end"),
        ("1 2", "character 3: '2' does not belong here"),
        ("(1", r"'\)' is missing before the end"),
        ("1 - £", "character 5: '£' does not belong here"),
        ("__import__('os')", 'character 12: "\'" does not belong here'),
        ("exec(a)", "character 1: 'exec' is no function; these are abs"),
        ("min(a)", "character 1: min takes 2 to 9 arguments, not 1"),
        ("sum(2, 3)", "sum needs its index"),
        ("sum(j=1, 3)", r"'\.\.' is missing before ','"),
        ("a if b", "'else' is missing before the end"),
        ("if + 1", "'if' does not belong here"),
        ("2a", "with at most 60 digits, not '2a'"),
        ("(" * 200 + "a" + ")" * 200, "more than 60 brackets"),
        ("2^" * 200 + "2", "more than 60 powers"),
        ("1+" * 3000 + "1", "longer than 4000"),
    ],
)
def test_what_cannot_be_read_is_refused_with_its_place(text, said):
    with pytest.raises(UnreadableInput, match=said) as caught:
        read_formula(text)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("1/(a-2)", "divides 1 by 0"),
        ("2^(1/2)", "no integer"),
        ("0^(-1)", "negative power of 0"),
        ("9^9^9^9", "too large"),
        ("factorial(2000)", "from 0 to 1000"),
        ("binomial(-1, 0)", "from 0 to 1000"),
        ("y[4]", "not from 1 to 3"),
        ("sum(j=1..10^6, j)", "more than 10000 terms"),
        ("sum(j=1/2..2, j)", "no integer"),
    ],
)
def test_what_cannot_be_computed_is_refused(text, said):
    with pytest.raises(InvalidParameter, match=said):
        value(text)


def test_a_ratio_of_zeros_has_the_value_of_the_policy():
    assert value("1 - i/a", "zero", a=0, i=0) == 1
    assert value("1 - i/a", "one", a=0, i=0) == 0
    for policy in ("raise", "drop"):
        with pytest.raises(UndefinedLoss, match="0/0"):
            value("1 - i/a", policy, a=0, i=0)
    assert value("0 if a == 0 else 1 - i/a", a=0, i=0) == 0


def test_parameters_are_put_in_but_not_for_the_index_of_a_sum():
    term = substituted(read_formula("alpha + sum(j=1..alpha, j + alpha)"), {"alpha": Fraction(2)})
    assert set(names(term)) == set()
    assert compiled(term)({}) == 9
    bound = substituted(read_formula("sum(j=1..2, j)"), {"j": Fraction(7)})
    assert compiled(bound)({}) == 3


def test_the_loss_of_a_formula_is_named_and_refused_like_any_other():
    loss = losses.parse("set-formula:m=3,entry=1 - 2*min(a; i)/(a+b),undefined=one")
    assert loss["110", "011"] == Fraction(1, 2)
    assert losses.parse(loss.name) == loss
    with pytest.raises(UndefinedLoss, match="0/0 for observations of size 0"):
        losses.make("set-formula", m=3, entry="i/(a+b)")
    with pytest.raises(InvalidParameter, match="'k', which is none of a"):
        losses.make("set-formula", m=3, entry="i/k")
    with pytest.raises(InvalidParameter, match="character 3"):
        losses.make("set-formula", m=3, entry="i/")
    with pytest.raises(InvalidParameter, match="beyond m = 3"):
        losses.make("set-formula", m=3, entry="i", predicted="2;4")
    with pytest.raises(InvalidParameter, match="the least and the largest"):
        losses.make("set-formula", m=3, entry="i", predicted="2;1")
    with pytest.raises(InvalidParameter, match="no interval"):
        losses.make("set-formula", m=3, entry="(b-1)/(b-1)", undefined="drop")


@pytest.mark.parametrize(
    ("text", "alike"),
    [
        ("sum(j=1..m, y[j]*sum(l=1..m, y[l]*(s[l]<=s[j]))/s[j])", True),
        ("sum(j=1..m, sum(l=1..m, (j != l)*(y[j] < y[l])*(s[j] > s[l])))", True),
        ("sum(j=1..m, j*y[j])", False),
        ("sum(j=1..m-1, y[j])", False),
        ("y[1]", False),
        ("sum(j=1..m, sum(l=1..j, y[l]))", False),
        ("sum(j=1..m, y[j+0])", False),
        ("sum(j=1..m, (j == 1)*y[j])", False),
        ("sum(j=1..m, sum(j=2..m, y[j]))", False),
        ("sum(m=1..2, sum(j=1..m, y[j]*s[j]))", False),
    ],
)
def test_formulas_that_treat_items_alike_are_told(text, alike):
    assert treats_items_alike(read_formula(text)) is alike
    loss = losses.make("ranking-formula", m=3, entry=text)
    moved = all(
        loss[g.prediction(z), g.observation(y)] == loss[z, y]
        for g in relabelling(3)
        for z in loss.predictions
        for y in loss.observations
    )
    assert moved or not alike
    assert bool(loss.symmetries) is alike


def test_average_precision_by_formula_is_the_built_in_loss():
    text = "1 - sum(j=1..m,y[j]*sum(l=1..m,y[l]*(s[l]<=s[j]))/s[j])/sum(j=1..m,y[j])"
    loss = losses.make("ranking-formula", m=3, entry=text, undefined="drop")
    built = losses.make("map", m=3, undefined="drop")
    assert list(loss.observations) == list(built.observations)
    assert all(loss[z, y] == built[z, y] for z in loss.predictions for y in loss.observations)


def test_rankings_and_trees_that_are_too_large_or_none_are_refused():
    with pytest.raises(TooLarge, match="fewer items"):
        losses.make("ranking-formula", m=7, entry="s[1]")
    with pytest.raises(UndefinedLoss, match="0/0 for 1 observations, such as 00"):
        losses.make("ranking-formula", m=2, entry="y[1]/sum(j=1..m, y[j])")
    with pytest.raises(TooLarge, match="4096 leaves"):
        losses.make("tree-formula", children="9;9;9;9", entry="i")
    with pytest.raises(InvalidParameter, match="one for each depth"):
        losses.make("tree-formula", children="", entry="i")
    with pytest.raises(InvalidParameter, match="divides 1 by 0"):
        losses.make("tree-formula", children="2;2", entry="1/i")
    assert losses.make("tree-formula", children="3;1;2", entry="i").bounds == (0, 3)
