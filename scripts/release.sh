#!/bin/sh
# Makes an archive for machines without Go, g++ and CUDA: that named gpusph-VERSION-linux-x86_64 in
# build/release has a statically linked program for the processor. Where make finds nvcc, a second
# one, -cuda, has a program for GPUs, too, which is linked with the C library and takes the driver
# of the machine. With CUDA=no in the environment there is none.
#
#     scripts/release.sh [tags of go build, as dev]
#
# With dev the processor's kernels are compiled quickly and run slower: to try the archive.
set -eu
cd "$(dirname "$0")/.."
tags="${1:-}"
stamp="-s -w -X gpusph/commands/cli.builtFrom=$(git rev-parse HEAD 2>/dev/null || true)"
out=build/release
mkdir -p "$out"

# archive NAME BINARY: what make install has, and where to begin.
archive() {
	root="$out/$1"
	rm -rf "$root" "$out/$1.tar.gz"
	make -s install BINARY="$2" DESTDIR="$PWD/$root" PREFIX=/
	cp README.md CHANGELOG.md "$root"
	cp -r docs "$root/docs"
	tar -C "$out" --sort=name --owner=0 --group=0 -czf "$out/$1.tar.gz" "$1"
	echo "$out/$1.tar.gz: $(du -h "$out/$1.tar.gz" | cut -f 1)"
}

# Go's own look-ups of names and users need no shared library. dlopen, of NCCL, CUDA and MPI, would
# need the C library of this machine: the static program is for one process on the processor.
go build -tags "$tags netgo osusergo" \
	-ldflags "$stamp -linkmode external -extldflags '-static -Wl,--no-warnings'" -o "$out/gpusph" .
version=$("$out/gpusph" version | sed -n '1s/^gpusph \([^ ,]*\).*/\1/p')
archive "gpusph-$version-linux-x86_64" "$out/gpusph"
rm "$out/gpusph"

if [ "${CUDA:-}" != no ] && make -s -n gpusph | grep -q -e '-tags cuda'; then
	make -s gpusph
	archive "gpusph-$version-linux-x86_64-cuda" ./gpusph
else
	echo "no archive for GPUs: CUDA=no, or make finds no nvcc and cuda.h"
fi
