"""The encoding of a text file: UTF-8, or Unicode that says which; any other is refused by name.

UTF-16 and UTF-32 are read where a byte order mark begins the file, as editors and spreadsheets
write it. Nothing else is guessed: every byte of a Latin-1 file means something in a dozen other
encodings too.
"""

from codecs import BOM_UTF16_BE, BOM_UTF16_LE, BOM_UTF32_BE, BOM_UTF32_LE

from qstheory.errors import UnreadableInput

REMEDY = "save it as UTF-8 (in a spreadsheet: CSV UTF-8)"
PROBE = 4096
"""Bytes at the beginning of a file that tell its encoding."""


def encoding_of(start: bytes) -> str:
    """The encoding of a file that begins so; raises UnreadableInput for bytes that are no text.

    >>> encoding_of(b"a,b"), encoding_of("a,b".encode("utf-16"))
    ('utf-8-sig', 'utf-16')
    """
    # The mark of little-endian UTF-32 begins with that of UTF-16.
    if start.startswith((BOM_UTF32_LE, BOM_UTF32_BE)):
        return "utf-32"
    if start.startswith((BOM_UTF16_LE, BOM_UTF16_BE)):
        return "utf-16"
    high, low = start[::2].count(0), start[1::2].count(0)
    if high + low == 0:
        return "utf-8-sig"
    if min(high, low) == 0 and high + low > len(start) // 8:
        order = "big" if high else "little"
        raise UnreadableInput(
            f"The file is not text in UTF-8; it seems to be UTF-16 ({order}-endian) without a byte"
            f" order mark; {REMEDY}."
        )
    raise UnreadableInput("The file is not text in UTF-8: some of its bytes are 0.")


def decode(content: bytes) -> str:
    """The text of the bytes of a file; raises UnreadableInput."""
    name = encoding_of(content)
    try:
        return content.decode(name)
    except UnicodeDecodeError as error:
        raise UnreadableInput(f"Row {row_of(error)} of the file {undecodable(error)}.") from None


def row_of(error: UnicodeDecodeError) -> int:
    """The 1-based row, within what was decoded, of the bytes that are no text."""
    return error.object[: error.start].count(b"\n") + 1


def undecodable(error: UnicodeDecodeError) -> str:
    """What a line is that cannot be decoded, what its first odd byte may be, and the remedy."""
    if not error.encoding.startswith("utf-8"):
        return f"is not text in {error.encoding.upper()}, as the byte order mark says; {REMEDY}"
    odd = error.object[error.start : error.start + 1]
    meant = odd.decode("cp1252", errors="replace")
    return (
        f"is not text in UTF-8: byte 0x{odd.hex().upper()}, which is {meant!r} in Latin-1 and"
        f" Windows-1252; {REMEDY}"
    )
