"""The page of the certificate format is enough for another checker, whose answers are the same.

The small checker below was written from the page: it shares no code with the package, reads the
examples off the page's text, and agrees on each kind that it knows. Every kind has its examples.
"""

import json
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import permutations, product
from math import lcm, prod
from typing import Any

import pytest
from docutils import nodes

from qstheory import losses
from qstheory.certify.decide import rules
from qstheory.report.certificate_schema import name_of
from qstheory.report.certificate_specification import HERE, chapters, loss_vectors, pairs
from qstheory.report.sphinx_ext.kinds import INDEX, kind_nodes, page_names

from ..certify.page_examples import documents
from ..certify.samples import samples

PAIRS = pairs()
PAGES = {name: kind_nodes(name) for name in page_names()}
PAGE = [node for page in PAGES.values() for node in page]
Data = dict[str, Any]


def shown() -> Iterator[tuple[str, Data]]:
    """The answer and the item of each example, off the page."""
    for section in PAGE:
        for block in section.findall(nodes.literal_block):
            if "qst-example" in block["classes"]:
                above = block.parent[block.parent.index(block) - 1].astext()
                yield above.rstrip(":").partition(",")[0], json.loads(block.astext())


SHOWN = list(shown())


def test_every_rule_has_an_accepted_and_a_rejected_example() -> None:
    assert len(PAIRS) == len(list(rules())) == len(SHOWN) / 2
    for pair, ((answer, item), (other, _)) in zip(
        PAIRS_IN_ORDER, zip(SHOWN[::2], SHOWN[1::2], strict=True), strict=True
    ):
        assert answer == item["expect"] == pair.accepted.answer
        assert answer in pair.answers
        assert other == pair.rejected.answer != answer
        assert pair.rejected.reason or other in pair.answers
        assert pair.check


def in_order() -> Iterator[Any]:
    """The pairs as the page has them: by chapter, then by proposition."""
    for chapter in chapters():
        for kind in sorted(chapter.kinds):
            yield from (pair for pair in PAIRS if pair.proposition == kind)


PAIRS_IN_ORDER = list(in_order())


def test_the_examples_are_made_from_the_samples() -> None:
    for name, text in documents().items():
        kept = (HERE / name).read_text(encoding="utf-8")
        assert kept == text, "run `python -m tests.certify.page_examples`"


def test_the_answers_read_off_the_checks_are_those_of_all_samples() -> None:
    answers = {(p.proposition, p.certificate): p.answers for p in PAIRS}
    for sample in samples():
        pair = name_of(type(sample.proposition)), name_of(type(sample.certificate))
        assert sample.expect in answers[pair]
    assert all(answers.values())


def test_every_chapter_defines_its_symbols_and_no_kind_points_at_nothing() -> None:
    text = " ".join(section.astext() for section in PAGE)
    for chapter in chapters():
        assert chapter.title
        assert f"{chapter.name}: " in text
    assert "  or" not in text
    links = {node["refuri"].rpartition("/")[2] for s in PAGE for node in s.findall(nodes.reference)}
    anchors = {
        f"{name}.html#{anchor}"
        for name, page in PAGES.items()
        for section in page
        for part in section.findall(nodes.section)
        for anchor in part["ids"]
    }
    assert links <= anchors
    (listed,) = kind_nodes(INDEX)
    linked = {node["refuri"].rpartition("/")[2] for node in listed.findall(nodes.reference)}
    assert linked <= anchors | {f"{name}.html" for name in PAGES}
    for pair in PAIRS:  # The index has every proposition and every certificate.
        for kind in (pair.proposition, pair.certificate):
            anchor = nodes.make_id(f"kind-{kind}")
            assert f"{kind.partition('.')[0]}.html#{anchor}" in linked


def test_each_family_has_a_vector_whose_forms_multiply_to_the_loss() -> None:
    vectors = {vector.family: json.loads(vector.text) for vector in loss_vectors()}
    assert set(vectors) == set(losses.families())
    failing = 0
    for data in vectors.values():
        L = [[Fraction(x) for x in row] for row in data["L"]]
        assert len(L) == len(data["predictions"])
        for form in data["closed forms"]:
            F, U = ([[Fraction(x) for x in row] for row in form[name]] for name in "FU")
            product_ = [[inner(f, u) + Fraction(form["c"]) for u in U] for f in F]
            failing += product_ != L
    assert failing <= 3  # Some forms are printed in the paper and do not hold.


# From here on: a checker as a reader of the page would write it.


def inner(left: list[Fraction], right: list[Fraction]) -> Fraction:
    return sum((a * b for a, b in zip(left, right, strict=True)), Fraction(0))


def determinant(matrix: list[list[int]]) -> int:
    def sign(order: tuple[int, ...]) -> int:
        return (-1) ** sum(a > b for k, b in enumerate(order) for a in order[:k])

    n = len(matrix)
    return sum(
        sign(o) * prod(row[k] for row, k in zip(matrix, o, strict=True))
        for o in permutations(range(n))
    )


class Loss:
    """Labels in order, and L(z, y) by the formula of the family."""

    def __init__(self, reference: Data) -> None:
        if "entries" in reference:
            self.Z, self.Y = reference["predictions"], reference["observations"]
            self.rows = vector_rows(reference["entries"])
            return
        given = dict(reference["parameters"])
        if "classes" in given:
            of = {"multiclass": lambda z, y: z != y, "ordinal-absolute": lambda z, y: abs(z - y)}
            self.Z = self.Y = list(range(given["classes"]))
            self.rows = [[Fraction(of[reference["family"]](z, y)) for y in self.Y] for z in self.Z]
            return
        self.Z = self.Y = [list(bits) for bits in product((0, 1), repeat=given["m"])]
        entry = {"hamming": hamming, "zero-one": zero_one, "f-score": f_score}
        self.rows = [[entry[reference["family"]](z, y, given) for y in self.Y] for z in self.Z]

    def at(self, z: Any, y: Any) -> Fraction:
        return self.rows[self.Z.index(z)][self.Y.index(y)]


def hamming(z: list[int], y: list[int], given: Data) -> Fraction:
    return Fraction(sum(a != b for a, b in zip(z, y, strict=True)), given["m"])


def zero_one(z: list[int], y: list[int], given: Data) -> Fraction:
    return Fraction(z != y)


def f_score(z: list[int], y: list[int], given: Data) -> Fraction:
    assert Fraction(given["beta"]) == 1
    both = sum(a * b for a, b in zip(z, y, strict=True))
    if sum(z) + sum(y) == 0:
        return 1 - Fraction({"one": 1, "zero": 0}[given["undefined"]])
    return 1 - Fraction(2 * both, sum(z) + sum(y))


def vector(text: str) -> list[Fraction]:
    found: list[Fraction] = []
    for word in text.split():
        number, _, times = word.partition("*")
        p, _, power = number.partition("/2^")
        found += [Fraction(p) / 2 ** int(power or 0)] * int(times or 1)
    return found


def vector_rows(data: Any) -> list[list[Fraction]]:
    return [vector(row) for row in data]


def relation(left: Fraction, sign: str, right: Fraction) -> bool:
    return {
        "=": left == right, "<=": left <= right, ">=": left >= right,
        "<": left < right, ">": left > right,
    }[sign]  # fmt: skip


def decided(holds: bool) -> str:
    return "proves" if holds else "refutes"


def shows(holds: bool, answer: str = "proves") -> str:
    return answer if holds else "invalid"


def entry_equals(p: Data, c: Data) -> str:
    return decided(Loss(p["loss"]).at(p["prediction"], p["observation"]) == Fraction(p["value"]))


def rank_at_least(p: Data, c: Data) -> str:
    loss = Loss(p["loss"])
    Z, Y, base, n = c["predictions"], c["observations"], c["base"], p["r"]
    distinct = all(len(set(map(str, labels))) == n == len(labels) for labels in (Z, Y))
    fits = (base is None) == (p["view"] == "loss")
    known = all(z in loss.Z for z in Z) and all(y in loss.Y for y in Y)
    if not distinct or not fits or not known or c["modulus"] < 2:
        return "invalid"
    rows = [[loss.at(z, y) for y in Y] for z in Z]
    if p["view"] == "prediction-differences":
        rows = [[loss.at(z, y) - loss.at(base, y) for y in Y] for z in Z]
    if p["view"] == "observation-differences":
        rows = [[loss.at(z, y) - loss.at(z, base) for y in Y] for z in Z]
    whole = [[int(x * lcm(*(x.denominator for x in row))) for x in row] for row in rows]
    return shows(determinant(whole) % c["modulus"] != 0)


def weights(data: Data, labels: list[Any]) -> list[Fraction] | None:
    if data["kind"] == "UniformWeights":
        return [Fraction(1, len(labels))] * len(labels)
    listed = data["weights"]
    names = [label for label, _ in listed]
    if any(n not in labels for n in names) or len(set(map(str, names))) < len(names):
        return None
    return [sum((Fraction(w) for label, w in listed if label == y), Fraction(0)) for y in labels]


def equal_risk(p: Data, c: Data) -> str:
    loss = Loss(p["loss"])
    if c["kind"] == "SignVector":
        w = weights(c["predictions"], loss.Z)
        if w is None or sum(w) != 0:
            return "invalid"
        values = [inner(w, list(column)) for column in zip(*loss.rows, strict=True)]
        return shows(min(values) >= 0 and any(values), "refutes")
    Pi = weights(c["observations"], loss.Y)
    if Pi is None or min(Pi) <= 0 or sum(Pi) != 1:
        return "invalid"
    return shows(len({inner(row, Pi) for row in loss.rows}) == 1)


def decomposition(p: Data, c: Data) -> str:
    loss, given = Loss(p["loss"]), p["decomposition"]
    F, U, constant = vector_rows(given["F"]), vector_rows(given["U"]), Fraction(given["c"])
    if len(F) != len(loss.Z) or len(U) != len(loss.Y) or len({len(r) for r in (*F, *U)}) > 1:
        return "invalid"
    made = [[inner(f, u) + constant for u in U] for f in F]
    if c["kind"] == "EveryEntry":
        return shows(made == loss.rows)
    z, y = c["prediction"], c["observation"]
    if z not in loss.Z or y not in loss.Y:
        return "invalid"
    i, j = loss.Z.index(z), loss.Y.index(y)
    return shows(made[i][j] != loss.rows[i][j], "refutes")


def margins(p: Data, c: Data) -> str:
    loss = Loss(p["loss"])
    columns = [sorted(column) for column in zip(*loss.rows, strict=True)]
    if p["by"] == "size":
        sizes = [sum(y) if isinstance(y, list) else 1 for y in loss.Y]
        columns = [columns[sizes.index(size)] for size in sorted(set(sizes))]
    given = vector(p["margins"])
    if len(given) != len(columns) or len(columns[0]) < 2:
        return "invalid"
    return decided([second - first for first, second, *_ in columns] == given)


def largest_margin(p: Data, c: Data) -> str:
    loss = Loss(p["loss"])
    Pi = weights(c["observations"], loss.Y)
    if Pi is None or min(Pi) < 0 or sum(Pi) != 1 or len(loss.Z) < 2:
        return "invalid"
    first, second, *_ = sorted(inner(row, Pi) for row in loss.rows)
    found, value = second - first, Fraction(p["value"])
    return shows(found >= value) if p["relation"] == ">=" else shows(found > value, "refutes")


KNOWN = {
    ("EntryEquals", "Exactly"): entry_equals,
    ("RankAtLeast", "Minor"): rank_at_least,
    ("EqualRiskPointExists", "EqualRiskPoint"): equal_risk,
    ("EqualRiskPointExists", "SignVector"): equal_risk,
    ("DecompositionHolds", "EveryEntry"): decomposition,
    ("DecompositionHolds", "BadEntry"): decomposition,
    ("NoiselessMargins", "Evaluation"): margins,
    ("LargestMargin", "Distribution"): largest_margin,
}


def kinds_of(item: Data) -> tuple[str, str]:
    first, second = (item[part]["kind"] for part in ("proposition", "certificate"))
    return first.partition("/")[0], second.partition("/")[0]


@pytest.mark.parametrize(("answer", "item"), [x for x in SHOWN if kinds_of(x[1]) in KNOWN])
def test_another_checker_agrees(answer: str, item: Data) -> None:
    try:
        found = KNOWN[kinds_of(item)](item["proposition"], item["certificate"])
    except KeyError:  # A loss that the small checker does not know shows nothing.
        found = "invalid"
    assert found == answer


def test_the_other_checker_met_each_of_its_kinds_both_ways() -> None:
    met = Counter(kinds_of(item) for _, item in SHOWN)
    assert all(met[kinds] == 2 for kinds in KNOWN)
