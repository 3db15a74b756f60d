"""One page for each family of losses, with heat maps and plots."""

from collections.abc import Iterator

from qstheory.losses.catalogue import families
from qstheory.report.pages.page import Page, Picture, directive, title, toctree
from qstheory.report.pictures import dimension_plot, heat_map
from qstheory.report.sphinx_ext.records import Records

ORDER = 20
SMALL = 400
"""Most entries of a matrix that is drawn."""


def pages(records: Records) -> Iterator[Page | Picture]:
    """The list, then the families."""
    names = list(families())
    lines = [title("Losses"), "| loss | name | source |", "|---|---|---|"]
    for name, shown in families().items():
        lines.append(f"| [{shown.title}]({name}.md) | `{name}` | {shown.source} |")
    yield Page("losses/index", "\n".join([*lines, "", toctree(names)]), top=True)
    for name, shown in families().items():
        content = [title(shown.title), directive("qstheory-loss", name)]
        dossiers = records.dossiers(name)
        plot = dimension_plot(dossiers)
        if plot is not None:
            yield Picture(f"losses/{name}-dimensions.svg", plot)
            content.append(title("Dimensions and A as functions of the size", 2))
            words = f"dimensions and A of {shown.title} by size"
            content.append(_picture(f"{name}-dimensions.svg", words))
        drawn = [d for d in dossiers if int(d["predictions"]) * int(d["observations"]) <= SMALL]
        if drawn:
            map_ = heat_map(drawn[-1]["loss"])
            if map_ is not None:
                yield Picture(f"losses/{name}-matrix.svg", map_)
                content += [title("The matrix", 2), f"`{drawn[-1]['loss']}`, rows predictions:", ""]
                content += [_picture(f"{name}-matrix.svg", f"heat map of {drawn[-1]['loss']}")]
        yield Page(f"losses/{name}", "\n".join(content))


def _picture(path: str, alternative: str) -> str:
    return f"```{{image}} {path}\n:alt: {alternative}\n:class: qst-plot\n```\n"
