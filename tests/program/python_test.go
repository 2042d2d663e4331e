package program

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"gpusph/output"
)

// TestPythonReader runs scripts/snapshot.py on a snapshot, and compares what it
// prints with what the program reads.
func TestPythonReader(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("python3"); err != nil {
		t.Skip("there is no python3 here")
	}
	dir := t.TempDir()
	mustRun(t, dir, "--problem DambreakColumn --devices host:1 --maxiter 30 "+
		"--formats msgpack --surfaces")
	path := filepath.Join(dir, "out", "data", "part_00001.msgpack")
	command := exec.Command("python3", filepath.Join(root, "scripts", "snapshot.py"), path)
	command.Env = append(os.Environ(), "PYTHONIOENCODING=utf-8")
	said, err := command.CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, said)
	}
	s, err := output.ReadSnapshot(path)
	if err != nil {
		t.Fatal(err)
	}
	n := s.Len()
	three := func(x [3]float32) string {
		return fmt.Sprintf("(%v, %v, %v)", python(x[0]), python(x[1]), python(x[2]))
	}
	want := []string{
		fmt.Sprintf("DambreakColumn at %v s, with Δp %v m\n", s.Time, s.Case.Params.DeltaP),
		fmt.Sprintf("Position %d first %s last %s\n", n, three(s.Position[0]), three(s.Position[n-1])),
		fmt.Sprintf("Velocity %d first %s last %s\n", n, three(s.Velocity[0]), three(s.Velocity[n-1])),
		fmt.Sprintf("Id %d first %d last %d\n", n, s.ID[0], s.ID[n-1]),
		fmt.Sprintf("Type %d first %d last %d\n", n, s.Type[0], s.Type[n-1]),
		fmt.Sprintf("Density %d first %s last %s\n", n, python(s.Density[0]), python(s.Density[n-1])),
		"Surface ",
	}
	for _, line := range want {
		if !strings.Contains(string(said), line) {
			t.Errorf("no %q in\n%s", line, said)
		}
	}
}

// python is a number as Python prints it, in float64.
func python(x float32) string {
	s := fmt.Sprint(float64(x))
	if !strings.ContainsAny(s, ".e") {
		s += ".0"
	}
	return s
}
