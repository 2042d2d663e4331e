package cli

import (
	"slices"
	"testing"
)

// Help of a run begins with what most runs need: three options of devices, files and checkpoints.
// How the flow is cut over devices and how lists are built comes after them.
func TestUsualOptionsFirst(t *testing.T) {
	var names []string
	for _, g := range (&Config{}).common() {
		for _, o := range g.Options {
			names = append(names, o.Name)
		}
	}
	at := func(name string) int { return slices.Index(names, name) }
	for _, rare := range []string{"split-axis", "stripe", "balance", "lb-gain", "exchange", "skin",
		"no-graphs"} {
		for _, usual := range []string{"gpus", "devices", "dir", "output-interval", "resume"} {
			if at(rare) < at(usual) || at(usual) < 0 {
				t.Errorf("--%s comes before --%s", rare, usual)
			}
		}
	}
}
