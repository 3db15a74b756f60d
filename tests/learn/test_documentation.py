"""Docstrings of the learner are in scikit-learn's form."""

import ast
import inspect
import re

import numpy as np
import pytest

import qstheory.learn


@pytest.mark.parametrize("name", qstheory.learn.__all__)
def test_docstrings_name_every_parameter_and_fitted_attribute(name):
    """In scikit-learn's form: `name : type, default=value`, then a sentence."""
    estimator = getattr(qstheory.learn, name)
    text = inspect.getdoc(estimator)
    assert text is not None
    parts = re.split(r"\n\n(\w[\w ]*)\n-+\n", text)[1:]
    sections = dict(zip(parts[::2], parts[1::2], strict=True))
    assert list(sections)[:2] == ["Parameters", "Attributes"]
    assert ">>> " in sections["Examples"]
    signature = inspect.signature(estimator.__init__).parameters
    shared = []
    for names, other in re.findall(r"^([\w, ]+) :\n +As in `(\w+)`", sections["Parameters"], re.M):
        elsewhere = inspect.signature(getattr(qstheory.learn, other)).parameters
        shared += names.split(", ")
        assert all(signature[key].default == elsewhere[key].default for key in names.split(", "))
    described = dict(re.findall(r"^(\w+) : (.*)$", sections["Parameters"], re.M))
    assert [*shared, *described] == [key for key in signature if key != "self"]
    for key, kind in described.items():
        default = signature[key].default
        if default != "deprecated":
            stated = kind.rpartition("default=")[2]
            assert ast.literal_eval(stated) == default, key
    entries = re.findall(r"^(\w[\w, ]*_) :", sections["Attributes"], re.MULTILINE)
    attributes = {key for entry in entries for key in entry.split(", ")}
    X, y = np.arange(12.0)[:, None], np.eye(3, dtype=int)[np.arange(12) % 3]
    if "query" in inspect.signature(estimator.fit).parameters:
        parameters = {"loss_parameters": {"undefined": "drop"}}
        model = estimator(**parameters).fit(X, np.arange(12) % 3, np.repeat(list("abcdef"), 2))
    else:
        model = estimator().fit(X, y)
    assert {key for key in vars(model) if key.endswith("_")} <= attributes
    optional = {"feature_names_in_"}
    assert {key for key in attributes if not hasattr(model, key)} <= optional
