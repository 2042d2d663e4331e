package program

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestFirstCasePage holds that the numbers which check prints of the case of the guide's first page
// are those on the page, and that the name of its picture is one that the program gives.
func TestFirstCasePage(t *testing.T) {
	t.Parallel()
	notUnderRace(t)
	page, err := os.ReadFile("../../docs/guide/first-case.md")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(page), "```toml\n")
	text, _, ok := strings.Cut(rest, "```")
	if !ok {
		t.Fatal("the page has no case file")
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "first.toml"), []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	r := gpusph(t, dir, "check first.toml --steps 1")
	if r.code != 0 {
		t.Fatal(r.stderr)
	}
	for _, name := range []string{"Flow", "Particles", "Mass", "Resolution", "Result"} {
		line := regexp.MustCompile("(?m)^" + name + " .*$").FindString(r.stdout)
		if line == "" || !strings.Contains(string(page), "\n    "+line+"\n") {
			t.Errorf("the page lacks the line %q", line)
		}
	}
	// 3,380 particles are the mass of the report's table, too
	mass := regexp.MustCompile(`Fluid at the start +96\.19  kg +3,380 particles`)
	if !mass.Match(page) || !strings.Contains(r.stdout, "96.193 kg of fluid") {
		t.Error("the mass of the report on the page is not that of check")
	}
}
