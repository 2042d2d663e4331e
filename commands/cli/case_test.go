package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gpusph/problems"
)

// Keys of [physics] and [run] that stand elsewhere are sent there, also by the names of others.
func TestKeysOfOtherTables(t *testing.T) {
	const tank = "name = \"T\"\nspacing = 0.1\nend = 1\n[domain]\nmin = [0, 0, 0]\nmax = [1, 1, 1]\n" +
		"[[fluid]]\nname = \"water\"\nbox = { min = [0, 0, 0], max = [1, 1, 0.5] }\n"
	for _, test := range []struct{ above, below, want string }{
		{"tout = 0.1", "", "there is no key tout; did you mean output-interval of [run]?"},
		{"output-interval = 0.1", "", "it is a key of [run]"},
		{"artificial = 0.1", "", "did you mean alpha of [physics]?"},
		{"cfl = 0.1", "", "it is a key of [physics]"},
		{"viscosity = 0.1", "", "the artificial viscosity of Monaghan, in [physics]"},
		{"", "[physics]\nviscosity = 0.1", "the artificial viscosity of Monaghan; the line reads"},
		{"", "[physics]\nartificial = 0.1", "did you mean alpha?"},
		{"", "[physics]\nformat = 0.1", "did you mean formats of [run]?"},
	} {
		file := filepath.Join(t.TempDir(), "t.toml")
		if err := os.WriteFile(file, []byte(test.above+"\n"+tank+test.below+"\n"), 0o666); err != nil {
			t.Fatal(err)
		}
		_, err := problems.FromFile(file)
		if err = ofRun(err); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s%s: %v, not %s", test.above, test.below, err, test.want)
		}
	}
}
