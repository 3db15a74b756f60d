"""The folders of the two ledgers."""

from qstheory.claims.ledger import paper_ledger

PAPER = paper_ledger()
SECOND = PAPER.parent / "osokin2017"
