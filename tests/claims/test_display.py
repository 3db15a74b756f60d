"""A judgement in a notebook."""

from qstheory.claims import judge

from .examples import claim, squares


def test_every_part_is_shown_with_its_verdict() -> None:
    judged = judge(claim(reading=squares(lambda m: m)))
    shown = judged._repr_html_()
    assert f"{judged.claim}: refuted" in shown
    assert shown.count("<tr>") == 1 + sum(len(r.parts) for r in judged.readings)
