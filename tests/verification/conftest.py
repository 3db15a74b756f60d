"""The ledgers, judged once in a session; verdicts of the same code are taken up from the cache."""

from pathlib import Path

import pytest

from qstheory.claims.verify import Report, VerifyOptions, verify

from .ledgers import EMBEDDINGS, SECOND


@pytest.fixture(scope="session")
def verdicts(request: pytest.FixtureRequest) -> Path:
    """Where finished verdicts are kept between sessions."""
    return Path(request.config.cache.mkdir("qstheory-verdicts"))


@pytest.fixture(scope="session")
def paper(verdicts: Path) -> Report:
    """The ledger of the paper."""
    return verify(VerifyOptions(store=verdicts))


@pytest.fixture(scope="session")
def second(verdicts: Path) -> Report:
    """The ledger of other papers."""
    return verify(VerifyOptions(claims=SECOND, store=verdicts))


@pytest.fixture(scope="session")
def embeddings(verdicts: Path) -> Report:
    """The ledger on polyhedral surrogates."""
    return verify(VerifyOptions(claims=EMBEDDINGS, store=verdicts))
