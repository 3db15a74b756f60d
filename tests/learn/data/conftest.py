"""Small files, plain and compressed."""

import gzip
import lzma
from collections.abc import Callable
from pathlib import Path

import pytest

Write = Callable[..., Path]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """write(name, text) writes a file, compressed as its ending says."""

    def _write(name: str, text: str) -> Path:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        data = text.encode()
        if path.suffix == ".xz":
            data = lzma.compress(data)
        if path.suffix == ".gz":
            data = gzip.compress(data)
        path.write_bytes(data)
        return path

    return _write
