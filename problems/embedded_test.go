package problems

import (
	"strings"
	"testing"

	"gpusph/internal/casefile"
)

// TestEmbedded checks that the file of a problem, as a user's own, is the same flow, and that by
// its name it is a problem like those in Go: errors do not name the file.
func TestEmbedded(t *testing.T) {
	found := 0
	for _, create := range All {
		p := create()
		text, ok := Text(p)
		if !ok {
			continue
		}
		found++
		t.Run(p.Name(), func(t *testing.T) {
			c, err := casefile.Parse(text, p.Name()+".toml")
			if err != nil {
				t.Fatal(err)
			}
			own, err := FromCase(c)
			if err != nil {
				t.Fatal(err)
			}
			spacing := quick(p)
			sameCase(t, p, own, spacing)
			if _, ofFile := p.(FileProblem); ofFile {
				t.Error("it is a case file of the user's")
			}
			if _, err := p.Setup(10); err == nil || !strings.HasPrefix(err.Error(), "--deltap is 10 m") {
				t.Errorf("a spacing of 10 m: %v", err)
			}
			row := p.Options()[0]
			if row.Name != "kernel" || row.Value.Set("cubic") != nil {
				t.Fatalf("the first option is %s", row.Name)
			}
			if flow, err := p.Setup(spacing); err != nil || flow.Params.Kernel.String() != "cubic" {
				t.Errorf("--kernel cubic gives %v, %v", flow, err)
			}
			if create().DeltaP() != own.DeltaP() || p.Summary() != c.About {
				t.Error("spacing and summary are others than the file's")
			}
		})
	}
	if found < 2 {
		t.Errorf("%d problems are case files", found)
	}
}
