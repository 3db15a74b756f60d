"""A class hierarchy from a file of edges: its leaves are the classes, their distance the loss.

CSV or TSV with two columns, a row for each edge, in any order:

    parent,child
    animal,dog
    animal,cat
    thing,animal
    thing,plant

The heads may stand the other way round, and a row may have an empty parent to name the root.
Branches may differ in depth. L(z, y) is the number of edges between two leaves, as the loss `tree`
has it, with the path of each leaf below the root as its name.
"""

from dataclasses import replace
from pathlib import Path
from urllib.parse import quote

from qstheory.errors import UnreadableInput
from qstheory.inputs.numbers import is_error, is_placeholder, shown
from qstheory.inputs.read import file_content
from qstheory.inputs.rows import Record, Table, read_table
from qstheory.losses.base import Loss
from qstheory.losses.distances import TREE

PARENT = frozenset({"parent", "super", "superclass", "hypernym", "from", "source"})
CHILD = frozenset({"child", "sub", "subclass", "hyponym", "to", "target"})
NODES = 200_000
"""Most nodes of a hierarchy that is read."""
STEPS = 5_000_000
"""Most edges of all ways from the root to a leaf."""
SHOWN = 6
"""Nodes of a cycle that a message names."""


def read_tree(path: str | Path, header: bool | None = None) -> Loss:
    """The tree distance between the leaves of the hierarchy in a CSV or TSV file.

    Parameters
    ----------
    path : str or path
        The file, one edge parent, child a row.
    header : bool, optional
        Whether the first row has the heads of the columns; when None, it is a row of heads if they
        are parent and child, or other words for these.

    Returns
    -------
    Loss
        A square loss on the leaves.

    Raises
    ------
    UnreadableInput
        In one sentence for what is no tree: a cycle, several roots, a node with two parents.
    """
    path = Path(path)
    suffix = path.suffix.lower()
    if suffix not in (".csv", ".tsv"):
        raise UnreadableInput(f"{path} is no .csv or .tsv file; save the edges as one.")
    content = file_content(path)
    try:
        table = read_table(content, "\t" if suffix == ".tsv" else None)
        parents, first = _parents(table, header)
        classes = _leaves(parents, first)
    except UnreadableInput as error:
        raise UnreadableInput(f"{path}: {error}") from None
    loss = TREE.make(classes=classes)
    depths = [name.count("/") + 1 for name in classes]
    count = "1 leaf" if len(classes) == 1 else f"{len(classes)} leaves"
    read = [f"read from edges: {count} of depth {min(depths)} to {max(depths)}"]
    if table.records[0].number not in first.values():
        read.append("the first row has the heads of the columns")
    return replace(loss, conventions=(*loss.conventions, *read), given_as=str(path))


def _parents(table: Table, header: bool | None) -> tuple[dict[str, str | None], dict[str, int]]:
    """The parent of each node, None for a root, and the row that names each node first."""
    for record in table.records:
        if len(record.cells) != 2:
            raise UnreadableInput(
                f"Row {record.number} has {len(record.cells)} cells; an edge has two, its parent"
                " and its child."
            )
    heads = [cell.strip().lower() for cell in table.records[0].cells]
    backwards = heads[0] in CHILD and heads[1] in PARENT
    if header is None:
        header = backwards or (heads[0] in PARENT and heads[1] in CHILD)
    parents: dict[str, str | None] = {}
    stated: dict[str, int] = {}
    for record in table.records[int(header) :]:
        cells = [_node(table, record, j) for j in range(2)]
        parent, child = reversed(cells) if header and backwards else cells
        if child is None:
            raise UnreadableInput(f"Row {record.number} has no child.")
        _add(parents, stated, record.number, parent, child)
    if not parents:
        raise UnreadableInput("The file has a row of heads but no row with an edge.")
    if len(parents) > NODES:
        raise UnreadableInput(f"The hierarchy has more than {NODES:,} nodes.")
    return parents, stated


def _node(table: Table, record: Record, j: int) -> str | None:
    """The name of a node, None where there is none."""
    cell = record.cells[j].strip()
    if is_error(cell):
        raise UnreadableInput(
            f"{table.place(record, j)}: {shown(cell)} is the error value of a spreadsheet; mend its"
            " formula."
        )
    return None if is_placeholder(cell) and cell.lower() != "none" else cell


def _add(
    parents: dict[str, str | None], stated: dict[str, int], row: int, parent: str | None, child: str
) -> None:
    """Add an edge; raises UnreadableInput where the child has another parent already."""
    known = parents.get(child)
    if child in stated and known != parent:
        raise UnreadableInput(
            f"Row {row} gives {shown(child)} the parent {shown(parent or '')}, but row"
            f" {stated[child]} gives it {shown(known or '')}; a node of a tree has one."
        )
    if parent == child:
        raise UnreadableInput(f"Row {row} makes {shown(child)} its own parent, which is a cycle.")
    parents[child] = parent
    stated.setdefault(child, row)
    if parent is not None:
        parents.setdefault(parent, None)


def _leaves(parents: dict[str, str | None], stated: dict[str, int]) -> list[str]:
    """The paths of the leaves below the root, in the order of the file."""
    roots = [node for node, parent in parents.items() if parent is None]
    if len(roots) > 1:
        more = f" and {len(roots) - 3} more" if len(roots) > 3 else ""
        raise UnreadableInput(
            f"The hierarchy has {len(roots)} roots, {', '.join(map(shown, roots[:3]))}{more}; give"
            " them one parent, or state --header yes (in Python header=True) if the first row has"
            " the heads of the columns."
        )
    _require_acyclic(parents)
    inner = set(parents.values())
    named = [node for node in parents if node not in inner]
    named.sort(key=lambda node: stated.get(node, 0))
    steps = 0
    paths = []
    for leaf in named:
        way = _way(leaf, parents)
        steps += len(way)
        if steps > STEPS:
            raise UnreadableInput(f"The ways from the root have more than {STEPS:,} edges in all.")
        paths.append("/".join(map(_written, way)) or "/")
    return paths


def _way(node: str, parents: dict[str, str | None]) -> list[str]:
    """The nodes from below the root to this one."""
    way: list[str] = []
    at: str | None = node
    while at is not None:
        way.append(at)
        at = parents[at]
    return way[-2::-1]


def _require_acyclic(parents: dict[str, str | None]) -> None:
    """Raise UnreadableInput, naming a cycle, unless every node hangs below the root."""
    safe: set[str] = set()
    for node in parents:
        climbed: dict[str, None] = {}
        at: str | None = node
        while at is not None and at not in safe:
            if at in climbed:
                cycle = list(climbed)[list(climbed).index(at) :]
                names = ", ".join(map(shown, cycle[:SHOWN])) + ", ..." * (len(cycle) > SHOWN)
                raise UnreadableInput(f"The hierarchy has a cycle of {len(cycle)} nodes: {names}.")
            climbed[at] = None
            at = parents[at]
        safe.update(climbed)


def _written(name: str) -> str:
    """A name as a step of a path: letters, digits, - . _ as they are, anything else as %XX.

    >>> _written("Canis lupus"), _written("n02084071"), _written("4x4")
    ('Canis%20lupus', 'n02084071', '%34x4')
    """
    kept = "".join(c if c.isalnum() or c in "-._" else quote(c, safe="") for c in name)
    return kept if kept[0].isalpha() or kept[0] in "_%" else f"%{ord(kept[0]):02X}{kept[1:]}"
