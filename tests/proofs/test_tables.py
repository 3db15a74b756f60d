"""The losses of Loss.v have the entries of the package, and a wrong entry is refused."""

from dataclasses import replace
from fractions import Fraction

import pytest

from qstheory.claims.ledger import paper_ledger
from qstheory.losses import make
from qstheory.proofs.compiler import compile_text, read_proofs
from qstheory.proofs.tables import tables, tables_hash, tables_text
from verification.sharp2020._printed_table import ROWS

COQ = paper_ledger().parent / "coq"
TABLES = tables()
compiled = pytest.mark.skipif(
    not (COQ / "Twins.vo").is_file(), reason="needs `make proofs`, which CI runs before the tests"
)


def test_every_loss_of_table_1_has_tables_with_every_policy():
    found = {}
    for table in TABLES:
        reference = table.loss.reference
        found.setdefault(reference.family, set()).add(table.loss.undefined)
    assert {row.family for row in ROWS} <= set(found)
    for family in ("f-score", "map", "pairwise-disagreement", "ndcg"):
        assert {"zero", "one", "drop"} <= found[family]


def test_a_table_has_a_row_for_every_pair():
    for table in TABLES:
        rows = table.text("x").partition("Lemma")[0].count("%N)")
        assert rows == table.loss.predictions.size * table.loss.observations.size


def test_the_committed_record_is_of_these_tables():
    proofs = read_proofs(COQ)
    stale = "run `make proofs` and commit verification/coq/record.json"
    assert proofs.tables == tables_hash(proofs.sources, tables_text(TABLES)), stale


def wrong(table, place):
    """The same table with one entry changed."""
    pairs = [(z, y) for z in table.loss.predictions for y in table.loss.observations]
    at = pairs[place]

    def entry(z, y):
        right = table.loss.entry(z, y)
        return right + Fraction(1, 7) if (z, y) == at else right

    return replace(table, loss=replace(table.loss, entry=entry))


SMALL = {
    family: next(t for t in TABLES if t.loss.reference.family == family and "m=2" in t.loss.name)
    for family in ("zero-one", "hamming", "prec-at-k", "f-score", "map", "pairwise-disagreement")
}


@compiled
@pytest.mark.slow
@pytest.mark.parametrize("family", SMALL)
def test_a_wrong_entry_is_refused(family):
    table = SMALL[family]
    assert compile_text(COQ, tables_text([table])) == ""
    for place in (0, -1):
        assert compile_text(COQ, tables_text([wrong(table, place)])) != ""


@compiled
@pytest.mark.slow
@pytest.mark.parametrize(
    ("family", "given", "other"),
    [
        ("pairwise-disagreement", {"orientation": "printed"}, {"orientation": "corrected"}),
        ("pairwise-disagreement", {"undefined": "zero"}, {"undefined": "one"}),
        ("map", {"undefined": "zero"}, {"undefined": "one"}),
        ("f-score", {"undefined": "one"}, {"undefined": "zero"}),
    ],
)
def test_another_policy_or_orientation_is_refused(family, given, other):
    start = {"m": 2, "undefined": "zero"}
    right = make(family, **(start | given))
    table = next(t for t in TABLES if t.loss == right)
    wrong_loss = make(family, **(start | other))
    assert compile_text(COQ, tables_text([replace(table, loss=wrong_loss)])) != ""
