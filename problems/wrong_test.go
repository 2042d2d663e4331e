package problems

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write what is said of the wrong case files into them")

// saidOf is what the case file is refused for: by reading, by an outline, by filling or by the
// flow's own checks; "" if it is not.
func saidOf(file string) string {
	err := func() error {
		p, err := FromFile(file)
		if err != nil {
			return err
		}
		if _, err := p.Outline(0); err != nil {
			return err
		}
		c, err := p.Setup(0)
		if err != nil {
			return err
		}
		return c.Check()
	}()
	if err == nil {
		return ""
	}
	return strings.ReplaceAll(strings.ReplaceAll(err.Error(), filepath.Dir(file)+string(filepath.Separator), ""), "\n", "; ")
}

// TestWrongCases holds what is said of case files that have one mistake each. It stands in their
// first line.
func TestWrongCases(t *testing.T) {
	const least, begin = 60, "# error:"
	files, err := filepath.Glob("testdata/wrong/*.toml")
	if err != nil {
		t.Fatal(err)
	}
	if len(files) < least {
		t.Errorf("there are %d wrong case files, not %d", len(files), least)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".toml"), func(t *testing.T) {
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			first, rest, _ := bytes.Cut(data, []byte("\n"))
			want, ok := strings.CutPrefix(string(first), begin)
			if !ok {
				t.Fatalf("the first line does not begin with %s", begin)
			}
			said := saidOf(file)
			if *update {
				if err := os.WriteFile(file, append([]byte(begin+" "+said+"\n"), rest...), 0o666); err != nil {
					t.Fatal(err)
				}
				return
			}
			if want = strings.TrimSpace(want); said != want || said == "" {
				t.Errorf("it is refused with\n%s\nnot\n%s", said, want)
			}
		})
	}
}
