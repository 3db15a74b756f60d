"""JSON, NPY and NPZ files, and files that are none."""

import io
import json
import os
import pickle
import zipfile
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from qstheory.errors import UnreadableInput
from qstheory.inputs import InexactInput, as_loss, read_loss
from qstheory.inputs.matrix import written_as


def rows(loss):
    return [[loss.entry(z, y) for y in loss.observations] for z in loss.predictions]


def saved(path, array, **options):
    np.save(path, array, **options)
    return path


def test_json_numbers_are_exact(tmp_path):
    path = tmp_path / "loss.json"
    path.write_text('[[0, 0.1], ["1/3", 1e-3]]')
    assert rows(read_loss(path)) == [
        [0, Fraction(1, 10)],
        [Fraction(1, 3), Fraction(1, 1000)],
    ]


def test_json_with_names(tmp_path):
    path = tmp_path / "loss.json"
    path.write_text('{"entries": [[0, 1]], "predictions": ["u"], "observations": ["a", "b"]}')
    loss = read_loss(path)
    assert (list(loss.predictions), list(loss.observations)) == (["u"], ["a", "b"])


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "The file is not JSON"),
        ("[[0, 1], [1]]", "Row 2 has 1 entries where 2 are expected, as in row 1."),
        ("[]", "The matrix is 0 x 0; it needs at least one entry."),
        ("[[]]", "The matrix is 1 x 0; it needs at least one entry."),
        ("[1, 2]", "Row 1 is not an array."),
        ("3", "The JSON must be an array of rows"),
        ("[[0, NaN]]", "Row 1, column 2: 'NaN' is not a finite number."),
        ("[[0, null]]", "Row 1, column 2: None is not a number."),
        ("[[0, true]]", "Row 1, column 2: True is not a number."),
        ("[[0, [1]]]", "Row 1, column 2: ['1'] is not a number."),
        ("[[1e999999]]", "Row 1, column 1: '1e999999' has an exponent beyond 400."),
        ("[[" + "7" * 5000 + "]]", "Row 1, column 1: the entry has more than 400 characters."),
        ("[" * 100_000, "nested too deeply"),
        ('{"entries": [[0]], "extra": 1}', 'must have "entries" and may have'),
        ('{"entries": [[0]], "entries": [[1]]}', "has the same member twice"),
        ('{"entries": [[0]], "predictions": ["a", "b"]}', "There are 2 row names for 1 rows."),
        ('{"entries": [[0]], "observations": [1]}', "must be an array of texts"),
    ],
)
def test_json_faults(tmp_path, text, message):
    path = tmp_path / "loss.json"
    path.write_text(text)
    with pytest.raises(UnreadableInput) as caught:
        read_loss(path)
    assert message in str(caught.value)


@pytest.mark.parametrize("dtype", [bool, np.int8, np.uint64, np.int64, np.float16, np.float64])
def test_npy_of_whole_numbers(tmp_path, dtype):
    path = saved(tmp_path / "loss.npy", np.array([[0, 1], [1, 0]], dtype=dtype))
    assert rows(read_loss(path)) == [[0, 1], [1, 0]]


@pytest.mark.parametrize("dtype", [np.float16, np.float32, np.float64, np.longdouble])
def test_binary_floats_are_exact_and_announced(tmp_path, dtype):
    array = np.array([[0.5, 0.1], [0.25, 0]], dtype=dtype)
    path = saved(tmp_path / "loss.npy", array)
    with pytest.warns(InexactInput, match="Row 1, column 2"):
        loss = read_loss(path)
    assert loss.entry("0", "1") == Fraction(*array[0, 1].as_integer_ratio()) != Fraction(1, 10)
    assert "binary floats are taken at their exact value" in loss.conventions


def test_dyadic_floats_need_no_warning(tmp_path, recwarn):
    read_loss(saved(tmp_path / "loss.npy", np.array([[0.5, 1.0]])))
    assert not recwarn.list


def test_rationalised_on_request(tmp_path, recwarn):
    path = saved(tmp_path / "loss.npy", np.array([[0.1, 1 / 3], [0, 2 / 7]]))
    loss = read_loss(path, rationalise=True)
    assert rows(loss) == [[Fraction(1, 10), Fraction(1, 3)], [0, Fraction(2, 7)]]
    assert not recwarn.list
    assert any("round to them; the largest change is" in line for line in loss.conventions)


@pytest.mark.parametrize(
    ("array", "expected"),
    [
        (np.array([[0, 1e-10], [2e-10, 3e-12]]), [["0", "1e-10"], ["2e-10", "3e-12"]]),
        (np.array([[0.1, 0.3]], dtype=np.float32), [["0.1", "0.3"]]),
        (np.array([[0.1, 0.123]], dtype=np.float16), [["0.1", "0.123"]]),
        (np.array([[1e-300, 1.1e300 / 10**10]]), [["1e-300", "1.1e290"]]),
        (np.array([[1 / 3, 2 / 3, 1e-10 / 3]]), [["1/3", "2/3", "1/30000000000"]]),
        (np.array([[1 / 3, -5 / 7]], dtype=np.float32), [["1/3", "-5/7"]]),
        (np.array([[np.sqrt(2)]]), [[repr(float(np.sqrt(2)))]]),
        (np.array([[0.1 + 0.2, 123456.789]]), [["0.30000000000000004", "123456.789"]]),
    ],
)
def test_rationalised_by_the_precision_of_the_type(tmp_path, array, expected):
    loss = read_loss(saved(tmp_path / "loss.npy", array), rationalise=True)
    assert rows(loss) == [[Fraction(text) for text in row] for row in expected]
    if array.dtype == np.float16:
        assert any("round to them" in line for line in loss.conventions)


@given(
    text=st.decimals(
        allow_nan=False, allow_infinity=False, min_value="-1e9", max_value="1e9", places=3
    ).map(str),
    scale=st.integers(-250, 250),
)
def test_a_decimal_of_few_digits_is_found_again_at_every_scale(text, scale):
    decimal = Fraction(text) * Fraction(10) ** scale
    assert written_as(float(decimal)) == decimal
    assert written_as(np.float64(float(decimal))) == written_as(float(decimal))


@given(st.floats(-1e6, 1e6, width=32).filter(bool))
def test_what_a_float_is_written_as_rounds_to_it(number):
    single = np.float32(number)
    assert abs(written_as(single) - Fraction(number)) <= abs(Fraction(number)) / 2**24 or (
        abs(single) < np.finfo(np.float32).tiny
    )


@pytest.mark.parametrize(
    ("array", "message"),
    [
        (np.array([[0, np.nan]]), "Row 1, column 2: "),
        (np.array([[0.0], [np.inf]]), "Row 2, column 1: "),
        (np.array([[1j]]), "holds complex128, not numbers"),
        (np.array([1, 2]), "has 1 dimensions, not two (reshape it to 1 x n or n x 1)"),
        (np.zeros((2, 2, 2)), "has 3 dimensions, not two"),
        (np.zeros((0, 3)), "The matrix is 0 x 3; it needs at least one entry."),
        (np.array([["2020-01-01"]], dtype="datetime64[D]"), "not numbers"),
        (np.zeros((2, 2), dtype=[("a", int)]), "not numbers"),
        (np.array([["1/3", "x"]]), "Row 1, column 2: 'x' is not a number."),
    ],
)
def test_npy_faults(tmp_path, array, message):
    with pytest.raises(UnreadableInput) as caught:
        read_loss(saved(tmp_path / "loss.npy", array))
    assert message in str(caught.value)


class Trap:
    """Unpickling it would be seen."""

    def __reduce__(self):
        return (pytest.fail, ("an object was unpickled",))


def test_nothing_is_unpickled(tmp_path):
    objects = saved(tmp_path / "loss.npy", np.array([[Trap()]], dtype=object), allow_pickle=True)
    with pytest.raises(UnreadableInput, match="pickled Python objects, which are never loaded"):
        read_loss(objects)
    for name in ("bare.npy", "bare.npz", "bare.json", "bare.csv"):
        (tmp_path / name).write_bytes(pickle.dumps([[Trap()]]))
        with pytest.raises(UnreadableInput):
            read_loss(tmp_path / name)


def test_npy_cut_short_or_too_large(tmp_path):
    path = saved(tmp_path / "loss.npy", np.zeros((20, 20)))
    path.write_bytes(path.read_bytes()[:-8])
    with pytest.raises(UnreadableInput, match="cut short or damaged"):
        read_loss(path)
    with (tmp_path / "huge.npy").open("wb") as file:
        shape = (10**9, 10**9)
        header = {"descr": "<f8", "fortran_order": False, "shape": shape}
        np.lib.format.write_array_header_1_0(file, header)
    with pytest.raises(UnreadableInput, match="at most 20,000,000 entries are read"):
        read_loss(tmp_path / "huge.npy")


def test_npz(tmp_path):
    path = tmp_path / "loss.npz"
    np.savez_compressed(path, first=np.eye(2, dtype=int), second=np.ones((1, 2), dtype=int))
    with pytest.raises(UnreadableInput, match="it holds: first, second"):
        read_loss(path)
    assert rows(read_loss(path, array="second")) == [[1, 1]]
    with pytest.raises(UnreadableInput, match="The archive has no array 'third'"):
        read_loss(path, array="third")


def test_npz_reads_no_more_than_the_header_says(tmp_path):
    content = io.BytesIO()
    np.save(content, np.eye(2, dtype=np.int64))
    with zipfile.ZipFile(tmp_path / "loss.npz", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("loss.npy", content.getvalue() + bytes(50_000_000))
    assert rows(read_loss(tmp_path / "loss.npz")) == [[1, 0], [0, 1]]


def test_what_is_no_file(tmp_path):
    cases = {
        tmp_path: "is a folder",
        tmp_path / "absent.csv": "cannot be read: No such file",
        tmp_path / "a\0b.csv": "cannot be read: its name is malformed",
    }
    for path, message in cases.items():
        with pytest.raises(UnreadableInput) as caught:
            read_loss(path)
        assert message in str(caught.value)
    (tmp_path / "loss.xlsx").write_bytes(b"PK")
    with pytest.raises(UnreadableInput, match="none of the known extensions"):
        read_loss(tmp_path / "loss.xlsx")


def test_a_pipe_is_not_waited_for(tmp_path):
    os.mkfifo(tmp_path / "loss.csv")
    with pytest.raises(UnreadableInput, match="not a regular file"):
        read_loss(tmp_path / "loss.csv")


@pytest.mark.parametrize("entry", ["1e301", "-1e400", "1" * 302])
def test_entries_beyond_floating_point_are_refused(tmp_path, entry):
    (tmp_path / "loss.csv").write_text(f"0,{entry}\n1,0\n")
    with pytest.raises(UnreadableInput, match="Row 1, column 2: the entry is beyond 1e300"):
        read_loss(tmp_path / "loss.csv")


@pytest.mark.parametrize("name", ["\\ud800", "a\\u001b[31m"])
def test_names_that_cannot_be_shown_are_refused(tmp_path, name):
    names = f'"predictions": ["{name}"], "observations": ["a", "b"]'
    (tmp_path / "loss.json").write_text(f'{{"entries": [[0, 1]], {names}}}')
    with pytest.raises(UnreadableInput, match="The name of row 1 has control characters"):
        read_loss(tmp_path / "loss.json")


def test_a_large_matrix_shares_its_entries(tmp_path):
    side = 300
    path = tmp_path / "loss.json"
    path.write_text(json.dumps([[f"{(i * j) % 7}/7" for j in range(side)] for i in range(side)]))
    loss = read_loss(path)
    assert loss.entry("2", "5") == Fraction(3, 7)


def test_a_file_has_the_name_that_its_user_gave(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "my costs.csv").write_text("0,1\n2,0\n")
    np.savez(tmp_path / "two.npz", first=np.eye(2, dtype=int), second=np.eye(3, dtype=int))
    assert read_loss("my costs.csv").title == "my costs.csv"
    assert repr(as_loss("my costs.csv", z=["a", "b"])) == "Loss(my costs.csv, 2 x 2)"
    assert as_loss("two.npz", array="second").title == "two.npz:second"
