package stored

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"gpusph/output"
	"gpusph/sph"
)

// A list of snapshots that is a device, which never ends, is none: the commands that are next come
// without reading it.
func TestNextBesideDevice(t *testing.T) {
	dir := t.TempDir()
	if err := os.Symlink("/dev/full", filepath.Join(dir, "particles.pvd")); err != nil {
		t.Fatal(err)
	}
	rows := make(chan [][]string, 1)
	go func() { rows <- Next(dir, output.NewSummary(&sph.Case{Params: sph.Defaults(0.1)})) }()
	select {
	case all := <-rows:
		for _, row := range all {
			if row[0] == "in ParaView" || row[0] == "a picture of its end" {
				t.Errorf("%q is advised", row)
			}
		}
	case <-time.After(20 * time.Second):
		t.Fatal("the list is still being read")
	}
}
