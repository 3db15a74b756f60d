"""The documentation proper: the written pages and the commands; `api` has the reference."""

from collections.abc import Iterator, Mapping
from importlib.resources import files
from itertools import chain

from qstheory.claims.ledger import papers
from qstheory.report.pages import Page, directive, title, toctree
from qstheory.report.sphinx_ext.kinds import FOLDER, page_names
from qstheory.report.sphinx_ext.nodes import Records

ORDER = 60
COMMANDS = "commands.json"
"""The help of the commands, by command, as `qstheory report` writes it."""
WRITTEN = {
    "Tutorials": ("tutorial", "reading", "reviewing", "multilabel", "ranking"),
    "Your own loss": ("give-a-loss", "real-sizes", "which-loss", "families", "embed-and-design"),
    "Words and formats": ("conventions", "glossary", "certificates", "records"),
    "Adding to it": ("add-a-loss", "add-a-claim", "add-a-surrogate", "extension", "testing"),
}
"""The pages of the folder docs, by what they are for, in the order of the menu."""


def pages(records: Records) -> Iterator[Page]:
    """The written pages of the folder docs, then what is generated."""
    folder = files("qstheory.report").joinpath("docs")
    for name in chain.from_iterable(WRITTEN.values()):
        source = folder.joinpath(f"{name}.md").read_text(encoding="utf-8")
        if name == "certificates":
            source += "\n" + toctree([f"certificates/{each}" for each in page_names()])
        yield Page(f"docs/{name}", _with_sources(source))
    yield from _kinds()
    reference = ["api/index"]
    if (records.folder / COMMANDS).is_file():
        reference.insert(0, "commands")
        yield Page("docs/commands", command_reference(records.load(COMMANDS)))
    lines = [title("Documentation")]
    for heading, names in {**WRITTEN, "Reference": reference}.items():
        lines += [title(heading, 2), toctree([*names], hidden=False)]
    yield Page("docs/index", "\n".join(lines), top=True)


def _kinds() -> Iterator[Page]:
    """The specification of certificates, a page for each module of the checker."""
    for name in page_names():
        yield Page(f"{FOLDER}/{name}", directive("qstheory-kinds", name))


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
