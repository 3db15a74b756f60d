"""Exact, checkable analysis of learning with discrete losses.

A loss on finite sets is a matrix L with rows z (predictions) and columns y (observations).

>>> from qstheory import losses
>>> loss = losses.make("hamming", m=3)
>>> loss["000", "101"]
Fraction(2, 3)
"""

from importlib import import_module
from os import PathLike
from typing import TYPE_CHECKING, Any

from qstheory.version import VERSION as __version__

if TYPE_CHECKING:
    from qstheory import certify, errors, inputs, learn, losses, simulate, testing
    from qstheory.certify.replay import Replayed
    from qstheory.inputs import as_loss, read_loss, read_tree
    from qstheory.theory.dossier import analyze

__all__ = [
    "__version__",
    "analyze",
    "as_loss",
    "certify",
    "check",
    "errors",
    "inputs",
    "learn",
    "losses",
    "read_loss",
    "read_tree",
    "simulate",
    "testing",
]
_HOMES = {
    "analyze": "theory.dossier",
    "as_loss": "inputs",
    "read_loss": "inputs",
    "read_tree": "inputs",
}
"""The module of each name that is no package."""


def __getattr__(name: str) -> Any:
    """Import on demand: replaying a certificate must not load a solver."""
    if name in _HOMES:
        return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
    if name in __all__:
        return import_module(f"{__name__}.{name}")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def check(path: str | PathLike[str]) -> "list[Replayed]":
    """Replay a certificate file with the standard library alone, as `qstheory check` does.

    Parameters
    ----------
    path : str or path
        A file that `Dossier.certificates()` or a command with `--certificates` wrote.

    Returns
    -------
    list of Replayed
        For each item its `decision` and whether that is `as_expected`.

    Raises
    ------
    UnreadableCertificate
        When the file is none, with the place where it is wrong.
    """
    from pathlib import Path

    from qstheory.certify.replay import replay_file

    return replay_file(Path(path))


def __dir__() -> list[str]:
    """The public names."""
    return sorted(__all__)
