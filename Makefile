# make demo   verify a real report           make test        run every test
# make check  format, lint, types, site and tests  make test-slow   the long tests
# make test-browser  the pages in Chromium
# make test-oldest, make test-newest  the quick half of the tests with the oldest and with the newest packages
# make docs   the documentation site, build/site/index.html
# make bench  speed against peers           make writeup     build/writeup: a paper of generated tables, formulas and pictures
# make test-times  the files of tests that take over 5 s each on a free machine
# make engine  a wheel of the solvers alone, tried in an empty environment
# make size   how large the house is, by its syntax trees; make walks, how many functions a value enters
# make changes  gather changelog.d/ into CHANGES.md
# make mutation  whether the tests notice every small change of the code, written to mutation/report.md
PYTHON ?= python3
BIN := .venv/bin
PIP := $(BIN)/python -m pip install --disable-pip-version-check

.PHONY: demo engine test test-slow test-browser test-oldest test-newest test-times check docs changes mutation bench size walks writeup clean

# pip accepts no file whose hash is not listed; the project itself is built by the setuptools that is
# pinned there. Who tries the demo waits for what the README and the tutorials use alone, and sees what
# pip is doing.
.venv/user: pyproject.toml requirements.txt requirements-demo.txt
	$(PYTHON) -m venv .venv
	$(PIP) --require-hashes -r requirements.txt -r requirements-demo.txt
	$(PIP) --quiet --no-deps --no-build-isolation -e .
	touch $@

.venv/ready: .venv/user requirements-test.txt
	$(PIP) --require-hashes -r requirements-test.txt
	touch $@

demo: .venv/user
	@echo "Verifying the printed numbers of two student reports on Dice Battle:"
	@$(BIN)/exactdice verify examples/dice_battle_report.toml; status=$$?; \
	if [ $$status -eq 1 ]; then \
	  echo "Exit status 1: the reports have wrong numbers, shown above. That is the true outcome of this demo."; \
	else \
	  echo "Exit status $$status, where 1 was expected: the demo failed."; exit 1; \
	fi

test: .venv/ready
	$(BIN)/python -m pytest -n auto --dist worksteal

test-slow: .venv/ready
	HYPOTHESIS_PROFILE=thorough $(BIN)/python -m pytest -m "not browser"

# The quick half: doctests, the modules beside the packages, and the packages that use libraries.
# What exactdice computes by itself is tested by make check alone.
QUICK := exactdice tests/test_*.py $(addprefix tests/, exact distributions symbolic game adapters arenas formulas interchange lp matrices \
	mcp_server notebook pages pictures report server stores tables terminal testing writeup)
EXTRAS := .[plot,test,adapters,icepool,notebook,openspiel]

test-oldest: build/oldest/ready
	build/oldest/bin/python -m pytest -n auto --dist worksteal $(QUICK)

test-newest: build/newest/ready
	build/newest/bin/python -m pytest -n auto --dist worksteal $(QUICK)

# The least release of each package that pyproject.toml allows, on Python 3.11, and of what these need
# the releases that were tried with them.
build/oldest/ready: pyproject.toml constraints-oldest.txt
	$(PYTHON) -m venv --clear build/oldest
	build/oldest/bin/python -m pip install --disable-pip-version-check --quiet -c constraints-oldest.txt -e '$(EXTRAS)'
	touch $@

# What pip brings on the day: locked by nothing; remove build/newest to have it made anew. First without
# any extra, as a plain installation is, where each command says in one line what it lacks.
build/newest/ready: pyproject.toml
	$(PYTHON) -m venv --clear build/newest
	build/newest/bin/python -m pip install --disable-pip-version-check --quiet -e .
	build/newest/bin/python tests/without_extras.py
	build/newest/bin/python -m pip install --disable-pip-version-check --quiet -e '$(EXTRAS)'
	touch $@

# Pages in the machine's own Chromium, which playwright drives.
test-browser: .venv/browser
	$(BIN)/python -m pytest -m browser tests/browser

.venv/browser: .venv/ready requirements-browser.txt
	$(PIP) --require-hashes -r requirements-browser.txt
	touch $@

# A file of tests takes under 5 s on the wall, alone on a free machine of two cores. On a shared one
# the wall's clock counts waiting for others too, and the processor's counts what a file's processes
# would do at once on both cores: the lesser of both, in the best of three runs, is compared with 5.
test-times: .venv/ready
	@$(BIN)/python tests/times.py

check: .venv/ready docs
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/python -m pytest -n auto --dist worksteal

# Without a network; a warning, such as a link that leads nowhere, is an error.
docs: .venv/ready
	$(BIN)/python -m sphinx --fail-on-warning --nitpicky -j auto -q -d build/doctrees docs build/site
	@echo "The site is built: open build/site/index.html"

engine: .venv/ready
	$(BIN)/python engine/build.py

changes:
	$(PYTHON) changelog.d/gather.py

size:
	@$(PYTHON) benchmarks/size.py

walks: .venv/user
	@$(BIN)/python benchmarks/walks.py

mutation: .venv/ready
	$(PIP) --quiet --require-hashes -r requirements-mutation.txt
	$(BIN)/python mutation/run.py $(MODULES)

bench: .venv/ready
	$(BIN)/python benchmarks/battle.py
	$(BIN)/python benchmarks/dice.py
	$(BIN)/python benchmarks/lp.py
	$(BIN)/python benchmarks/sparse_lp.py
	$(BIN)/python benchmarks/hidden.py
	$(BIN)/python benchmarks/pig.py
	$(BIN)/python benchmarks/sweep.py
	$(BIN)/python benchmarks/simultaneous.py
	$(BIN)/python benchmarks/store.py
	$(BIN)/python benchmarks/domineering.py
	$(BIN)/python benchmarks/graphs.py
	$(BIN)/python benchmarks/generic.py
	$(BIN)/python benchmarks/cluster.py --quick
	$(BIN)/python benchmarks/symbols.py

writeup: .venv/ready
	$(BIN)/python examples/writeup/build.py build/writeup

clean:
	rm -rf .venv build *.egg-info
