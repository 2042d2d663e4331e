#!/bin/sh
# Builds the libraries of the live page, which are committed, from npm: three.js
# with what the page uses of it in one file, and uPlot. It takes node and npm, and
# is needed only to change a version or what internal/live/libraries/three.entry.js names.
set -eu

three=0.187.0
uplot=1.6.32
esbuild=0.25.0

to=$(cd "$(dirname "$0")/../internal/live/libraries" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund "three@$three" "uplot@$uplot" "esbuild@$esbuild"
cp "$to/three.entry.js" entry.js
npx esbuild entry.js --bundle --minify --format=esm --legal-comments=none --banner:js="// three.js $three, MIT licence: see three.LICENSE" --outfile="$to/three.min.js"
npx esbuild node_modules/uplot/dist/uPlot.esm.js --minify --format=esm --legal-comments=none --banner:js="// uPlot $uplot, MIT licence: see uplot.LICENSE" --outfile="$to/uplot.min.js"
cp node_modules/uplot/dist/uPlot.min.css "$to/uplot.min.css"
cp node_modules/three/LICENSE "$to/three.LICENSE"
cp node_modules/uplot/LICENSE "$to/uplot.LICENSE"
ls -l "$to"
