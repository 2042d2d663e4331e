#!/bin/sh
# Tries an archive of scripts/release.sh in a root with nothing else: no C library, no shell, no Go.
# It takes root, or user namespaces.
#
#     scripts/release-test.sh build/release/gpusph-VERSION-linux-x86_64.tar.gz
set -eu
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
tar -C "$root" --strip-components=1 -xzf "$1"
mkdir -p "$root/tmp" "$root/work"
inside() { # in the root alone, as its own root user
	if [ "$(id -u)" = 0 ]; then
		chroot "$root" "$@"
	else
		unshare --user --map-root-user --root="$root" "$@"
	fi
}
if inside /bin/sh -c true 2>/dev/null; then
	echo "there is a shell in $root" >&2
	exit 1
fi
inside /bin/gpusph version
inside /bin/gpusph init weir --output /work/weir.toml 2>/dev/null || inside /bin/gpusph problems >/dev/null
inside /bin/gpusph check DamBreak3D --deltap 0.06 | tail -1
inside /bin/gpusph DamBreak3D --deltap 0.06 --tend 0.05 --devices host:2 --dir /work/dam -q
inside /bin/gpusph report /work/dam | head -3
test -s "$root/work/dam/particles.pvd"
echo "it runs"
