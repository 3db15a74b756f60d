"""The documentation proper: the written pages, the commands, and the reference of the package."""

from collections.abc import Iterator, Mapping
from importlib.resources import files

from qstheory.report.pages.page import Page, title, toctree
from qstheory.report.sphinx_ext.records import Records

ORDER = 60
COMMANDS = "commands.json"
"""The record of every command's help."""
PACKAGES = (
    "qstheory.losses",
    "qstheory.certify",
    "qstheory.inputs",
    "qstheory.theory",
    "qstheory.claims",
    "qstheory.learn",
    "qstheory.testing",
    "qstheory.errors",
)


def pages(records: Records) -> Iterator[Page]:
    """The written pages of the folder docs, then what is generated."""
    written = []
    for source in sorted(files("qstheory.report").joinpath("docs").iterdir(), key=lambda p: p.name):
        if source.name.endswith(".md"):
            name = source.name.removesuffix(".md")
            written.append(name)
            yield Page(f"docs/{name}", source.read_text(encoding="utf-8"))
    if (records.folder / COMMANDS).is_file():
        written.append("commands")
        yield Page("docs/commands", command_reference(records.load(COMMANDS)))
    menu = toctree(written, hidden=False)
    yield Page("docs/index", "\n".join([title("Documentation"), menu]), top=True)


def command_reference(shown: Mapping[str, str]) -> str:
    """Every command with its help, as the commands print it."""
    lines = [title("Commands")]
    for name, text in shown.items():
        if name:
            lines.append(title(f"qstheory {name}", 2))
        lines += ["```text", text.rstrip(), "```", ""]
    return "\n".join(lines)
