# The commands of the project. `make help` lists them.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
# Says what the machine lacks, and fills the environment from requirements.lock.
READY := @sh tools/ready.sh
# Builds the page where a source of it is newer; a house runs without one too.
PAGE = @$(BIN)/python -m tools.web.build --if-possible

# LAN=yes: `make play` and `make serve` are for everybody on this network.
LAN ?=

# What `make watch-bots` plays: an empty variable leaves its flag out.
GAME ?= holdem
PRESET ?=
SEATS ?=
SEED ?= 7
ROUNDS ?= 3

# How long `make soak` plays.
SECONDS ?= 3600

# What `make bench-bots` measures: benches by name, rows by their words.
BOTS ?= bots bots_exploiters bots_doudizhu bots_blackjack bots_sabacc
ROWS ?=

# The tags of docs/requirements.md in which every requirement has a test.
DONE := rules,server,admin,client,doudizhu,felts,terminal,web
STRICT ?=

LOCK := build/lock
AUDIT := build/audit

.DEFAULT_GOAL := help
.PHONY: help play serve web watch-bots cluster test test-firefox lint bench soak bench-bots screenshots looks apk \
  requirements docs lock audit clean

.NOTPARALLEL:

# What `make test` has to do besides, on the core that lint leaves idle. pytest reads the tests and keeps what
# it compiles, which each of its workers would do else.
BESIDE :=

define LINT
@$(BIN)/python -m tools.at_once $(BESIDE) \
  "$(BIN)/ruff check ." \
  "$(BIN)/ruff format --check ." \
  "$(BIN)/mypy" \
  "$(BIN)/lint-imports --no-logo" \
  "$(BIN)/python -m tools.web.typed --if-possible"
endef

help:  ## list these commands
	@sed -n 's/^\([a-z-]*\):.*  ## /  make \1|/p' $(MAKEFILE_LIST) | awk -F'|' '{ printf "%-20s%s\n", $$1, $$2 }'

play:  ## a house of your own with bots at its tables, and the client on it; LAN=yes for this Wi-Fi
	$(READY) play "$(PYTHON)"
	$(PAGE)
	$(BIN)/cardroom play $(if $(LAN),--lan)

watch-bots:  ## watch bots play: GAME=holdem PRESET=eps SEATS=7 SEED=7 ROUNDS=3
	$(READY) run "$(PYTHON)"
	$(BIN)/cardroom watch-bots $(GAME) $(if $(PRESET),--preset $(PRESET)) \
	  $(if $(SEATS),--seats $(SEATS)) $(if $(SEED),--seed $(SEED)) $(if $(ROUNDS),--rounds $(ROUNDS))

serve:  ## run a house for players, as cardroom.toml says
	$(READY) run "$(PYTHON)"
	$(PAGE)
	$(BIN)/cardroom serve $(if $(LAN),--lan)

web:  ## build the page for browsers into build/web
	$(READY) run "$(PYTHON)"
	$(BIN)/python -m tools.web.build

test: BESIDE = "$(BIN)/python -m tools.web.build" "$(BIN)/python -m pytest --collect-only -qq >/dev/null || true" \
  "$(BIN)/python -m tools.requirements --counts --strict $(DONE)"
test:  ## install what tests need, lint, check the requirements, run everything
	$(READY) test "$(PYTHON)"
	$(LINT)
	$(BIN)/python -m pytest -n 7 --dist worksteal -q

cluster:  ## a house of five nodes with PostgreSQL and NATS on this machine, and the client on it
	$(READY) test "$(PYTHON)"
	$(PAGE)
	$(BIN)/python -m tools.cluster

test-firefox:  ## a hand in Firefox, where that is installed: not part of `make test`
	$(READY) test "$(PYTHON)"
	$(BIN)/python -m tools.web.build
	$(BIN)/python -m pytest -q tests/web/in_firefox.py

lint:  ## style, types, and who may import whom
	$(READY) dev "$(PYTHON)"
	$(LINT)

bench:  ## how fast engines, house and client are, beside other people's
	$(READY) test "$(PYTHON)"
	$(BIN)/python -m bench

soak:  ## an hour of play, with the curve of memory, disk and delays: SECONDS=60 for a minute
	$(READY) test "$(PYTHON)"
	$(BIN)/python -m bench soak --seconds $(SECONDS)

bench-bots:  ## how strong the bots are, in minutes: SEED=7 BOTS="bots_doudizhu" ROWS="medium easy"
	$(READY) dev "$(PYTHON)"
	$(BIN)/python -m bench $(BOTS) --seed $(SEED) --only "$(ROWS)"

screenshots:  ## pictures of every screen, shown by build/screens/index.html
	$(READY) test "$(PYTHON)"
	xvfb-run -a -s "-screen 0 2400x2400x24" $(BIN)/python -m tools.screenshots

looks:  ## the pictures that tests compare the tables with, anew: look at them before you keep them
	$(READY) test "$(PYTHON)"
	LOOKS=anew $(BIN)/python -m pytest -q tests/client/ui/test_table_looks.py

apk:  ## build the Android app: FETCH=yes downloads SDK and NDK, RELEASE=yes signs a bundle
	$(READY) dev "$(PYTHON)"
	@$(BIN)/python -m tools.apk $(if $(RELEASE),--release) $(if $(FETCH),--fetch)

requirements:  ## each requirement with its tests; STRICT=rules,server fails on one without
	$(READY) dev "$(PYTHON)"
	@$(BIN)/python -m tools.requirements --strict "$(STRICT)"

docs:  ## build docs/ as a site in build/site; a dead link fails
	$(READY) dev "$(PYTHON)"
	$(BIN)/mkdocs build --quiet

lock:  ## pin the newest versions that satisfy pyproject.toml, with the digests of their files
	$(PYTHON) -m venv --clear $(LOCK)
	$(LOCK)/bin/python -m pip --disable-pip-version-check install --require-hashes -r tools/tools.lock
	PATH="$(CURDIR)/$(LOCK)/bin:$$PATH" $(LOCK)/bin/python tools/lock.py
	rm -rf $(LOCK)

audit:  ## ask whether what is pinned has known holes: needs the network
	$(PYTHON) -m venv --clear $(AUDIT)
	$(AUDIT)/bin/python -m pip --disable-pip-version-check install --require-hashes -r tools/tools.lock
	$(AUDIT)/bin/python tools/audit.py requirements.lock tools/tools.lock
	rm -rf $(AUDIT)

clean:  ## remove what these commands made
	rm -rf $(VENV) build dist *.egg-info .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
