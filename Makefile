# Three commands on a fresh machine: `make demo`, `make desk`, `make test`. They need Python >= 3.11 with venv, and make.
# The environment stands in .venv, is built once from requirements.lock (hashes checked) and again when that changes.

# The first Python of these that is new enough. `make PYTHON=/path/to/python3` names another.
CANDIDATES := python3 python3.14 python3.13 python3.12 python3.11
NEW_ENOUGH := import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))
PYTHON ?= $(shell for each in $(CANDIDATES); do "$$each" -c '$(NEW_ENOUGH)' 2>/dev/null && echo "$$each" && break; done)

VENV := .venv
PY := $(VENV)/bin/python
PIP := $(PY) -m pip --quiet --disable-pip-version-check
READY := $(VENV)/ready
PROVIDER := $(VENV)/openid-provider
DEMO := demo
# Where the desk of the demonstration listens; 0: at any port that is free.
PORT ?= 8443
SOAK := soak
# A soak run: which chance, how many virtual hours, how many tables.
SEED ?= 1
HOURS ?= 24
TABLES ?= 200
# A run of kills: for how long, in seconds.
SECONDS ?= 600
# A run of honest play: entries, at the least; half as many on PostgreSQL.
ENTRIES ?= 1000000
# Tests of what needs no door, no operator and no command: rules and terms, bytes and proofs, the verifier, and the style of it all.
QUICK := $(addprefix tests/unit/,core terms games house exchange seal verify test_tidy.py test_ratchets.py)
# Test processes. Each starts a PostgreSQL of its own unless TOMBO_TEST_POSTGRES names a server.
JOBS ?= 2

# Neighbouring tests share what is dear to make, so each process gets a stretch of them; who is done first takes from the other's end.
SPREAD := -n $(JOBS) --dist worksteal

export PIP_NO_INPUT := 1
# Compiled modules are kept, whatever the environment says: the tests start hundreds of programs, and each would compile them again.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: help demo desk test quick check format lint types imports rules unit others drift docs bench soak honest kills lock clean

help: ## what can be made
	@sed -n 's/^\([a-z]*\):.*## /  make \1	/p' $(MAKEFILE_LIST) | expand -t 16

$(VENV)/locked: requirements.lock
	@if [ -z "$(PYTHON)" ]; then \
	  echo "tombo needs Python 3.11 or newer with its venv module; found: $$(python3 --version 2>&1)." >&2; \
	  echo "Install one (Debian: apt install python3-venv), or name it: make PYTHON=/path/to/python3" >&2; \
	  exit 2; fi
	@"$(PYTHON)" -c '$(NEW_ENOUGH)' || { echo "$(PYTHON) is not Python 3.11 or newer with its venv module." >&2; exit 2; }
	@echo "Making $(VENV) with $$("$(PYTHON)" --version), from requirements.lock; about a minute the first time."
	@rm -rf $(VENV)
	@"$(PYTHON)" -m venv $(VENV)
	@$(PIP) install --require-hashes -r requirements.lock
	@touch $@

# Installed without build isolation: the build backend is in the lock too, so nothing unpinned is fetched.
$(READY): $(VENV)/locked pyproject.toml
	@$(PIP) install --no-deps --no-build-isolation --editable .
	@$(PIP) check
	@touch $@

# The OpenID provider that the tests sign in at, in a folder of its own: what it brings is no part of the environment.
$(PROVIDER)/ready: tests/openid_provider/requirements.lock $(VENV)/locked
	@rm -rf $(PROVIDER)
	@$(PIP) install --require-hashes --target $(PROVIDER) -r $<
	@touch $@

demo: $(READY) ## record, verify and show an evening in ./demo on SQLite, then simulate two hours of every game
	@rm -rf $(DEMO)
	@$(VENV)/bin/tombo demo --out $(DEMO)

desk: $(READY) ## the pages for officers, in a browser, on the ledger of ./demo, which is made if it is not there; Ctrl-C ends it
	@test -d $(DEMO) || $(VENV)/bin/tombo demo --out $(DEMO)
	@echo "Open the address of the desk, and sign in as s-2, an officer, or as s-1, the manager: with the key file"
	@echo "$(DEMO)/keys/staff/s-2.key (or s-1.key), and the passphrase: $$(cat $(DEMO)/keys/staff/passphrase)"
	@$(VENV)/bin/tombo --ledger sqlite:///$(DEMO)/ledger.db --keys $(DEMO)/keys serve --port $(PORT)

test: $(READY) $(PROVIDER)/ready ## the whole suite, on SQLite and on a real PostgreSQL (TOMBO_TEST_POSTGRES points at another server)
	@$(PY) -m pytest -q $(SPREAD)

quick: format lint types imports rules ## what can be known in half a minute on two free cores

check: format lint types imports drift test ## everything CI asks for

format: $(READY)
	@$(PY) -m ruff format --check --quiet . || { echo "run: $(PY) -m ruff format ." >&2; exit 1; }

lint: $(READY)
	@$(PY) -m ruff check --quiet .

types: $(READY)
	@$(PY) -m mypy

imports: $(READY)
	@$(VENV)/bin/lint-imports --no-cache

rules: $(READY)
	@$(PY) -m pytest -q $(SPREAD) -k "not postgres" $(QUICK)

# Without the PostgreSQL half of the store's tests, whose server takes its time to start and stop: `make test` has it.
unit: $(READY) $(PROVIDER)/ready ## the unit tests on SQLite, some minutes
	@$(PY) -m pytest -q $(SPREAD) -k "not postgres" tests/unit

others: $(READY) ## the unit tests on the newest other Python that is found, 3.12 to 3.14, and the quick ones on the rest
	@JOBS=$(JOBS) QUICK="$(QUICK)" .ci/others

drift: $(READY)
	@$(PY) -m docs.generate --check

docs: $(READY) ## write schemas/ and the generated pages of docs/ again
	@$(PY) -m docs.generate

bench: $(READY) ## speed and memory, each beside its raw baseline from the same run
	@$(PY) -m bench

soak: $(READY) ## SEED= HOURS= TABLES=: every game played by seeded players in ./soak, outages and kills included, then verified
	@rm -rf $(SOAK) && mkdir $(SOAK)
	@$(PY) -m tombo.simulator --seed $(SEED) --hours $(HOURS) --tables $(TABLES) --ledger sqlite:///$(SOAK)/ledger.db --keys $(SOAK)/keys
	@$(VENV)/bin/tombo --ledger sqlite:///$(SOAK)/ledger.db --keys $(SOAK)/keys audit

honest: $(READY) ## ENTRIES=: honest play through real doors that race, are killed, restored and lose: nobody may cry forgery
	@TOMBO_HONEST_ENTRIES=$(ENTRIES) $(PY) -m pytest -q -n 0 -s tests/honest

kills: $(READY) ## SEED= SECONDS=: whoever serves, stores, asks, follows, signs and backs up is killed at random, backups are restored; nothing may be lost or there twice
	@TOMBO_KILL_SECONDS=$(SECONDS) TOMBO_KILL_SEED=$(SEED) $(PY) -m pytest -q -n 0 -s -k postgres tests/faults/test_kills.py

lock: ## pin the newest allowed dependencies again, with the hashes of every wheel
	@"$(PYTHON)" -m venv $(VENV)-lock
	@$(VENV)-lock/bin/python -m pip --quiet install pip-tools
	@$(VENV)-lock/bin/pip-compile --quiet --upgrade --extra client --extra cluster --extra dev --extra objects --extra regulators --extra serve --extra tables --allow-unsafe --generate-hashes --strip-extras \
	  --no-header --no-annotate --no-emit-index-url --no-emit-find-links --no-emit-trusted-host \
	  --output-file requirements.lock pyproject.toml
	@$(VENV)-lock/bin/pip-compile --quiet --upgrade --allow-unsafe --generate-hashes --strip-extras \
	  --no-header --no-annotate --no-emit-index-url --no-emit-find-links --no-emit-trusted-host \
	  --output-file tests/openid_provider/requirements.lock tests/openid_provider/requirements.in
	@rm -rf $(VENV)-lock

clean: ## remove the environment, caches, the demo and the last soak run
	rm -rf $(VENV) $(VENV)-* $(DEMO) $(SOAK) build *.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis
