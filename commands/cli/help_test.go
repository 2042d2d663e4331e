package cli

import (
	"bytes"
	"context"
	"slices"
	"strings"
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

// helped is what help prints about words.
func helped(words string) (string, error) {
	var b bytes.Buffer
	defer Stdout.Redirect(&b)()
	err := Help(context.Background(), Line{Words: strings.Fields(words), Commands: []Command{{
		Name: "compare", Summary: "tells in what two runs differ"}}})
	return b.String(), err
}

// Words that are no topic are searched for in keys, options, commands, problems and the gallery.
// Names come before what they mean.
func TestHelpSearches(t *testing.T) {
	for words, want := range map[string]string{
		"force":      "domain: force (text)",
		"discharge":  "fluid.normal-depth: discharge",
		"spectrum":   "wall.motion.waves: spectrum",
		"piston":     "wall.motion.waves: paddle",
		"drag":       "line: drag",
		"wave crest": "",
		"viscosity":  "porous: viscosity",
		"nu":         "physics: nu",
		"snapshots":  "",
		"dam-break":  "",
	} {
		said, err := helped(words)
		first := strings.Split(said+"\n\n", "\n")
		if err != nil || first[0] != `About "`+words+`":` || !strings.HasPrefix(first[1], "    "+want) {
			t.Errorf("help %s begins with %q (%v)", words, first[:2], err)
		}
	}
	if said, err := helped("differ"); err != nil || !strings.Contains(said, "gpusph compare") {
		t.Errorf("help differ: %s, %v", said, err)
	}
	if said, err := helped("zzz"); err == nil || said != "" ||
		!strings.Contains(err.Error(), "gpusph help case the keys of case files") ||
		len(err.Error()) > 200 {
		t.Errorf("help zzz: %s, %v", said, err)
	}
}

// Help of case files begins with a line for each table, and has all about a table or a key.
func TestHelpOfCase(t *testing.T) {
	said, err := helped("case")
	if n := strings.Count(said, "\n"); err != nil || n > 105 || !strings.Contains(said, "[[inlet]]") ||
		strings.Contains(said, "instead of a velocity") {
		t.Errorf("help case has %d lines (%v):\n%.300s", n, err, said)
	}
	for words, want := range map[string]string{
		"case inlet": "[[inlet]], any number", "case discharge": `About "discharge":`,
		"case all": "A case file is", "inlet": "[[inlet]], any number",
	} {
		if said, err := helped(words); err != nil || !strings.HasPrefix(said, want) {
			t.Errorf("help %s begins with %.60q (%v)", words, said, err)
		}
	}
	if said, _ := helped("case deltap"); strings.Contains(said, "    --") {
		t.Errorf("help case deltap has options of the command line: %s", said)
	}
	if _, err := helped("case zzz"); err == nil || !strings.Contains(err.Error(), "lists tables") {
		t.Errorf("help case zzz: %v", err)
	}
}
