"""Writing reports: whole or not at all."""

import re
from pathlib import Path

from qstheory.certify.files import write_whole
from qstheory.errors import UnreadableInput


def file_name(loss_name: str) -> str:
    """A loss's name as a file name without extension.

    >>> file_name("f-score:m=2,beta=1/2")
    'f-score-m=2-beta=1-2'
    """
    return re.sub(r"[^A-Za-z0-9.=]+", "-", loss_name)


def write_text(path: Path, text: str) -> None:
    """Write a text file atomically; one that has this content already is left alone.

    Raises UnreadableInput with the reason when that fails.
    """
    try:
        if not path.is_file() or path.read_bytes() != text.encode():
            write_whole(path, text)
    except OSError as error:
        raise UnreadableInput(f"{path} cannot be written: {error.strerror}.") from None
