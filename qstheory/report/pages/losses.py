"""Table 1, printed and certified, and a page for each family of losses with heat maps and plots."""

from collections.abc import Iterator

from qstheory.losses.catalogue import families
from qstheory.report.pages import Page, Picture, directive, image, sheet, title, toctree
from qstheory.report.pictures import dimension_plot, heat_map
from qstheory.report.sphinx_ext.nodes import Records
from qstheory.report.typeset import short_name
from qstheory.tables import Table

ORDER = 10
SMALL = 300
"""Most entries of a matrix that is drawn."""
SECTIONS = {
    "decompositions": "Decompositions",
    "optimality": "Optimality, decoder, what merges",
    "margins": "Margins",
    "certificates": "Certificates",
}


def pages(records: Records) -> Iterator[Page | Picture]:
    """Table 1, the list, then the families."""
    yield sheet(
        "table1",
        "Table 1",
        "What is printed stands first; where it fails, a link leads to the counterexample",
        "and another to the statement that is right, with its proof.\n",
        directive("qstheory-table1"),
    )
    judged = records.families()
    names = [name for name in families() if name in judged]
    rows = ((f"[{(f := families()[n]).title}]({n}.md)", f"`{n}`", f.source) for n in names)
    listed = Table(("loss", "name", "source"), rows).markdown()
    yield sheet("losses/index", "Losses", listed, "", toctree(names))
    table1 = {size["loss"] for row in records.load("table1.json")["rows"] for size in row["sizes"]}
    for name in names:
        yield from _family(records, name, table1)


def _family(records: Records, name: str, table1: set[str]) -> Iterator[Page | Picture]:
    """The page of a family; its matrix is drawn as in Table 1 where it stands there."""
    shown, dossiers = families()[name], records.dossiers(name)
    content = [title(shown.title), directive("qstheory-loss", name, parts="definition")]
    drawn = [d for d in dossiers if int(d["predictions"]) * int(d["observations"]) <= SMALL]
    drawn = [d for d in drawn if d["loss"] in table1] or drawn
    map_ = heat_map(drawn[-1]["loss"]) if drawn else None
    if map_ is not None:
        yield Picture(f"losses/{name}-matrix.svg", map_)
        content += [
            title("The matrix", 2),
            f"`{short_name(drawn[-1]['loss'])}`: a row for each prediction, a column for each"
            " observation.\n",
            image(f"{name}-matrix.svg", f"heat map of {drawn[-1]['loss']}"),
        ]
    content += [title("Dimensions and A", 2)]
    plot = dimension_plot(dossiers)
    if plot is not None:
        yield Picture(f"losses/{name}-dimensions.svg", plot)
        words = f"dimensions and A of {shown.title} by size"
        content.append(image(f"{name}-dimensions.svg", words))
    content.append(directive("qstheory-loss", name, parts="dimensions"))
    for part, heading in SECTIONS.items():
        content += [title(heading, 2), directive("qstheory-loss", name, parts=part)]
    yield Page(f"losses/{name}", "\n".join(content))
