"""Formulas of families that theorems hold: found through the claims, and only where they speak."""

from dataclasses import replace
from fractions import Fraction
from types import MappingProxyType

import numpy as np
import pytest

from qstheory.claims.claim import Claim, Constant, Reading
from qstheory.claims.ledger import Ledger, load_ledger
from qstheory.claims.theorems import ProvedForm, proofs_of, theorems, with_theorems
from qstheory.errors import Undecided
from qstheory.proofs.compiler import Formal
from qstheory.theory.calibration.findings import FORMULAS
from qstheory.theory.families.family import LOWER, UPPER, analyze_family, from_formula, from_name
from qstheory.theory.families.kernels import m

SIZES = range(2, 5)
CASES = {
    "pd:undefined=drop": {"affine dimension": m - 1, LOWER: m - 1, UPPER: m - 1},
    "pd:undefined=one": {"affine dimension": m, LOWER: m - 1, UPPER: m - 1},
    "map:undefined=zero": {"affine dimension": m * (m + 1) / 2 - 1, LOWER: m * (m + 1) / 2 - 2},
    "ndcg:R=2,discount=reciprocal": {"affine dimension": m, UPPER: m - 1},
    "ndcg:R=2": {"affine dimension": m, LOWER: m - 1},
    "f-score:undefined=one": {"affine dimension": m**2 - m + 1, UPPER: m**2 - m},
    "zero-one": {"affine dimension": 2**m - 1, LOWER: 2**m - 1},
}


@pytest.mark.usefixtures("few_searches")
@pytest.mark.parametrize("name", CASES)
def test_the_dimensions_of_the_papers_losses_are_theorems(name: str) -> None:
    ledger = load_ledger()
    forms = with_theorems(analyze_family(from_name(name), SIZES), ledger).closed_forms
    for quantity, expression in CASES[name].items():
        form = forms[quantity]
        assert isinstance(form, ProvedForm)
        assert (form.expression - expression).expand() == 0
        assert any(t.name == form.theorem for r in ledger[form.claim].readings for t in r.theorems)


@pytest.mark.usefixtures("few_searches")
@pytest.mark.parametrize(
    "family",
    [
        from_name("ndcg:R=1,low=1,discount=reciprocal"),  # one grade: every order is right
        from_name("f-score:undefined=one,beta=2"),
        from_name("jaccard:undefined=one"),
        from_formula("sets", "1 - 2*i/(a+b)", undefined="one"),
    ],
    ids=lambda family: family.name,
)
def test_a_theorem_about_another_loss_is_not_taken(family) -> None:
    found = with_theorems(analyze_family(family, range(1, 5)), load_ledger())
    assert not any(isinstance(form, ProvedForm) for form in found.closed_forms.values())


def changed(claim: Claim, reading: Reading) -> Ledger:
    ledger = load_ledger()
    claims = {**ledger.claims, claim.id: replace(claim, readings=(reading,))}
    return replace(ledger, claims=MappingProxyType(claims))


def test_a_theorem_that_is_not_bound_or_of_another_constant_is_not_taken() -> None:
    """The record of the compiler decides, not the name that a reading gives."""
    claim = load_ledger()["map.affdim.repaired"]
    reading = claim.readings[0]
    (theorem,) = reading.theorems
    found = analyze_family(from_name("map:undefined=drop"), SIZES)
    for other in (
        replace(reading, theorems=(replace(theorem, name="MapRank.no_such_theorem"),)),
        replace(reading, theorems=(replace(theorem, refutes="every m"),)),
        replace(reading, claimed={"dimension": Constant(lambda m: m * (m + 1) // 2)}),
        replace(reading, theorems=()),
    ):
        forms = with_theorems(found, changed(claim, other)).closed_forms
        assert not isinstance(forms.get("affine dimension"), ProvedForm)


def test_a_formula_that_a_size_contradicts_is_a_defect() -> None:
    form = ProvedForm(m + 1, 2, (), "File.name", "claim", "every m >= 2")
    assert form.checked({1: Fraction(7), 2: Fraction(3)}) == form
    with pytest.raises(Undecided, match="defect"):
        form.checked({2: Fraction(4)})


def test_logarithmic_discounts_have_dimensions_and_say_what_they_lack() -> None:
    """The ranks beside those of numpy, whose matrix is far from a lower rank."""
    found = analyze_family(from_name("ndcg:R=2"), SIZES)
    for at in found.points:
        L = np.array(
            [
                [float(sum(at.loss.enclosure(z, y, 60)) / 2) for y in at.loss.observations]
                for z in at.loss.predictions
            ]
        )
        assert at.rank == np.linalg.matrix_rank(L) == at.affine_dimension
        assert at.prediction_differences == np.linalg.matrix_rank(L[1:] - L[0])
        assert at.calibration_dimension == (at.m - 1, at.m - 1)
        assert at.equal_risk
        assert at.constants is None
        assert at.largest_margin is None
        assert "irrational" in at.limits[0]


def test_a_formula_of_h_that_is_called_a_theorem_is_bound_by_the_record() -> None:
    ledger = load_ledger()
    proofs = proofs_of(ledger.folder)
    bound = {
        theorem.name
        for claim in ledger.claims.values()
        for reading in claim.readings
        for theorem in reading.theorems
        if isinstance(theorems(claim, proofs)[theorem.statement(claim.id)], Formal)
    }
    said = [f.standing for f in FORMULAS.values() if "theorem" in f.standing]
    assert said
    assert all(words.rpartition(" ")[2] in bound for words in said)
