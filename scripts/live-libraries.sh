#!/bin/sh
# Builds the libraries of the pages, which are committed, from npm: three.js and
# CodeMirror with what the pages use of them in one file each, and uPlot. It takes
# node and npm, and is needed only to change a version or what the files *.entry.js
# in internal/live/libraries name.
set -eu

three=0.187.0
uplot=1.6.32
esbuild=0.25.0
codemirror=6.43.15 # the version of @codemirror/view
mirror="@codemirror/state@6.7.6 @codemirror/view@$codemirror @codemirror/commands@6.11.1
@codemirror/language@6.13.1 @codemirror/legacy-modes@6.5.5 @codemirror/streamparser@6.0.0
@codemirror/lint@6.9.8 @codemirror/autocomplete@6.20.4 @codemirror/search@6.7.2
@lezer/common@1.5.5 @lezer/highlight@1.2.5 @lezer/lr@1.4.12 style-mod@4.1.5 w3c-keyname@2.2.8
crelt@1.0.7 @marijn/find-cluster-break@1.0.4"

to=$(cd "$(dirname "$0")/../internal/live/libraries" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund "three@$three" "uplot@$uplot" "esbuild@$esbuild" $mirror
cp "$to/three.entry.js" entry.js
npx esbuild entry.js --bundle --minify --format=esm --legal-comments=none --banner:js="// three.js $three, MIT licence: see three.LICENSE" --outfile="$to/three.min.js"
npx esbuild node_modules/uplot/dist/uPlot.esm.js --minify --format=esm --legal-comments=none --banner:js="// uPlot $uplot, MIT licence: see uplot.LICENSE" --outfile="$to/uplot.min.js"
cp "$to/codemirror.entry.js" mirror.js
npx esbuild mirror.js --bundle --minify --format=esm --legal-comments=none --banner:js="// CodeMirror, @codemirror/view $codemirror, MIT licence: see codemirror.LICENSE" --outfile="$to/codemirror.min.js"
{
	echo "codemirror.min.js has these packages, all under the licences below:"
	echo
	for p in $mirror; do echo "    $p"; done
	for p in $mirror; do
		name=${p%@*}
		if [ -f "node_modules/$name/LICENSE" ]; then md5sum "node_modules/$name/LICENSE"; fi
	done | sort -u -k1,1 | while read -r _ file; do
		printf '\n----\n\n'
		cat "$file"
	done
} >"$to/codemirror.LICENSE"
cp node_modules/uplot/dist/uPlot.min.css "$to/uplot.min.css"
cp node_modules/three/LICENSE "$to/three.LICENSE"
cp node_modules/uplot/LICENSE "$to/uplot.LICENSE"
ls -l "$to"
