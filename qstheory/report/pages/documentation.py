"""The documentation proper: the written pages, the commands, and the reference of the package."""

from collections.abc import Iterator, Mapping
from importlib import import_module
from importlib.resources import files
from pkgutil import walk_packages

from qstheory.claims.ledger import papers
from qstheory.report.pages.page import Page, title, toctree
from qstheory.report.sphinx_ext.records import Records

ORDER = 60
COMMANDS = "commands.json"
"""The help of the commands, by command, as `qstheory report` writes it."""
PACKAGES = (
    "qstheory.losses",
    "qstheory.certify",
    "qstheory.inputs",
    "qstheory.theory",
    "qstheory.learn",
    "qstheory.claims",
    "qstheory.testing",
)
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
    yield from api_reference()
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


def api_reference() -> Iterator[Page]:
    """A page for each package, with all its public modules."""
    names = [package.rpartition(".")[2] for package in PACKAGES]
    yield Page("docs/api/index", "\n".join([title("API reference"), toctree(names, hidden=False)]))
    for package, name in zip(PACKAGES, names, strict=True):
        lines = [title(package)]
        # The members of a package itself are re-exports: they are described where they are made.
        lines += [f"```{{eval-rst}}\n.. automodule:: {package}\n```\n"]
        for module in _modules(package):
            lines += [title(module, 2)]
            lines += [f"```{{eval-rst}}\n.. automodule:: {module}\n   :members:\n```\n"]
        yield Page(f"docs/api/{name}", "\n".join(lines))


def _modules(package: str) -> list[str]:
    found = []
    for info in walk_packages(import_module(package).__path__, f"{package}."):
        public = not any(part.startswith("_") for part in info.name.split("."))
        if public and not info.ispkg:
            found.append(info.name)
    return found
