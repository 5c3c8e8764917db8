# Everything a developer or a user needs, on a machine that has Python 3.11 or newer and make.
# `make help` lists the targets.

PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
PIP    := $(BIN)/python -m pip --disable-pip-version-check
ARGS   ?=
PYTEST := $(BIN)/python -m pytest -q --dist worksteal
# Two things are checked at the same time; what each prints stays together, where make is new enough for that.
LANES  := -j2 $(if $(filter-out 3.%,$(MAKE_VERSION)),--output-sync=target)
PURE   := test-core test-wire test-kits test-games

# A virtual environment knows its own path: one that was moved with the folder is made anew.
ifneq ($(wildcard $(VENV)/.at),)
ifneq ($(shell cat $(VENV)/.at),$(CURDIR))
$(shell rm -rf $(VENV))
endif
endif

# A lock names all that is installed, so nothing is resolved (--no-deps): older releases of pip would look at versions that came later.
# Set-up is remembered by stamps: nothing is done again until a lock or pyproject.toml changes.
RUN_READY := $(VENV)/.ready-run
FAST_READY := $(VENV)/.ready-fast
DEV_READY := $(VENV)/.ready-dev
# What the page is built on is no part of the virtual environment; without a network there is no page, and the rest works.
PAGE_READY := src/fogfield/serve/page/parts/.ready
PAGE_DEV_READY := node_modules/.ready-dev

.DEFAULT_GOAL := help
.PHONY: help run fast test waiting computing programs chromium test-pure test-long test-rest test-browser $(PURE) lint format bench lock pictures screenshots clean

help: ## list the targets
	@echo "Fogfield: make TARGET"
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## (.*)/  \1\t\2/' | expand -t 14

run: $(RUN_READY) $(PAGE_READY) ## set up and start the server (ARGS="--port jminesweeper=9000" adds options)
	@exec $(BIN)/fogfield serve $(ARGS)

fast: $(FAST_READY) ## bring uvloop, and numba for a solver that is forty times as quick (100 MB to load, 300 MB on disk)
	@$(BIN)/python -m fogfield.warm

test: ## set up, then lint, types, import rules and every test
	@echo "two lanes of checks; each part is told when it is done, all of them within ten minutes"
	@$(MAKE) --no-print-directory $(LANES) programs $(PAGE_DEV_READY)
	@$(MAKE) --no-print-directory $(LANES) waiting computing

# What waits for sockets and browsers has a lane of its own, one part after the other, and what is soon done at its end;
# the lane beside it only computes, and stands back (nice), so that nobody there waits for a turn longer than he must.
waiting:
	@$(MAKE) test-rest
	@$(MAKE) test-browser
	@$(MAKE) lint
	@$(MAKE) test-core
	@$(MAKE) test-wire

computing:
	@nice $(MAKE) test-kits
	@nice $(MAKE) test-long
	@nice $(MAKE) test-games

programs: chromium | $(BIN)/python
	@$(BIN)/python tools/system_programs.py tmux postgres

chromium: | $(BIN)/python
	@$(BIN)/python tools/system_programs.py chromium

test-pure: $(PURE) ## the pure rooms, each covered at least 95 % by its own tests

# Tests that compute for long (`long`) are run by test-long, as measuring their coverage would take three times as long.
# The files of coverage have names of their own, since two rooms may be tested at the same time.
$(PURE): test-%: $(DEV_READY)
	COVERAGE_FILE=$(VENV)/coverage-$* $(PYTEST) -n $(if $(filter core wire,$*),0,2) tests/$* $(if $(filter games,$*),tests/contract) -m "not long" --cov=fogfield.$* --cov-fail-under=95

test-long: $(DEV_READY) ## what computes for long in the pure rooms
	$(PYTEST) -n 2 -m long tests/kits tests/games tests/contract

# These wait more than they compute, so there are more workers than most machines have cores to spare.
test-rest: programs $(DEV_READY) $(PAGE_DEV_READY) ## the tests with real sockets, terminals and processes
	$(PYTEST) -n 4 $(filter-out $(PURE:test-%=tests/%) tests/contract tests/browser tests/support tests/%.py tests/__pycache__,$(wildcard tests/*))

# Apart from the others: a browser leaves an event loop running in its process, in which no other can be started.
test-browser: chromium $(DEV_READY) $(PAGE_DEV_READY) ## the page in a real browser
	$(PYTEST) -n 2 tests/browser

lint: $(DEV_READY) ## ruff (lint and format), mypy --strict, import-linter, and whether the locks fit together
	$(PIP) check
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

format: $(DEV_READY) ## let ruff rewrite what it can
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

bench: $(DEV_READY) ## measure against a bare server in the same run; writes bench/results/ (ARGS=--help)
	PYTHONPATH=tests:tools $(BIN)/python -m bench $(ARGS)

pictures: $(DEV_READY) ## draw the pictures of the README again, from real screens
	$(BIN)/python tools/pictures.py

screenshots: chromium $(DEV_READY) $(PAGE_DEV_READY) ## take the pictures of the page again, with a real browser
	PYTHONPATH=tests:tools $(BIN)/python tools/screenshots.py

lock: $(DEV_READY) ## resolve the dependencies anew into requirements/*.txt (hashes, no index addresses)
	$(BIN)/python tools/lock.py
	@echo "locks written; run 'make test' with them"

clean: ## remove the virtual environment and every cache
	rm -rf $(VENV) node_modules $(dir $(PAGE_READY)) build dist .cache .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache .coverage

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	  || { echo "Fogfield needs Python 3.11 or newer; '$(PYTHON)' is older or missing. Try: make PYTHON=python3.12 ..." >&2; exit 1; }
	@$(PYTHON) -m venv $(VENV) \
	  || { rm -rf $(VENV); echo "no virtual environment could be made; on Debian: sudo apt-get install python3-venv" >&2; exit 1; }
	@echo "$(CURDIR)" > $(VENV)/.at

$(RUN_READY): requirements/run.txt pyproject.toml | $(BIN)/python
	$(PIP) install -q --no-deps --require-hashes -r requirements/run.txt
	$(PIP) install -q --no-deps --no-build-isolation -e .
	@$(BIN)/python -m compileall -q src  # an editable install leaves that to the first start
	@touch $@

$(FAST_READY): requirements/fast.txt $(RUN_READY)
	$(PIP) install -q --no-deps --require-hashes -r requirements/fast.txt
	@touch $@

# Much of what comes with the tools is never imported, so it is compiled when it is.
$(DEV_READY): requirements/dev.txt $(RUN_READY)
	$(PIP) install -q --no-compile --no-deps --require-hashes -r requirements/dev.txt
	@touch $@

$(PAGE_READY): package-lock.json tools/page_parts.py | $(RUN_READY)
	@$(BIN)/python tools/page_parts.py

$(PAGE_DEV_READY): package-lock.json tools/page_parts.py | $(DEV_READY)
	@$(BIN)/python tools/page_parts.py --dev
