"""Files that are there whole or not at all, whoever else writes them."""

import os
import tempfile
from errno import EINVAL
from pathlib import Path


def write_whole(path: Path, text: str) -> None:
    """Write text in UTF-8, making the folder if need be; at no time does `path` hold a part of it.

    The file is readable like any other. A link is followed, and a device, pipe or socket never
    replaced; raises OSError.
    """
    path = path.resolve()
    if path.exists() and not path.is_file() and not path.is_dir():
        raise OSError(EINVAL, "it is not a regular file")
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.", suffix=".tmp")
    temporary = Path(name)
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
        temporary.chmod(0o644)
        temporary.replace(path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
