#!/bin/bash
# Run cases of the gallery, draw their pictures, and take pictures and times into the folder cases:
#
#     scripts/gallery.sh pillars weir
#
# The options of the run and of the picture are in cases/gallery.csv, columns run and view. A run
# that ends early for its picture counts as much as it takes to the end of its case. The times are
# processor times halved, so that other programs may use the machine, too. Directories of the runs
# stay below ${RUNS:-runs/gallery}.
set -euo pipefail
cd "$(dirname "$0")/.."
program=${GPUSPH:-$PWD/gpusph}
runs=$(realpath -m "${RUNS:-runs/gallery}")
mkdir -p "$runs"
for name; do
	run=$(cd cases && go test . -run 'TestShow$' -show "$name.run" -count 1 | sed -n 's/^> //p')
	view=$(cd cases && go test . -run 'TestShow$' -show "$name.view" -count 1 | sed -n 's/^> //p')
	rm -rf "${runs:?}/$name"
	TIMEFORMAT='%U %S'
	# shellcheck disable=SC2086
	{ time CUDA_VISIBLE_DEVICES= "$program" "cases/$name.toml" $run --dir "$runs/$name" >"$runs/$name.log" 2>&1; } \
		2>"$runs/$name.time"
	seconds=$(awk '{ print $1 + $2 }' "$runs/$name.time")
	# shellcheck disable=SC2086
	"$program" picture "$runs/$name" $view --size 1280x720 --force --to "$runs/$name.png"
	go test ./cases -run 'TestTake$' -count 1 -take "$runs/$name" -seconds "$seconds" -drawn "$runs/$name.png"
done
go test ./internal/commands/gallery -run TestGalleryPage -update
