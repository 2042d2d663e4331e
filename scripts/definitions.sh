#!/bin/sh
# Converts every DualSPHysics definition below a directory, and prints a table: exit code, seconds,
# fluid particles of the case, of GenCase's commands and of its record, speed of sound of the case
# and of the record, exit codes of check and of a few steps of a case whose flow is that of the
# definition, the file, and the first reason where it is another one. Files with the same contents
# count once. GPUSPH is the program, ./gpusph by default.
#
#     scripts/definitions.sh [--check] [--steps N] DIR >table.tsv
set -eu
check=no steps=0
while [ $# -gt 1 ]; do
	case $1 in
	--check) check=yes ;;
	--steps) steps=$2 && shift ;;
	*) break ;;
	esac
	shift
done
if [ $# -ne 1 ] || [ ! -d "$1" ]; then
	echo "use: $0 [--check] [--steps N] DIR, a directory with definitions" >&2
	exit 2
fi
program=${GPUSPH:-./gpusph}
into=$(mktemp -d)
trap 'rm -rf "$into"' EXIT
# tried runs a command on a case that is its definition, and prints its exit code.
tried() {
	[ "$code" = 0 ] || { echo - && return; }
	"$program" "$@" >"$into/tried" 2>&1 && echo 0 || echo $?
}
printf 'exit\tseconds\tours\tdrawn\trecorded\tc0\tc0 recorded\tcheck\tsteps\tfile\treason\n'
find "$1" -name '*.xml' -type f | LC_ALL=C sort | while read -r file; do
	grep -q '<casedef' "$file" || continue
	sum=$(cksum <"$file" | tr ' ' '-')
	if [ -e "$into/$sum" ]; then
		continue
	fi
	: >"$into/$sum"
	begin=$(date +%s.%N)
	code=0
	"$program" convert --compare --force --output "$into/case.toml" "$file" >"$into/out" 2>"$into/err" ||
		code=$?
	end=$(date +%s.%N)
	checked=- ran=-
	[ "$check" = no ] || checked=$(tried check --case "$into/case.toml")
	[ "$steps" = 0 ] || ran=$(tried "$into/case.toml" --maxiter "$steps" --formats none \
		--dir "$into/run")
	rm -rf "$into/run"
	awk -v code="$code" -v seconds="$(echo "$begin $end" | awk '{printf "%.1f", $2 - $1}')" \
		-v checked="$checked" -v ran="$ran" \
		-v file="${file#"$1"/}" '
		function given(x) { return x == "" ? "-" : x }
		# The columns of the table are the last four of a row, before the difference.
		/^ *mkfluid [0-9]+, particles/ {
			if ($(NF - 3) != "-") recorded += $(NF - 3)
			if ($(NF - 2) != "-") drawn += $(NF - 2)
			ours += $(NF - 1)
		}
		/^ *speed of sound/ { theirs = $(NF - 3); c0 = $(NF - 1) }
		found == 1 && reason == "" { reason = $0; sub(/^ */, "", reason) }
		/^Changes the flow/ { found = 1 }
		FILENAME ~ /err$/ && reason == "" { reason = $0 }
		END {
			printf "%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\n", code, seconds, given(ours),
				given(drawn), given(recorded), given(c0), given(theirs), checked, ran, file, reason
		}' "$into/out" "$into/err"
done
