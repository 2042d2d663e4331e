#!/bin/sh
# Tries archives of scripts/release.sh, each in a root with nothing else: no shell, no Go, no CUDA.
# The static program has no C library there; of others the libraries that they are linked with are
# taken from this machine. It takes root, or user namespaces.
#
#     scripts/release-test.sh build/release/gpusph-VERSION-linux-x86_64*.tar.gz
set -eu
inside() { # in the root alone, as its own root user
	if [ "$(id -u)" = 0 ]; then
		chroot "$root" "$@"
	else
		unshare --user --map-root-user --root="$root" "$@"
	fi
}

try() { # ARCHIVE
	root=$(mktemp -d)
	trap 'rm -rf "$root"' EXIT
	tar -C "$root" --strip-components=1 -xzf "$1"
	mkdir -p "$root/tmp" "$root/work"
	for library in $(ldd "$root/bin/gpusph" 2>/dev/null | grep -o '/[^ ]*'); do
		case "$library" in *libcuda* | *libcudart*) echo "$1 takes $library" >&2; exit 1 ;; esac
		mkdir -p "$root$(dirname "$library")"
		cp -L "$library" "$root$library"
	done
	if inside /bin/sh -c true 2>/dev/null; then
		echo "there is a shell in $root" >&2
		exit 1
	fi
	inside /bin/gpusph version
	inside /bin/gpusph init weir --output /work/weir.toml 2>/dev/null || inside /bin/gpusph problems >/dev/null
	inside /bin/gpusph check DamBreak3D --deltap 0.06 | tail -1
	if inside /bin/gpusph DamBreak3D --deltap 0.06 --tend 0.05 --devices cuda:0 --dir /work/gpu -q \
		2>"$root/work/why"; then
		echo "$1 has found a GPU without a driver" >&2
		exit 1
	fi
	cat "$root/work/why"
	grep -q 'use --devices host$' "$root/work/why"
	inside /bin/gpusph DamBreak3D --deltap 0.06 --tend 0.05 --devices host:2 --dir /work/dam -q
	inside /bin/gpusph report /work/dam | head -3
	test -s "$root/work/dam/particles.pvd"
	rm -rf "$root"
	echo "$(basename "$1") runs"
}

for archive; do
	try "$archive"
done
