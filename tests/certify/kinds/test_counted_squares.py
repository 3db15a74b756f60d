"""Sums of squares for losses by counts: against all sign vectors, and refused with the reason."""

from dataclasses import replace
from fractions import Fraction
from itertools import combinations, product
from random import Random
from typing import Any

import pytest

from qstheory import losses
from qstheory.certify import Outcome, decide
from qstheory.certify.arithmetic import Vectors
from qstheory.certify.kinds.counted_squares import (
    CellSquares,
    CountedDual,
    CountedSquares,
    EnumeratedForm,
    OddSquare,
    Squares,
    largest_value,
    lower_bound,
    patterns,
)
from qstheory.certify.relabelling import orbit_of, partitions
from qstheory.losses import resolve
from tests.certify.samples.sign_hull import SAMPLES

BELOW, GIVEN = next(
    (s.proposition, s.certificate) for s in SAMPLES if isinstance(s.certificate, CountedSquares)
)
ONE = Fraction(1)
(SQUARES,), (ODD, FORM), (CELLS,) = GIVEN.squares, GIVEN.cuts, GIVEN.cells


def random_squares(m: int, random: Random) -> tuple[Squares, ...]:
    """Products at random with Gram matrices V V^T, for every shape."""
    pairs = [(), *combinations(range(1 << m), 2)]
    found = []
    for shape in partitions(m):
        V = [[random.randint(-2, 2) for _ in range(2)] for _ in range(3)]
        gram = tuple(
            tuple(
                Fraction(sum(x * y for x, y in zip(V[i], V[j], strict=True))) for j in range(i + 1)
            )
            for i in range(3)
        )
        found.append(Squares(shape, tuple(random.sample(pairs, 3)), gram))
    return tuple(found)


@pytest.mark.parametrize("seed", range(8))
def test_the_bound_holds_for_every_sign_vector(seed: int) -> None:
    """On two labels there are eight sign vectors of four observations, up to a common sign."""
    random, m = Random(seed), 2
    counts = losses.parse("f-score:m=2,undefined=one").counts
    assert counts is not None
    q = {a: Fraction(random.randint(1, 4)) for a in range(m + 1)}
    B = {t: Fraction(random.randint(-3, 3)) for t in counts.triples()}
    odd = OddSquare(tuple((y, k) for y, k in enumerate((1, -1, 2, 1)) if k), Fraction(seed, 2))
    sizes = random.choice([(0,), (1,), (0, 1), (1, 2), (0, 1, 2)])
    pairs = {
        orbit_of(x): x for x in combinations(range(4), 2) if {y.bit_count() for y in x} <= {*sizes}
    }
    values = [(x, Fraction(random.randint(-3, 3))) for x in pairs.values()]
    form = EnumeratedForm(sizes, tuple(values), Fraction(random.randint(0, 4)))
    numbers = [random.randint(-2, 2) for _ in range(3)]
    gram = tuple(tuple(Fraction(x * y) for y in numbers[: k + 1]) for k, x in enumerate(numbers))
    cells = CellSquares(1, ((1, 0), (1, 1), (2, 1)), gram)
    given = CountedSquares((), (), random_squares(m, random), (odd, form), (cells,))
    dual = CountedDual(counts, q, B)
    bound = dual.product**2 / sum(q.values()) / (lower_bound(dual, given) or ONE)
    numbers = {a: sum(z.bit_count() == a for z in range(4)) for a in q}
    for e in product((1, -1), repeat=4):
        value = Fraction(0)
        for z in range(4):
            a = z.bit_count()
            row = sum(B[a, y.bit_count(), (z & y).bit_count()] * e[y] for y in range(4))
            value += q[a] / numbers[a] * row**2
        assert value <= bound


def scaled(gram: Vectors, factor: int) -> Vectors:
    """A multiple of a Gram matrix."""
    return tuple(tuple(factor * x for x in row) for row in gram)


def test_each_kind_of_square_alone_does_what_it_can() -> None:
    """6 - 2 s needs 2 s: the first three leave 8, the form in cells 9; without any it is 12."""
    squares = (replace(SQUARES, gram=scaled(SQUARES.gram, 4)),)
    cells = (replace(CELLS, gram=scaled(CELLS.gram, 2)),)
    none = replace(GIVEN, squares=(), cuts=(), cells=())
    for certificate, value in (
        (replace(none, squares=squares), Fraction(4, 8)),
        (replace(none, cuts=(replace(ODD, weight=ONE),)), Fraction(4, 8)),
        (replace(none, cuts=(replace(FORM, weight=2 * ONE),)), Fraction(4, 8)),
        (replace(none, cells=cells), Fraction(4, 9)),
        (none, Fraction(4, 12)),
        (GIVEN, BELOW.value),
    ):
        proposition = replace(BELOW, value=value)
        assert decide(proposition, certificate).outcome is Outcome.PROVES
        larger = replace(proposition, value=value + Fraction(1, 10**9))
        assert decide(larger, certificate).reason.startswith("the bound from below is")


@pytest.mark.parametrize(
    ("proposition", "certificate", "reason"),
    [
        (replace(BELOW, relation="<="), GIVEN, "the bound from below is"),
        (replace(BELOW, quantity="gamma-2"), GIVEN, "A* only"),
        (replace(BELOW, loss=losses.parse("multiclass:classes=7").reference), GIVEN, "6 labels"),
        (
            replace(BELOW, loss=losses.parse("ordinal-squared:classes=4").reference),
            GIVEN,
            "by counts",
        ),
        (BELOW, replace(GIVEN, shares=GIVEN.shares * 2), "repeated"),
        (BELOW, replace(GIVEN, shares=((0, ONE),)), "no prediction"),
        (BELOW, replace(GIVEN, shares=((1, -ONE),)), "negative or all 0"),
        (BELOW, replace(GIVEN, shares=((1, 0 * ONE),)), "negative or all 0"),
        (BELOW, replace(GIVEN, entries=GIVEN.entries[:1]), "one entry for each"),
        (BELOW, replace(GIVEN, entries=GIVEN.entries * 2), "one entry for each"),
        (BELOW, replace(GIVEN, entries=((1, 1, 0, ONE), (1, 1, 1, ONE))), "annihilate"),
        (BELOW, replace(GIVEN, squares=(replace(SQUARES, shape=(2, 2)),)), "no partition"),
        (BELOW, replace(GIVEN, squares=(replace(SQUARES, shape=(1, 2)),)), "no partition"),
        (BELOW, replace(GIVEN, squares=(replace(SQUARES, gram=((ONE,), (ONE,))),)), "rows of"),
        (BELOW, replace(GIVEN, squares=(replace(SQUARES, products=((),)),)), "each product"),
        (
            BELOW,
            replace(GIVEN, squares=(replace(SQUARES, products=((), (1, 1))),)),
            "two different",
        ),
        (
            BELOW,
            replace(GIVEN, squares=(replace(SQUARES, products=((), (0, 1))),)),
            "two different",
        ),
        (BELOW, replace(GIVEN, squares=(replace(SQUARES, products=((), (1,))),)), "two different"),
        (BELOW, replace(GIVEN, cells=(replace(CELLS, a=2),)), "no size of predictions"),
        (BELOW, replace(GIVEN, cells=(replace(CELLS, cells=((1, 0),) * 2),)), "repeats a cell"),
        (BELOW, replace(GIVEN, cells=(replace(CELLS, cells=((1, 0),)),)), "one for each cell"),
        (BELOW, replace(GIVEN, cuts=(replace(ODD, terms=((1, 1), (2, 1))),)), "not odd"),
        (BELOW, replace(GIVEN, cuts=(replace(ODD, weight=-ONE),)), "a weight is negative"),
        (BELOW, replace(GIVEN, cuts=(replace(FORM, weight=-ONE),)), "a weight is negative"),
        (BELOW, replace(GIVEN, cuts=(replace(FORM, sizes=(1, 1)),)), "different ones"),
        (BELOW, replace(GIVEN, cuts=(replace(FORM, sizes=()),)), "different ones"),
        (BELOW, replace(GIVEN, cuts=(replace(FORM, sizes=(2,)),)), "different ones"),
        (
            BELOW,
            replace(GIVEN, cuts=(replace(FORM, coefficients=(((1, 3), ONE),)),)),
            "of its sizes",
        ),
        (
            BELOW,
            replace(GIVEN, cuts=(replace(FORM, coefficients=(((1, 1), ONE),)),)),
            "of its sizes",
        ),
        (
            BELOW,
            replace(GIVEN, cuts=(replace(FORM, coefficients=FORM.coefficients * 2),)),
            "the same orbit",
        ),
        (BELOW, replace(GIVEN, cuts=(replace(ODD, terms=((1, 1), (1, 2))),)), "different observ"),
        (BELOW, replace(GIVEN, cuts=(replace(ODD, terms=((0, 1),)),)), "different observations"),
    ],
)
def test_it_is_refused(proposition: Any, certificate: Any, reason: str) -> None:
    resolve(proposition.loss)
    decision = decide(proposition, certificate)
    assert decision.outcome is Outcome.INVALID
    assert reason in decision.reason


def test_a_gram_matrix_that_is_not_semidefinite_is_refused() -> None:
    first, (cross, last) = SQUARES.gram
    gram = (first, (cross, last - Fraction(1, 10**12)))
    for changed in (
        replace(GIVEN, squares=(replace(SQUARES, gram=gram),)),
        replace(GIVEN, cells=(replace(CELLS, gram=((ONE,), (-2 * ONE, ONE))),)),
    ):
        decision = decide(BELOW, changed)
        assert decision.reason == "a Gram matrix is not positive semidefinite"


@pytest.mark.parametrize("sizes", [(1,), (2,), (0, 1, 3), (1, 2), (0, 2, 3)])
def test_forms_are_maximised_over_all_signs(sizes: tuple[int, ...]) -> None:
    m, random = 3, Random(str(sizes))
    sets = [y for y in range(1 << m) if y.bit_count() in sizes]
    pairs = {orbit_of(pair): pair for pair in combinations(sets, 2)}
    values = {orbit: Fraction(random.randint(-5, 5), 2) for orbit in pairs}
    signs = list(product((1, -1), repeat=len(sets)))
    expected = max(
        sum(
            values[orbit_of((x, y))] * e[i] * e[j]
            for (i, x), (j, y) in combinations(enumerate(sets), 2)
        )
        for e in signs
    )
    assert largest_value(m, sizes, tuple((pairs[o], f) for o, f in values.items())) == expected
    assert patterns(m, sizes) <= 2 * len(signs)


def test_a_form_in_too_many_signs_is_refused() -> None:
    loss = losses.parse("f-score:m=5,undefined=one")
    assert loss.counts is not None
    entries = tuple((*t, 0 * ONE) for t in loss.counts.triples())
    form = EnumeratedForm((0, 1, 2, 3), (), ONE)
    given = CountedSquares(tuple((a, ONE) for a in range(6)), entries, (), (form,), ())
    decision = decide(replace(BELOW, loss=loss.reference), given)
    assert "more than 1048576 patterns" in decision.reason
