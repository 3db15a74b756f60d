"""What a finding's status says: proved, refuted, undecided, not attempted, stated."""

from fractions import Fraction

import pytest

from qstheory import analyze, losses
from qstheory.certify.bundle import loads
from qstheory.certify.kinds.equal_risk import EqualRiskPoint, EqualRiskPointExists
from qstheory.certify.weights import UniformWeights
from qstheory.errors import InvalidParameter, NotApplicable, QstheoryError, TooLarge, Undecided
from qstheory.inputs import as_loss
from qstheory.theory.dossier import analyze_loss
from qstheory.theory.effort import later
from qstheory.theory.findings import Finding, attempt, judged

EVEN = judged(
    EqualRiskPointExists(
        as_loss([[Fraction(0), Fraction(1)], [Fraction(1), Fraction(0)]]).reference
    ),
    EqualRiskPoint(UniformWeights()),
)


def raising(error: QstheoryError) -> Finding:
    def compute() -> Finding:
        raise error

    return attempt("optimality", "some-key", compute)


@pytest.mark.parametrize(
    ("error", "status"),
    [
        (TooLarge("Too many corners."), "not attempted"),
        (Undecided("No basis."), "undecided"),
        (NotApplicable("It needs Z = Y."), "stated"),
    ],
)
def test_an_error_is_told_by_its_kind(error: QstheoryError, status: str) -> None:
    found = raising(error)
    assert found.status == status
    assert str(error) in (found.limit, found.reason, found.statement.removeprefix("some-key: "))


def test_a_limit_does_not_take_a_proof_away_and_a_failure_does() -> None:
    proved = Finding("optimality", "k", "s", evidence=(EVEN,), limit="the first ones only")
    assert proved.status == "proved"
    assert Finding("optimality", "k", "s", evidence=(EVEN,), reason="half").status == "undecided"
    assert Finding("optimality", "k", "s", limit=later("margins", 9)).status == "not attempted"
    assert Finding("optimality", "k", "s").status == "stated"


def test_a_dossier_is_a_data_frame_of_its_findings() -> None:
    dossier = analyze_loss(losses.make("hamming", m=2), parts=["dimensions"])
    frame = dossier.to_frame()
    assert list(frame["finding"]) == [found.key for found in dossier.findings]
    row = frame.set_index("finding").loc["affine-dimension"]
    assert (row["part"], row["status"], row["value"]) == ("dimensions", "proved", 2)


def test_what_is_too_long_to_be_written_is_not_attempted_and_takes_nothing_with_it():
    """Python writes no integer of more than 4300 digits, and no checker reads one."""
    huge, tiny = Fraction(10) ** 300, Fraction(1, 10**300)
    found = analyze([[0, huge, 1], [tiny, 0, 3], [1, tiny, 0]], parts=["calibration"])
    long = [f for f in found.findings if f.status == "not attempted"]
    assert long
    assert all("more than 4300 digits" in f.limit for f in long)
    assert found.finding("calibration-function").status == "proved"
    assert not found.part("calibration")[-1].key.startswith("the rest")
    assert loads(found.certificates())


def test_what_is_asked_for_by_a_wrong_name_is_answered_with_the_right_ones() -> None:
    dossier = analyze("hamming", m=1, parts=["dimensions"])
    with pytest.raises(
        KeyError, match=r"'affdim' is no finding of this dossier; .*affine-dimension"
    ):
        dossier.finding("affdim")
    with pytest.raises(InvalidParameter, match=r"'calib' is no part .*calibration"):
        dossier.part("calib")  # type: ignore[arg-type]
    assert dossier.part("calibration") == ()
