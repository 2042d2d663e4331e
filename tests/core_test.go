package tests

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// featureWords are the words of each folder below features that the core must not have.
var featureWords = map[string]string{
	"absorption": `absorption`, // of waves; package wavemaker has the theory of paddles that absorb
	"bodies":     `free ?bod|friction ?spring|tie ?rate`,
	"damping":    `damping ?zone`,
	"flexible":   `flexib|hourglass|poisson`,
	"fluids":     `sharpness|materials\.csv`, // several; that fluids are of materials is the core's
	"heat":       `heat|thermal|temperature|conduct|nusselt`,
	"joints":     `\bjoints?\b`,
	"lines":      `lumped ?mass|polyline`,
	"openings":   `opening|inflow|outflow|inlet|outlet`,
	"particles":  `particle ?file|\bnumpy\b`, // of files
	"porous":     `porous|soak`,
	"relaxation": `relaxation`,
	"roughness":  `roughness|rough ?wall`,
	"tension":    `surface ?tension|contact ?angle|capillar`,
	"zones":      `zone ?side|\[\[zone`, // the core has magnified zones, and not their buffers
	"thick":      `thick ?fluid|thicken|thickest|\bthick\(|rheolog|bingham|herschel|papanast`,
}

// core is what knows no feature.
var core = []string{"sph", "neighbor", "balance", "internal/casefile", "problems/reading"}

// TestCoreNamesNoFeature holds that a feature is in its folder: the packages that all of them build
// on have not even its name.
func TestCoreNamesNoFeature(t *testing.T) {
	folders, err := os.ReadDir(filepath.Join(root, "features"))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range folders {
		if f.IsDir() && f.Name() != "feature" && f.Name() != "devices" &&
			featureWords[f.Name()] == "" {
			t.Errorf("features/%s has no words in the table", f.Name())
		}
	}
	words := map[string]*regexp.Regexp{}
	for name, of := range featureWords {
		words[name] = regexp.MustCompile(`(?i)` + of)
	}
	for _, folder := range core {
		err := filepath.WalkDir(filepath.Join(root, folder), func(path string, d fs.DirEntry,
			err error) error {
			if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
				return err
			}
			text, err := os.ReadFile(path)
			for name, word := range words {
				if at := word.FindIndex(text); at != nil {
					t.Errorf("%s has %q, a word of features/%s", path, text[at[0]:at[1]], name)
				}
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}
