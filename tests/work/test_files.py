"""Files are written whole or not at all."""

import os

import pytest

from qstheory.work.files import write_whole


def test_folders_are_made_and_files_readable(tmp_path):
    path = tmp_path / "a" / "b.txt"
    write_whole(path, "x\n")
    assert path.read_bytes() == b"x\n"
    assert path.stat().st_mode & 0o777 == 0o644


def test_a_failed_write_leaves_what_was_there(tmp_path):
    path = tmp_path / "file"
    write_whole(path, "old")
    with pytest.raises(UnicodeEncodeError):
        write_whole(path, "new \ud800")
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_only_regular_files_are_replaced(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with pytest.raises(OSError, match="not a regular file"):
        write_whole(pipe, "x")
    assert pipe.is_fifo()


def test_a_link_is_followed(tmp_path):
    (tmp_path / "link").symlink_to(tmp_path / "file")
    write_whole(tmp_path / "link", "x")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "file").read_text() == "x"
