"""What every family of losses must satisfy, on all its examples, found by discovery."""

import json
from decimal import Decimal
from fractions import Fraction
from importlib.util import module_from_spec, spec_from_file_location
from itertools import combinations, islice
from pathlib import Path

import flint
import pytest

from qstheory import losses
from qstheory.certify import Outcome, decide
from qstheory.certify.codec import decode
from qstheory.certify.kinds.decomposition import BadEntry, ClosedFormHolds, NamedForm
from qstheory.errors import UndefinedLoss
from qstheory.losses.base import Reference
from qstheory.losses.parameters import UNDEFINED_POLICIES
from qstheory.work.certificates import encode

ORACLES = Path(__file__).parent / "oracles"
CASES = [
    pytest.param(family, example, id=f"{family.name}-{i}")
    for family in losses.families().values()
    for i, example in enumerate(family.examples)
]
every_example = pytest.mark.parametrize(("family", "example"), CASES)


def oracle(family):
    """The independent definition of a family; its absence is a failure."""
    path = ORACLES / f"{family.name.replace('-', '_')}.py"
    if not path.exists():
        pytest.fail(f"{family.name} has no independent definition: write {path.name} in {ORACLES}.")
    spec = spec_from_file_location(f"oracle_{path.stem}", path)
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def values_of(loss):
    """The parameters that an oracle takes: all but the policy."""
    return {name: v for name, v in loss.reference.parameters if name != "undefined"}


def symbol(loss, z, y):
    """The entry, or the coefficients that define an irrational one."""
    if loss.rational:
        return loss.entry(z, y)
    return loss.linear.numerator(z, y), loss.linear.denominator(y)


def is_undefined(module, loss, y):
    """Whether the oracle finds 0/0 for some prediction."""
    for z in loss.predictions:
        try:
            module.entry(z, y, **values_of(loss))
        except ZeroDivisionError:
            return True
    return False


@pytest.mark.parametrize("family", losses.families().values(), ids=lambda f: f.name)
def test_family_is_documented_and_has_examples_and_an_oracle(family):
    assert family.examples
    assert family.title
    assert family.definition
    assert family.source
    assert all(parameter.description for parameter in family.parameters)
    assert callable(oracle(family).entry)


def test_every_oracle_belongs_to_a_family():
    names = {name.replace("-", "_") for name in losses.families()}
    assert {path.stem for path in ORACLES.glob("*.py")} == names


@every_example
def test_entries_agree_with_the_oracle_and_lie_within_the_bounds(family, example):
    loss, module = family.make(**example), oracle(family)
    low, high = loss.bounds
    for z in loss.predictions:
        for y in loss.observations:
            try:
                expected = module.entry(z, y, **values_of(loss))
            except ZeroDivisionError:
                expected = module.UNDEFINED[loss.undefined]
            below, above = loss.enclosure(z, y, 40)
            assert 0 <= above - below <= Fraction(1, 2**40)
            if isinstance(expected, Decimal):
                slack = Fraction(1, 10**50)
                assert below - slack <= Fraction(expected) <= above + slack, (z, y)
            else:
                assert type(loss.entry(z, y)) is Fraction
                assert below == above == loss.entry(z, y) == expected, (z, y)
            assert low <= below
            assert above <= high


@every_example
def test_some_entry_is_irrational_exactly_where_declared(family, example):
    loss = family.make(**example)
    exact = all(
        loss.enclosure(z, y, 8)[0] == loss.enclosure(z, y, 8)[1]
        for z in loss.predictions
        for y in loss.observations
    )
    assert exact or not loss.rational


@every_example
def test_policies_are_honoured(family, example):
    if "undefined" not in {parameter.name for parameter in family.parameters}:
        assert family.make(**example).undefined is None
        return
    module = oracle(family)
    whole = family.make(**{**example, "undefined": "zero"})
    undefined = [y for y in whole.observations if is_undefined(module, whole, y)]
    for policy in UNDEFINED_POLICIES:
        given = {**example, "undefined": policy}
        if policy == "raise" and undefined:
            with pytest.raises(UndefinedLoss, match="0/0"):
                family.make(**given)
            continue
        loss = family.make(**given)
        assert loss.undefined == (policy if undefined else None)
        kept = [y for y in whole.observations if policy != "drop" or y not in undefined]
        assert sorted(loss.observations) == sorted(kept)
    if undefined:
        with pytest.raises(UndefinedLoss):
            family.make(**{k: v for k, v in example.items() if k != "undefined"})


@every_example
def test_spaces_have_the_size_and_elements_they_say(family, example):
    loss = family.make(**example)
    for space in (loss.predictions, loss.observations):
        elements = list(space)
        assert elements == list(space)
        assert len(elements) == len(set(elements)) == space.size > 0
        assert all(element in space for element in elements)
        assert all(junk not in space for junk in (None, (), 1.5, "no such class", (9,) * 40, -1))
        for element in islice(elements, 3):
            if isinstance(element, tuple):
                assert (*element, element[0]) not in space
                assert list(element) not in space
                assert tuple(map(float, element)) not in space


@every_example
def test_declared_symmetries_are_bijections_that_keep_every_entry(family, example):
    loss = family.make(**example)
    predictions, observations = list(loss.predictions), list(loss.observations)
    for symmetry in loss.symmetries:
        moved_z = [symmetry.prediction(z) for z in predictions]
        moved_y = [symmetry.observation(y) for y in observations]
        assert sorted(moved_z) == sorted(predictions), symmetry.name
        assert sorted(moved_y) == sorted(observations), symmetry.name
        for z, image_z in zip(predictions, moved_z, strict=True):
            for y, image_y in zip(observations, moved_y, strict=True):
                assert symbol(loss, image_z, image_y) == symbol(loss, z, y), (symmetry.name, z, y)


@every_example
def test_declared_counts_are_real(family, example):
    loss = family.make(**example)
    counts = loss.by_counts
    if counts is None:
        return
    first = [elements(counts.prediction_set(z), counts.m) for z in loss.predictions]
    second = [elements(counts.observation_set(y), counts.m) for y in loss.observations]
    seen = set()
    for z, left in zip(loss.predictions, first, strict=True):
        for y, right in zip(loss.observations, second, strict=True):
            key = (len(left), len(right), len(left & right))
            assert counts.entry(*key) == loss.entry(z, y)
            seen.add(key)
    assert seen <= set(counts.triples())
    assert len(set(counts.triples())) == len(counts.triples())
    for labels, sets in ((first, counts.predictions), (second, counts.observations)):
        assert {len(each) for each in labels} <= set(sets.sizes)
        if loss.counts is not None:
            # Every set of every size, each once.
            every = [set(s) for k in sets.sizes for s in combinations(range(counts.m), k)]
            assert len(labels) == len(every)
            assert all(each in labels for each in every)
    for label, left in zip(loss.predictions, first, strict=True):
        if isinstance(label, tuple):
            assert left == {j for j, bit in enumerate(label) if bit}


def elements(number, m):
    """The elements of a set, the first one being the highest of m bits."""
    return {j for j in range(m) if number >> (m - 1 - j) & 1}


def first_bad_entry(loss, form):
    """Where a form differs from the loss, found by comparing here."""
    for z in loss.predictions:
        for y in loss.observations:
            features, shares = form.prediction_features(z), form.observation_features(y)
            value = sum(features[t] * shares.get(t, 0) for t in features) + form.constant
            if value != loss.entry(z, y):
                return BadEntry(z, y)
    return None


@every_example
def test_closed_forms_hold_unless_they_are_printed_with_a_bad_entry(family, example):
    loss = family.make(**example)
    names = [form.name for form in loss.closed_forms]
    assert len(set(names)) == len(names)
    for form in loss.closed_forms:
        proposition = ClosedFormHolds(loss.reference, form.name)
        assert loss.closed_form(form.name) is form
        assert form.source
        if form.linear is not None:
            assert decide(proposition, NamedForm(form.name, "weights")).outcome is Outcome.PROVES
        if not loss.rational:
            continue
        bad = first_bad_entry(loss, form)
        by_entry = decide(proposition, NamedForm(form.name, "entries")).outcome
        if form.counts is not None:
            assert decide(proposition, NamedForm(form.name, "counts")).outcome is by_entry
        if form.polynomial is not None:
            assert decide(proposition, NamedForm(form.name, "coefficients")).outcome is by_entry
        if bad is None:
            assert by_entry is Outcome.PROVES
        else:
            assert form.name.startswith("printed"), (loss.name, form.name, bad)
            assert by_entry is Outcome.INVALID
            assert decide(proposition, bad).outcome is Outcome.REFUTES


@every_example
def test_features_stay_within_the_dimension(family, example):
    loss = family.make(**example)
    if not loss.rational:
        return
    for form in loss.closed_forms:
        for z in loss.predictions:
            assert all(0 <= t < form.dimension for t in form.prediction_features(z))
        for y in loss.observations:
            assert all(0 <= t < form.dimension for t in form.observation_features(y))


def affine_dimension(rows):
    """min over c of rank(L - c J).

    Every minor of L - c J is affine in c, so of two values of c at most one misses the generic
    rank g; and if (L - c0 J) x = 1 with 1'x != 0, and 1 lies in the row space too, the rank drops
    to g - 1 at c0 + 1/(1'x) and nowhere else.
    """
    height, width = len(rows), len(rows[0])

    def shifted(c):
        return flint.fmpq_mat(
            height, width, [flint.fmpq(*pair(x - c)) for row in rows for x in row]
        )

    def pair(x):
        x = Fraction(x)
        return x.numerator, x.denominator

    ranks = {c: shifted(Fraction(c)).rank() for c in (Fraction(7919, 7), Fraction(-104729, 11))}
    base = max(ranks, key=ranks.get)
    generic = ranks[base]
    matrix = shifted(base)
    extended = flint.fmpq_mat(
        height,
        width + 1,
        [e for i in range(height) for e in (*(matrix[i, j] for j in range(width)), flint.fmpq(1))],
    )
    reduced, rank = extended.rref()
    if rank > generic:
        return generic
    solution = [flint.fmpq(0)] * width
    for i in range(rank):
        pivot = next(j for j in range(width) if reduced[i, j] != 0)
        solution[pivot] = reduced[i, width]
    total = sum(solution, flint.fmpq(0))
    if total == 0:
        return generic
    best = base + Fraction(1) / Fraction(int(total.p), int(total.q))
    return min(generic, shifted(best).rank())


@every_example
def test_minimal_forms_are_minimal(family, example):
    loss = family.make(**example)
    for form in loss.closed_forms:
        if form.name == "minimal":
            rows = [[loss.entry(z, y) for y in loss.observations] for z in loss.predictions]
            assert affine_dimension(rows) == form.dimension, loss.name


@every_example
def test_references_round_trip_through_json_and_text(family, example):
    loss = family.make(**example)
    stored = json.dumps(encode(loss.reference))
    read = decode(json.loads(stored), Reference)
    assert read == loss.reference
    assert losses.resolve(read) == loss
    assert hash(losses.resolve(read)) == hash(loss)
    assert losses.parse(loss.name) == loss
    assert losses.make(family.name, **dict(loss.reference.parameters)).name == loss.name
