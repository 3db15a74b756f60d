"""What can be written and read again."""

from typing import Any

from qstheory.certify.codec import decode
from qstheory.errors import QstheoryError
from qstheory.work.certificates import encode


def as_read(value: Any) -> Any | None:
    """The value after writing and reading it, or None when it cannot be read."""
    try:
        return decode(encode(value), type(value))
    except QstheoryError:
        return None
