#!/bin/sh
# Installs nvcc and cuda.h on Debian, from its sections contrib and non-free,
# which it adds to the package sources where they lack. Does nothing where both
# are there.
set -eu

apt=${APT_ETC:-/etc/apt} # another place to try --sources-only on a copy

sudo=
[ "$(id -u)" = 0 ] || sudo=sudo

# In a .sources file each stanza of a Debian archive, in a .list file each of
# its lines, gets the sections that it lacks.
add_sections='
function add(line, section) {
	return (" " line " ") ~ (" " section " ") ? line : line " " section
}
function both(line) { return add(add(line, "contrib"), "non-free") }
function flush(   i) {
	for (i = 1; i <= n; i++) {
		if (debian && lines[i] ~ /^Components:.* main/)
			lines[i] = both(lines[i])
		print lines[i]
	}
	n = 0
	debian = 0
}
/^deb(-src)? .*\/debian(-security)?\/? / && / main/ { $0 = both($0) }
/^URIs:.*\/debian(-security)?\/?( |$)/ { debian = 1 }
{ lines[++n] = $0 }
/^[ \t]*$/ { flush() }
END { flush() }
'

add_to_sources() {
	for file in "$apt"/sources.list "$apt"/sources.list.d/*.list "$apt"/sources.list.d/*.sources; do
		[ -f "$file" ] || continue
		changed=$(mktemp)
		awk "$add_sections" "$file" >"$changed"
		if ! cmp -s "$file" "$changed"; then
			echo "adding contrib and non-free to $file"
			$sudo cp "$changed" "$file"
		fi
		rm -f "$changed"
	done
}

if [ "${1:-}" = --sources-only ]; then
	add_to_sources
	exit
fi
if command -v nvcc >/dev/null && { [ -e /usr/include/cuda.h ] || [ -e /usr/local/cuda/include/cuda.h ]; }; then
	echo "nvcc and cuda.h are there."
	exit
fi
if ! command -v apt-get >/dev/null || ! grep -q '^ID=debian' /etc/os-release; then
	echo "This is not Debian: install NVIDIA's CUDA toolkit 11.8 to 12.9, and set CUDA_HOME unless it is in /usr/local/cuda." >&2
	exit 1
fi
add_to_sources
export DEBIAN_FRONTEND=noninteractive
$sudo apt-get update -q
$sudo apt-get install -qy --no-install-recommends nvidia-cuda-toolkit </dev/null
nvcc --version | tail -n 2
