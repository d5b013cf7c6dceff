# The two commands of the README: `make demo` and `make test`. Both install what is missing.

PACKAGES = libsndfile1-dev libfftw3-dev libcairo2-dev libmysofa-dev pkg-config
PREFIX ?= /usr/local
CORPUS = $(abspath ../shared/audio)
# The tool with the Swift runtime inside: it runs on machines without Swift, and starts faster.
TOOL = .build/static/release/fxrender
TEST = swift test -c release

.PHONY: demo build test library corpus sanitize bench bench-quick install readme format deps

demo: build library
	$(TOOL) .build/pluck.wav .build/pluck-reverb.wav --chain lowpass:cutoff=6900,reverb

build: deps
	swift build -c release --static-swift-stdlib --scratch-path .build/static --product fxrender

test: deps
	$(TEST)

# Another package that imports ours; it writes a short piece of music.
library: deps
	swift run -c release --package-path Examples pluck .build/pluck.wav

# Real recordings, odd containers and broken files.
corpus: deps
	FXRENDER_CORPUS=$(CORPUS) $(TEST) --filter CorpusTests

# Every recording and broken file through a build that watches its memory; any exit code but 0 to 4 is a fault.
sanitize: deps
	swift build --sanitize address --scratch-path .build/address --product fxrender
	for file in $(CORPUS)/containers/* $(CORPUS)/recordings/* $(CORPUS)/broken/*; do \
	  timeout 60 .build/address/debug/fxrender "$$file" .build/address/out.wav --quiet \
	    --chain lowpass:cutoff=1000,limiter 2>.build/address/log; code=$$?; \
	  if [ $$code -gt 4 ] || grep -q AddressSanitizer .build/address/log; then \
	    echo "$$file: $$code"; cat .build/address/log; exit 1; fi; done

bench: build
	Benchmarks/run

bench-quick: build
	Benchmarks/run --quick

install: build
	install -D $(TOOL) $(DESTDIR)$(PREFIX)/bin/fxrender
	install -d $(DESTDIR)$(PREFIX)/share/fxrender/presets
	install -m 644 presets/* $(DESTDIR)$(PREFIX)/share/fxrender/presets

# The table of units in the README.
readme: build
	$(TOOL) units --markdown > .build/units.md
	sed -i -e '/^<!-- units:/,/^<!-- end of units/{//!d}' -e '/^<!-- units:/r .build/units.md' README.md

format:
	swift format --in-place --recursive Sources Tests Examples Benchmarks

# Installs the C libraries, where the machine is Debian's and lacks any.
deps:
	@dpkg -s $(PACKAGES) >/dev/null 2>&1 || { \
	  sudo=$$(command -v sudo || true); \
	  $$sudo apt-get update -qq && $$sudo env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq $(PACKAGES); }
