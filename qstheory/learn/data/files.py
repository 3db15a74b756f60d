"""Text files, plain or compressed, line by line, with places for error messages."""

import gzip
import lzma
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TextIO

from qstheory.errors import UnreadableInput


def unreadable(path: Path, line: int, sentence: str) -> UnreadableInput:
    """The error for a malformed line: the file, the 1-based line number and one sentence."""
    return UnreadableInput(f"{path}, line {line}: {sentence}")


def open_text(path: Path) -> TextIO:
    """The file as UTF-8 text; .xz and .gz are decompressed. Raises UnreadableInput."""
    try:
        if path.suffix == ".xz":
            return lzma.open(path, "rt", encoding="utf-8-sig")
        if path.suffix == ".gz":
            return gzip.open(path, "rt", encoding="utf-8-sig")
        return path.open(encoding="utf-8-sig")
    except OSError as error:
        reason = error.strerror or "it cannot be opened"
        raise UnreadableInput(f"{path} cannot be read: {reason}.") from None


@dataclass
class Lines:
    """The lines of a text file without their ends; `number` counts those handed out so far."""

    path: Path
    number: int = field(default=0, init=False)

    def __iter__(self) -> Iterator[str]:
        """The lines; raises UnreadableInput for damaged compression or text that is not UTF-8."""
        with open_text(self.path) as text:
            try:
                for line in text:
                    self.number += 1
                    yield line.rstrip("\r\n")
            except UnicodeDecodeError:
                raise unreadable(self.path, self.number + 1, "it is not UTF-8 text.") from None
            except (lzma.LZMAError, EOFError, zlib.error, gzip.BadGzipFile):
                raise unreadable(
                    self.path, self.number + 1, "the compressed file is damaged or cut off here."
                ) from None

    def error(self, sentence: str) -> UnreadableInput:
        """The error for the line handed out last."""
        return unreadable(self.path, self.number, sentence)
