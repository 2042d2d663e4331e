package check

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gpusph/commands/cli"
)

// Several processes have these devices each, over which the cells of all slices are spread.
func TestDevicesOfAllProcesses(t *testing.T) {
	look := func(words string) (k Check) {
		t.Helper()
		dir := filepath.Join(t.TempDir(), "looked")
		line := "--problem DamBreak3D --deltap 0.05 --quiet --dir " + dir + " " + words
		if err := Run(context.Background(), cli.Line{Words: strings.Fields(line)}); err != nil {
			t.Fatal(err)
		}
		data, err := os.ReadFile(filepath.Join(dir, "check.json"))
		if err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(data, &k); err != nil {
			t.Fatal(err)
		}
		return k
	}
	k := look("--devices host:2 --processes 3")
	if k.Each.Devices != 6 || k.Each.Processes != 3 {
		t.Errorf("3 processes with 2 devices each are %+v", k.Each)
	}
}
