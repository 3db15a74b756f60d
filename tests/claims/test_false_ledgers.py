"""Ledgers that claim what is false: true at the sizes tried, dressed up in every way there is.

None may be called proved for every case, whatever its author says.
"""

from fractions import Fraction

import pytest

from qstheory import losses
from qstheory.certify.kinds.affine_dimension import AffineDimensionAtMost
from qstheory.certify.kinds.decomposition import AffineDecomposition
from qstheory.certify.kinds.rank import RankAtMost
from qstheory.claims import (
    Claim,
    Constant,
    Derivation,
    Evidence,
    Measurement,
    Reading,
    Strength,
    Theorem,
    Verdict,
    cases,
    judge,
)
from qstheory.claims.evidence import HOLDING, Extent
from qstheory.claims.ledger import paper_ledger
from qstheory.claims.theorems import proofs_of

from .examples import equal

PROOFS = proofs_of(paper_ledger())


def padded(m):
    """The repaired decomposition of the Hamming loss with columns of zeros, three in all."""
    loss = losses.make("hamming", m=m)
    form, zero = loss.closed_form("repaired"), Fraction(0)

    def row(features):
        return tuple(features.get(k, zero) for k in range(3))

    return loss.reference, AffineDecomposition(
        tuple(row(form.prediction_features(z)) for z in loss.predictions),
        tuple(row(form.observation_features(y)) for y in loss.observations),
        form.constant,
    )


def dimension_at_most_three(at, said):
    reference, certificate = padded(at.integer("m"))
    yield Evidence(AffineDimensionAtMost(reference, 3), (certificate,))


def rank_at_most_four(at, said):
    reference, certificate = padded(at.integer("m"))
    F = tuple((*row, certificate.c) for row in certificate.F)
    U = tuple((*row, Fraction(1)) for row in certificate.U)
    explicit = AffineDecomposition(F, U, Fraction(0))
    yield Evidence(RankAtMost(reference, "loss", 4), (explicit,))


def number(formula):
    """A statement that two numbers are equal, true for m = 1, 2, 3 and for no other m."""

    def evidence(at, said):
        m = at.integer("m")
        yield equal(formula(m), formula(m) + (m - 1) * (m - 2) * (m - 3))

    return evidence


STATEMENTS = {
    "the affine dimension of the Hamming loss is at most 3": dimension_at_most_three,
    "the rank of the Hamming loss is at most 4": rank_at_most_four,
    "(m-1)(m-2)(m-3) = 0": number(lambda m: 0),
    "m^3 = 7m^2 - 12m + 6 + m^2": number(lambda m: m**3),
    "2^m = 2^m + (m-1)(m-2)(m-3)": number(lambda m: 2**m),
}


WORDS = {"derivation": "Clear: 1 + 1 = 2, hence for every m."}
AGREES = Measurement("dimension", 3.0, 2.0, 4.0, "a hundred seeds")
DRESSES = {
    "nothing": {},
    "a triviality": WORDS,
    "a derivation of nothing": {"derivation": ""},
    "words about the whole": {"derivation": Derivation("Clear.", ("statement",))},
    "a measurement": {"measure": lambda: [AGREES]},
    "a theorem about another claim": {"theorems": (Theorem("Hamming.hamming_dimension"),)},
    "a theorem that is not there": {"theorems": (Theorem("Hamming.at_most_three"),)},
    "a file that is not there": {"theorems": (Theorem("Three.at_most_three"),)},
    "a word": {"theorems": (Theorem("Hamming.hamming_dimension", word="affdim"),)},
    "the axioms of the reals": {"theorems": (Theorem("Noise.tsybakov_repaired", axioms="reals"),)},
    "a theorem and words": {"theorems": (Theorem("Loss.hamming"),), **WORDS},
}


def dressed(evidence, dress, **options):
    given = {"evidence": evidence, "cases": cases(m=(1, 2, 3)), "ranges_over": "every m >= 1"}
    return Reading("as is", **(given | dress | options))


@pytest.mark.parametrize("dress", DRESSES)
@pytest.mark.parametrize("statement", STATEMENTS)
def test_what_is_true_at_three_sizes_is_not_proved(statement, dress):
    reading = dressed(STATEMENTS[statement], DRESSES[dress])
    claim = Claim("false.claim", "nowhere", f"For every m {statement}.", readings=(reading,))
    judged = judge(claim, PROOFS)
    assert judged.verdict in (Verdict.ARGUED, Verdict.ENUMERATED)
    assert judged.strength in (Strength.ARGUED, Strength.ENUMERATED)
    if judged.verdict is Verdict.ENUMERATED:
        assert str(judged.scope) == "m = 1..3"


@pytest.mark.parametrize("statement", [s for s in STATEMENTS if "Hamming" not in s])
def test_it_is_refuted_where_it_is_tried_at_a_fourth(statement):
    reading = dressed(STATEMENTS[statement], {}, cases=cases(m=(1, 2, 3, 4)))
    claim = Claim("false.claim", "nowhere", f"For every m {statement}.", readings=(reading,))
    assert judge(claim, PROOFS).verdict is Verdict.REFUTED


@pytest.mark.parametrize("statement", STATEMENTS)
def test_without_a_range_the_scope_is_the_listed_cases(statement):
    reading = dressed(STATEMENTS[statement], {}, ranges_over="")
    claim = Claim("false.claim", "nowhere", f"For every m {statement}.", readings=(reading,))
    judged = judge(claim, PROOFS)
    assert judged.scope.extent is Extent.CASES
    assert (judged.strength, str(judged.scope)) == (Strength.CERTIFIED, "m = 1..3")


NAMED = {
    "another dimension": {"dimension": Constant(lambda m: 3)},
    "a dimension that agrees at three sizes": {"dimension": Constant(lambda m: min(m, 3))},
    "no dimension at all": {},
    "one more constant": {"dimension": Constant(lambda m: m), "c": Constant(lambda m: 0)},
}


@pytest.mark.parametrize("name", NAMED)
def test_the_id_of_a_proved_claim_does_not_lend_its_theorem(name):
    """The paper's theorem is bound with its constants: with others it is none."""
    theorem = Theorem("Hamming.hamming_dimension")
    dress = {"theorems": (theorem,), "claimed": NAMED[name]}
    reading = dressed(None, dress, cases=cases(m=range(1, 11)))
    claim = Claim("hamming.affdim", "nowhere", "The dimension is at most 3.", readings=(reading,))
    assert judge(claim, PROOFS).strength is not Strength.FORMAL
    assert judge(claim).strength is not Strength.FORMAL


@pytest.mark.parametrize("statement", STATEMENTS)
@pytest.mark.parametrize(
    "options", [{"assumed": "Theorem 1 of X"}, {"expected": Verdict.PROVED}, {"remark": "Clear."}]
)
def test_what_the_author_says_of_it_proves_nothing(statement, options):
    reading = dressed(None, DRESSES["a triviality"], cases=())
    claim = Claim("false.claim", "", f"For every m {statement}.", readings=(reading,), **options)
    assert judge(claim, PROOFS).verdict not in HOLDING
