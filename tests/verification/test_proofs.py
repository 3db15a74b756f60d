"""The committed record of the proofs is that of the committed files, and CI compiles them."""

from pathlib import Path

import pytest

from qstheory.claims.ledger import load_ledger
from qstheory.claims.theorems import all_bindings, proofs_of
from qstheory.proofs.compiler import PACKAGES, Formal
from qstheory.proofs.sources import sentences

from .ledgers import PAPER

BOUND = all_bindings(load_ledger().claims.values())
PROOFS = proofs_of(PAPER)
TOP = Path(__file__).parents[2]
OWED: set[str] = set()
"""The statements without a witness of their premises; there are to be no others."""
STALE = "the record is stale: run `make proofs` and commit verification/coq/record.json"


@pytest.mark.parametrize("statement", sorted(BOUND))
def test_every_theorem_that_a_claim_names_is_formal(statement: str) -> None:
    binding = BOUND[statement]
    assert not isinstance(binding, str), binding
    found = PROOFS.formal(binding)
    assert isinstance(found, Formal), (found, STALE)


def test_the_premises_of_all_but_these_statements_are_met() -> None:
    owed = {name for name, binding in BOUND.items() if getattr(binding, "unmet", False)}
    assert owed == OWED
    assert OWED.isdisjoint(PROOFS.sources.witnesses)


def test_nothing_else_is_recorded() -> None:
    assert set(PROOFS.record) == set(BOUND), STALE


def test_every_file_is_compiled_and_none_is_forbidden() -> None:
    listed = (PAPER.parent / "coq" / "_CoqProject").read_text(encoding="utf-8").split()
    assert {word.removesuffix(".v") for word in listed if word.endswith(".v")} == set(
        PROOFS.sources.texts
    )
    assert {name: PROOFS.sources.forbidden(name) for name in PROOFS.sources.texts} == dict.fromkeys(
        PROOFS.sources.texts, ""
    )


def test_the_definitions_are_short_and_import_the_library_alone() -> None:
    text = PROOFS.sources.texts["Loss"]
    assert text.count("\n") < 300
    assert all(
        sentence.startswith("From mathcomp Require Import ")
        for sentence in sentences(text)
        if "Require" in sentence
    )
    assert PROOFS.statements.fault == ""


def test_ci_installs_what_the_proofs_need() -> None:
    run = (TOP / ".ci" / "run").read_text(encoding="utf-8")
    assert all(package in run for package in PACKAGES)
    assert run.index("make proofs PROOFS=--check") < run.index("make test\n")
