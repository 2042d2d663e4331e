#!/bin/bash
# Runs NVIDIA's compute-sanitizer, with each of its tools, on a small run of each family of
# options: memcheck (places in memory), racecheck (shared memory), initcheck (memory that
# nothing was written to) and synccheck (barriers). Prints a line for each tool and one for
# each run that is not clean.
# Usage: scripts/sanitize.sh gpusph [directory for the logs [families]]
set -u
gpusph=$(realpath "$1") logs=${2:-$(mktemp -d)} some=" ${*:3} "
command -v compute-sanitizer >/dev/null || { echo "sanitize.sh: compute-sanitizer is not found; it comes with CUDA" >&2; exit 1; }
mkdir -p "$logs"
tools="memcheck racecheck initcheck synccheck"

# name, then the run's options. Each comes to three lists.
families() {
	dam='-problem DamBreak3D -deltap 0.05 -maxiter 45'
	cat <<-END
		dummy        $dam -boundary dummy -alpha 0.1
		dynamic      $dam -boundary dynamic
		mdbc         $dam -boundary mdbc
		mdbc-slip    $dam -boundary mdbc -slip -nu 1e-4 -devices cuda:0,cuda:0,cuda:0 -balance paper
		mdbc-plane   -problem Hydrostatic -dim 2 -wedge 0.1 -deltap 0.03 -maxiter 45 -boundary mdbc -exchange overlap -devices cuda:0,cuda:0
		lj           $dam -boundary lennard-jones -diffusion none
		strict       $dam -strict
		cubic        $dam -kernel cubic -nu 1e-4
		quintic      $dam -kernel quintic -nu 1e-4 -laminar monaghan-gingold
		sps          $dam -smagorinsky 0.12
		xsph         $dam -xsph 0.5
		shifting     $dam -shifting 2 -boundary dynamic
		scalar       $dam -scalar 1e-4
		antuono      $dam -diffusion antuono
		correction   $dam -correction
		molteni      $dam -diffusion molteni-colagrossi
		all          $dam -smagorinsky 0.12 -xsph 0.5 -shifting 2 -scalar 1e-4 -diffusion antuono
		shares       $dam -devices cuda:0,cuda:0,cuda:0 -balance paper
		overlap      $dam -devices cuda:0,cuda:0 -exchange overlap
		wide         $dam -widths 3
		no-graphs    $dam -no-graphs
		plane        -problem DambreakColumn -deltap 0.003 -maxiter 45
		periodic     -problem TaylorGreen -deltap 0.04 -maxiter 45
		periodic3    -problem ShearWave3D -deltap 0.1 -maxiter 45 -devices cuda:0,cuda:0
		plate        -problem Couette -deltap 4e-5 -maxiter 45
		lid          -problem LidDrivenCavity -deltap 0.04 -maxiter 45
		drop         -problem OscillatingDrop -deltap 0.05 -maxiter 45
		turning      -problem Sloshing -deltap 0.02 -maxiter 45
		wedge        -problem Hydrostatic -dim 2 -wedge 0.1 -deltap 0.03 -maxiter 45
	END
}

one() { # tool, name, options...
	tool=$1 name=$2
	shift 2
	log=$logs/$tool-$name dir=$(mktemp -d)
	timeout 240 compute-sanitizer --tool "$tool" --error-exitcode 9 --print-limit 20 --log-file "$log.log" \
		"$gpusph" -devices cuda:0 -checkpoint-interval 0 -stall-timeout 0 -q -force -dir "$dir" "$@" >"$log.out" 2>&1
	code=$?
	rm -rf "$dir"
	[ $code = 0 ] && echo "$tool clean" || echo "$tool $name exit $code: $(grep -v '^=* *$' "$log.log" "$log.out" -h 2>/dev/null | grep -m1 -iE 'error|invalid|hazard|uninit|barrier|gpusph:' || echo 'no message')"
}
export -f one
export gpusph logs
for tool in $tools; do
	families | while read -r name options; do
		[ -z "${some// /}" ] || [[ $some == *" $name "* ]] || continue
		echo "$tool $name $options"
	done
done | xargs -P 8 -L 1 bash -c 'one "$@"' one >"$logs/all"
ended=0
for tool in $tools; do
	printf '| compute-sanitizer %s | %d of %d runs clean |\n' "$tool" "$(grep -c "^$tool clean" "$logs/all")" "$(grep -c "^$tool " "$logs/all")"
done
grep -v ' clean$' "$logs/all" | sort && ended=1
exit $ended
