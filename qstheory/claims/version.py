"""The version of the code that judges: any change of a source makes stored verdicts stale."""

import sys
from collections.abc import Iterator, Mapping
from hashlib import sha256
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import qstheory

LIBRARIES = ("numpy", "scipy", "sympy", "python-flint", "highspy", "cvxpy", "clarabel")


def _sources(ledger: Path) -> Iterator[tuple[str, Path]]:
    package = Path(qstheory.__file__).parent
    for path in sorted(package.rglob("*.py")):
        name = path.relative_to(package)
        if name.parts[0] not in ("cli.py", "report"):
            yield f"qstheory/{name}", path
    for path in sorted(ledger.rglob("*.py")):
        yield f"ledger/{path.relative_to(ledger)}", path


def _installed(library: str) -> str:
    try:
        return version(library)
    except PackageNotFoundError:
        return "absent"


def code_version(ledger: Path, parameters: Mapping[str, str]) -> str:
    """SHA-256 of the package, of the ledger's files, of the libraries' versions and parameters."""
    digest = sha256()
    digest.update(f"python {sys.version_info[:3]}\n".encode())
    for library in LIBRARIES:
        digest.update(f"{library} {_installed(library)}\n".encode())
    for name, value in sorted(parameters.items()):
        digest.update(f"{name!r} = {value!r}\n".encode())
    for name, path in _sources(ledger):
        digest.update(f"{name} {sha256(path.read_bytes()).hexdigest()}\n".encode())
    return digest.hexdigest()
