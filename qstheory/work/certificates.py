"""Certificate files as `qstheory.certify.bundle` reads them, with what repeats written once."""

import json
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, is_dataclass
from typing import Any

from qstheory.certify.bundle import FORMAT, REFERENCE, SHARED, Item
from qstheory.certify.rationals import RATIONAL
from qstheory.losses.base import MatrixReference
from qstheory.work.encoding import encode

WORTH = 20
"""Fewest characters of a value that is shared."""


def dumps(items: Iterable[Item]) -> str:
    """The text of a certificate file."""
    writer = _Writer()
    trees = [writer.tree(_members(item)) for item in items]
    for tree in trees:
        writer.count(tree, root=True)
    listed = [writer.joined(tree) for tree in trees]
    shared, lines = ("".join(f"\n{x}," for x in part).rstrip(",") for part in (writer.kept, listed))
    return f'{{"format": "{FORMAT}",\n"{SHARED}": [{shared}],\n"items": [{lines}]}}\n'


def _members(item: Item) -> dict[str, Any]:
    """What is written of an item: not that it is to prove, as most are, and no empty note."""
    members: dict[str, Any] = {"proposition": item.proposition, "certificate": item.certificate}
    if item.expect != "proves":
        members["expect"] = item.expect
    return members | {"note": item.note} if item.note else members


@dataclass(frozen=True)
class _Tree:
    """A value as text, and the parts between which its brackets, keys and commas stand."""

    text: str
    parts: "tuple[str | _Tree, ...]" = ()


class _Writer:
    """Writes values so that what occurs twice is kept once."""

    def __init__(self) -> None:
        self.kept: list[str] = []
        self._seen: Counter[str] = Counter()
        self._places: dict[str, int] = {}
        self._matrices: dict[MatrixReference, _Tree] = {}

    def tree(self, data: Any) -> _Tree:
        """JSON data, or what has a JSON form, with the text of every part."""
        if isinstance(data, MatrixReference):
            # There may be millions of entries, and a dozen items about them.
            if data not in self._matrices:
                self._matrices[data] = self.tree(encode(data))
            return self._matrices[data]
        if is_dataclass(data):
            return self.tree(encode(data, keep=MatrixReference))
        if not isinstance(data, dict | list):
            text = _compact(data)
            # Kinds and other words of the format have neither blanks nor digits alone.
            free = isinstance(data, str) and (" " in data or RATIONAL.fullmatch(data))
            return _Tree(text, (text,) if free and len(text) >= WORTH else ())
        parts: list[str | _Tree] = []
        if isinstance(data, dict):
            for key, value in data.items():
                parts += [f"{',' if parts else '{'}{_compact(key)}:", self.tree(value)]
            parts.append("}" if parts else "{}")
        else:
            for value in data:
                parts += ["," if parts else "[", self.tree(value)]
            parts.append("]" if parts else "[]")
        text = "".join(part if isinstance(part, str) else part.text for part in parts)
        return _Tree(text, tuple(parts) if len(text) >= WORTH else ())

    def count(self, tree: _Tree, *, root: bool = False) -> None:
        """Count the parts that are worth sharing; those of a repeated part are repeated with it."""
        if tree.parts:
            self._seen[tree.text] += not root
            if root or self._seen[tree.text] == 1:
                for part in tree.parts:
                    if isinstance(part, _Tree):
                        self.count(part)

    def written(self, tree: _Tree) -> str:
        """The text with references."""
        if not tree.parts:
            return tree.text
        if self._seen[tree.text] == 1:
            return self.joined(tree)
        if tree.text not in self._places:
            body = self.joined(tree)
            self._places[tree.text] = len(self.kept)
            self.kept.append(body)
        return f'{{"{REFERENCE}":{self._places[tree.text]}}}'

    def joined(self, tree: _Tree) -> str:
        """The text of a value that is not shared itself."""
        return "".join(part if isinstance(part, str) else self.written(part) for part in tree.parts)


def _compact(data: Any) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))
