package program

import (
	"os"
	"path/filepath"
	"testing"
)

// Files and directories that cannot be written are refused before anything is measured,
// and so is a beginning after the end of the flow.
func TestRefusedBeforeMeasuring(t *testing.T) {
	const flow = " -problem DamBreak3D -deltap 0.06 -devices host:2 -warmup 10 -steps 10 "
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	endAtOnce(t, "", []ending{
		{"bench" + flow + "-json no/such/x", 2, "--json is no/such/x, but there is no directory " +
			"no/such; use a directory that exists"},
		{"bench" + flow + "-json .", 2, "--json is ., which is a directory; use a file in it"},
		{"bench" + flow + "-json /proc/x", 2, "--json is /proc/x, but nothing can be written there: "},
		{"timeline" + flow + "-png /proc/x", 2, "--png is /proc/x, but nothing can be written there: "},
		{"timeline" + flow + "-svg " + file + "/x", 2, "but there is no directory " + file},
		{"timeline" + flow + "-dir " + file, 2, "the run directory cannot be read: "},
		{"scaling" + flow + "-dir " + file + "/x", 2, "the run directory cannot be read: "},
		{"balance -search" + flow + "-dir /proc/x/y", 2, "the run directory cannot be made: "},
		{"timeline" + flow + "-from 3", 2,
			"--from is 3 s, but the flow ends at 1.5 s; use an earlier --from or a later --tend"},
		{"scaling" + flow + "-from 1.5", 2, "--from is 1.5 s, but the flow ends at 1.5 s"},
		{"balance -search" + flow + "-from 0.3 -tend 0.2", 2, "--from is 0.3 s, " +
			"but the flow ends at 0.2 s"},
	})
}
