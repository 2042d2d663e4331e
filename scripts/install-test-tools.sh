#!/bin/sh
# Installs, on Debian, what tests look at results with: VTK for Python, which reads
# what the program writes, NumPy, which the Python package takes, chromium, in which
# the live page is shown, and Open MPI, which starts several processes. Leaves
# installed packages alone.
set -eu

missing=
if /usr/bin/python3 -c 'import vtk' 2>/dev/null; then
	echo "VTK for Python is there."
else
	missing="python3-vtk9"
fi
if /usr/bin/python3 -c 'import numpy' 2>/dev/null; then
	echo "NumPy is there."
else
	missing="$missing python3-numpy"
fi
if command -v chromium >/dev/null || command -v chromium-browser >/dev/null || command -v google-chrome >/dev/null; then
	echo "A chromium is there."
else
	missing="$missing chromium"
fi
if command -v mpirun >/dev/null; then
	echo "An mpirun is there."
else
	missing="$missing openmpi-bin libopenmpi3"
fi
[ -n "$missing" ] || exit 0
sudo=
[ "$(id -u)" = 0 ] || sudo=sudo
export DEBIAN_FRONTEND=noninteractive
$sudo apt-get update -q
# shellcheck disable=SC2086
$sudo apt-get install -qy --no-install-recommends $missing </dev/null
/usr/bin/python3 -c 'import vtk; print("VTK", vtk.VTK_VERSION)'
chromium --version || true
mpirun --version || true
