"""The folders of the ledgers."""

from qstheory.claims.ledger import paper_ledger

PAPER = paper_ledger()
SECOND = PAPER.parent / "osokin2017"
EMBEDDINGS = PAPER.parent / "embeddings2022"
