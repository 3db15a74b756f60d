"""The documentation proper: the written pages, the commands, and the reference of the package.

The reference has one page a public name, listed by what it is for.
"""

import inspect
from collections.abc import Iterator, Mapping
from importlib import import_module
from importlib.resources import files
from itertools import chain
from typing import Any

from qstheory.claims.ledger import papers
from qstheory.markup import set_in_text
from qstheory.report.pages import Page, directive, grid, title, toctree
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


def written(records: Records) -> Iterator[Page]:
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


PACKAGES = {
    "qstheory": "The package: analysing and reading a loss",
    "qstheory.losses": "Built-in losses",
    "qstheory.learn": "Estimators",
    "qstheory.learn.solvers": "Solvers behind the estimators",
    "qstheory.testing": "Testing",
    "qstheory.claims": "Claims",
    "qstheory.certify": "Certificates",
    "qstheory.inputs": "Reading",
}
"""Packages with the names that they publish."""
RETURNED = (
    "qstheory.losses.base.Loss",
    "qstheory.theory.dossier.Dossier",
    "qstheory.theory.findings.Finding",
    "qstheory.certify.kinds.decomposition.AffineDecomposition",
    "qstheory.certify.replay.Replayed",
)
"""What these return, by the place where it is defined."""
ERRORS = "qstheory.errors"
TAGS = {"_": "sub", "^": "sup"}


def reference(records: Records) -> Iterator[Page]:
    """The index, and a page for each name; a name that two packages publish stands in the first."""
    lines, menu, seen = [title("API reference")], [], set[int]()
    groups = {
        heading: [f"{package}.{name}" for name in import_module(package).__all__]
        for package, heading in PACKAGES.items()
    }
    groups["Values that are returned"] = list(RETURNED)
    for heading, names in groups.items():
        rows = []
        for name in names:
            found = _object(name)
            if inspect.ismodule(found) or id(found) in seen or not callable(found):
                continue
            seen.add(id(found))
            rows.append((f"[`{name}`]({name}.md)", _sentence(found)))
            menu.append(name)
            yield Page(f"docs/api/{name}", _reference_page(name, found))
        if rows:
            lines.append(grid(heading, ("name", "what it is"), rows))
    lines.append(f"What can go wrong is in [`{ERRORS}`]({ERRORS}.md).\n")
    menu.append(ERRORS)
    members = f"```{{eval-rst}}\n.. automodule:: {ERRORS}\n   :members:\n```\n"
    yield Page(f"docs/api/{ERRORS}", f"{title(f'`{ERRORS}`')}\n{members}")
    yield Page("docs/api/index", "\n".join([*lines, toctree(menu)]))


def _object(name: str) -> Any:
    module, _, last = name.rpartition(".")
    return getattr(import_module(module), last)


def _sentence(found: Any) -> str:
    """The first sentence of the docstring, safe within a table."""
    first = inspect.cleandoc(found.__doc__ or "").split("\n\n")[0].replace("\n", " ")
    pieces = first.split("`")
    return "`".join(piece if i % 2 else _formula(piece) for i, piece in enumerate(pieces))


def _formula(text: str) -> str:
    """Text with its formulas set, in Markdown."""
    return set_in_text(text, _script, _safe)


def _script(mark: str, inner: str) -> str:
    return f"<{TAGS[mark]}>{_safe(inner)}</{TAGS[mark]}>"


def _safe(text: str) -> str:
    return text.replace("*", r"\*").replace("<", "&lt;").replace("$", r"\$")


def _reference_page(name: str, found: Any) -> str:
    kind = "autoclass" if inspect.isclass(found) else "autofunction"
    members = "   :members:\n" if inspect.isclass(found) else ""
    short = name.rpartition(".")[2] if name in RETURNED else name.removeprefix("qstheory.")
    return f"{title(f'`{short}`')}\n```{{eval-rst}}\n.. {kind}:: {name}\n{members}```\n"


def pages(records: Records) -> Iterator[Page]:
    """What is written, then the reference."""
    yield from written(records)
    yield from reference(records)
