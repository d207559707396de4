# A thin layer over CMake. scripts/setup installs what a target needs.

PREFIX = /usr/local
SECONDS = 60

all: ## build the command (build/papni) and the library
	@scripts/setup build
	@cmake -S . -B build -G Ninja -D PAPNI_WERROR=ON > /dev/null
	@cmake --build build

demo: ## learn the paper's running example and draw it
	@scripts/setup demo
	@$(MAKE) --no-print-directory all
	@scripts/demo

check: ## run the tests once, for daily work
	@scripts/setup test
	@scripts/test plain

test: ## run all tests, with gcc and clang, sanitizers and valgrind
	@scripts/setup test
	@scripts/test

wheel: ## build the Python package as a wheel in build/wheels/, and test it in a clean environment
	@scripts/setup wheel
	@scripts/python wheel

sdist: ## build the source archive of the Python package in build/sdist/
	@scripts/setup wheel
	@scripts/python sdist

wheels: ## build a wheel for every Linux since 2014 in build/wheels/, and test it in an empty environment (uses zig)
	@scripts/setup wheel
	@scripts/python manylinux

deb: ## build Debian packages in build/deb/, and check them with lintian
	@scripts/setup deb
	@scripts/deb build

deb-test: ## try the packages of make deb in a pristine Debian 12 (as root)
	@scripts/setup deb-test
	@scripts/deb test

release: ## check the version everywhere, and build everything that a release has into build/release/
	@scripts/release build

web: ## build the playground (build/web) and the npm package (build/npm)
	@scripts/setup web
	@scripts/web build

site: all ## build the documentation as pages (build/site), with the playground
	@scripts/setup site
	@scripts/web site

web-test: all ## test playground, package and documentation, in Node.js and in Chromium
	@scripts/setup web-test
	@scripts/web test

bench: ## compare papni with its peers; tables and charts go to bench/results/
	@scripts/setup bench
	@cmake -S . -B build -G Ninja -D PAPNI_WERROR=ON -D PAPNI_BENCH=ON > /dev/null
	@cmake --build build
	@bench/run
	@bench/ops
	@bench/grammars

spark-test: ## test papni.spark on a local Spark, fetched from PyPI (minutes)
	@scripts/setup spark
	@scripts/python spark-test

spark: all ## measure papni.spark on a standalone cluster on this machine, into bench/results/spark/ (SPARK="--words 100000")
	@scripts/setup spark
	@scripts/python spark $(SPARK)

reproduce: ## repeat the paper's evaluation, into build/reproduction/ (REPRODUCE="--repeats 2 --only L1,odd")
	@scripts/setup reproduce
	@scripts/python reproduce $(REPRODUCE)

exports-test: all ## test the exports of 44 models on 1,000 texts each, with the programs they are for (minutes)
	@scripts/setup test
	@tests/exports/run texts --all
	@tests/exports/run storm

lint: ## check layout, layers, wording, and run static analysis
	@scripts/setup lint
	@$(MAKE) --no-print-directory all
	@scripts/lint

fuzz: ## run the fuzzers, SECONDS (60) each
	@scripts/setup test
	@fuzz/run $(SECONDS)

faults: ## make every allocation fail in turn, and every read, write, sync and rename
	@scripts/setup test
	@cmake -S . -B build -G Ninja -D PAPNI_WERROR=ON -D PAPNI_TESTS=ON > /dev/null
	@cmake --build build
	@tests/faults/run build/papni build/tests/fail.so
	@ctest --test-dir build -R '^unit/memory$$' | tail -n 4

test-more: ## run tests with MemorySanitizer, on 32 bits and on a big-endian machine (qemu)
	@scripts/setup test-more
	@scripts/test-more

soak: ## learn, check, compare and minimize random samples under sanitizers, SECONDS (86400) long
	@scripts/setup test
	@scripts/soak $(if $(filter command%,$(origin SECONDS)),$(SECONDS),86400)

mutants: ## run mutation tests on src/learn and src/ops (takes hours)
	@scripts/setup test
	@nice scripts/mutants

docs: demo ## redraw the pictures of README and docs
	@scripts/pictures

install: all ## install into PREFIX (/usr/local), below DESTDIR if set
	@DESTDIR="$(DESTDIR)" cmake --install build --prefix "$(PREFIX)"
	@[ -n "$(DESTDIR)" ] || [ "$$(id -u)" -ne 0 ] || ! command -v ldconfig > /dev/null || ldconfig # so that programs find it

uninstall: ## remove what make install installed (with the same DESTDIR)
	@DESTDIR="$(DESTDIR)" scripts/uninstall

clean: ## remove the build folder
	rm -rf build

help: ## list the targets
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/make \1\t\2/p' Makefile | expand -t 16

.PHONY: all demo check test exports-test wheel web site web-test bench spark spark-test reproduce lint fuzz faults test-more soak mutants docs install uninstall sdist wheels deb deb-test release clean help
