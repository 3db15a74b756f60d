"""A table is read back from what was written, in whichever format."""

import csv
from io import StringIO
from xml.etree import ElementTree

from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from qstheory.markup import Table

WORDS = st.text('ab| ,"x', max_size=4)


@given(st.lists(st.tuples(WORDS, WORDS), max_size=3))
def test_every_cell_is_read_back(rows: list[tuple[str, str]]) -> None:
    table = Table(("one", "two"), rows)
    assert list(csv.reader(StringIO(table.csv()))) == [["one", "two"], *map(list, rows)]
    page = ElementTree.fromstring(table.html("<caption>"))
    assert page.findtext("caption") == "<caption>"
    assert [[cell.text or "" for cell in row] for row in page.iter("tr")] == [
        ["one", "two"],
        *map(list, rows),
    ]
    lines = table.latex("lr").splitlines()[1:-1]
    assert [line.split(r" \\")[0].split(" & ") for line in lines] == [
        ["one", "two"],
        *map(list, rows),
    ]
    tokens = MarkdownIt("commonmark").enable("table").parse(table.markdown())
    cells = [token.content for token in tokens if token.type == "inline"]
    assert cells == ["one", "two", *(cell.strip() for row in rows for cell in row)]
