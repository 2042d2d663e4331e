# What one can do here: `make help`.

# CUDA is used where nvcc and cuda.h are found. CUDA_HOME tells where to look
# first; `make CUDA=no` does without.
NVCC   := $(firstword $(if $(CUDA_HOME),$(wildcard $(CUDA_HOME)/bin/nvcc)) $(shell command -v nvcc) \
	$(wildcard /usr/local/cuda/bin/nvcc))
CUDA_H := $(firstword $(if $(CUDA_HOME),$(wildcard $(CUDA_HOME)/include/cuda.h)) \
	$(wildcard /usr/local/cuda/include/cuda.h /usr/include/cuda.h))
# gorgonia.org/cu does not compile with the headers of CUDA 13.
CUDA_VERSION := $(shell sed -n 's/^#define CUDA_VERSION *\([0-9]*\).*/\1/p' $(CUDA_H) /dev/null)
CUDA := $(if $(NVCC),$(if $(CUDA_H),$(shell [ 0$(CUDA_VERSION) -lt 13000 ] && echo yes || echo no),no),no)

# The commit is in the program also where Go does not put it there (GOFLAGS=-buildvcs=false).
COMMIT := $(if $(wildcard .git),$(shell git rev-parse HEAD 2>/dev/null)$(shell git diff-index --quiet HEAD -- 2>/dev/null; [ $$? = 1 ] && echo .modified))
STAMP   = -X gpusph/commands/cli.builtFrom=$(COMMIT)

ifeq ($(CUDA),yes)
# The driver's functions are found when they are first called (gpu/cudashim.c),
# also where gcc would have them found when the program starts.
LINK    = -extldflags=-Wl,-z,lazy
TAGS    = -tags cuda
FATBINS = cuda/kernels_fast.fatbin cuda/kernels_strict.fatbin cuda/grid.fatbin
BUILT   = gpusph is built for the host and for GPUs, with CUDA $(CUDA_VERSION) of $(CUDA_H); \`make CUDA=no\` leaves CUDA out.
ifneq ($(CUDA_HOME),)
export CGO_CFLAGS = -O2 -g -I$(CUDA_HOME)/include
endif
else
BUILT   = gpusph is built for the host only. For GPUs it takes nvcc and cuda.h of CUDA 11.8 to 12.9: scripts/install-nvcc.sh installs them on Debian, CUDA_HOME tells where they are otherwise; then \`make\` again.
endif

FUZZTIME ?= 20s

.PHONY: gpusph dev install uninstall release kernels syntax test race asan gpu-test bench fuzz vet generate clean help

gpusph: $(FATBINS) ## build ./gpusph, for GPUs too where CUDA is found (default)
	go build $(TAGS) -ldflags='$(LINK) $(STAMP)' -o gpusph .
	@echo "$(BUILT)"

dev: ## build ./gpusph in a third of the time, for the host only and slower to run: for work on the kernels
	go build -tags dev -ldflags='$(STAMP)' -o gpusph .

release: ## archives for machines without Go and g++: a static one for the processor, and one for GPUs where CUDA is found
	scripts/release.sh
	scripts/release-test.sh build/release/gpusph-*-linux-x86_64*.tar.gz

PREFIX ?= /usr/local
BINARY ?= ./gpusph
SHARE   = $(DESTDIR)$(PREFIX)/share
MAN     = $(SHARE)/man/man1/gpusph.1
BASH    = $(SHARE)/bash-completion/completions/gpusph
ZSH     = $(SHARE)/zsh/site-functions/_gpusph
FISH    = $(SHARE)/fish/vendor_completions.d/gpusph.fish
PYTHON  = $(SHARE)/gpusph/python/gpusph
EXAMPLES = $(SHARE)/gpusph/python/examples

install: ## install ./gpusph, its manual page, completion for shells and the Python package below PREFIX (/usr/local), in DESTDIR
	@[ -x "$(BINARY)" ] || { echo "$(BINARY) is not there; make builds it"; exit 1; }
	@for file in "$(DESTDIR)$(PREFIX)/bin/gpusph" "$(MAN)" "$(BASH)" "$(ZSH)" "$(FISH)"; do install -d "$$(dirname "$$file")"; done
	install -m 755 "$(BINARY)" "$(DESTDIR)$(PREFIX)/bin/gpusph"
	"$(BINARY)" man > "$(MAN)"
	"$(BINARY)" completion bash > "$(BASH)"
	"$(BINARY)" completion zsh > "$(ZSH)"
	"$(BINARY)" completion fish > "$(FISH)"
	install -d "$(PYTHON)"
	install -m 644 python/gpusph/*.py python/gpusph/py.typed "$(PYTHON)"
	install -d "$(EXAMPLES)"
	install -m 644 python/control.md "$(SHARE)/gpusph/python"
	install -m 644 python/examples/*.* "$(EXAMPLES)"

uninstall: ## remove what install has installed
	rm -f "$(DESTDIR)$(PREFIX)/bin/gpusph" "$(MAN)" "$(BASH)" "$(ZSH)" "$(FISH)"
	rm -rf "$(PYTHON)" "$(EXAMPLES)" "$(SHARE)/gpusph/python/control.md"

kernels: cuda/kernels_fast.fatbin cuda/kernels_strict.fatbin cuda/grid.fatbin ## compile the kernels for GPUs

# A build takes minutes to find the same.
syntax: ## check the C++ of the kernels in seconds
	for f in cuda/host.cpp cuda/host8.cpp cuda/hostcontact.cpp cuda/hostjoints.cpp \
		cuda/hostlines.cpp cuda/hostflexible.cpp cuda/hostrelaxation.cpp \
		cuda/hostgrid.cpp; do \
		$(CXX) -std=c++17 -fno-exceptions -fno-rtti -fsyntax-only $$f || exit 1; done

# Machine code for Volta, Ampere and Hopper; the driver compiles the rest of it
# for what is newer.
ARCHS = -gencode arch=compute_70,code=sm_70 -gencode arch=compute_80,code=sm_80 \
	-gencode arch=compute_90,code=sm_90 -gencode arch=compute_90,code=compute_90
cuda/kernels_fast.fatbin:   MATH = -use_fast_math
cuda/kernels_strict.fatbin: MATH = -fmad=false
cuda/kernels_%.fatbin: cuda/kernels.cu $(filter-out cuda/grid% cuda/args_grid.h cuda/args_air.h cuda/args_lattice.h,$(wildcard cuda/*.h cuda/*/*.h cuda/*.cuh))
	@[ -n "$(NVCC)" ] || { echo "nvcc is not found; scripts/install-nvcc.sh installs it on Debian, CUDA_HOME tells where it is otherwise"; exit 1; }
	$(NVCC) -std=c++17 -O3 $(MATH) $(ARCHS) -t 0 -fatbin -o $@ $<

# Kernels of grids have nothing fused, so they round as the processor's.
cuda/grid.fatbin: cuda/grid.cu $(wildcard cuda/grid*.h) cuda/args_grid.h cuda/args_air.h cuda/args_lattice.h cuda/args.h cuda/vec.h cuda/kernel.h
	@[ -n "$(NVCC)" ] || { echo "nvcc is not found; scripts/install-nvcc.sh installs it on Debian, CUDA_HOME tells where it is otherwise"; exit 1; }
	$(NVCC) -std=c++17 -O3 -fmad=false $(ARCHS) -t 0 -fatbin -o $@ $<

# make vet looks for more than go test would. Without tables for debuggers (-w) tests are linked
# sooner.
test: $(FATBINS) ## run the tests; on GPUs too where they are found
	go test $(TAGS) -ldflags='-w $(LINK)' -vet=off -timeout 30m $(LONGEST) ./...

# Packages whose tests take longest. Those that begin last leave processors idle.
LONGEST = ./tests/program ./sph/engine ./tests ./problems

# The race detector finds nothing where there are no goroutines, and makes loops ten times slower. In
# the packages of LOOPS goroutines only share loops, or devices of grids, which the tests of
# LOOP_TESTS run. Of the steps of several devices ENGINE_TESTS run each kind of exchange once. The
# tests of SERIAL compare with loops of one goroutine, or try many inputs one by one.
SERIAL       = Oracle|NoPairIsMissed|^Test(Gallery|BrokenTexts|EveryOptionIsChecked|DamagedVTP|LabelsKeepClear|Predict|GaugeInCut|CutSides|CutAspect|CutPicture|ManyMarks)$$
LOOPS        = ./problems ./internal/geometry ./grid ./output/picture
LOOP_TESTS   = TestProcessorsAgree|TestVolumes|TestSitesInOrder|TestFlood|TestNearestIsNearest|TestPictureDeterministic|Test[A-Za-z]*Devices
ENGINE_TESTS = Process|Resume|ListsFailed|ListsUsed|ListsAre|Loops|Failed|Lost|Panic|Wait|Ahead|Stream|Jumps|Births|Captures|Samples|Agree|(FreeBody|Heat|Openings|Periodic|Fluids|Absorption|Porous|Verlet)OnDevices
STARTS       = ^[[:space:]]*go [A-Za-z.]+\(|sync\.(Mutex|RWMutex|WaitGroup|Once\b|Cond|Pool|Map)|errgroup|atomic\.
race: ## run tests with goroutines with the race detector, on the host
	go test -race -ldflags=-w -vet=off -timeout 30m -skip "$(SERIAL)" $$(grep -rlE '$(STARTS)' --include='*.go' --exclude='*_test.go' . | \
		xargs dirname | sort -u | grep -vxE './sph/engine|$(subst $() ,|,$(LOOPS))')
	go test -race -ldflags=-w -vet=off -timeout 30m -skip "$(SERIAL)" -run "$(ENGINE_TESTS)" ./sph/engine
	go test -race -ldflags=-w -vet=off -run '^($(LOOP_TESTS))$$' $(LOOPS)

asan: ## run the tests with address sanitizer, which watches the kernels' indices, on the host
	ASAN_OPTIONS=allocator_may_return_null=1 CGO_CXXFLAGS="-g -O1 -fsanitize=address" go test -asan -timeout 60m ./...

ELSEWHERE = -ldflags='-s -w -extldflags=-Wl,-z,lazy'
gpu-test: kernels ## build the tests that use GPUs into build/, for scripts/gpu-test.sh on a machine with GPUs
	mkdir -p build
	for package in gpu grid tests tests/program features/joints/device; do \
		go test -c -tags cuda $(ELSEWHERE) -o "build/$$(echo $$package | tr / _).test" "./$$package" || exit 1; done
	go build -tags cuda -ldflags='-s -w -extldflags=-Wl,-z,lazy $(STAMP)' -o build/gpusph .
	git describe --always --dirty > build/commit
	@ls -lh build

bench: $(FATBINS) ## run the benchmarks
	go test $(TAGS) -ldflags='$(LINK)' -run '^$$' -bench . -benchmem ./...

# A new input is made shorter in so many tries: the usual minute for each is more than all the rest.
# GUIDED= is for few inputs: it takes the packages as make test compiles them, which do not tell what
# an input has reached.
GUIDED ?= yes
fuzz: $(if $(GUIDED),,$(FATBINS)) ## fuzz each fuzz test for FUZZTIME (20s)
	@set -e; made=$$(mktemp -d); trap 'rm -rf "$$made"' EXIT; inputs=$$(go env GOCACHE)/fuzz/gpusph; \
	dirs=$$(grep -rl '^func Fuzz' --include='*_test.go' . | xargs -n 1 dirname | sort -u); \
	$(if $(GUIDED),,go test -c $(TAGS) -vet=off -ldflags='-w $(LINK)' -o "$$made/" $$dirs;) \
	for dir in $$dirs; do \
		test="$$made/$$(basename $$dir).test"; \
		$(if $(GUIDED),go test -c -vet=off -ldflags=-w -fuzz . -o "$$test" $$dir;) \
		for name in $$(grep -ho '^func Fuzz[A-Za-z0-9]*' $$dir/*_test.go | cut -d' ' -f2); do \
			echo "$$dir $$name"; \
			(cd $$dir; "$$test" -test.run '^$$' -test.fuzz "^$$name\$$" -test.fuzztime $(FUZZTIME) \
				-test.fuzzminimizetime 20x -test.fuzzcachedir "$$inputs/$$dir" </dev/null); \
		done; \
	done

EITHER      = ./cuda ./gpu # which are not the same with and without CUDA
STATICCHECK = go run honnef.co/go/tools/cmd/staticcheck@v0.8.2
vet: $(FATBINS) ## look for what gofmt would change and for what go vet and staticcheck find, with and without CUDA
	@files=$$(gofmt -l .); [ -z "$$files" ] || { echo "gofmt would change: $$files"; exit 1; }
	go vet $(if $(FATBINS),-tags cuda) ./...
	$(STATICCHECK) $(if $(FATBINS),-tags cuda) ./...
	$(if $(FATBINS),go vet $(EITHER) && $(STATICCHECK) $(EITHER))

generate: ## make the Go form of the kernels' argument structs
	go generate ./...

clean: ## remove what was built
	rm -rf gpusph build cuda/*.fatbin

help: ## list these
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/\1\t\2/p' $(MAKEFILE_LIST) | expand -t 12
