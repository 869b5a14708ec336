# Everything a developer or a newcomer runs. Needs Python 3.11-3.13 with venv, and make.
PYTHON ?= python3
VENV   ?= .venv
BIN    := $(VENV)/bin
STAMP  := $(VENV)/.installed-dev
TYPINGS := $(VENV)/typings
DEMO_STAMP := $(VENV)/.installed

.PHONY: demo test test-long lint types unit bench lock install uninstall clean

demo: $(DEMO_STAMP)  ## the service with a simulated table, page at http://127.0.0.1:8080
	@$(BIN)/jantaku demo $(ARGS)

test: lint types unit  ## the whole suite: lint, types, tests

lint: $(STAMP)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/lint-imports

types: $(STAMP) $(TYPINGS)
	$(BIN)/mypy
	$(BIN)/mypy --config-file firmware/mypy.ini

unit: $(STAMP)
	$(BIN)/pytest -n 2 --dist worksteal -m "not long" $(ARGS)

test-long: $(STAMP)  ## what does not fit in `make test`
	$(BIN)/pytest -n 2 --dist worksteal -m long --timeout 7200 $(ARGS)

bench: $(STAMP)  ## speed as ratios against named peers, in one run
	$(BIN)/python -m tests.benchmarks $(ARGS)

# The lock files pin every package, with hashes, for Python 3.11 to 3.13: a service, a Pi's service, a developer.
lock: $(STAMP)
	$(BIN)/python -m pip install -q uv
	$(BIN)/uv pip compile -q --universal --python-version 3.11 --generate-hashes --no-emit-index-url \
	    --no-header pyproject.toml --group build -o requirements.lock
	$(BIN)/uv pip compile -q --universal --python-version 3.11 --generate-hashes --no-emit-index-url \
	    --no-header pyproject.toml --group dev -c requirements.lock -o requirements-dev.lock
	$(BIN)/uv pip compile -q --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-deps \
	    --no-header --group typings -o requirements-typings.lock
	$(BIN)/uv pip compile -q --universal --python-version 3.11 --generate-hashes --no-emit-index-url \
	    --no-header pyproject.toml --extra pi --group build -c requirements.lock -o requirements-pi.lock

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(0 if (3,11) <= sys.version_info < (3,14) else "Jantaku needs Python 3.11, 3.12 or 3.13; this is %d.%d. Try: make PYTHON=python3.11" % sys.version_info[:2])'
	@$(PYTHON) -m venv $(VENV) || (echo "python3 -m venv failed: on Debian, sudo apt install python3-venv"; exit 1)

$(DEMO_STAMP): requirements.lock pyproject.toml | $(BIN)/python
	@echo "Installing the packages into $(VENV): about a minute."
	@$(BIN)/python -m pip install -q --disable-pip-version-check --require-hashes -r requirements.lock
	@$(BIN)/python -m pip install -q --disable-pip-version-check --no-deps --no-build-isolation -e .
	@touch $@

$(STAMP): requirements-dev.lock pyproject.toml | $(BIN)/python
	@echo "Installing the packages into $(VENV): about a minute."
	@$(BIN)/python -m pip install -q --disable-pip-version-check --require-hashes -r requirements-dev.lock
	@$(BIN)/python -m pip install -q --disable-pip-version-check --no-deps --no-build-isolation -e .
	@touch $@ $(DEMO_STAMP)

$(TYPINGS): requirements-typings.lock | $(BIN)/python
	rm -rf $@
	$(BIN)/python -m pip install -q --disable-pip-version-check --require-hashes --no-deps --target $@ -r $<

install:  ## sudo make install: as a service, in an environment of its own
	systemd/install install

uninstall:  ## sudo make uninstall: keeps configuration and games
	systemd/install uninstall

clean:
	rm -rf $(VENV) build dist .mypy_cache .ruff_cache .pytest_cache
