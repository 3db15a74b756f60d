"""Other libraries in environments of their own, and what a method takes in a process of its own."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

HOME = Path(__file__).parents[2] / ".cache" / "peers"


def interpreter(name: str, *packages: str) -> Path:
    """The interpreter of an environment with these packages; skips when it cannot be made."""
    home = HOME / name
    python = home / "bin" / "python"
    if not (home / "ready").exists():
        install = [
            [sys.executable, "-m", "venv", str(home)],
            [str(python), "-m", "pip", "install", "--quiet", *packages],
        ]
        for command in install:
            done = subprocess.run(command, capture_output=True, text=True, check=False)
            if done.returncode:
                pytest.skip(f"{packages} cannot be installed: {done.stderr.strip()[-200:]}")
        (home / "ready").touch()
    return python


def measured(python: Path | str, script: str, *arguments: object) -> dict[str, float]:
    """What a script beside this file prints as JSON: seconds, megabytes and figures of its own."""
    command = [str(python), str(Path(__file__).with_name(script)), *map(str, arguments)]
    run = subprocess.run(command, capture_output=True, text=True, check=True)
    found: dict[str, float] = json.loads(run.stdout.splitlines()[-1])
    return found
