"""The documentation proper: the written pages and the commands; `api` has the reference."""

from collections.abc import Iterator, Mapping
from importlib.resources import files

from qstheory.claims.ledger import papers
from qstheory.report.pages.page import Page, title, toctree
from qstheory.report.sphinx_ext.records import Records

ORDER = 60
COMMANDS = "commands.json"
"""The help of the commands, by command, as `qstheory report` writes it."""
WRITTEN = (
    "tutorial",
    "reading",
    "reviewing",
    "give-a-loss",
    "real-sizes",
    "multilabel",
    "ranking",
    "which-loss",
    "conventions",
    "glossary",
    "add-a-loss",
    "add-a-claim",
    "add-a-surrogate",
    "embed-and-design",
    "families",
    "certificates",
    "records",
    "extension",
    "testing",
)
"""The pages of the folder docs, in the order of the menu."""


def pages(records: Records) -> Iterator[Page]:
    """The written pages of the folder docs, then what is generated."""
    folder = files("qstheory.report").joinpath("docs")
    for name in WRITTEN:
        source = folder.joinpath(f"{name}.md").read_text(encoding="utf-8")
        yield Page(f"docs/{name}", _with_sources(source))
    menu = [*WRITTEN]
    if (records.folder / COMMANDS).is_file():
        menu.append("commands")
        yield Page("docs/commands", command_reference(records.load(COMMANDS)))
    menu.append("api/index")
    yield Page(
        "docs/index", "\n".join([title("Documentation"), toctree(menu, hidden=False)]), top=True
    )


def _with_sources(text: str) -> str:
    """The text with `@source PACKAGE FILE@` lines replaced by that file of the project."""
    lines = []
    for line in text.split("\n"):
        if line.startswith("@source ") and line.endswith("@"):
            package, name = line.removeprefix("@source ").removesuffix("@").split()
            if package.startswith("verification."):  # Wherever the ledgers are installed.
                package = papers()[1] + package.removeprefix("verification")
            source = files(package).joinpath(name).read_text(encoding="utf-8")
            lines += ["```python", source.rstrip(), "```"]
        else:
            lines.append(line)
    return "\n".join(lines)


def command_reference(shown: Mapping[str, str]) -> str:
    """Every command with its help, as the commands print it."""
    lines = [title("Commands")]
    for name, text in shown.items():
        if name:
            lines.append(title(f"qstheory {name}", 2))
        lines += ["```text", text.rstrip(), "```", ""]
    return "\n".join(lines)
