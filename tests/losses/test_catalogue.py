"""Discovery of the families and the ways to name a loss."""

import pytest

from qstheory import losses
from qstheory.errors import DuplicateName, InvalidParameter, UnknownLoss
from qstheory.losses import catalogue
from qstheory.losses.base import LossReference

EXPECTED = {
    "abstain", "block-zero-one", "cost-sensitive", "f-score", "hamming", "jaccard", "map",
    "multiclass", "ndcg", "ordinal-absolute", "ordinal-squared", "pairwise-disagreement",
    "pd-graded", "pd-graph", "prec-at-k", "ranking-formula", "reciprocal-rank", "set-formula",
    "top-k", "tree", "tree-formula", "zero-one",
}  # fmt: skip


def test_every_family_is_found():
    assert set(losses.families()) == EXPECTED


def test_every_family_is_found_in_its_module_alone():
    assert all(catalogue.named(name) is found for name, found in losses.families().items())


def test_a_reference_to_no_family_is_refused():
    with pytest.raises(UnknownLoss, match="no loss 'humming'"):
        losses.resolve(LossReference("humming", ()))


def test_families_are_found_by_alias():
    assert losses.family("pd") is losses.family("pairwise-disagreement")
    assert losses.family("mean-average-precision").name == "map"
    with pytest.raises(UnknownLoss, match="qstheory losses"):
        losses.family("humming")


def test_two_families_of_one_name_are_refused(monkeypatch):
    modules = list(catalogue.iter_modules(catalogue.package.__path__))
    doubled = [module for module in modules if module.name == "overlap"] * 2
    monkeypatch.setattr(catalogue, "iter_modules", lambda path: doubled)
    with pytest.raises(DuplicateName, match="hamming"):
        catalogue.families.__wrapped__()


def test_text_names_a_loss():
    assert losses.parse(" prec-at-k : m=3 , k = 2 ") == losses.make("prec-at-k", m=3, k=2)
    with pytest.raises(InvalidParameter, match="key=value"):
        losses.parse("hamming:3")
    with pytest.raises(UnknownLoss):
        losses.parse("")


def test_unknown_attributes_of_the_package_are_refused():
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        losses.nothing  # noqa: B018


def test_a_missing_closed_form_is_named():
    with pytest.raises(InvalidParameter, match="has no closed form 'best'; it has: printed"):
        losses.make("hamming", m=2).closed_form("best")
    with pytest.raises(InvalidParameter, match="it has: none"):
        losses.make("jaccard", m=2, undefined="one").closed_form("printed")
