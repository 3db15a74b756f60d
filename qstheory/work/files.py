"""Files that are there whole or not at all, whoever else writes them."""

import os
import re
import tempfile
from errno import EINVAL
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
