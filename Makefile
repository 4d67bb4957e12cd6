# make play   the virtual table, on any computer
# make table  the real one, on a Raspberry Pi
# make test   everything that must hold before a change lands
#
# Each does its own set-up, in .venv beside this file.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
SETUP := .ci/setup

.PHONY: help play table test lint types tests bench clean

help:
	@sed -n '1,5s/^# \{0,1\}//p' Makefile

$(VENV)/.play: pyproject.toml $(wildcard .ci/constraints*.txt) $(SETUP)
	@PYTHON=$(PYTHON) VENV=$(VENV) sh $(SETUP) play

$(VENV)/.test: pyproject.toml $(wildcard .ci/constraints*.txt) $(SETUP)
	@PYTHON=$(PYTHON) VENV=$(VENV) sh $(SETUP) test

play: $(VENV)/.play
	$(BIN)/coyote play $(ARGS)

table: $(VENV)/.play
	$(BIN)/coyote table $(ARGS)

test: lint types tests

lint: $(VENV)/.test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(VENV)/.test
	$(BIN)/mypy

tests: $(VENV)/.test
	$(BIN)/pytest -n 2 --dist worksteal $(ARGS)

bench: $(VENV)/.play
	$(BIN)/coyote bench $(ARGS)

clean:
	rm -rf $(VENV) build *.egg-info out .mypy_cache .ruff_cache .pytest_cache
