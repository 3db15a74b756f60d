"""The site: sources written from records, then Sphinx."""

from qstheory.report.site.build import build_site

__all__ = ["build_site"]
