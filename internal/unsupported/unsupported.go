// Package unsupported is the table of features that other SPH programs have and this one lacks.
// Definitions that are converted, case files and options are looked up in it, so that each of
// them gives the same reason and the same advice.
package unsupported

import (
	"fmt"
	"strings"
)

// Entry is a feature that is not supported yet.
type Entry struct {
	Feature string   // plural, for the beginning of a sentence, as "floating bodies"
	Instead string   // what to use instead, a clause; empty where nothing comes near
	Words   []string // names in input files and options, in lower case
	Flow    bool     // without the feature the flow is another one
}

// String is a sentence without its capital and its full stop.
func (e Entry) String() string {
	s := e.Feature + " are not supported yet"
	if e.Instead != "" {
		s += "; " + e.Instead
	}
	return s
}

// Lookup finds the feature that a word of an input file or an option names. It ignores case,
// hyphens, underscores, spaces and a plural s.
func Lookup(word string) (Entry, bool) {
	key := plain(word)
	if key == "" {
		return Entry{}, false
	}
	for _, e := range table {
		for _, w := range e.Words {
			if plain(w) == key {
				return e, true
			}
		}
	}
	return Entry{}, false
}

// All is a copy of the table, in the order in which documents list it.
func All() []Entry { return append([]Entry(nil), table...) }

func plain(word string) string {
	word = strings.NewReplacer("-", "", "_", "", " ", "").Replace(strings.ToLower(word))
	return strings.TrimSuffix(word, "s")
}

// Sentence is the reason and the advice for a word, or a sentence that says that it is unknown.
func Sentence(word string) string {
	if e, ok := Lookup(word); ok {
		return e.String()
	}
	return fmt.Sprintf("%q is unknown", word)
}

var table = []Entry{
	{
		Feature: "joints between bodies (Chrono)", Flow: true,
		Instead: "a [[body]] may have a hinge or a slider that is fixed in space, springs and friction",
		Words:   []string{"chrono", "collision", "joint", "contact", "dem"},
	},
	{
		Feature: "files of MoorDyn", Flow: true,
		Instead: "[[line]] is a mooring line that moves, and gpusph convert takes those of MoorDynPlus",
		Words:   []string{"moorings", "moordyn", "moordynplus", "mooring-line"},
	},
	{
		Feature: "flaps that absorb waves",
		Instead: "absorb = true of motion.waves lets a piston do so, and [[damping]] takes up waves",
		Flow:    true, Words: []string{"awas", "awas-zsurf", "active-absorption"},
	},
	{
		Feature: "motions of paddles from files of displacement and elevation", Flow: true,
		Instead: `kind = "record" of a wall's motion.waves takes a table`,
		Words:   []string{"usefiledata"},
	},
	{
		Feature: "files of pistons in layers", Flow: true,
		Instead: `layers of kind = "record" of a wall's motion.waves takes a table`,
		Words:   []string{"mlayerpistons", "mlayer-piston", "multi-layer-piston"},
	},
	{
		Feature: "accelerations of one fluid",
		Instead: "gravity-table and [turning] act on all fluid", Flow: true,
		Words: []string{"accinputs", "accinput", "acceleration"},
	},
	{
		Feature: "walls that turn freely or follow paths", Flow: true,
		Instead: "the moves of a wall's motion shift it and turn it about axes",
		Words:   []string{"mvrotadv", "mvpath"},
	},
	{
		Feature: "options for phases", Flow: true,
		Instead: "each fluid of a case file may have a [[material]] of its own",
		Words: []string{
			"multiphase", "phase", "phases", "second-fluid", "air", "gas", "twophase", "two-phase",
			"flow-liquid-gas",
		},
	},
	{
		Feature: "several resolutions", Instead: "the spacing is the same everywhere",
		Words: []string{"vres", "variable-resolution", "adaptive-resolution", "refinement"},
	},
	{
		Feature: "effects of surface tension", Flow: true,
		Instead: "at lengths above some centimetres surface tension matters little",
		Words:   []string{"surface-tension", "surfacetension", "tension", "sigma", "contact-angle"},
	},
	{
		Feature: "k-ε models of turbulence", Instead: "--smagorinsky 0.12 is a sub-particle model",
		Flow: true, Words: []string{"k-epsilon", "kepsilon", "ke", "k-omega", "rans"},
	},
	{
		Feature: "symmetry planes",
		Instead: "mdbc walls with slip come near, or the whole flow can be computed", Flow: true,
		Words: []string{"symmetry", "mirror", "symmetry-plane"},
	},
	{
		Feature: "semi-analytical walls", Instead: "--boundary mdbc, dummy and dynamic are there",
		Words: []string{"semi-analytical", "sa", "sa-boundary", "sa-bound"},
	},
	{
		Feature: "filters of the density", Instead: "--diffusion smooths the density",
		Words: []string{"shepard", "mls", "density-filter", "filter"},
	},
}
