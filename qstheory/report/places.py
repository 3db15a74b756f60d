"""Where in the paper a statement stands, from the words of its source."""

import re

ITEMS = r"(?:Theorem|Lemma|Corollary|Definition|Remark|Examples?)"
NAMED = re.compile(rf"\b(?:{ITEMS}|Sec\.|App\.) ([0-9AB])")
EQUATION = re.compile(r"\beqs?\. \((\d+)\)")
TABLES = {"Table 1": "Table 1", "Table 2": "Sec. 5"}
LAST_EQUATIONS = (("Sec. 2", 10), ("Sec. 3", 22), ("Sec. 4", 26), ("App. A", 50), ("App. B", 999))
"""The last equation of each section as numbered in print."""


def section(source: str) -> str:
    """The section that a source names first, by itself or by an item or equation of it.

    >>> section("proof of Theorem A.10"), section("Theorem 3.5, 2"), section("elsewhere")
    ('App. A', 'Sec. 3', 'other')
    >>> section("eq. (23) with App. B.3"), section("Table 1; App. B.3"), section("Table 2, left")
    ('Sec. 4', 'Table 1', 'Sec. 5')
    """
    found = []
    for name, place in TABLES.items():
        if name in source:
            found.append((source.index(name), place))
    if named := NAMED.search(source):
        kind = "App." if named[1].isalpha() else "Sec."
        found.append((named.start(), f"{kind} {named[1]}"))
    if equation := EQUATION.search(source):
        number = int(equation[1])
        place = next(name for name, last in LAST_EQUATIONS if number <= last)
        found.append((equation.start(), place))
    return min(found)[1] if found else "other"


HEADINGS = {
    "Table 1": "Table 1: constants and decoding of eight losses",
    "Sec. 2": "Section 2: quadratic surrogates",
    "Sec. 3": "Section 3: affine decompositions, sharp constants, low noise",
    "Sec. 4": "Section 4: computation",
    "Sec. 5": "Section 5 and Table 2: experiments",
    "Sec. 6": "Section 6: related work",
    "App. A": "Appendix A: calibration and fast rates",
    "App. B": "Appendix B: the losses one by one",
    "other": "Taken from elsewhere",
}
"""The sections in the order of reading, with what they are about; a table stands first."""


def is_statement(source: str) -> bool:
    """Whether it is a theorem, lemma, corollary or example itself that is spoken of.

    >>> is_statement("Theorem 3.5, 2; Corollary A.11"), is_statement("proof of Lemma A.4")
    (True, False)
    """
    return re.match(rf"(?:App\. B\.3, F-score, )?{ITEMS} ", source) is not None
