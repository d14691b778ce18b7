# make setup && make demo. `make help` lists the rest.

PREFIX ?= /usr/local
DESTDIR ?=
SWIFT ?= swift

model := all-MiniLM-L6-v2
sources := $(wildcard Sources Tests Benchmarks Examples Package.swift)
release := .build/release
# Tests are optimised like what runs, in a folder of their own: they are compiled with other flags.
testing := --scratch-path $(CURDIR)/.build/testing --configuration release -Xswiftc -enable-testing \
	-Xswiftc -warnings-as-errors -Xcc -Werror -Xcxx -Werror
testing-products := $(CURDIR)/.build/testing/release

bindir = $(DESTDIR)$(PREFIX)/bin
libdir = $(DESTDIR)$(PREFIX)/lib/almagest
datadir = $(DESTDIR)$(PREFIX)/share/almagest
mandir = $(DESTDIR)$(PREFIX)/share/man
unitdir = $(DESTDIR)$(PREFIX)/lib/systemd/user
bashdir = $(DESTDIR)$(PREFIX)/share/bash-completion/completions
zshdir = $(DESTDIR)$(PREFIX)/share/zsh/site-functions
fishdir = $(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d

units := $(wildcard config/systemd/*)
# Written by the command itself, from the table that its help is made from.
generated = $(mandir)/man1/almagest.1 $(bashdir)/almagest $(zshdir)/_almagest $(fishdir)/almagest.fish

.PHONY: help setup build demo test lint bench bench-full bench-check soak model install uninstall format clean

help: ## this list
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' Makefile | expand -t 16

setup: ## install what is needed: Debian packages, and the rest under .deps/
	@SWIFT='$(SWIFT)' scripts/setup

build: ## build the daemon and the command, optimised
	$(SWIFT) build --configuration release

demo: setup build ## donate real content and find it, by word and by meaning
	scripts/demo

test: lint ## check the format, build optimised with testing enabled, run all tests
	$(SWIFT) build --build-tests $(testing)
	ALMAGEST_BUILD=$(testing-products) $(SWIFT) test --skip-build --no-parallel $(testing)
	ALMAGEST_BUILD=$(testing-products) scripts/check-snippets
	scripts/check-outside-package path $(testing)
	@if ls clients/python/test_*.py >/dev/null 2>&1; then \
		ALMAGEST_BUILD=$(testing-products) PATH="$(testing-products):$$PATH" \
			python3 -B -m unittest discover --start-directory clients/python; \
	fi

lint:
	$(SWIFT) format lint --strict --recursive --parallel $(sources)

format: ## lay out all Swift code
	$(SWIFT) format --in-place --recursive --parallel $(sources)

bench: setup build ## the figures (at most 40 minutes), into Benchmarks/report
	scripts/bench

bench-full: setup build ## the figures up to a million entities, for hours; goes on where it stopped
	scripts/bench --full --resume

bench-check: ## compare the ratios of the last figures with the stored thresholds
	scripts/bench check

soak: setup build ## an outside package by tag; hours of random work, with crashes; SOAK_SEED repeats it
	scripts/check-outside-package tag
	scripts/soak

model: ## build another encoder: SOURCE (published files), TARGET (folder); see docs/models.md
	@test -n '$(SOURCE)' -a -n '$(TARGET)' || { echo "usage: make model SOURCE=folder TARGET=folder [OPTIONS=...]" >&2; exit 1; }
	@test -x .deps/python/bin/python || { echo "run 'make setup' first" >&2; exit 1; }
	.deps/python/bin/python scripts/build-model.py '$(SOURCE)' '$(TARGET)' $(OPTIONS)

install: ## install into PREFIX (/usr/local), below DESTDIR
	@test -x $(release)/almagestd || { echo "run 'make build' first" >&2; exit 1; }
	install -d $(bindir) $(datadir)
	install -m 755 $(release)/almagestd $(release)/almagest $(bindir)/
	install -m 644 config/*.json5 LICENSE LICENSE.GPL-3 NOTICE.md $(datadir)/
	@# The library and the model: without them search is by word only.
	@if [ -d .deps/openvino/lib ]; then set -x; \
		install -d $(libdir) && install -m 644 .deps/openvino/lib/* $(libdir)/; \
		if [ -d .deps/openvino/licenses ]; then cp -r .deps/openvino/licenses $(libdir)/; fi; fi
	@if [ -d .deps/model/$(model) ]; then set -x; \
		install -d $(datadir)/model/$(model) && \
		install -m 644 .deps/model/$(model)/model.* .deps/model/$(model)/tokenizer.json $(datadir)/model/$(model)/; fi
	install -d $(mandir)/man1 $(mandir)/man8 $(bashdir) $(zshdir) $(fishdir) $(unitdir)
	$(release)/almagest --generate man > $(mandir)/man1/almagest.1
	$(release)/almagest --generate bash > $(bashdir)/almagest
	$(release)/almagest --generate zsh > $(zshdir)/_almagest
	$(release)/almagest --generate fish > $(fishdir)/almagest.fish
	chmod 644 $(generated)
	install -m 644 config/man/almagestd.8 $(mandir)/man8/
	install -m 644 $(units) $(unitdir)/
	sed -i 's,/usr/local/,$(PREFIX)/,g' $(addprefix $(unitdir)/,$(notdir $(units)))

uninstall: ## remove what install put there
	rm -f $(bindir)/almagestd $(bindir)/almagest
	rm -rf $(libdir) $(datadir)
	rm -f $(generated) $(mandir)/man8/almagestd.8 $(addprefix $(unitdir)/,$(notdir $(units)))

clean: ## remove what was built; .deps stays
	rm -rf .build Benchmarks/.build
