package gallery

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"gpusph/cases"
	"gpusph/commands/cli"
	"gpusph/internal/text"
)

var update = flag.Bool("update", false, "write docs/gallery.md")

const page = "../../docs/gallery.md"

// TestGalleryPage holds that docs/gallery.md is what the gallery has.
func TestGalleryPage(t *testing.T) {
	want := galleryPage()
	if *update {
		if err := os.WriteFile(page, []byte(want), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if got, err := os.ReadFile(page); err != nil || string(got) != want {
		t.Errorf("docs/gallery.md is not what the gallery has (%v); go test ./commands/gallery "+
			"-update writes it", err)
	}
}

const pageTop = `# Gallery

<!-- By go test ./commands/gallery -update: edit cases/gallery.csv and the case files. -->

Each case is a short file, whose comments have what happens, what to look at and what to vary. It is
shown with its number of particles and the time of a whole run on two cores of an AMD EPYC.

    gpusph gallery                # lists them
    gpusph gallery weir           # prints the text of one
    gpusph init weir              # copies weir.toml, to run and to change
    gpusph weir.toml --dir weir   # runs it
    gpusph picture weir

[Case files](reference/cases.md) compares some of them with formulas.
`

func galleryPage() string {
	var b strings.Builder
	b.WriteString(pageTop)
	for _, c := range cases.List() {
		about := strings.TrimSuffix(c.About, ", in two dimensions")
		line := fmt.Sprintf("%dD, %d, %s: %s.", c.Dimension, c.Particles, c.Time(), about)
		fmt.Fprintf(&b, "\n## %s\n\n%s\n\n", c.Name, text.Wrap(line, 100))
		fmt.Fprintf(&b, "[![%s](../cases/pictures/%[1]s.png)](../cases/%[1]s.toml)\n", c.Name)
	}
	return b.String()
}

// printed is what the command prints.
func printed(t *testing.T, words ...string) (string, error) {
	t.Helper()
	var b strings.Builder
	defer cli.Stdout.Redirect(&b)()
	err := Run(context.Background(), cli.Line{Words: words})
	return b.String(), err
}

// TestPrinted holds that the list has a line for each case, that the text of a case is that of its
// file, and that JSON has the same.
func TestPrinted(t *testing.T) {
	all, err := printed(t)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range cases.List() {
		if !strings.Contains(all, "\n"+c.Name+" ") {
			t.Errorf("the list lacks %s:\n%s", c.Name, all)
		}
	}
	one, err := printed(t, "ship")
	c, _ := cases.Find("ship")
	if want := joined(c.Text) + " " + Facts(c); err != nil ||
		!slices.Equal(strings.Fields(one), strings.Fields(want)) {
		t.Errorf("the text of ship is %q (%v)", one, err)
	}
	file, err := printed(t, "ship", "--file")
	if want, _ := cases.Read("ship"); err != nil || file != string(want[0].Data) {
		t.Errorf("the file of ship is %.80q (%v)", file, err)
	}
	words, err := printed(t, "--json")
	var list []entry
	if err == nil {
		err = json.Unmarshal([]byte(words), &list)
	}
	if err != nil || len(list) != len(cases.List()) || list[0].Name != "pillars" ||
		list[0].Particles == 0 || len(list[0].Files) != 1 {
		t.Errorf("JSON has %d cases (%v)", len(list), err)
	}
}

// On a terminal of 80 columns all rows of the list begin alike, and what happens is in one column.
func TestListFits(t *testing.T) {
	var b strings.Builder
	list(&b)
	lines := strings.Split(b.String(), "\n")
	at := strings.Index(lines[0], "what happens")
	if at > 40 {
		t.Fatalf("what happens begins at column %d, behind the middle of 80", at)
	}
	for k, c := range cases.List() {
		line := lines[k+1]
		if !strings.HasPrefix(line, c.Name+" ") || line[at-2:at] != "  " || line[at] == ' ' {
			t.Errorf("what happens does not begin at column %d in %q", at, line)
		}
		for wrapped := range strings.SplitSeq(text.Wrap(line, 80), "\n") {
			if len(wrapped) > 80 || wrapped[:at] != line[:at] &&
				strings.TrimSpace(wrapped[:at]) != "" {
				t.Errorf("the list has the ragged line %q", wrapped)
			}
		}
	}
}

// TestWrong holds what the command refuses.
func TestWrong(t *testing.T) {
	for words, want := range map[string]string{
		"pilars":      "did you mean pillars",
		"nothing":     "gpusph gallery lists all",
		"weir gate":   "takes one name",
		"weir --html": "html",
		"--file":      "use gpusph gallery weir --file",
	} {
		if _, err := printed(t, strings.Fields(words)...); err == nil ||
			!strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", words, err)
		}
	}
}
