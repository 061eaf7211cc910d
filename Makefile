# make demo   verify a real report           make test        run every test
# make check  format, lint, types and tests  make test-slow   the long tests
# make bench  speed against peers           make writeup     build/writeup: a paper of generated tables, formulas and pictures
# make test-times  the files of tests that take over 5 s of the processor's time alone
# make changes  gather changelog.d/ into CHANGES.md
# make mutation  whether the tests notice every small change of the code, written to docs/mutation.md
PYTHON ?= python3
BIN := .venv/bin
PIP := $(BIN)/python -m pip install --disable-pip-version-check

.PHONY: demo test test-slow test-times check changes mutation bench writeup clean

# pip accepts no file whose hash is not listed; the project itself is built by the setuptools that is
# pinned there. Who tries the demo waits for what users need alone, and sees what pip is doing.
.venv/user: pyproject.toml requirements.txt
	$(PYTHON) -m venv .venv
	$(PIP) --require-hashes -r requirements.txt
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
	$(BIN)/python -m pytest -m "slow or not slow"

# Seconds for the file, its processes included; on a busy machine all are longer.
test-times: .venv/ready
	@find tests -name 'test_*.py' | sort | while read file; do \
	  bash -c "TIMEFORMAT='%U %S'; time $(BIN)/python -m pytest -q -p no:cacheprovider $$file >/dev/null 2>&1" 2>&1 \
	  | awk -v file=$$file '$$1 + $$2 > 5 { printf "%.1f s  %s\n", $$1 + $$2, file }'; \
	done

check: .venv/ready
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/python -m pytest -n auto --dist worksteal

changes:
	$(PYTHON) changelog.d/gather.py

mutation: .venv/ready
	$(PIP) --quiet --require-hashes -r requirements-mutation.txt
	$(BIN)/python mutation/run.py $(MODULES)

bench: .venv/ready
	$(BIN)/python benchmarks/battle.py
	$(BIN)/python benchmarks/dice.py
	$(BIN)/python benchmarks/lp.py
	$(BIN)/python benchmarks/pig.py
	$(BIN)/python benchmarks/simultaneous.py
	$(BIN)/python benchmarks/tokens.py
	$(BIN)/python benchmarks/domineering.py
	$(BIN)/python benchmarks/graphs.py

writeup: .venv/ready
	$(BIN)/python examples/writeup/build.py build/writeup

clean:
	rm -rf .venv build *.egg-info
