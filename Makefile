# The two commands of the README: `make demo` and `make test`. Both install what is missing.

PACKAGES = libsndfile1-dev libfftw3-dev libcairo2-dev libmysofa-dev pkg-config
PREFIX ?= /usr/local
BUILD = swift build -c release --static-swift-stdlib
TEST = swift test -c release

.PHONY: demo build test corpus sanitize bench bench-quick install deps library format

demo: build
	swift run -c release --package-path Examples pluck .build/pluck.wav
	.build/release/fxrender .build/pluck.wav .build/pluck-reverb.wav --chain lowpass:cutoff=6900,reverb

build: deps
	$(BUILD) --product fxrender

test: deps
	$(TEST)

# Real recordings, odd containers and broken files, from ../shared/audio.
corpus: build
	FXRENDER_CORPUS=../shared/audio $(TEST) --filter CorpusTests

# Another package that imports ours.
library: deps
	swift run -c release --package-path Examples pluck .build/pluck.wav

sanitize: deps
	swift test --sanitize address --build-path .build/address
	swift test --sanitize undefined --build-path .build/undefined

bench: build
	Benchmarks/run

bench-quick: build
	Benchmarks/run --quick

install: build
	install -D .build/release/fxrender $(DESTDIR)$(PREFIX)/bin/fxrender
	install -d $(DESTDIR)$(PREFIX)/share/fxrender/presets
	install -m 644 presets/* $(DESTDIR)$(PREFIX)/share/fxrender/presets

format:
	swift format --in-place --recursive Sources Tests Examples Benchmarks

# Installs the C libraries, where the machine is Debian's and lacks any.
deps:
	@dpkg -s $(PACKAGES) >/dev/null 2>&1 || { \
	  sudo=$$(command -v sudo || true); \
	  $$sudo apt-get update -qq && $$sudo env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq $(PACKAGES); }
