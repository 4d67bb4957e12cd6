# Coyote Table. Each target does its own set-up, in .venv beside this file.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
SETUP := .ci/setup
RPI_IMAGE_GEN ?= rpi-image-gen
# KiCad's program, or the command that runs it in a container.
KICAD ?= kicad-cli
BOARD := hardware/board/coyote-board
CHECK := --severity-all --exit-code-violations
TSC := $(VENV)/node_modules/.bin/tsc
# Twice the processors of a small machine, as tests wait for pages and programs. Each worker more
# collects all tests once more, and starts a browser.
TESTS := $(BIN)/pytest -n 4 --dist worksteal
# What has threads of its own is tested once more while these are delayed, each time by another seed.
THREADED := $(addprefix tests/firmware/,bots club home hub panel presses running service sound teaching) \
	tests/webui/serving tests/test_coup_table.py

# An upgrade of the system may bring another Python, which finds none of the packages of .venv: set it up again.
FITS := import os, pip, sysconfig; os.listdir(sysconfig.get_path("purelib"))
ifneq ($(wildcard $(VENV)/.play),)
ifneq ($(shell $(BIN)/python -c '$(FITS)' 2>&1),)
$(shell rm -f $(VENV)/.play $(VENV)/.test $(VENV)/.rig)
endif
endif

.PHONY: help play table install update card uninstall test lint types tests verify map pictures hardware enclosure board flatpack image release bench roots rig clean

help: ## List the targets.
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-9s  %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

play: $(VENV)/.play ## Run the virtual table on any computer; it opens in the browser.
	$(BIN)/coyote play $(ARGS)

table: $(VENV)/.play ## Run the real table, on a Raspberry Pi.
	$(BIN)/coyote table $(ARGS)

install: ## Install the table so that it starts with the machine: sudo make install.
	@$(PYTHON) -B -m firmware.install install $(ARGS)

update: ## Fetch the newest release and change over; fall back if it does not start.
	@$(PYTHON) -B -m firmware.install update
	@$(PYTHON) -B -m firmware.install install $(ARGS)

card: ## Let a fresh card become a table by itself: BOOT=FOLDER of its boot partition.
	@$(PYTHON) -B -m firmware.install.card --address="$$ADDRESS" -- "$$BOOT"

uninstall: ## Remove the table; its data stay unless ARGS=--data.
	@$(PYTHON) -B -m firmware.install uninstall $(ARGS)

test: $(VENV)/.test ## Check everything that must hold before a change lands.
	@$(MAKE) --no-print-directory --jobs lint types tests

lint: $(VENV)/.test ## Check style and format with ruff, and the English of docstrings and messages.
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/python -m tests.plain_words

types: $(VENV)/.test ## Check the types: mypy, and TypeScript for the pages' scripts.
	$(BIN)/mypy
	@$(BIN)/python -m tests.webui.typescript
	@if [ -x $(TSC) ]; then echo $(TSC) -p webui/jsconfig.json; $(TSC) -p webui/jsconfig.json; \
	else echo "The pages' scripts were not checked: install npm and make .venv again."; fi

tests: $(VENV)/.test ## Run the tests; ARGS="-k word" runs some.
	@# Compile once what every worker would otherwise compile at the same time.
	@[ -d .pytest_cache ] || $(BIN)/pytest --collect-only -qq >/dev/null 2>&1 || true
	$(TESTS) -m "not verify" $(ARGS)

verify: $(VENV)/.test ## Repeat the gate's promises with more variants: browsers, whole matches, delayed threads.
	$(TESTS) -m verify $(ARGS)
	COYOTE_JITTER=$${COYOTE_JITTER:-$$(date +%s)} $(BIN)/python -m $(notdir $(TESTS)) -p tests.jitter -m "not verify" $(THREADED)

map: ## Print the rooms and which imports which.
	@$(PYTHON) -m tests.rooms

pictures: $(VENV)/.test ## Take the pictures of README.md and docs again.
	$(BIN)/python -m tests.pictures

hardware: $(VENV)/.test ## Make the guide's tables and drawings from hardware/pins.toml and parts.toml.
	$(BIN)/python -m tests.guide

enclosure: $(VENV)/.test ## Make the enclosure and the arm to print, and their pictures; needs a CAD library (1 GB).
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes $(patsubst %,-r .ci/locked/%.txt,table numpy2 test cad)
	$(BIN)/python -m hardware.cad
	$(BIN)/python -m tests.guide

board: ## Check the printed board with KiCad 9 (Debian 13), and export what its maker takes.
	rm -rf out/board && mkdir -p out/board/gerbers
	$(KICAD) sch erc $(CHECK) -o out/board/circuit.txt $(BOARD).kicad_sch
	$(KICAD) pcb drc $(CHECK) --schematic-parity -o out/board/board.txt $(BOARD).kicad_pcb
	$(KICAD) pcb export gerbers --layers F.Cu,B.Cu,F.Mask,B.Mask,F.SilkS,B.SilkS,Edge.Cuts -o out/board/gerbers/ $(BOARD).kicad_pcb
	$(KICAD) pcb export drill --excellon-separate-th -o out/board/gerbers/ $(BOARD).kicad_pcb
	cd out/board/gerbers && $(PYTHON) -m zipfile -c ../gerbers.zip * && mv ../gerbers.zip ../../../$(dir $(BOARD))
	$(KICAD) sch export bom --group-by Value,Footprint,Height --ref-delimiter ' ' --ref-range-delimiter '' \
		--fields 'Reference,$${QUANTITY},Value,Footprint,Height' --labels 'on the board,number,part,shape,height' \
		-o $(dir $(BOARD))parts.csv $(BOARD).kicad_sch
	$(KICAD) sch export pdf -o $(dir $(BOARD))circuit.pdf $(BOARD).kicad_sch
	for side in top bottom; do $(KICAD) pcb render --side $$side --width 1200 --height 1200 -o $(dir $(BOARD))printed-board-$$side.jpg $(BOARD).kicad_pcb; done

flatpack: $(VENV)/.play ## Make the boxes of plywood, for a laser or a saw.
	$(BIN)/python -m hardware.flatpack

image: ## Make a card's image, with rpi-image-gen on 64-bit Raspberry Pi OS or Debian 13.
	@command -v $(RPI_IMAGE_GEN) >/dev/null || { echo "This takes rpi-image-gen: make image RPI_IMAGE_GEN=FOLDER/rpi-image-gen"; exit 1; }
	mkdir -p out/image
	$(RPI_IMAGE_GEN) build -S firmware/install/image -c coyote-table.yaml -B out/image/work
	xz --force --threads=0 --stdout out/image/work/image-coyote-table/coyote-table.img >out/image/coyote-table.img.xz.new
	mv out/image/coyote-table.img.xz.new out/image/coyote-table.img.xz
	@$(PYTHON) -B -m firmware.install.manifest out/image/coyote-table.img.xz

release: pictures ## Take the pictures again, and make the files of a release in out/release: wheel, prints, printed board, and image if made.
	$(BIN)/python -m tests.release

bench: $(VENV)/.play ## Say whether this machine is fast enough; ARGS=all measures every part.
	$(BIN)/coyote bench $(ARGS)

roots: $(VENV)/.test ## Try the installer and a wheel in clean roots of Debian (with sudo); ARGS=bookworm tries one.
	$(BIN)/python -m tests.firmware.install.roots $(ARGS)

rig: $(VENV)/.rig ## Try the table on simulated pins, in a kernel that is built once.
	$(BIN)/python -m tests.rig $(ARGS)

clean: ## Remove everything that was made here, .venv included.
	rm -rf $(VENV) build *.egg-info out .mypy_cache .ruff_cache .pytest_cache .hypothesis

$(VENV)/.play: pyproject.toml $(wildcard .ci/locked/*.txt) $(SETUP)
	@PYTHON=$(PYTHON) VENV=$(VENV) sh $(SETUP) play

$(VENV)/.test: pyproject.toml $(wildcard .ci/locked/*.txt) $(SETUP)
	@PYTHON=$(PYTHON) VENV=$(VENV) sh $(SETUP) test

$(VENV)/.rig: $(VENV)/.test
	@PYTHON=$(PYTHON) VENV=$(VENV) sh $(SETUP) rig
