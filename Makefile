# Everything runs in a virtual environment of its own; `make install` is implied by the other targets.
PYTHON ?= python3
VENV ?= .venv
PY := $(VENV)/bin/python
DENO := DENO_NO_UPDATE_CHECK=1 $(VENV)/bin/deno
STAMP := $(VENV)/.installed-dev

.PHONY: install run demo dev test long check bench load kill siege api-fuzz engines ops scaling drawings lock clean

install: $(STAMP)

$(STAMP): requirements-dev.lock
	@$(PYTHON) -c 'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] < (3, 14))' \
	  || { echo "Stationmaster needs Python 3.11, 3.12 or 3.13; call: make PYTHON=python3.12 $(MAKECMDGOALS)"; exit 2; }
	@test -x $(PY) || $(PYTHON) -m venv $(VENV) \
	  || { echo "No virtual environment could be made. On Debian: apt-get install python3-venv"; exit 2; }
	$(PY) -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-dev.lock
	@touch $@

run: install
	$(PY) -m app

# Two example games beside your own tables, in a database that goes with the folder of temporary files.
demo: install
	$(PY) -m app demo

# Code, templates and words are read anew when they change; one process, no service worker's memory.
dev: install
	$(VENV)/bin/flask --app app run --debug --host 0.0.0.0 --port $${PORT:-8000} \
	  --extra-files "$$(find app/translations solver/sentences maps -name '*.po' -o -name '*.json' | paste -sd:)"

test: install
	$(PY) -m pytest -n auto --maxprocesses 4 --dist loadfile

# Random tests with large samples: minutes, and worth it after a change of a search.
long: install
	$(PY) -m pytest -m long -n auto --maxprocesses 4 --dist loadfile

# deno reads what lies here and asks no network; its rules are in deno.json.
check: install
	$(VENV)/bin/ruff check .
	$(VENV)/bin/ruff format --check .
	$(VENV)/bin/mypy
	$(DENO) fmt --check --quiet
	$(DENO) lint --quiet
	$(PY) -m solver check

# BASE=f4f0832: that commit too, in turns; ONLY="pages start": these alone
bench: install
	$(PY) -m bench $(ONLY) $(if $(BASE),--base $(BASE))

load: install
	$(PY) -m tests.load.streams
	$(PY) -m tests.load.searches

kill: install
	$(PY) -m tests.load.kill

siege: install
	$(PY) -m tests.load.siege $(if $(BASE),--base $(BASE)) $(if $(SECONDS),--seconds $(SECONDS)) $(if $(ONLY),--only $(ONLY))

scaling: install
	$(PY) -m tests.load.scaling

api-fuzz: install
	$(PY) -m tests.app.api.fuzz --cases 2000

# An evening in Chromium, WebKitGTK and Firefox; WALK="--short wpe" and the like: python -m tests.engines --help
engines: install
	$(PY) -m tests.engines $(WALK)

ops: install
	$(PY) -m tests.ops.walk

drawings: install
	$(PY) -m app.drawing

lock:
	uv pip compile -q --universal --generate-hashes --python-version 3.11 --custom-compile-command "make lock" pyproject.toml -o requirements.lock
	uv pip compile -q --universal --generate-hashes --python-version 3.11 --custom-compile-command "make lock" --extra dev pyproject.toml -o requirements-dev.lock

clean:
	rm -rf $(VENV) .pytest_cache .mypy_cache .ruff_cache .hypothesis
