"""A table of text, written in Markdown, as CSV, HTML and LaTeX.

The standard library alone; `qstheory.work.terminal` lays a table out for a terminal.
"""

import csv
from collections.abc import Callable, Iterable, Sequence
from html import escape
from io import StringIO


class Table:
    r"""Columns and rows of text.

    Parameters
    ----------
    columns : sequence of str
        The heads of the columns.
    rows : iterable of sequences of str
        A cell for each column.

    Examples
    --------
    >>> table = Table(("m", "r"), [("1", "|a|")])
    >>> print(table.markdown())
    | m | r |
    |---|---|
    | 1 | \|a\| |
    >>> print(table.latex("lr"))
    \begin{tabular}{@{}lr@{}} \toprule
    m & r \\ \midrule
    1 & |a| \\
    \bottomrule \end{tabular}
    """

    def __init__(self, columns: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
        self.columns = tuple(columns)
        self.rows = tuple(tuple(row) for row in rows)

    def markdown(self) -> str:
        """The lines of a Markdown table, without an end of line after the last."""
        lines = [_line(self.columns), "|" + "---|" * len(self.columns), *map(_line, self.rows)]
        return "\n".join(lines)

    def csv(self) -> str:
        """One line for the columns, then one for each row."""
        out = StringIO()
        csv.writer(out, lineterminator="\n").writerows((self.columns, *self.rows))
        return out.getvalue()

    def html(self, caption: str, cell: Callable[[str], str] = escape) -> str:
        """A table with a caption, a header row and a header column; `cell` sets what is in it."""
        head = "".join(f'<th scope="col">{escape(name)}</th>' for name in self.columns)
        body = "".join(
            f'<tr><th scope="row">{cell(first)}</th>'
            + "".join(f"<td>{cell(text)}</td>" for text in rest)
            + "</tr>"
            for first, *rest in self.rows
        )
        return (
            f"<table><caption>{escape(caption)}</caption>"
            f"<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
        )

    def latex(self, layout: str) -> str:
        """A tabular with the rules of booktabs, without an end of line after the last.

        The cells are LaTeX already; `layout` says how each column is set, as in "lrr".
        """
        head, *body = (" & ".join(row) for row in (self.columns, *self.rows))
        lines = [rf"\begin{{tabular}}{{@{{}}{layout}@{{}}}} \toprule", rf"{head} \\ \midrule"]
        return "\n".join([*lines, *(rf"{row} \\" for row in body), r"\bottomrule \end{tabular}"])


def _line(cells: Sequence[str]) -> str:
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"
