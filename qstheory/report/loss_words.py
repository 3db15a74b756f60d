"""A loss in words: its title and the parameters that differ from their defaults."""

from collections.abc import Mapping
from types import MappingProxyType

from qstheory.losses.base import MatrixReference, Reference
from qstheory.losses.catalogue import families, family

SHOWN = 16
"""Most entries of a matrix that are written out."""
TITLES = {
    "zero-one": "0-1",
    "block-zero-one": "block 0-1",
    "hamming": "Hamming",
    "f-score": "F-score",
    "prec-at-k": "Prec@k",
    "ndcg": "NDCG",
    "pairwise-disagreement": "PD",
    "map": "MAP",
}
SPOKEN: Mapping[tuple[str, str], str] = MappingProxyType(
    {
        ("undefined", "drop"): "0/0 left out",
        ("undefined", "zero"): "0/0 = 0",
        ("undefined", "one"): "0/0 = 1",
        ("discount", "reciprocal"): "D_j = 1/j",
        ("discount", "eru"): "D_j = 2^(1-j)",
        ("gain", "eru"): "G(t) = max(t - neutral, 0)",
        ("gain", "linear"): "G(t) = t",
        ("orientation", "printed"): "as printed",
        ("blocks", "parity"): "blocks by parity",
        ("blocks", "size"): "blocks by size",
        ("blocks", "singletons"): "one label set a block",
    }
)
"""Parameters of which the value alone says less than a formula."""
SYMBOLS = {"gain": "G", "discount": "D"}


def loss_words(reference: Reference) -> str:
    """The loss as a reader calls it.

    >>> from qstheory import losses
    >>> loss_words(losses.make("f-score", m=2, undefined="one").reference)
    'F-score, m = 2, 0/0 = 1'
    >>> loss_words(losses.make("block-zero-one", m=1, blocks=(0, 1)).reference)
    'block 0-1, m = 1, blocks {0}, {1}'
    >>> loss_words(losses.make("hamming", m=3).reference)
    'Hamming, m = 3'
    """
    if isinstance(reference, MatrixReference):
        rows, columns = len(reference.predictions), len(reference.observations)
        if rows * columns > SHOWN:
            return f"a {rows} x {columns} matrix"
        return f"L = ({'; '.join(' '.join(map(str, row)) for row in reference.entries)})"
    named = family(reference.family)
    usual = {p.name: p.default for p in named.parameters}
    given = [
        _spoken(name, value)
        for name, value in reference.parameters
        if str(value) != str(usual.get(name))
    ]
    return ", ".join([TITLES.get(reference.family, reference.family), *given])


def short_name(name: str) -> str:
    """A loss as commands take it, without the parameters that have their defaults.

    >>> short_name("ndcg:m=2,R=2,low=1,gain=exponential,discount=reciprocal,k=all,undefined=raise")
    'ndcg:m=2,R=2,discount=reciprocal'
    >>> short_name("hamming:m=3"), short_name("animals.csv")
    ('hamming:m=3', 'animals.csv')
    """
    head, _, rest = name.partition(":")
    if head not in families() or not rest:
        return name
    usual = {f"{p.name}={p.default}" for p in family(head).parameters}
    kept = ",".join(piece for piece in rest.split(",") if piece not in usual)
    return f"{head}:{kept}" if kept else head


def own_parameters(name: str) -> str:
    """What tells a loss apart from others of its family: the parameters that are not usual.

    >>> own_parameters("f-score:m=2,beta=1,undefined=one"), own_parameters("animals.csv")
    ('m=2,undefined=one', 'animals.csv')
    """
    return short_name(name).partition(":")[2] or name


def _spoken(name: str, value: object) -> str:
    """A parameter with its value, as a formula where it is one."""
    if name == "blocks" and isinstance(value, tuple):
        m = len(value).bit_length() - 1
        return "blocks " + ", ".join(
            "{" + ", ".join(f"{i:0{m}b}" for i, at in enumerate(value) if at == block) + "}"
            for block in sorted(set(value))
        )
    if name in SYMBOLS and isinstance(value, tuple):
        return f"{SYMBOLS[name]} = ({', '.join(map(str, value))})"
    return SPOKEN.get((name, str(value))) or f"{name} = {_value(value)}"


def _value(value: object) -> str:
    if not isinstance(value, tuple):
        return str(value)
    rows = (" ".join(map(str, row)) if isinstance(row, tuple) else str(row) for row in value)
    return "; ".join(rows)
