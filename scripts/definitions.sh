#!/bin/sh
# Converts every DualSPHysics definition below a directory, and prints a table: exit code, seconds,
# fluid particles of the case, of GenCase's commands and of its record, speed of sound of the case
# and of the record, exit codes of check and of a few steps of a case whose flow is that of the
# definition, warnings of these steps and particles that left, the file, and the first reason where
# it is another one, or the first warning. Files with the same contents count once. Flows of more
# than 400,000 particles are checked and run with spacings F times as large. GPUSPH is the program,
# ./gpusph by default; case files, outputs and runs stay in KEPT.
#
#     scripts/definitions.sh [--check] [--steps N] [--dp-factor F] [--keep KEPT] DIR >table.tsv
set -eu
check=no steps=0 factor=1 keep=
while [ $# -gt 1 ]; do
	case $1 in
	--check) check=yes ;;
	--steps) steps=$2 && shift ;;
	--dp-factor) factor=$2 && shift ;;
	--keep) keep=$2 && shift ;;
	*) break ;;
	esac
	shift
done
if [ $# -ne 1 ] || [ ! -d "$1" ]; then
	echo "use: $0 [--check] [--steps N] DIR, a directory with definitions" >&2
	exit 2
fi
program=${GPUSPH:-./gpusph}
temporary=$(mktemp -d)
trap 'rm -rf "$temporary"' EXIT
# tried runs a command on a case that is its definition, and prints its exit code.
tried() {
	said=$1 && shift
	[ "$code" = 0 ] || { echo - && return; }
	"$program" "$@" >"$into/$said" 2>&1 && echo 0 || echo $?
}
# coarser prints an option for the steps of a flow of many particles.
coarser() {
	awk -v factor="$factor" '
		/^ *mkfluid [0-9]+, particles/ { fluid += $(NF - 1) }
		FILENAME ~ /toml$/ && $1 == "spacing" && dp == "" { dp = $3 }
		END { if (factor > 1 && fluid > 400000) printf "--deltap %.9g", dp * factor }
		' "$into/out" "$into/case.toml"
}
printf 'exit\tseconds\tours\tdrawn\trecorded\tc0\tc0 recorded\tcheck\tsteps\twarnings\tleft\tfile\treason\n'
find "$1" -name '*.xml' -type f | LC_ALL=C sort | while read -r file; do
	grep -q '<casedef' "$file" || continue
	sum=$(cksum <"$file" | tr ' ' '-')
	if [ -e "$temporary/$sum" ]; then
		continue
	fi
	: >"$temporary/$sum"
	into=${keep:-$temporary}/$(basename "$file" .xml)-$sum
	mkdir -p "$into"
	begin=$(date +%s.%N)
	code=0
	"$program" convert --compare --force --output "$into/case.toml" "$file" \
		>"$into/out" 2>"$into/err" || code=$?
	end=$(date +%s.%N)
	checked=- ran=- spacing=
	[ "$code" != 0 ] || spacing=$(coarser)
	# shellcheck disable=SC2086
	[ "$check" = no ] || checked=$(tried checked check --case "$into/case.toml" $spacing)
	# shellcheck disable=SC2086
	[ "$steps" = 0 ] || ran=$(tried ran "$into/case.toml" --maxiter "$steps" --formats none \
		--dir "$into/run" $spacing)
	: >>"$into/ran"
	awk -v code="$code" -v checked="$checked" -v ran="$ran" -v file="${file#"$1"/}" \
		-v seconds="$(echo "$begin $end" | awk '{printf "%.1f", $2 - $1}')" '
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
		FILENAME !~ /ran$/ { next }
		/^warning: / { warnings++ }
		/^(warning|gpusph): / && reason == "" { reason = $0 }
		/^  Left the domain/ { left = $6 == "no" ? 0 : $6 }
		END {
			printf "%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\n", code, seconds, given(ours),
				given(drawn), given(recorded), given(c0), given(theirs), checked, ran,
				ran == "-" ? "-" : warnings + 0, given(left), file, reason
		}' "$into/out" "$into/err" "$into/ran"
	[ -n "$keep" ] || rm -rf "$into"
done
