"""Matrices of planted rank and shift: dimensions, certificates, and replays without a solver."""

from collections.abc import Callable
from fractions import Fraction
from itertools import combinations, product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sympy import Matrix, Poly, Rational, ones, symbols

from qstheory import losses
from qstheory.certify import decide
from qstheory.certify.bundle import loads
from qstheory.certify.decide import STANDARD_LIBRARY
from qstheory.certify.kinds.dimension_bounds import dimensions
from qstheory.certify.kinds.span import Counted, ModularSpan, Span
from qstheory.certify.rules import Tools
from qstheory.errors import InvalidParameter
from qstheory.exact.integer_matrix import (
    from_fractions,
    observation_differences,
    prediction_differences,
    rank,
)
from qstheory.exact.modular import PRIME
from qstheory.exact.span import FLINT
from qstheory.losses.base import Loss, matrix_loss
from qstheory.theory.dimensions import dimension_findings
from qstheory.theory.effort import DEFAULT
from qstheory.theory.findings import Finding
from qstheory.theory.subject import Spanned, Subject
from qstheory.work.certificates import dumps

Integers = np.ndarray


def loss_of(values: Integers, denominator: int = 1) -> Loss:
    """The matrix of these integers over a denominator, equal entries shared."""
    known = {int(x): Fraction(int(x), denominator) for x in np.unique(values)}
    return matrix_loss([[known[x] for x in row] for row in values.tolist()])


def found(loss: Loss) -> dict[str, Finding]:
    """The findings on dimensions, by key."""
    return {finding.key: finding for finding in dimension_findings(Subject(loss, DEFAULT))}


def replayed(findings: dict[str, Finding], tools: Tools = STANDARD_LIBRARY) -> None:
    """Every finding is decided, and its certificates are accepted, by the standard library."""
    items = [item for finding in findings.values() for item in finding.items()]
    for item in loads(dumps(items)):
        assert decide(item.proposition, item.certificate, tools).outcome.value == item.expect
    for finding in findings.values():
        assert finding.status == "proved" or finding.key == "shift", finding


def numbers(findings: dict[str, Finding]) -> tuple[object, ...]:
    """rank, affine dimension, and those of the differences."""
    keys = ("loss", "affine-dimension", "prediction-differences", "observation-differences")
    return tuple(findings[key].value for key in keys)


@st.composite
def small_matrices(draw: st.DrawFn) -> list[list[Fraction]]:
    rows, columns, r = draw(st.integers(1, 7)), draw(st.integers(1, 7)), draw(st.integers(0, 4))
    source = np.random.default_rng(draw(st.integers(0, 2**32)))
    values = source.integers(-3, 4, (rows, r)) @ source.integers(-3, 4, (r, columns))
    values += draw(st.sampled_from([0, 0, 1, 5]))
    scale = draw(st.sampled_from([1, 1, 10**30]))
    denominators = [draw(st.sampled_from([1, 2, 3])) for _ in range(rows)]
    return [
        [Fraction(int(x) * scale, d) for x in row]
        for row, d in zip(values, denominators, strict=True)
    ]


def affine_dimension(rows: list[list[Fraction]]) -> int:
    """min over c of rank(L - c): each minor of L - c is affine in c, so only their roots matter."""

    c = symbols("c")
    M = Matrix([[Rational(x.numerator, x.denominator) for x in row] for row in rows])
    shifted = M - c * ones(*M.shape)
    roots = set()
    for size in range(1, min(M.shape) + 1):
        for some, others in product(
            combinations(range(M.rows), size), combinations(range(M.cols), size)
        ):
            minor = Poly(shifted.extract(list(some), list(others)).det(), c)
            if minor.degree() == 1:
                a, b = minor.all_coeffs()
                roots.add(-b / a)
    return min(int((M - root * ones(*M.shape)).rank()) for root in {*roots, 0})


@settings(max_examples=40)
@given(small_matrices())
def test_dimensions_are_those_over_the_rationals(rows: list[list[Fraction]]) -> None:
    findings = found(matrix_loss(rows))
    replayed(findings)
    by_rows = prediction_differences(from_fractions(rows)).rows()
    by_columns = observation_differences(from_fractions(rows)).rows()
    assert numbers(findings)[0] == rank(rows)
    assert numbers(findings)[2:] == (rank(by_rows), rank(by_columns))


@settings(max_examples=15)
@given(small_matrices().filter(lambda rows: len(rows) <= 4 and len(rows[0]) <= 4))
def test_the_affine_dimension_is_the_least_rank_over_all_shifts(rows: list[list[Fraction]]) -> None:
    assert found(matrix_loss(rows))["affine-dimension"].value == affine_dimension(rows)


def test_a_matrix_that_is_invariant_under_every_shift() -> None:
    """M x = 1 with 1^T x = 0: the affine dimension is the rank, the differences have one less."""
    findings = found(matrix_loss([[Fraction(1), Fraction(0)], [Fraction(2), Fraction(1)]]))
    assert numbers(findings) == (2, 2, 1, 1)
    replayed(findings)


def test_rounding_cannot_hide_small_singular_values() -> None:
    values = np.array([[10**9, 10**9 + 1], [10**9 - 1, 10**9]], dtype=np.int64)
    assert numbers(found(loss_of(values)))[0] == 2


Made = Callable[[np.random.Generator], tuple[Integers, tuple[int, int, int, int]]]


def low_rank(n: int, r: int) -> Made:
    """Products of random integers: neither span holds the constant one."""
    return lambda s: (s.integers(-3, 4, (n, r)) @ s.integers(-3, 4, (r, n)), (r, r, r, r))


def shifted(n: int, r: int, c: int) -> Made:
    """A product plus a scalar, which is taken out again."""

    def make(s: np.random.Generator) -> tuple[Integers, tuple[int, int, int, int]]:
        return s.integers(-3, 4, (n, r)) @ s.integers(-3, 4, (r, n)) + c, (r + 1, r, r, r)

    return make


def full(n: int, columns: int) -> Made:
    """Random entries: as many dimensions as rows or columns allow."""

    def make(s: np.random.Generator) -> tuple[Integers, tuple[int, int, int, int]]:
        r = min(n, columns)
        square = n == columns
        return s.integers(0, 1000, (n, columns)), (
            r,
            r - square,
            r - (r == n),
            r - (r == columns),
        )

    return make


def repeated(n: int, k: int) -> Made:
    """k different rows and columns, each many times over."""

    def make(s: np.random.Generator) -> tuple[Integers, tuple[int, int, int, int]]:
        small = s.integers(0, 1000, (k, k))
        of_row, of_column = s.integers(0, k, n), s.integers(0, k, n)
        of_row[:k] = of_column[:k] = np.arange(k)
        return small[of_row][:, of_column], (k, k - 1, k - 1, k - 1)

    return make


CASES = {
    "low rank": low_rank(200, 17),
    "low rank, large": low_rank(300, 60),
    "shifted": shifted(250, 9, 7),
    "full": full(300, 300),
    "full, more rows": full(300, 120),
    "full, more columns": full(90, 200),
    "repeated": repeated(300, 40),
}
LARGE = {
    "low rank": low_rank(2048, 30),
    "rank in the hundreds": low_rank(1000, 200),
    "few columns": full(2000, 50),
    "shifted": shifted(2000, 12, -5),
    "full": full(1000, 1000),
    "repeated": repeated(2000, 100),
}
SLOW = {
    "low rank": low_rank(1024, 30),
    "rank in the hundreds": low_rank(320, 160),
    "few columns": full(2000, 50),
    "shifted": shifted(1000, 12, -5),
    "full": full(450, 450),
    "repeated": repeated(600, 60),
}
"""The same kinds, as large as the standard library replays within seconds."""


@pytest.mark.parametrize("name", CASES)
def test_planted_dimensions_are_found_and_replayed(name: str) -> None:
    values, expected = CASES[name](np.random.default_rng(len(name)))
    findings = found(loss_of(values, 3))
    assert numbers(findings) == expected
    replayed(findings)


@pytest.mark.slow
@pytest.mark.parametrize(("cases", "tools"), [(LARGE, FLINT), (SLOW, STANDARD_LIBRARY)])
@pytest.mark.parametrize("name", LARGE)
def test_planted_dimensions_of_large_matrices(
    name: str, cases: dict[str, Made], tools: Tools
) -> None:
    values, expected = cases[name](np.random.default_rng(len(name)))
    findings = found(loss_of(values))
    assert numbers(findings) == expected
    replayed(findings, tools)


SEARCHED = st.sampled_from([(200, 5, 0), (260, 40, 3), (330, 25, -7), (420, 2, 11), (600, 12, 1)])


@settings(max_examples=5)
@given(SEARCHED, st.integers(0, 2**32))
def test_planted_rank_and_shift_are_found(planted: tuple[int, int, int], seed: int) -> None:
    """Up to 600 rows, the rank and the shift being drawn."""
    n, r, c = planted
    values, expected = (shifted(n, r, c) if c else low_rank(n, r))(np.random.default_rng(seed))
    findings = found(loss_of(values))
    assert numbers(findings) == expected


def test_a_prime_that_divides_the_minor_is_left_out() -> None:
    """The second prime is the determinant of the minor: modulo it no rows and columns span."""
    p = next(q for q in range(PRIME - 1, 2, -1) if all(q % d for d in range(2, 3000)))
    values = np.array([[p, 0, p, 2 * p], [0, 1, 1, 3], [p, 1, p + 1, 2 * p + 3]], dtype=np.int64)
    loss = loss_of(values)
    subject = Subject(loss, DEFAULT)
    window = subject.window
    spanned = Spanned(subject.matrix, subject.structure, window.predictions, window.observations)
    plain, regular = spanned.by_congruences(), spanned.by_congruences(regular=True)
    assert p in plain.moduli
    assert p not in regular.moduli
    with pytest.raises(InvalidParameter, match="not regular"):
        dimensions(loss.reference, plain, STANDARD_LIBRARY)
    assert dimensions(loss.reference, regular, STANDARD_LIBRARY).loss == subject.rank == 2


def squared_differences(m: int) -> Integers:
    """(number of differing labels)^2 of all pairs of label sets, without a product of matrices."""
    sets = np.arange(1 << m)
    ones = np.array([bin(x).count("1") for x in sets])
    return ones[sets[:, None] ^ sets[None, :]] ** 2


@pytest.mark.parametrize(
    ("m", "tools"),
    [(8, STANDARD_LIBRARY), pytest.param(11, FLINT, marks=pytest.mark.slow)],
)
def test_squared_numbers_of_differing_labels_have_the_ranks_of_their_polynomials(
    m: int, tools: Tools
) -> None:
    """In signs s it is (m - s . s')^2 / 4: characters of degrees 0, 1 and 2."""
    findings = found(loss_of(squared_differences(m)))
    r = 1 + m * (m - 1) // 2 + m
    assert numbers(findings)[:2] == (r, r - 1)
    replayed(findings, tools)


def spans(loss: Loss) -> list[Span | ModularSpan]:
    """All that is proposed for a loss."""
    subject = Subject(loss, DEFAULT)
    window = subject.window
    spanned = Spanned(subject.matrix, subject.structure, window.predictions, window.observations)
    both = [spanned.by_coefficients("observations"), spanned.by_coefficients("predictions")]
    return [span for span in both if span is not None] + [spanned.by_congruences()]


@pytest.mark.parametrize("tools", [STANDARD_LIBRARY, FLINT], ids=["standard", "fast"])
def test_one_changed_entry_is_noticed_by_each_kind_of_span(tools: Tools) -> None:
    source = np.random.default_rng(5)
    values = source.integers(0, 2, (60, 4)) @ source.integers(0, 2, (4, 70))
    proposed = spans(loss_of(values))
    assert {type(span) for span in proposed} == {Span, ModularSpan}
    for span in proposed:
        assert dimensions(loss_of(values).reference, span, tools).loss == 4
        for i, j in source.integers(0, (60, 70), (12, 2)).tolist():
            changed = values.copy()
            changed[i, j] += int(source.choice([1, -1, 8_388_593]))
            loss = loss_of(changed)
            true = rank([[Fraction(x) for x in row] for row in changed.tolist()])
            try:
                bound = dimensions(loss.reference, span, tools)
            except InvalidParameter:
                continue
            assert bound.loss >= true


def test_too_few_moduli_are_refused() -> None:
    values = np.array([[1, 2, 3], [4, 8, 12 + 101], [5, 10, 15]])
    few = ModularSpan(("0",), ("0",), (101,))
    with pytest.raises(InvalidParameter, match="Hadamard"):
        dimensions(loss_of(values).reference, few, STANDARD_LIBRARY)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("hamming:m=5", (6, 5)),
        ("multiclass:classes=70", (70, 69)),
        ("ordinal-squared:classes=40", (3, 3)),
    ],
)
def test_losses_by_name(text: str, expected: tuple[int, int]) -> None:
    findings = found(losses.parse(text))
    assert numbers(findings)[:2] == expected
    replayed(findings)


def test_counts_bound_differences_by_one_fewer() -> None:
    given_ = dimensions(loss_of(np.zeros((3, 5), dtype=np.int64)).reference, Counted(), FLINT)
    assert (given_.loss, given_.prediction_differences) == (3, 2)
    assert (given_.observation_differences, given_.affine) == (3, 3)
