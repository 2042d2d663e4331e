#!/bin/bash
# Run cases of the gallery, draw their pictures, and take pictures and times into the folder cases:
#
#     scripts/gallery.sh pillars weir
#
# The options of the run and of the picture are in cases/gallery.csv, columns run and view. A run
# that ends early for its picture counts as much as it takes to the end of its case. The times are
# processor times halved, so that other programs may use the machine, too. The runs stay below
# ${RUNS:-runs/gallery}. It takes ./gpusph, or the program that GPUSPH names; its tests have the
# kernels of `make dev` only.
set -euo pipefail
cd "$(dirname "$0")/.."
program=${GPUSPH:-$PWD/gpusph}
runs=$(realpath -m "${RUNS:-runs/gallery}")
mkdir -p "$runs"
TIMEFORMAT='%U %S'
for name; do
	options=$(go test -tags dev -vet=off ./cases -v -run 'TestShow$' -count 1 -show "$name")
	run=$(sed -n 's/^run: //p' <<<"$options")
	view=$(sed -n 's/^view: //p' <<<"$options")
	rm -rf "${runs:?}/$name"
	# shellcheck disable=SC2086
	{ time "$program" "cases/$name.toml" $run --devices host --dir "$runs/$name" \
		>"$runs/$name.log" 2>&1; } 2>"$runs/$name.time"
	seconds=$(awk '{ print $1 + $2 }' "$runs/$name.time")
	# shellcheck disable=SC2086
	"$program" picture "$runs/$name" $view --size 1280x720 --force --to "$runs/$name.png"
	go test -tags dev -vet=off ./cases -run 'TestTake$' -count 1 -take "$runs/$name" -seconds "$seconds" \
		-drawn "$runs/$name.png"
done
go test -tags dev -vet=off ./commands/gallery -run 'TestGalleryPage$' -count 1 -update
