#!/bin/bash
# Runs the tests on this machine's GPUs, where none may be skipped for want of a GPU that is
# there, and writes the result to build/gpu-tests.md. Tests run side by side, each as a process of
# its own, since each by itself leaves a GPU idle: JOBS at a time, by default one for each processor
# but two. Where there is no Go, the tests must be in build/ already: `make gpu-test` puts them there.
# LIMIT is the most seconds that the tests may take, FAMILIES those of scripts/sanitize.sh;
# `FAMILIES=none` leaves these out.
# Usage: scripts/gpu-test.sh [file instead of build/gpu-tests.md [directory for the logs]]
set -eu
cd "$(dirname "$0")/.."
record=${1:-build/gpu-tests.md}
gpus=$(nvidia-smi -L 2>/dev/null | grep -c ^GPU) || { echo "gpu-test.sh: nvidia-smi finds no GPU here" >&2; exit 1; }
if command -v go >/dev/null; then make gpu-test; fi
[ -s build/commit ] || { echo "gpu-test.sh: there are no tests in build/; \`make gpu-test\` where there is Go puts them there" >&2; exit 1; }

export GPUSPH_REQUIRE_CUDA=1 GPUSPH_REQUIRE_GPUS=$gpus
export GPUSPH_LONG=1 # the finer and longer flows, which take a GPU some 20 s together
export GPUSPH_TEST_DEVICES=${GPUSPH_TEST_DEVICES:-cuda:0} # of flows that run on one device

names=$(nvidia-smi --query-gpu=name,driver_version --format=csv,noheader | sort | uniq -c | sed 's/^ *\([0-9]*\) \(.*\), \(.*\)/\1 × \2, driver \3/')
packages="gpu grid tests tests/program features/joints/device"
# They take longest, and begin first.
long='TestOnGPUs|TestGPUs|TestBoreInABox|TestSharesOfGPUsAgree|TestValidateShort|TestPlaneOnGPUs|TestStrict'
export build=$PWD/build begun=$EPOCHSECONDS limit=${LIMIT:-540}
export logs=${2:-$(mktemp -d)}
mkdir -p "$logs"
ended=0

# one runs a test of a package for as long as is left.
one() {
	package=$1 name=$2 first=$EPOCHSECONDS code=0
	file=$logs/${package//\//_}.$name
	cd "$package"
	left=$((limit - first + begun))
	if [ $left -gt 0 ]; then
		timeout $left "$build/${package//\//_}.test" -test.v -test.run "^$name\$" >"$file" 2>&1 || code=$?
		[ $code = 0 ] || grep -q '^--- FAIL: ' "$file" ||
			printf 'gpu-test.go:1: it has ended with exit code %s\n--- FAIL: %s\n' $code "$name" >>"$file"
	else
		printf 'gpu-test.go:1: no time was left\n--- FAIL: %s\n' "$name" >"$file"
	fi
	echo "$package $name $((EPOCHSECONDS - first))" >>"$logs/seconds"
}
export -f one

for package in $packages; do
	(cd "$package" && "$build/${package//\//_}.test" -test.list . | sed -n "s|^Test|$package Test|p")
done >"$logs/all"
[ -s "$logs/all" ] || { echo "gpu-test.sh: the files in build/ list no tests" >&2; exit 1; }
jobs=${JOBS:-$(nproc)}
[ -n "${JOBS:-}" ] || jobs=$((jobs > 3 ? jobs - 2 : 1))
{ grep -E " ($long)" "$logs/all"; grep -vE " ($long)" "$logs/all"; } |
	xargs -P "$jobs" -L 1 bash -c 'one "$@"' one || true

{
	printf '## %s, %s\n\n%s. Every GPU required.\n\n' "$(cat build/commit)" "$(date -u +%Y-%m-%d)" "$names"
	printf '| tests | passed | failed | skipped | longest |\n|---|---|---|---|---|\n'
	for package in $packages; do
		of=$logs/${package//\//_}
		count() { cat "$of".Test* | grep -c "^ *--- $1: " || true; }
		longest=$(sed -n "s|^$package ||p" "$logs/seconds" | sort -k2 -n | tail -1)
		failed=$(count FAIL)
		[ "$failed" = 0 ] || ended=1
		printf '| %s | %s | %s | %s | %s s |\n' "$package" "$(count PASS)" "$failed" "$(count SKIP)" "$longest"
	done
	printf '\n%s processes at a time, %s s.\n' "$jobs" $((EPOCHSECONDS - begun))
	if [ "${FAMILIES:-}" = none ]; then
		:
	elif command -v compute-sanitizer >/dev/null; then
		scripts/sanitize.sh build/gpusph "$logs/sanitizer" ${FAMILIES:-} >"$logs/sanitize" || ended=1
		printf '\n| tool | result |\n|---|---|\n'
		grep '^|' "$logs/sanitize" || true
		grep -v '^|' "$logs/sanitize" | sed '1s/^/\n/; s/^/- /'
	else
		printf '\ncompute-sanitizer is not found; it comes with CUDA.\n'
	fi
	echo
	# What failed or was skipped, with what it said last.
	cat "$logs"/*.Test* | awk '
		/^ *--- (FAIL|SKIP): / { print "- " ($2 == "FAIL:" ? "failed" : "skipped") ": " $3 (said ? ", " said : ""); said = "" }
		/^ *[a-z0-9_]+\.go:[0-9]+: / { said = $0; sub(/^ *[a-z0-9_]+\.go:[0-9]+: /, "", said) }
		/^=== RUN/ { said = "" }'
	echo
} >"$logs/record.md"
cat "$logs/record.md"
{
	printf '# Tests on GPUs\n\n`scripts/gpu-test.sh` puts its last result here. All packages have further tests, which need no GPU.\n\n'
	cat "$logs/record.md"
	[ -f "$record" ] && sed -n '/^## /,$p' "$record"
} >"$logs/whole.md"
cp "$logs/whole.md" "$record"
exit $ended
