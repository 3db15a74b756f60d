"""Building the site, the JSON Schemas of its records among it: only what changed is written.

A record is a frozen dataclass with a `FORMAT`, wherever in these packages it stands. A format is
"name/version"; a change that readers would notice gets a new version. The schema of certificate
files is derived from the propositions: `qstheory.report.certificates.schema`.
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

from sphinx.application import Sphinx
from sphinx.util.docutils import docutils_namespace, patch_docutils

from qstheory.certify.bundle import FORMAT as CERTIFICATES
from qstheory.errors import QstheoryError
from qstheory.report.certificates.schema import schema as certificate_schema
from qstheory.report.pages import Page, all_pages
from qstheory.report.sphinx_ext import STATIC
from qstheory.report.sphinx_ext.nodes import Records
from qstheory.work.files import write_text
from qstheory.work.records import schema

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
    conf = files("qstheory.report.site").joinpath("conf.py.txt").read_text(encoding="utf-8")
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
