# The commands of the project. `make help` lists them.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check

# What `make watch-bots` plays: an empty variable leaves its flag out.
GAME ?= holdem
PRESET ?=
SEATS ?=
SEED ?= 7
ROUNDS ?= 3

# The tags of docs/requirements.md in which every requirement has a test.
DONE := rules,server,admin,client,doudizhu
STRICT ?=

# Stamps: an install is redone when what it installs from has changed.
RUN := $(VENV)/.installed
CLIENT := $(VENV)/.installed-client
DEV := $(VENV)/.installed-dev
LOCK := build/lock

# Fails with a sentence unless $(PYTHON) can make environments, for which Debian has a package.
define ABLE
@command -v $(PYTHON) >/dev/null || { \
  echo "There is no $(PYTHON) here. Install Python 3.11 or newer, or name yours: make PYTHON=python3.12 ..."; exit 1; }
@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
  echo "$(PYTHON) is older than 3.11. Name a newer one: make PYTHON=python3.12 ..."; exit 1; }
@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null \
  || { [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null && apt-get update -qq \
    && apt-get install -qq -y python3-venv && $(PYTHON) -c 'import ensurepip, venv'; } \
  || { echo "$(PYTHON) cannot make a virtual environment. Install its venv part: apt-get install python3-venv"; exit 1; }
endef

.DEFAULT_GOAL := help
.PHONY: help play serve compiled watch-bots test lint bench bench-bots screenshots looks apk requirements lock clean

# What a screen of our own needs where there is none, as Debian names it.
SCREEN := xvfb xauth libgl1 libegl1 libgl1-mesa-dri libmtdev1 xclip
define SCREENED
@command -v Xvfb >/dev/null \
  || { [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null && apt-get update -qq \
    && apt-get install -qq -y --no-install-recommends $(SCREEN) >/dev/null; } \
  || { echo "The tests of the client need a screen. Install: apt-get install $(SCREEN)"; exit 1; }
endef

help:  ## list these commands
	@sed -n 's/^\([a-z-]*\):.*  ## /  make \1|/p' $(MAKEFILE_LIST) | awk -F'|' '{ printf "%-20s%s\n", $$1, $$2 }'

play: $(CLIENT)  ## a house of your own with bots at its tables, and the client on it
	$(BIN)/cardroom play

watch-bots: $(RUN)  ## watch bots play: GAME=holdem PRESET=eps SEATS=7 SEED=7 ROUNDS=3
	$(BIN)/cardroom watch-bots $(GAME) $(if $(PRESET),--preset $(PRESET)) \
	  $(if $(SEATS),--seats $(SEATS)) $(if $(SEED),--seed $(SEED)) $(if $(ROUNDS),--rounds $(ROUNDS))

serve: $(RUN)  ## run a house for players, as cardroom.toml says
	$(BIN)/cardroom serve

compiled: $(DEV)  ## compile what every act of a house goes through; `make serve` uses it from then on
	@$(BIN)/python -m tools.compiled

test: lint  ## install what tests need, lint, check the requirements, run everything
	$(SCREENED)
	$(BIN)/python -m tools.requirements --counts --strict "$(DONE)"
	$(BIN)/python -m pytest -n 3 --dist worksteal -q

lint: $(DEV)  ## style, types, and who may import whom
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo

bench: $(DEV)  ## how fast engines, house and client are, beside other people's
	$(SCREENED)
	-@$(BIN)/python -m tools.compiled
	$(BIN)/python -m bench

bench-bots: $(DEV)  ## how strong the bots are: minutes
	$(BIN)/python -m bench bots bots_doudizhu

screenshots: $(DEV)  ## pictures of every screen, into docs/screens
	$(SCREENED)
	xvfb-run -a -s "-screen 0 2400x2400x24" $(BIN)/python -m tools.screenshots

looks: $(DEV)  ## the pictures that tests compare the tables with, anew: look at them before you keep them
	$(SCREENED)
	LOOKS=anew $(BIN)/python -m pytest -q tests/client/ui/test_table_looks.py

apk: $(DEV)  ## build the Android app: FETCH=yes downloads SDK and NDK, RELEASE=yes signs a bundle
	@$(BIN)/python -m tools.apk $(if $(RELEASE),--release) $(if $(FETCH),--fetch)

requirements: $(DEV)  ## each requirement with its tests; STRICT=rules,server fails on one without
	@$(BIN)/python -m tools.requirements --strict "$(STRICT)"

lock:  ## pin the newest versions that satisfy pyproject.toml
	$(ABLE)
	rm -rf $(LOCK)
	$(PYTHON) -m venv $(LOCK)
	$(LOCK)/bin/python -m pip --disable-pip-version-check install --quiet -e ".[dev]"
	$(LOCK)/bin/python -m pip --disable-pip-version-check freeze --exclude cardroom > $(LOCK)/freeze
	@! grep -v '^[A-Za-z0-9._-]*==[A-Za-z0-9.]*$$' $(LOCK)/freeze || { echo "These have no plain version."; exit 1; }
	cp $(LOCK)/freeze requirements.lock
	rm -rf $(LOCK)

clean:  ## remove what these commands made
	rm -rf $(VENV) build dist *.egg-info .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(BIN)/python:
	$(ABLE)
	$(PYTHON) -m venv $(VENV)

$(RUN): pyproject.toml requirements.lock | $(BIN)/python
	$(PIP) install --quiet -c requirements.lock -e .
	@touch $@

$(CLIENT): pyproject.toml requirements.lock | $(BIN)/python
	$(PIP) install --quiet -c requirements.lock -e ".[client]"
	@touch $@ $(RUN)

# RLCard unpacks its data when it is first imported: once here, not in two test workers at once.
$(DEV): pyproject.toml requirements.lock | $(BIN)/python
	$(PIP) install --quiet -c requirements.lock -e ".[dev]"
	$(BIN)/python -c "import rlcard.games.doudizhu.utils"
	@touch $@ $(RUN) $(CLIENT)
