"""The ledgers, judged once in a session; verdicts of the same code are taken up from the cache."""

import fcntl
from pathlib import Path

import pytest

from qstheory.claims.verify import Report, VerifyOptions, verify

from .ledgers import EMBEDDINGS, SECOND


@pytest.fixture(scope="session")
def verdicts(request: pytest.FixtureRequest) -> Path:
    """Where finished verdicts are kept between sessions."""
    return Path(request.config.cache.mkdir("qstheory-verdicts"))


def judged(options: VerifyOptions) -> Report:
    """One worker judges, on all processors; the others wait, and take its verdicts up."""
    assert options.store is not None
    with (options.store / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        return verify(options)


@pytest.fixture(scope="session")
def paper(verdicts: Path) -> Report:
    """The ledger of the paper."""
    return judged(VerifyOptions(store=verdicts))


@pytest.fixture(scope="session")
def second(verdicts: Path) -> Report:
    """The ledger of other papers."""
    return judged(VerifyOptions(claims=SECOND, store=verdicts))


@pytest.fixture(scope="session")
def embeddings(verdicts: Path) -> Report:
    """The ledger on polyhedral surrogates."""
    return judged(VerifyOptions(claims=EMBEDDINGS, store=verdicts))
