# `make demo` and `make test` are all a fresh machine needs; the environment in .venv is set up once.
PYTHON ?= python3
BIN := .venv/bin
STAMP := .venv/.ready

.PHONY: demo test test-browser lint bench docs golden clean

demo: $(STAMP)
	@$(BIN)/vantage demo

test: $(STAMP)
	@$(BIN)/pytest -n auto -m "not browser" $(ARGS)

test-browser: $(STAMP) .venv/.browser
	@$(BIN)/pytest -m browser $(ARGS)

lint: $(STAMP)
	@$(BIN)/ruff check . && $(BIN)/ruff format --check . && $(BIN)/mypy

bench: $(STAMP)
	@$(BIN)/python benchmarks/generate.py

docs: $(STAMP)
	@$(BIN)/python docs/generate.py

golden: $(STAMP)
	@$(BIN)/python -m tests.golden

$(STAMP): pyproject.toml
	@echo "Setting up .venv (once; about a minute) ..."
	@if command -v uv >/dev/null 2>&1; then \
		uv venv -q --allow-existing --python "$(PYTHON)" .venv && uv pip install -q --python $(BIN)/python -e ".[dev]"; \
	else \
		"$(PYTHON)" -m venv .venv && $(BIN)/python -m pip install -q --disable-pip-version-check -e ".[dev]"; \
	fi
	@touch $@

.venv/.browser: $(STAMP)
	@if command -v uv >/dev/null 2>&1; then \
		uv pip install -q --python $(BIN)/python -e ".[dev,browser]"; \
	else \
		$(BIN)/python -m pip install -q --disable-pip-version-check -e ".[dev,browser]"; \
	fi
	@touch $@

clean:
	rm -rf .venv demo
