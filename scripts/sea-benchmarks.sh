#!/bin/sh
# Compares sea states with public benchmarks on a GPU: scripts/sea-benchmarks.sh GPUSPH DIR [GROUP].
# Each group has a table and a page below DIR. Particles, steps and seconds on an H200 at 1500 mips,
# of the finest spacing (OvertoppedWall by `gpusph check`, others by outlines and the limit of Δt):
#   flumes      StokerWetBed, SolitaryWall, FallingCylinder and others    0.4 million, 33,000: 10 s
#   runup       RunUp05 2.1 million, 233,000: 330 s; the others 100 s together
#   bar         DingemansBar 0.8 million, 312,000: 170 s
#   overtopping OvertoppedWall, OvertoppedSlope 0.1 million, 1.5 million: 120 s each
#   piles       PileWaves02 8.4 million, 57,000: 320 s; 03 6.4 million: 200 s; 06 4.7 million: 130 s
#   island      ConicalIslandB, ConicalIslandC 61 million, 59,000: 40 minutes and 69 GB each
#   valley      MonaiValley, with MonaiValley_Bathymetry.txt in the working directory
set -e
gpusph=$1 dir=$2
compare() {
	group=$1
	shift
	"$gpusph" validate "$@" --level gpu --dir "$dir/$group" || [ $? -eq 3 ] # 3: a tolerance is missed
}
run() {
	case $1 in
	flumes) compare "$1" StokerWetBed SolitaryWall SolitaryWallLow FallingCylinder --jobs 4 ;;
	runup) compare "$1" RunUp RunUp05 RunUp09 RunUp28 RunUp42 --jobs 4 ;;
	bar) compare "$1" DingemansBar ;;
	overtopping) compare "$1" OvertoppedWall OvertoppedSlope --jobs 4 ;;
	piles) compare "$1" PileWaves02 PileWaves03 PileWaves06 ;;
	island) compare "$1" ConicalIslandB ConicalIslandC ;;
	valley) compare "$1" MonaiValley ;;
	*)
		echo "sea-benchmarks.sh: there is no group $1" >&2
		exit 2
		;;
	esac
}
if [ $# -gt 2 ]; then
	run "$3"
	exit
fi
for group in flumes runup bar overtopping piles island; do run $group; done
