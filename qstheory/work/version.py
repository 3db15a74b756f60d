"""The version of the code that judges: any change of a source makes stored verdicts stale."""

import sys
from functools import cache
from hashlib import sha256
from pathlib import Path

LIBRARIES = ("numpy", "scipy", "sympy", "python-flint", "highspy", "cvxpy", "clarabel")
UNRELATED = ("cli", "report", "testing")
"""Parts of the package that show verdicts and do not make any."""


def folder_digest(folder: Path, without: tuple[str, ...] = ()) -> str:
    """SHA-256 of the Python files in a folder and below, less some of its sub-folders."""
    digest = sha256()
    for path in sorted(folder.rglob("*.py")):
        name = path.relative_to(folder)
        if name.parts[0] not in without and path.is_file():
            content = sha256(path.read_bytes()).hexdigest()
            digest.update(f"{name.as_posix()} {content}\n".encode())
    return digest.hexdigest()


def _installed(library: str) -> str:
    from importlib.metadata import PackageNotFoundError, version  # With it comes all of email.

    try:
        return version(library)
    except PackageNotFoundError:
        return "absent"


@cache
def package_version() -> str:
    """SHA-256 of the package and the versions of Python and the libraries, as of first use."""
    digest = sha256(f"python {sys.version_info[:3]}\n".encode())
    for library in LIBRARIES:
        digest.update(f"{library} {_installed(library)}\n".encode())
    digest.update(folder_digest(Path(__file__).parents[1], UNRELATED).encode())
    return digest.hexdigest()
