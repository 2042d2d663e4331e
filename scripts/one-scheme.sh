#!/bin/bash
# Runs flows of all regimes with variants of the scheme and prints one table, a variant a column.
#
#	scripts/one-scheme.sh DIR VARIANTS [screen]
#
# VARIANTS is a file with a line for each variant: its name, the program (empty is ./gpusph), and
# options as for validate --with, with bars between:
#
#	default||
#	classic||--preset=classic
#
# screen takes ten rows only, which sort out most variants. JOBS runs go on side by side (10), and
# OPTIONS are further ones of validate, as --devices or --level (gpu).
set -eu
[ $# -ge 2 ] || { sed -n '2,14s/^# \{0,1\}//p' "$0"; exit 2; }
dir=$1 variants=$2 what=${3:-all}
here=$(cd "$(dirname "$0")" && pwd)

screen="WaveTrain StillBeach5 HydrostaticWedge DambreakImpact HeaveDecay CoastingDisc Benard2500
	InternalWave MovingSquare StandingWaveInviscid"
all="$screen WaveTrain3D SolitaryTravel StillBeach30 StillBeach10 StillBeach3 StillBeachNarrow
	Hydrostatic ImpactImpulse Spheric2 DamBreak3D DambreakColumn Sloshing RollDecay GateForce3D
	SubmergedSphere TaylorGreen LidDrivenCavity OscillatingDrop OpenFilm SinkingDisc Benard1300
	Benard5000 RunUp PillarForce"
case $what in
screen) cases=$screen ;;
all) cases=$all ;;
*) echo "there is no table $what; use screen, or nothing for all" >&2; exit 2 ;;
esac

mkdir -p "$dir"
while IFS='|' read -r name program options; do
	[ -n "$name" ] || continue
	[ "$name" = "${name#\#}" ] || continue
	begin=$SECONDS
	# shellcheck disable=SC2086
	"${program:-./gpusph}" validate $cases --level gpu --jobs "${JOBS:-10}" --dir "$dir/$name" \
		${options:+--with "$options"} ${OPTIONS:-} >"$dir/$name.txt" 2>&1 </dev/null || true
	echo "$name: $((SECONDS - begin)) s"
done <"$variants"
python3 "$here/one-scheme.py" "$dir" "$variants" | tee "$dir/table.txt"
