"""Families against matrices written out, formulas known by hand, and planted sequences."""

import random
from fractions import Fraction
from itertools import combinations, product
from math import comb

import flint
import pytest
import sympy

from qstheory import analyze, losses
from qstheory.certify import decide
from qstheory.certify.bundle import loads
from qstheory.errors import InvalidParameter, TooLarge, UndefinedLoss
from qstheory.exact.integer_matrix import from_fractions
from qstheory.theory.decompositions import Constants
from qstheory.theory.families.family import analyze_family, from_formula, from_function, from_name
from qstheory.theory.families.formulas import ClosedFormInM, DerivedForm, guessed
from qstheory.theory.families.kernels import constants_by_monomials, kernels, m
from qstheory.theory.margin.cells import matrix_of
from qstheory.theory.margin.largest import largest_by_counts, largest_evidence, noiseless_evidence
from qstheory.theory.margin.largest import largest_margin as by_entries
from qstheory.theory.tied_core import lower_by_sizes

H = sympy.harmonic(m)
F1, INDEX = "1 - 2*i/(a+b)", "1 - i/(a+b-i)"


def expressions(found):
    return {name: form.expression for name, form in found.closed_forms.items()}


def same(left, right):
    return sympy.simplify(left - right) == 0


KNOWN = [
    # entry, parameters, options, rank, affine dimension, c, whether these are derived
    ("(a + b - 2*i)/m", {}, {}, m + 1, m, sympy.Rational(1, 2), True),
    (F1, {}, {"undefined": "one"}, m**2 - m + 2, m**2 - m + 1, 1 - 1 / (1 + m * H), True),
    (F1, {}, {"undefined": "zero"}, m**2 - m + 2, m**2 - m + 1, 1, True),
    (F1, {}, {"undefined": "drop"}, m**2 - m + 1, m**2 - m + 1, 0, True),
    (
        "1 - (1+beta^2)*i/(a+beta^2*b)", {"beta": "3/2"}, {"undefined": "one"},
        m**2 - m + 2, m**2 - m + 1, None, True,
    ),
    ("1 - i/k", {"k": 2}, {"predicted": "k"}, m, m, 0, True),
    ("1 - i", {}, {"predicted": "3", "observed": "1"}, m, m - 1, 1 - 3 / m, True),
    ("0 if a == b == i else 1", {}, {}, 2**m, 2**m - 1, 1 - 1 / 2**m, True),
    (INDEX, {}, {"undefined": "one"}, 2**m, 2**m - 1, m / (m + 1), True),
    (INDEX, {}, {"undefined": "drop"}, 2**m - 1, 2**m - 1, 0, True),
    (
        "1 - i/(i+alpha*(a-i)+alpha*(b-i))", {"alpha": "2/3"}, {"undefined": "drop"},
        2**m - 1, 2**m - 1, 0, True,
    ),
    (
        "1 - i/(i+alpha*(a-i)+beta*(b-i))", {"alpha": "1/4", "beta": "3/4"}, {"undefined": "one"},
        m**2 - m + 2, m**2 - m + 1, None, True,
    ),
    ("(a+b-2*i)^2", {}, {}, 1 + m * (m + 1) / 2, m * (m + 1) / 2, m * (m + 1) / 4, False),
]  # fmt: skip


@pytest.mark.usefixtures("few_searches")
@pytest.mark.parametrize("case", KNOWN, ids=lambda case: case[0])
def test_the_known_formulas_come_out(case):
    entry, parameters, options, rank, affine, c, derived = case
    found = analyze_family(from_formula("sets", entry, parameters, **options), range(1, 9))
    shown = expressions(found)
    assert same(shown["rank"], rank)
    assert same(shown["affine dimension"], affine)
    assert c is None or same(shown["c"], c)
    kinds = {name: type(found.closed_forms[name]) for name in ("rank", "affine dimension")}
    assert set(kinds.values()) == {DerivedForm if derived else ClosedFormInM}
    for form in found.closed_forms.values():
        assert ("derived for every m" in form.label) is isinstance(form, DerivedForm)
        assert ("conjectured (fits m = " in form.label) is isinstance(form, ClosedFormInM)


@pytest.mark.usefixtures("few_searches")
@pytest.mark.parametrize(
    ("name", "sizes", "rank", "affine"),
    [
        ("hamming", range(2, 8), m + 1, m),
        ("f-score:undefined=drop", range(2, 8), m**2 - m + 1, m**2 - m + 1),
        ("zero-one", range(1, 7), 2**m, 2**m - 1),
        ("prec-at-k:k=2", range(1, 8), m, m),
        ("pairwise-disagreement:undefined=drop", range(2, 6), m, m - 1),
        ("map:undefined=drop", range(1, 6), m * (m + 1) / 2 - 1, m * (m + 1) / 2 - 1),
        ("ndcg:discount=reciprocal,R=1,low=0,undefined=drop", range(2, 6), m, m),
    ],
)
def test_the_losses_of_table_1_by_name(name, sizes, rank, affine):
    shown = expressions(analyze_family(from_name(name), sizes))
    assert same(shown["rank"], rank)
    assert same(shown["affine dimension"], affine)


def test_block_zero_one_as_a_tree_and_average_precision_as_a_formula():
    shown = expressions(analyze_family(from_formula("trees", "i < 1", children="m;2"), range(1, 7)))
    assert same(shown["rank"], m)
    assert same(shown["affine dimension"], m - 1)
    text = "1 - sum(j=1..m,y[j]*sum(l=1..m,y[l]*(s[l]<=s[j]))/s[j])/sum(j=1..m,y[j])"
    ours = analyze_family(from_formula("rankings", text, undefined="drop"), range(1, 5))
    built = analyze_family(from_name("map:undefined=drop"), range(1, 5))
    assert [at.rank for at in ours.points] == [at.rank for at in built.points]
    # By name there are forms: F has 1/max(sigma(j), sigma(l)) for j <= l, p times 1/p for each p.
    for at in built.points:
        harmonic = sum((Fraction(1, p) for p in range(1, at.m + 1)), Fraction(0))
        assert at.constants == Constants(at.m * (at.m + 1) // 2, harmonic, Fraction(1))
    # A formula has none, and the rows of L are F, the entries of a ranking's row being one's own.
    rows = [written_out(at.loss) for at in ours.points]
    assert [at.constants.squared_row_norm for at in ours.points] == [
        max(sum(x * x for x in row) for row in matrix) for matrix in rows
    ]


def test_rankings_of_a_dozen_items_have_the_formulas_of_table_1():
    """r, ||F||, U_max of the pairs and positions in the paper's appendix, and the dimensions."""
    pd = expressions(analyze_family(from_name("pd:undefined=drop"), range(2, 13)))
    assert same(pd["rank"], m)
    assert same(pd["prediction differences"], m - 1)
    assert same(pd["A^2"], m**2 / 16)
    assert same(pd["calibration dimension, lower bound"], m - 1)
    average = expressions(analyze_family(from_name("map:undefined=one"), range(2, 13)))
    assert same(average["rank"], m * (m + 1) / 2 - 1)
    assert same(average["||F||^2"], H)
    assert same(average["A^2"], m * (m + 1) / 2 * H)


@pytest.mark.usefixtures("few_searches")
@pytest.mark.parametrize(
    "name",
    [
        "hamming", "f-score:undefined=one,beta=2", "f-score:undefined=drop", "zero-one",
        "prec-at-k:k=2", "top-k:k=2", "jaccard:undefined=zero",
    ],
)  # fmt: skip
def test_dimensions_of_named_losses_are_derived(name):
    found = analyze_family(from_name(name), range(1, 8)).closed_forms
    assert isinstance(found["rank"], DerivedForm)
    assert isinstance(found["affine dimension"], DerivedForm)


@pytest.mark.parametrize(
    "family", [f for f in losses.families().values() if f.formula is not None], ids=lambda f: f.name
)
def test_the_formula_of_a_named_loss_is_its_entry(family):
    for example in family.examples:
        named, exact_values = family.make(**example), family.canonical(example)
        numbers = {n: Fraction(x) for n, x in exact_values.items() if isinstance(x, int | Fraction)}
        sizes = {"predicted": family.formula.predicted, "observed": family.formula.observed}
        stated = from_formula(
            "sets",
            family.formula.text,
            {n: x for n, x in numbers.items() if n not in ("m", "classes")},
            undefined=exact_values.get("undefined", "raise"),
            **{n: text for n, text in sizes.items() if text},
        )
        size = int(numbers.get("m", numbers.get("classes", 0)))
        assert written_out(stated.member(size)) == written_out(named)


def test_a_size_that_is_too_large_is_left_out_after_others():
    found = analyze_family(from_name("pd:undefined=drop"), range(2, 10**9, 13))
    assert [at.m for at in found.points] == [2]
    assert "up to 14" in found.missing[15]
    assert len(found.missing) == 1


def written_out(loss):
    return [[loss.entry(z, y) for y in loss.observations] for z in loss.predictions]


def exact(rows):
    entries = [flint.fmpq(x.numerator, x.denominator) for row in rows for x in row]
    return flint.fmpq_mat(len(rows), len(rows[0]), entries).rank()


@pytest.mark.usefixtures("few_searches")
@pytest.mark.parametrize(
    "entry",
    [F1, INDEX, "(a-b)^2 + i", "i*(i-1)/m + a", "max(a,b) - i", "(i if a < b else b)/m", "a*b"],
)
def test_every_rank_is_that_of_the_matrix_up_to_64_x_64(entry):
    for at in analyze_family(from_formula("sets", entry, undefined="one"), range(1, 7)).points:
        assert at.rank == exact(written_out(at.loss))


def random_formula(source):
    """A loss that is affine in i: a polynomial, a Cauchy kernel, or a mixture."""
    x, y, z, w = (source.randint(-3, 3) for _ in range(4))
    return source.choice(
        (
            f"{x}*a*b + {y}*a + {z}*b^2 + {w} + {x}*i",
            f"{x} + ({y})*i*a + {z}*i + b*({w})",
            f"{x} + {abs(y) + 1}*i/({abs(z) + 1}*a + {abs(w) + 1}*b)",
            f"{x} + {y}*i/m + (a-b)*(a+b)*{z} + {w}*m",
            f"{x} - i/({abs(y) + 1}*(a+b) + m)",
            f"{x} + {y}*i/(2*a+2*b-{abs(z) + 1}*i)",
        )
    )


@pytest.mark.usefixtures("few_searches")
@pytest.mark.parametrize("seed", range(14))
def test_what_is_derived_holds_for_random_formulas(seed):
    """`checked` raises where a derived formula differs from the exact ranks by components."""
    source = random.Random(seed)
    options = {
        "undefined": source.choice(("zero", "one", "drop")),
        "predicted": source.choice(("all", "1;m", "2", "1;2")),
        "observed": source.choice(("all", "all", "1;m", "1")),
    }
    try:
        found = analyze_family(from_formula("sets", random_formula(source), **options), range(2, 7))
    except InvalidParameter:
        return  # A formula that divides by 0 somewhere.
    assert found.points


@pytest.mark.parametrize(
    "name",
    ["hamming:m=3", "f-score:m=3,undefined=one", "jaccard:m=3,undefined=zero", "prec-at-k:m=4,k=2",
     "jaccard:m=4,undefined=drop"],
)  # fmt: skip
def test_the_largest_margin_by_orbits_is_that_by_entries(name):
    loss = losses.parse(name)
    found = largest_by_counts(loss.counts)
    assert found.value == by_entries(from_fractions(matrix_of(loss))).value
    assert all(evidence.proves for evidence in largest_evidence(loss, found))
    margins, evidence = noiseless_evidence(loss, loss.counts)
    assert evidence.proves
    sizes = loss.counts.observations.sizes
    for y, column in zip(loss.observations, zip(*matrix_of(loss), strict=True), strict=True):
        least, second = sorted(column)[:2]
        size = loss.counts.observation_set(y).bit_count()
        assert margins[size - sizes[0]] == second - least


def test_a_single_prediction_has_no_margin():
    assert largest_by_counts(losses.make("prec-at-k", m=2, k=2).counts) is None


@pytest.mark.parametrize("name", ["hamming:m=3", "jaccard:m=4,undefined=one", "prec-at-k:m=4,k=2"])
@pytest.mark.parametrize("c", [Fraction(0), Fraction(1, 2)])
def test_the_decomposition_by_monomials_gives_every_entry(name, c):
    """Written out with the sets S and the columns of h_s, from which the constants come."""
    loss = losses.parse(name)
    counts = loss.counts
    parts = kernels(counts, c)
    for z, y in product(loss.predictions, loss.observations):
        row, column = sum(z) - counts.predictions.sizes[0], sum(y) - counts.observations.sizes[0]
        value = c
        for s, kernel in enumerate(parts):
            for chosen in combinations(range(counts.m), s):
                if all(z[j] and y[j] for j in chosen):
                    value += kernel[row][column]
        assert value == loss.entry(z, y)
    found = constants_by_monomials(counts, c)
    assert found.dimension == sum(comb(counts.m, s) * exact(h) for s, h in enumerate(parts) if h)
    assert found.squared_constant >= 0


@pytest.mark.parametrize(
    "name", ["hamming", "prec-at-k:k=2", "pd:undefined=drop", "map:undefined=drop"]
)
def test_the_constants_of_a_closed_form_hold_beyond_the_sizes(name):
    """A form of the loss has them, every label gone through, at a size that was not computed."""
    forms = analyze_family(from_name(name), range(2, 4)).closed_forms
    found = [forms[n] for n in ("r", "||F||^2", "U_max", "A^2")]
    assert all(form.label.startswith("argued for every m >= ") for form in found)
    L, measured = from_name(name).member(5), []
    for f in L.closed_forms:
        if all(f.value(*at) == L.entry(*at) for at in product(L.predictions, L.observations)):
            norm = max(sum(x * x for x in f.prediction_features(z).values()) for z in L.predictions)
            top = max(abs(x) for y in L.observations for x in f.observation_features(y).values())
            measured.append((f.dimension, norm, top, f.dimension * norm * top**2))
    assert tuple(form.expression.subs(m, 5).doit() for form in found) in measured


def test_a_guess_has_every_value_that_it_is_said_to_fit():
    values = dict.fromkeys(range(1, 13), 1) | {2: 2, 3: 3, 4: 6}
    found = guessed(values)
    assert found is None or all(
        found.expression.subs(m, n) == values[n] for n in (*found.found_from, *found.tested_on)
    )


def test_a_bound_that_a_search_leaves_open_is_not_made_a_formula():
    found = analyze_family(from_name("jaccard", undefined="drop"), range(1, 6)).closed_forms
    assert "calibration dimension, lower bound" not in found
    known = analyze_family(from_name("hamming"), range(1, 7)).closed_forms
    assert known["calibration dimension, lower bound"].expression == m


def test_ties_by_size_bound_the_calibration_dimension():
    loss = losses.make("jaccard", m=4, undefined="one")
    lower = lower_by_sizes(loss.reference, loss.counts, 15)
    assert lower.proves
    assert lower.proposition.d >= 1


def test_a_core_bounds_the_calibration_dimension_of_many_labels():
    f_score = analyze_family(from_formula("sets", F1, undefined="one"), range(8, 11)).points
    assert [at.calibration_dimension for at in f_score] == [(24, 56), (31, 72), (36, 90)]
    jaccard = from_formula("sets", "1 - i/(a+b-i)", undefined="one")
    points = analyze_family(jaccard, range(2, 8)).points
    assert [at.calibration_dimension[0] for at in points] == [2 ** (at.m - 1) for at in points]


def test_small_losses_have_the_bounds_of_their_dossier():
    for at in analyze_family(from_formula("sets", F1, undefined="one"), range(2, 6)).points:
        loss = losses.make("f-score", m=at.m, undefined="one")
        dossier = analyze(loss, parts=["optimality"])
        assert at.calibration_dimension == dossier.finding("calibration-dimension").value


@pytest.mark.parametrize(
    ("expression", "start"),
    [
        (3 * m**2 - m + 7, 1),
        (2**m - 1, 1),
        (2**m + m, 1),
        (m * 2**m, 1),
        (m**2 + (-1) ** m, 1),
        (sympy.binomial(m, sympy.floor(m / 2)) + m, 1),
        (m / (m + 1), 1),
        (1 / m**2, 1),
        (sympy.factorial(m), 1),
        (sympy.factorial(m) - 1, 1),
        (sympy.binomial(2 * m, m), 1),
        (m**3, 3),
    ],
)
def test_planted_sequences_are_found(expression, start):
    """The formula holds from `start` on; what stands before is something else."""
    values = {n: expression.subs(m, n) for n in range(1, 13)}
    values = {n: Fraction(int(v.p), int(v.q)) for n, v in values.items()}
    for n in range(1, start):
        values[n] += 1
    found = guessed(values)
    assert found is not None
    for n in range(13, 16):
        assert same(found.expression.subs(m, n), expression.subs(m, n))
    assert found.label == f"conjectured (fits m = {found.found_from[0]}..12)"
    assert found.found_from[-1] < found.tested_on[0]


def test_noise_has_no_formula_and_few_values_none():
    source = random.Random(5)
    assert guessed({n: source.randint(0, 10**6) for n in range(1, 13)}) is None
    assert guessed({1: 1, 2: 2}) is None


def test_certificates_replay():
    found = analyze_family(from_formula("sets", INDEX, undefined="drop"), range(1, 6))
    items = loads(found.certificates())
    assert len(items) > 40
    for item in items:
        assert decide(item.proposition, item.certificate).outcome.value == item.expect


def test_functions_and_sizes_without_a_member():
    found = analyze_family(from_function("mine", lambda n: [[0, n], [1, 0]]), range(1, 6))
    assert [at.rank for at in found.points] == [2] * 5
    found = analyze_family(from_name("prec-at-k:k=3"), range(1, 6))
    assert sorted(found.missing) == [1, 2]
    assert "k must be at most m" in found.missing[1]


def test_what_is_no_family_is_refused():
    with pytest.raises(InvalidParameter, match="--space must be one of"):
        from_formula("graphs", "1")
    with pytest.raises(InvalidParameter, match="no option 'children'"):
        from_formula("sets", "1", children="2")
    with pytest.raises(InvalidParameter, match="neither m nor a parameter"):
        analyze_family(from_formula("sets", "i", predicted="q"), [1])
    with pytest.raises(InvalidParameter, match="is no integer"):
        analyze_family(from_formula("sets", "i", predicted="m/2"), [2]).family.member(3)
    with pytest.raises(UndefinedLoss, match="0/0"):
        analyze_family(from_formula("sets", "i/a"), [1])
    with pytest.raises(InvalidParameter, match="no parameter m"):
        from_name("cost-sensitive")
    with pytest.raises(InvalidParameter, match="Leave out classes"):
        from_name("multiclass:classes=3")
    with pytest.raises(InvalidParameter, match="Leave out m"):
        from_name("hamming:m=3")
    with pytest.raises(InvalidParameter, match="no member at these sizes"):
        analyze_family(from_name("prec-at-k:k=3"), [1])
    with pytest.raises(InvalidParameter, match="i is the depth of the lowest common ancestor"):
        from_formula("trees", "i", {"i": 1})
    with pytest.raises(InvalidParameter, match="no parameter 'h'"):
        from_formula("sets", "k*i", {"k": 1, "h": 1})
    with pytest.raises(TooLarge, match="up to m = 48"):
        analyze_family(from_name("hamming"), [49])
