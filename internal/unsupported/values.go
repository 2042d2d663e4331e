package unsupported

import (
	"maps"
	"slices"
)

// values are what others call the words that options take here, in lower case.
var values = map[string]string{
	"dbc": "dynamic", "dynamic-boundary": "dynamic", "dyn": "dynamic", "adami": "dummy",
	"ghost": "dummy", "lj": "lennard-jones", "lennardjones": "lennard-jones", "modified": "mdbc",
	"wendland-c2": "wendland", "wendlandc2": "wendland", "c2": "wendland", "wendland2": "wendland",
	"cubic-spline": "cubic", "cubicspline": "cubic", "b-spline": "cubic",
	"quintic-spline": "quintic", "off": "none", "no": "none", "0": "none",
	"molteni": "molteni-colagrossi", "colagrossi": "molteni-colagrossi",
	"delta-sph": "antuono", "deltasph": "antuono",
	"horizontal": "x", "vertical": "z", "binary": "vtk", "vtu": "vtk", "vtp": "vtk",
}

// AdviceOfValue is the end of a sentence about a word that is none of those that an option takes:
// the one that is meant with it, or why it is not there. It is empty where the table does not have
// the word.
func AdviceOfValue(word string, known []string) string {
	for _, w := range slices.Sorted(maps.Keys(values)) {
		if plain(w) == plain(word) && slices.Contains(known, values[w]) {
			return "; did you mean " + values[w] + "?"
		}
	}
	if how, ok := replaced[plain(word)]; ok && slices.Contains(known, how.by) {
		return "; " + how.use
	}
	if e, ok := Lookup(word); ok {
		return "; " + e.String()
	}
	return ""
}

// replaced are words that options took before, by what plain makes of them.
var replaced = map[string]struct{ by, use string }{
	"wave":  {"classic", defaultsOfWaves},
	"coast": {"classic", defaultsOfWaves},
}

const defaultsOfWaves = "the defaults have what it was for, so leave the preset out"
