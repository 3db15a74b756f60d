"""Building the site, the JSON Schemas of its records among it: only what changed is written.

A record is a frozen dataclass with a `FORMAT`, wherever in these packages it stands. A format is
"name/version"; a change that readers would notice gets a new version. The schema of certificate
files is derived from the propositions: `qstheory.report.certificate_schema`. The module is an
extension of Sphinx for docstrings that are plain text: what reStructuredText would misread is
escaped, and code set off by indentation stays code. Terms of a glossary that are signs are typeset.
"""

import contextlib
import io
import json
import os
import re
import shutil
from collections.abc import Iterator
from dataclasses import is_dataclass
from importlib import import_module
from importlib.resources import files
from pathlib import Path
from pkgutil import walk_packages
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import docutils_namespace, patch_docutils

from qstheory.certify.bundle import FORMAT as CERTIFICATES
from qstheory.errors import QstheoryError
from qstheory.markup import set_in_text
from qstheory.report.certificate_schema import schema as certificate_schema
from qstheory.report.pages import Page, all_pages
from qstheory.report.sphinx_ext import STATIC
from qstheory.report.sphinx_ext.nodes import Records
from qstheory.version import VERSION
from qstheory.work.files import schema, write_text

SUFFIX = ".schema.json"
PACKAGES = (
    "qstheory.claims",
    "qstheory.learn.experiments",
    "qstheory.report",
    "qstheory.simulate",
    "qstheory.theory",
)


def records() -> Iterator[Any]:
    """Every kind of record, in the order of the modules that define them."""
    for package in PACKAGES:
        path = import_module(package).__path__
        for info in walk_packages(path, f"{package}."):
            for kind in vars(import_module(info.name)).values():
                if is_dataclass(kind) and kind.__module__ == info.name and hasattr(kind, "FORMAT"):
                    yield kind


def schemas() -> dict[str, dict[str, Any]]:
    """Every schema by its format.

    >>> sorted(schemas())[-3:]
    ['qstheory-table1/2', 'qstheory-table2/2', 'qstheory-verify/2']
    """
    derived = {record.FORMAT: schema(record) for record in records()}
    return {CERTIFICATES: certificate_schema()} | derived


def schema_file(record_format: str) -> str:
    """The file name under which a schema is published.

    >>> schema_file("qstheory-dossier/1")
    'qstheory-dossier-1.schema.json'
    """
    return record_format.replace("/", "-") + SUFFIX


COLOURS = re.compile(r"\x1b\[[0-9;]*m")
DOWNLOADS = (
    "table1.tex",
    "table1.csv",
    "table1.json",
    "table1.md",
    "table1.html",
    "errata.md",
    "errata.tex",
    "ledger.json",
)

INDEXES = ("genindex", "py-modindex", "search")
"""Pages that Sphinx makes without a source."""


class SiteError(QstheoryError):
    """Sphinx reported an error or a warning."""


def write_sources(records: Path, sources: Path) -> None:
    """The sources of every page; files that no page wants any more are removed."""
    wanted = {Path("conf.py")}
    for page in all_pages(Records(records)):
        if isinstance(page, Page):
            path = Path(f"{page.path}.md")
            _write_if_changed(sources / path, page.content.encode())
        else:
            path = Path(page.path)
            _write_if_changed(sources / path, page.content)
        wanted.add(path)
    conf = files("qstheory.report").joinpath("site_conf.py.txt").read_text(encoding="utf-8")
    conf = conf.replace("@RECORDS@", str(records.resolve()))
    conf = conf.replace("@CACHE@", str((sources.parent / "notebooks").resolve()))
    conf = conf.replace("@SCORER@", str(STATIC / "scorer.js"))
    _write_if_changed(sources / "conf.py", conf.encode())
    for path in sources.rglob("*"):
        if path.is_file() and path.relative_to(sources) not in wanted:
            path.unlink()


@contextlib.contextmanager
def _kernels_of_their_own(work: Path) -> Iterator[None]:
    """Executed pages see no profile of the user, and say errors alone, not each kernel's start."""
    profile = work / "ipython" / "profile_default"
    _write_if_changed(profile / "ipython_kernel_config.json", b'{"IPKernelApp": {"log_level": 40}}')
    before = os.environ.get("IPYTHONDIR")
    os.environ["IPYTHONDIR"] = str(profile.parent)
    try:
        yield
    finally:
        del os.environ["IPYTHONDIR"]
        if before is not None:
            os.environ["IPYTHONDIR"] = before


def _write_if_changed(path: Path, content: bytes) -> None:
    if not path.is_file() or path.read_bytes() != content:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)


def build_site(records: Path, output: Path, work: Path, jobs: int = 1) -> None:
    """Build the site of the records in a folder; raises SiteError with what Sphinx said.

    `work` keeps sources and Sphinx's own state between builds.
    """
    sources = work / "sources"
    write_sources(records, sources)
    said = io.StringIO()
    with patch_docutils(str(sources)), docutils_namespace(), _kernels_of_their_own(work.absolute()):
        app = Sphinx(
            srcdir=str(sources),
            confdir=str(sources),
            outdir=str(output),
            doctreedir=str(work / "doctrees"),
            buildername="html",
            status=None,
            warning=said,
            warningiserror=True,
            parallel=jobs,
        )
        with contextlib.suppress(SystemExit):
            app.build()
    complaints = COLOURS.sub("", said.getvalue()).strip()
    if app.statuscode or complaints:
        raise SiteError(f"The site could not be built: {complaints[:2000]}")
    _remove_other_pages(output, set(app.env.found_docs))
    _copy_downloads(records, output)


def _remove_other_pages(output: Path, documents: set[str]) -> None:
    """Pages of earlier builds that no source stands for; Sphinx leaves them."""
    for path in output.rglob("*.html"):
        name = path.relative_to(output)
        if name.parts[0].startswith("_") or name.stem in INDEXES:
            continue
        if name.with_suffix("").as_posix() not in documents:
            path.unlink()


def _copy_downloads(records: Path, output: Path) -> None:
    """Certificates and tables beside the pages."""
    for name in DOWNLOADS:
        if (records / name).is_file():
            (output / "files").mkdir(exist_ok=True)
            shutil.copyfile(records / name, output / "files" / name)
    for record_format, written in schemas().items():
        text = json.dumps(written, indent=1) + "\n"
        write_text(output / "files" / "schemas" / schema_file(record_format), text)
    if (records / "certificates").is_dir():
        shutil.copytree(records / "certificates", output / "certificates", dirs_exist_ok=True)


_CODE = re.compile(r"``[^`]+``|`[^`]+`")
_SPECIAL = re.compile(r"([\\*|]|(?<=\w)_(?!\w))")


def _escaped(text: str) -> str:
    """Text with `x`, which may go over two lines, as code and everything else literal."""
    made, end = [], 0
    for found in _CODE.finditer(text):
        made.append(_SPECIAL.sub(r"\\\1", text[end : found.start()]))
        made.append(f"``{' '.join(found.group().strip('`').split())}``")
        end = found.end()
    made.append(_SPECIAL.sub(r"\\\1", text[end:].replace("`", "'")))
    return "".join(made)


ROLES = {"_": "sub", "^": "sup"}


def _set(text: str) -> str:
    """Text whose formulas are set; the rest is literal."""
    made, end = [], 0
    for found in [*_CODE.finditer(text), None]:
        between = text[end : found.start() if found else len(text)]
        made.append(set_in_text(between, _script, _escaped))
        if found:
            made.append(_escaped(found.group()))
            end = found.end()
    return "".join(made)


def _script(mark: str, inner: str) -> str:
    return rf"\ :{ROLES[mark]}:`{_escaped(inner)}`\ "


def as_rst(lines: list[str]) -> list[str]:
    """A docstring as reStructuredText.

    >>> as_rst(["|z| and `F_z`:", "", "    {1}"])
    ['\\\\|z\\\\| and ``F_z``:', '', '::', '', '    {1}', '']
    >>> as_rst(["F_z . v <= batch_size"])
    ['F\\\\ :sub:`z`\\\\  · v ≤ batch_size', '']
    """
    made: list[str] = []
    for block in "\n".join(lines).split("\n\n"):
        rows = [row for row in block.split("\n") if row.strip()]
        if not rows:
            continue
        if len(rows) > 1 and set(rows[1]) == {"-"}:
            made += list(_section(rows))
        elif rows[0].lstrip().startswith(">>>"):
            made += rows
        elif all(row.startswith("  ") for row in rows):
            made += ["::", "", *rows]
        else:
            made += _paragraph(rows)
        made.append("")
    return made


def _section(rows: list[str]) -> Iterator[str]:
    """A section as numpydoc has it: a title underlined, names with what they are, indented.

    >>> list(_section(["Raises", "------", "KeyError", "    When it is missing."]))
    ['.. rubric:: Raises', '', '**KeyError**', '  When it is missing.', '']
    """
    yield f".. rubric:: {rows[0]}"
    yield ""
    given = rows[2:]
    for row, below in zip(given, [*given[1:], ""], strict=True):
        if row.startswith(" "):
            yield f"  {_set(row.strip())}"
            continue
        name, colon, kind = row.partition(" : ")
        shown = f"**{_escaped(name)}**" + (f" : {_escaped(kind)}" if colon else "")
        yield from [shown] if below.startswith(" ") else ["", f"- {shown}", ""]
    yield ""


def _paragraph(rows: list[str]) -> list[str]:
    """Text, in which a list may start without a blank line before it."""
    made: list[str] = []
    listing = False
    for row in _set("\n".join(rows)).split("\n"):
        bullet = row.startswith("- ")
        if bullet and not listing and made:
            made.append("")
        listing = listing or bullet
        made.append(row if listing else row.strip())
    return made


def _process(app: Sphinx, what: str, name: str, *rest: Any) -> None:
    """`rest` is the object, the options of the directive, and the lines to change in place."""
    lines = rest[-1]
    lines[:] = as_rst(lines)


SET_TERMS = {"A*": r"\mathsf A_*", "gamma_2": r"\gamma_2"}
"""Terms of the glossary that are signs; links and the index know them as they are typed."""


def set_terms(app: object, doctree: nodes.document) -> None:
    """Typeset the terms of a glossary that are signs."""
    for term in list(doctree.findall(nodes.term)):
        latex = SET_TERMS.get(term.astext())
        text = next(iter(term.findall(nodes.Text)), None)
        if latex and text is not None:
            text.parent.replace(text, nodes.math(latex, latex))


def setup(app: Sphinx) -> dict[str, Any]:
    """Connect to autodoc."""
    app.connect("autodoc-process-docstring", _process)
    app.connect("doctree-read", set_terms)
    return {"version": VERSION, "parallel_read_safe": True, "parallel_write_safe": True}
