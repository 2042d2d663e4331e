#!/bin/sh
# Compares flexible parts with exact solutions, other programs and an experiment on a GPU:
# scripts/flexible-validate.sh GPUSPH DIR. The table and the page are below DIR.
set -e
exec "$1" validate Cantilever TurekHronCSM3 HydrostaticPlate ElasticPlate ElasticPlateThick \
	TurekHronFSI2 --level gpu --dir "$2"
