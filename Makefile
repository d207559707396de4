# A thin layer over CMake. What a target needs is installed by scripts/setup.

PREFIX = /usr/local
SECONDS = 60

all: ## the command at build/papni, and the library
	@scripts/setup build
	@cmake -S . -B build -G Ninja -D PAPNI_WERROR=ON > /dev/null
	@cmake --build build

demo: ## learn the paper's running example and draw it
	@scripts/setup demo
	@$(MAKE) --no-print-directory all
	@scripts/demo

check: ## one plain pass over the tests, for daily work
	@scripts/setup test
	@scripts/test plain

test: ## all tests, with gcc and clang, sanitizers and valgrind
	@scripts/setup test
	@scripts/test

wheel: ## the Python package as a wheel in build/wheels/, tried in an empty environment
	@scripts/setup wheel
	@scripts/python wheel

bench: ## papni beside its peers: tables and pictures in bench/results/
	@scripts/setup bench
	@cmake -S . -B build -G Ninja -D PAPNI_WERROR=ON -D PAPNI_BENCH=ON > /dev/null
	@cmake --build build
	@bench/run

reproduce: ## the paper's evaluation again, into build/reproduction/ (REPRODUCE="--repeats 2 --only L1,odd")
	@scripts/setup reproduce
	@scripts/python reproduce $(REPRODUCE)

lint: ## layout, layers, and mistakes that tools can find
	@scripts/setup lint
	@$(MAKE) --no-print-directory all
	@scripts/lint

fuzz: ## look for inputs that break a law, SECONDS (60) for each harness
	@scripts/setup test
	@fuzz/run $(SECONDS)

mutants: ## do the tests notice small changes of src/learn and src/ops? Takes hours
	@scripts/setup test
	@nice scripts/mutants

docs: demo ## draw the pictures of README and docs anew
	@scripts/pictures

install: all ## into PREFIX (/usr/local), below DESTDIR if that is set
	@DESTDIR="$(DESTDIR)" cmake --install build --prefix "$(PREFIX)"
	@[ -n "$(DESTDIR)" ] || [ "$$(id -u)" -ne 0 ] || ! command -v ldconfig > /dev/null || ldconfig # so that programs find it

clean: ## remove all that was built
	rm -rf build

help: ## this list
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/make \1\t\2/p' Makefile | expand -t 16

.PHONY: all demo check test wheel bench reproduce lint fuzz mutants docs install clean help
