"""The reference of the package: one page a public name, listed by what it is for."""

import inspect
from collections.abc import Iterator
from importlib import import_module
from typing import Any

from qstheory.report.pages import Page, grid, title, toctree
from qstheory.report.sphinx_ext.nodes import Records
from qstheory.scripts import set_in_text

ORDER = 61
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


def pages(records: Records) -> Iterator[Page]:
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
            yield Page(f"docs/api/{name}", _page(name, found))
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


def _page(name: str, found: Any) -> str:
    kind = "autoclass" if inspect.isclass(found) else "autofunction"
    members = "   :members:\n" if inspect.isclass(found) else ""
    short = name.rpartition(".")[2] if name in RETURNED else name.removeprefix("qstheory.")
    return f"{title(f'`{short}`')}\n```{{eval-rst}}\n.. {kind}:: {name}\n{members}```\n"
