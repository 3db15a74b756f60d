"""Files written whole or not at all, and what identifies the code that wrote them."""

import os
import re
import sys
import tempfile
from errno import EINVAL
from functools import cache
from hashlib import sha256
from pathlib import Path

from qstheory.errors import UnreadableInput


def write_whole(path: Path, content: str | bytes) -> None:
    """Write bytes, or text in UTF-8, making the folder; at no time does `path` hold a part of it.

    The file is readable like any other. A link is followed, and a device, pipe or socket never
    replaced; raises OSError.
    """
    path = Path(os.path.realpath(path))  # Path.resolve has a RuntimeError for links in a circle.
    if path.exists() and not path.is_file() and not path.is_dir():
        raise OSError(EINVAL, "it is not a regular file")
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.", suffix=".tmp")
    temporary = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content if isinstance(content, bytes) else content.encode())
        temporary.chmod(0o644)
        temporary.replace(path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


def cache_folder(name: str) -> Path:
    """`$XDG_CACHE_HOME/qstheory/NAME`, or below `~/.cache`, as the XDG specification has it."""
    base = Path(os.environ.get("XDG_CACHE_HOME", ""))
    return (base if base.is_absolute() else Path.home() / ".cache") / "qstheory" / name


def file_name(loss_name: str) -> str:
    """A loss's name as a file name without extension.

    >>> file_name("f-score:m=2,beta=1/2")
    'f-score-m=2-beta=1-2'
    """
    return re.sub(r"[^A-Za-z0-9.=]+", "-", loss_name)


def write_text(path: Path, text: str) -> None:
    """Write a text file atomically; see `write_bytes`."""
    write_bytes(path, text.encode())


def write_bytes(path: Path, content: bytes) -> None:
    """Write a file atomically; one that has this content already is left alone.

    Raises UnreadableInput with the reason when that fails.
    """
    try:
        if not path.is_file() or path.read_bytes() != content:
            write_whole(path, content)
    except OSError as error:
        raise UnreadableInput(f"{path} cannot be written: {error.strerror}.") from None


LIBRARIES = ("numpy", "scipy", "sympy", "python-flint", "highspy", "cvxpy", "clarabel")
UNRELATED = ("cli", "report", "testing.py")
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
