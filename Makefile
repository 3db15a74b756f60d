# `make report` and `make test` set up everything they need: a virtual environment with pinned
# versions, and nothing outside this folder.
PYTHON ?= python3
VENV := .venv
PY := $(VENV)/bin/python
READY := $(VENV)/.ready
JOBS ?= 2
# A file of tests goes to one process, the longest first: tests/conftest.py knows them.
# One thread of linear algebra each: the processes are as many as the cores.
PYTEST := OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 $(PY) -m pytest -q -n $(JOBS) --dist loadfile --no-loadscope-reorder
# The tests begin many processes, each of which would compile the package again.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.PHONY: help setup report proofs test tests quick lint types unit checker bench torch clean

help:
	@echo "make report   write Table 1, the errata, the ledger and the site into reports/"
	@echo "make test     everything that CI runs"
	@echo "make quick    lint, types and the tests of what changed, within a minute"
	@echo "make proofs   compile the proofs in Coq (which must be there)"
	@echo "make bench    timings beside those of other libraries"
	@echo "make torch    install PyTorch (some 5 GB where the registry has no CPU wheels) and test with it"
	@echo "make clean    remove the environment and generated output"

$(READY): pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	  || { echo "qstheory needs Python 3.11 or newer; set PYTHON=/path/to/python3."; exit 2; }
	$(PYTHON) -m venv $(VENV)
	$(PY) -m pip install --quiet --upgrade pip
	$(PY) -m pip install --quiet --constraint constraints.txt --editable '.[all]'
	@touch $@

setup: $(READY)

report: $(READY)
	$(PY) -m qstheory report --output reports

proofs: $(READY)
	$(PY) -m qstheory prove --jobs $(JOBS) $(PROOFS)

# mypy is one process: the tests run beside it, one suite after the other.
test: $(READY)
	@$(MAKE) --no-print-directory --jobs=2 types tests

tests:
	@$(MAKE) --no-print-directory --jobs=1 lint unit checker

quick: lint types
	$(PY) -m pytest -q -x -n $(JOBS) -m "not slow and not browser" --changed tests \
	  --ignore=tests/benchmarks; status=$$?; test $$status -eq 0 -o $$status -eq 5

lint: $(READY)
	$(VENV)/bin/ruff check .
	$(VENV)/bin/ruff format --check .
	$(VENV)/bin/lint-imports --no-cache

types: $(READY)
	$(VENV)/bin/mypy

# With every benchmark once at a small size, so that none rots; what they time is not looked at.
unit: $(READY)
	$(PYTEST) --doctest-modules -m "not full_size" --benchmark-disable qstheory tests \
	  --ignore=tests/certify

# With coverage, but for fuzzing and mutations (`no_cover`), which add none and which tracing doubles.
checker: $(READY)
	$(PYTEST) -m "not no_cover" tests/certify --cov=qstheory.certify --cov-branch \
	  --cov-fail-under=100 --cov-report=term-missing:skip-covered
	$(PYTEST) --dist worksteal -m no_cover tests/certify

# Each run is kept in .benchmarks; the medians stand beside those of the runs before, as ratios.
bench: $(READY)
	$(PY) -m pytest -q tests/benchmarks --benchmark-columns=median,min,max,rounds \
	  --benchmark-autosave

# Not part of the set-up: PyTorch is larger than all the rest together.
torch: $(READY)
	$(PY) -m pip install --quiet --constraint constraints.txt --editable '.[torch]'
	$(PY) -m pytest -q tests/torch

clean:
	rm -rf $(VENV) build *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis
