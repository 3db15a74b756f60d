"""The loss that an argument names: a built-in one with its parameters, or a file."""

import os
from pathlib import Path
from typing import Any


def named_loss(name: str) -> Any:
    """`family:parameter=value,...` or a file as for `qstheory analyze`; raises QstheoryError."""
    from qstheory.inputs import read_loss
    from qstheory.inputs.read import READERS
    from qstheory.losses.catalogue import parse

    # os.path.exists also answers for a name that is too long, where Path.is_file raises.
    if os.path.exists(name) or Path(name).suffix.lower() in READERS:
        return read_loss(Path(name))
    return parse(name)
