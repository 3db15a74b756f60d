"""A Sphinx extension that shows dossiers and judged claims in any documentation.

Add `qstheory.report.sphinx_ext` to `extensions` and set `qstheory_records` to a folder written by
`qstheory report` (relative to conf.py). Directives: `qstheory-table1`, `qstheory-loss`,
`qstheory-claim`, `qstheory-claims`, `qstheory-errata`, `qstheory-graph`, `qstheory-kinds`.
`qstheory_downloads` is where certificates and tables are published, as seen from the root of the
site, and empty when they are not.
"""

import re
from pathlib import Path
from typing import Any

from sphinx.application import Sphinx

from qstheory.report.sphinx_ext.claims import ClaimDirective, ClaimsDirective
from qstheory.report.sphinx_ext.graph import GraphDirective
from qstheory.report.sphinx_ext.kinds import KindsDirective
from qstheory.report.sphinx_ext.letter import ErrataDirective, Table1Directive
from qstheory.report.sphinx_ext.loss import LossDirective
from qstheory.report.sphinx_ext.nodes import resolve_links
from qstheory.version import VERSION

STATIC = Path(__file__).parent / "static"


def _add_static(app: Sphinx) -> None:
    app.config.html_static_path.append(str(STATIC))


def _add_scope(
    app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: object
) -> None:
    """Say of each header cell whether it heads a column or a row, for readers of the screen."""
    body = context.get("body")
    if isinstance(body, str):
        body = re.sub(r'<th (?=class="head)', '<th scope="col" ', body)
        context["body"] = re.sub(r'<th (?=class="stub)', '<th scope="row" ', body)


def setup(app: Sphinx) -> dict[str, Any]:
    """Register configuration, directives, styles and scripts."""
    app.add_config_value("qstheory_records", "records", "env", str)
    app.add_config_value("qstheory_downloads", "", "env", str)
    app.add_directive("qstheory-table1", Table1Directive)
    app.add_directive("qstheory-loss", LossDirective)
    app.add_directive("qstheory-claim", ClaimDirective)
    app.add_directive("qstheory-claims", ClaimsDirective)
    app.add_directive("qstheory-errata", ErrataDirective)
    app.add_directive("qstheory-graph", GraphDirective)
    app.add_directive("qstheory-kinds", KindsDirective)
    app.connect("builder-inited", _add_static)
    app.connect("doctree-resolved", resolve_links)
    app.connect("html-page-context", _add_scope)
    app.add_css_file("qstheory.css")
    app.add_js_file("qstheory.js", loading_method="defer")
    return {"version": VERSION, "parallel_read_safe": True, "parallel_write_safe": True}
