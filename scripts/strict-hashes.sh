#!/bin/bash
# Compares the state of eleven flows after 200 steps with that of strict-hashes.txt, bit for bit, on one device and on three.
# A change that should not change results keeps all of them. Where a change should, run it with --update, and say why in
# the commit. The devices are of the processor, or those given, e.g. cuda:0 cuda:0,cuda:1: the bits are the same.
#
#     scripts/strict-hashes.sh [--update] [DEVICES ...]
set -eu
cd "$(dirname "$0")/.."
program=${GPUSPH:-./gpusph}
expected=scripts/strict-hashes.txt
update=
if [ "${1:-}" = --update ]; then
	update=1
	shift
fi
[ $# -gt 0 ] || set -- host host:3

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

state() { # devices, problem, spacing, and options
	"$program" "$2" --deltap "$3" "${@:4}" --maxiter 200 --strict --devices "$1" --formats none --quiet --dir "$work/run" --force
	sed -n 's/.*"state_sha256": *"\([0-9a-f]*\)".*/\1/p' "$work/run/summary.json"
}

while read -r -a flow; do
	for devices in "$@"; do
		echo "${flow[*]} $(state "$devices" "${flow[@]}")"
	done
done >"$work/all" <<-'FLOWS'
	DamBreak3D 0.025
	cases/floating-box.toml 0.04
	DamBreak3D 0.025 --preset classic
	BoreInABox 0.02 --preset classic
	Spheric2 0.04 --preset classic
	TaylorGreen 0.02
	Sloshing 0.008 --preset classic --alpha 0.02
	MovingSquare 0.1
	cases/floating-box.toml 0.04 --preset classic --boundary dummy --alpha 1 --limiter 3 --limiter-floor 0.003 --correction --correction-from 0.8 --h-factor 2
	cases/sluice-inflow.toml 0.02 --preset classic
	cases/rising-bubble.toml 0.05
FLOWS

uniq "$work/all" >"$work/found"
if [ "$update" ]; then
	cp "$work/found" "$expected"
fi
if ! diff "$expected" "$work/found"; then
	echo "Other bits than in $expected (<), or on other devices." >&2
	exit 1
fi
echo "The same bits as in $expected: $(wc -l <"$expected") flows on $*."
