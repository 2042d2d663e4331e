#!/bin/sh
# Installs, on Debian, VTK for Python, with which tests read what the program
# writes. Does nothing where it is there.
set -eu

if /usr/bin/python3 -c 'import vtk' 2>/dev/null; then
	echo "VTK for Python is there."
	exit
fi
sudo=
[ "$(id -u)" = 0 ] || sudo=sudo
export DEBIAN_FRONTEND=noninteractive
$sudo apt-get update -q
$sudo apt-get install -qy --no-install-recommends python3-vtk9 </dev/null
/usr/bin/python3 -c 'import vtk; print(vtk.VTK_VERSION)'
