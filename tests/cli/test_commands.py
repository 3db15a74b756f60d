"""The list of losses, the ledger, usage errors."""

import json
from argparse import ArgumentParser
from dataclasses import replace

import pytest

from qstheory.cli import check, main
from qstheory.cli.parser import build_parser, commands
from qstheory.losses.catalogue import families


def test_every_family_is_listed_and_shown(qstheory) -> None:
    shown = qstheory("losses", "f-score")
    assert shown.returncode == 0
    assert "undefined" in shown.stdout
    assert qstheory("losses", "no-such-loss").returncode == 2
    names = qstheory("losses").stdout
    assert all(name.split("-")[0] in names for name in families())


def test_claims_are_selected_by_pattern(qstheory) -> None:
    words = ("--format", "json", "--store", "store", "--jobs", "1")
    shown = qstheory("verify", "hamming.norms", *words)
    assert shown.returncode == 0
    assert "hamming.norms" in json.dumps(json.loads(shown.stdout))
    assert qstheory("verify", "no.such.claim", *words).returncode == 2
    assert qstheory("verify", "--jobs", "0").returncode == 2


def test_usage_errors_exit_with_2(qstheory) -> None:
    assert qstheory().returncode == 2
    assert qstheory("no-such-command").returncode == 2
    assert qstheory("analyze", "hamming", "--m", "2", "--form", "md").returncode == 2


def test_every_command_has_help() -> None:
    text = build_parser().format_help()
    assert all(command.name in text and command.help for command in commands())


def test_every_command_that_takes_a_loss_takes_how_its_file_is_read() -> None:
    reading = {"header", "labels", "rationalise", "array"}
    taking = set()
    for command in commands():
        parser = ArgumentParser()
        command.configure(parser)
        known = {action.dest for action in parser._actions}
        if "loss" in known:
            taking.add(command.name)
            assert reading <= known, command.name
    assert {"analyze", "consistency", "noise", "plot", "simulate"} <= taking


@pytest.mark.parametrize(("module", "extra"), [("sklearn.svm", "learn"), ("matplotlib", "plot")])
def test_a_missing_extra_is_named(monkeypatch, capsys, module, extra) -> None:
    def missing(*_: object) -> int:
        raise ModuleNotFoundError(f"No module named {module!r}", name=module)

    monkeypatch.setattr(check, "COMMANDS", (replace(check.COMMANDS[0], run=missing),))
    assert main(["check", "file"]) == 2
    assert f"'qstheory[{extra}]'" in capsys.readouterr().err


def test_a_missing_module_of_ours_is_a_defect(monkeypatch) -> None:
    def missing(*_: object) -> int:
        raise ModuleNotFoundError("No module named 'qstheory.x'", name="qstheory.x")

    monkeypatch.setattr(check, "COMMANDS", (replace(check.COMMANDS[0], run=missing),))
    with pytest.raises(ModuleNotFoundError):
        main(["check", "file"])
