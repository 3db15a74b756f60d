"""Class hierarchies from edges: the distance of the leaves by another way, or one sentence."""

from fractions import Fraction

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from qstheory.errors import UnreadableInput
from qstheory.inputs.hierarchy import read_tree
from qstheory.losses.catalogue import resolve

EDGES = "parent,child\nanimal,dog\nanimal,cat\nthing,animal\nthing,plant\n"


def written(tmp_path, text, name="edges.csv"):
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    return path


def rows(loss):
    return [[loss.entry(z, y) for y in loss.observations] for z in loss.predictions]


@pytest.mark.parametrize(
    "text",
    [
        EDGES,
        EDGES.partition("\n")[2],
        "child;parent\ndog;animal\ncat;animal\nanimal;thing\nplant;thing\n",
        "sep=;\nparent;child;\nanimal;dog;\nanimal;cat;\nthing;animal;\n;;\nthing;plant;\n",
        "# by hand\nParent,Child\nanimal,dog\nanimal,cat\nthing,animal\nthing,plant\nanimal,dog\n",
        EDGES + ",thing\n",
        "hypernym,hyponym\nNA,thing\n" + EDGES.partition("\n")[2],
    ],
)
def test_leaves_are_classes_and_edges_are_counted(tmp_path, text):
    loss = read_tree(written(tmp_path, text))
    assert list(loss.predictions) == ["animal/dog", "animal/cat", "plant"]
    assert rows(loss) == [[0, 2, 3], [2, 0, 3], [3, 3, 0]]
    assert "read from edges: 3 leaves of depth 1 to 2" in loss.conventions
    heads = any(word in text.lower() for word in ("child", "hyponym"))
    assert ("the first row has the heads of the columns" in loss.conventions) is heads
    assert resolve(loss.reference) == loss


def test_names_of_any_kind(tmp_path):
    text = "root,Canis lupus\nroot,4x4\nroot,1/2\nroot,\u00e9t\u00e9\nroot,none\n"
    loss = read_tree(written(tmp_path, text))
    names = ["Canis%20lupus", "%34x4", "%31%2F2", "\u00e9t\u00e9", "none"]
    assert list(loss.predictions) == names
    assert rows(loss) == [[2 * (i != j) for j in range(5)] for i in range(5)]
    assert resolve(loss.reference) == loss


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a,b\nb,c\nc,a\n", "The hierarchy has a cycle of 3 nodes: "),
        ("r,s\na,b\nb,a\n", "The hierarchy has a cycle of 2 nodes: "),
        ("r,s\na,a\n", "Row 2 makes 'a' its own parent, which is a cycle."),
        ("a,b\nc,d\n", "The hierarchy has 2 roots, 'a', 'c'; give them one parent"),
        ("upper,lower\nr,a\nr,b\n", "state --header yes (in Python header=True)"),
        ("a,c\nb,c\nr,a\nr,b\n", "Row 2 gives 'c' the parent 'b', but row 1 gives it 'a'; a node"),
        (",a\nb,a\n", "Row 2 gives 'a' the parent 'b', but row 1 gives it ''"),
        ("a,b,c\n", "Row 1 has 3 cells; an edge has two"),
        ("parent,child\n", "no row with an edge"),
        ("parent,child\na,\n", "Row 2 has no child."),
        ("a,#N/A\n", "Row 1, column 2: '#N/A' is the error value"),
        ("", "The file is empty."),
        ("a b\n", "Row 1 has 1 cells"),
    ],
)
def test_what_is_no_tree_is_refused(tmp_path, text, message):
    path = written(tmp_path, text)
    with pytest.raises(UnreadableInput) as caught:
        read_tree(path)
    assert message in str(caught.value)
    assert str(caught.value).startswith(f"{path}: ")
    assert "\n" not in str(caught.value)


def test_the_header_can_be_stated(tmp_path):
    path = written(tmp_path, "upper,lower\nr,a\nr,b\n")
    assert list(read_tree(path, header=True).predictions) == ["a", "b"]
    edges = written(tmp_path, "parent,child\nchild,a\nchild,b\n")
    assert list(read_tree(edges, header=False).predictions) == ["child/a", "child/b"]


def test_other_files_are_refused(tmp_path):
    with pytest.raises(UnreadableInput, match=r"is no \.csv or \.tsv file"):
        read_tree(written(tmp_path, EDGES, "edges.json"))


def by_breadth(edges, start):
    """The distances from a node, by a search in the graph."""
    beside = {}
    for a, b in edges:
        beside.setdefault(a, []).append(b)
        beside.setdefault(b, []).append(a)
    found, level = {start: 0}, [start]
    while level:
        following = [b for a in level for b in beside.get(a, ()) if b not in found]
        found.update({b: found[a] + 1 for a in level for b in beside.get(a, ()) if b not in found})
        level = following
    return found


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data(), size=st.integers(2, 25))
def test_ragged_trees_against_a_search_in_the_graph(tmp_path, data, size):
    above = [data.draw(st.integers(0, k - 1)) for k in range(1, size)]
    edges = [(f"n{parent}", f"n{k}") for k, parent in enumerate(above, start=1)]
    shuffled = data.draw(st.permutations(edges))
    loss = read_tree(written(tmp_path, "".join(f"{a},{b}\n" for a, b in shuffled)))
    leaves = [path.rpartition("/")[2] for path in loss.predictions]
    assert sorted(leaves) == sorted({f"n{k}" for k in range(size)} - {a for a, _ in edges})
    for z, path in zip(leaves, loss.predictions, strict=True):
        distances = by_breadth(edges, z)
        assert [loss.entry(path, y) for y in loss.observations] == [
            Fraction(distances[y]) for y in leaves
        ]
