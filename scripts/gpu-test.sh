#!/bin/bash
# Runs the tests on this machine's GPUs, where none may be skipped for want of a GPU that is
# there, and writes the result to build/gpu-tests.md.
# Where there is no Go, the tests must be in build/ already: `make gpu-test` puts them there.
# LIMIT is the most seconds that the tests may take, FAMILIES those of scripts/sanitize.sh.
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
logs=${2:-$(mktemp -d)} ended=0
mkdir -p "$logs"
build=$PWD/build
{
	printf '## %s, %s\n\n%s. Every GPU required.\n\n' "$(cat build/commit)" "$(date -u +%Y-%m-%d)" "$names"
	printf '| tests | passed | failed | skipped | s |\n|---|---|---|---|---|\n'
	for name in gpu program tests; do # at once: each by itself leaves GPUs and processors idle
		(
			begun=$SECONDS code=0
			cd "$([ $name = program ] && echo tests/program || echo $name)"
			timeout ${LIMIT:-540} "$build/$name.test" -test.v >"$logs/$name" 2>&1 || code=$?
			echo $code $((SECONDS - begun)) >"$logs/$name.ended"
		) &
	done
	wait
	for name in gpu program tests; do
		read -r code took <"$logs/$name.ended"
		[ "$code" = 0 ] || ended=1
		count() { grep -c "^ *--- $1: " "$logs/$name" || true; }
		printf '| %s | %s | %s | %s | %s |\n' $name "$(count PASS)" "$(count FAIL)" "$(count SKIP)" "$took"
		grep -q '^\(PASS\|FAIL\)$' "$logs/$name" || printf '\n%s.test did not come to its end.\n\n' $name
	done
	if command -v compute-sanitizer >/dev/null; then
		scripts/sanitize.sh build/gpusph "$logs/sanitizer" ${FAMILIES:-} >"$logs/sanitize" || ended=1
		printf '\n| tool | result |\n|---|---|\n'
		grep '^|' "$logs/sanitize" || true
		grep -v '^|' "$logs/sanitize" | sed '1s/^/\n/; s/^/- /'
	else
		printf '\ncompute-sanitizer is not found; it comes with CUDA.\n'
	fi
	echo
	# What failed or was skipped, with what it said last.
	awk '/^ *--- (FAIL|SKIP): / { print "- " ($2 == "FAIL:" ? "failed" : "skipped") ": " $3 (said ? ", " said : ""); said = "" }
		/^ *[a-z0-9_]+\.go:[0-9]+: / { said = $0; sub(/^ *[a-z0-9_]+\.go:[0-9]+: /, "", said) }
		/^=== RUN/ { said = "" }' "$logs"/{gpu,program,tests}
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
