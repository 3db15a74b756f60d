"""JUnit XML: a claim is a test case, a changed verdict a failure, an undecided one skipped."""

import re
from xml.etree import ElementTree as Xml

from qstheory.claims.formats.rows import row
from qstheory.claims.verify import Report

FORBIDDEN = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""What XML 1.0 cannot hold."""


def render(report: Report) -> str:
    """One test suite with a test case for each selected claim."""
    suite = Xml.Element(
        "testsuite",
        name="qstheory verify",
        tests=str(len(report.selected)),
        failures=str(len(report.changed)),
        errors="0",
        skipped=str(len(report.undecided)),
    )
    for claim in report.selected:
        shown = row(report, claim)
        group, _, name = claim.partition(".")
        case = Xml.SubElement(suite, "testcase", classname=group, name=name or group)
        message = FORBIDDEN.sub("?", f"{shown.verdict} ({shown.strength}, {shown.scope})")
        if claim in report.changed:
            Xml.SubElement(case, "failure", message=message).text = FORBIDDEN.sub("?", shown.note)
        elif claim in report.undecided:
            Xml.SubElement(case, "skipped", message=message)
        Xml.SubElement(case, "system-out").text = f"{message}\n{FORBIDDEN.sub('?', shown.note)}"
    Xml.indent(suite)
    return '<?xml version="1.0" encoding="utf-8"?>\n' + Xml.tostring(suite, "unicode") + "\n"
