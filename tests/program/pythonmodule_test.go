package program

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// python3 is a Python that has NumPy and, if one of them has it, VTK.
func python3(t *testing.T) string {
	t.Helper()
	var why string
	for _, modules := range []string{"numpy, vtk", "numpy"} {
		for _, path := range []string{"/usr/bin/python3", "python3"} {
			out, err := exec.Command(path, "-c", "import "+modules).CombinedOutput()
			if err == nil {
				return path
			}
			why = strings.TrimSpace(string(out))
		}
	}
	if os.Getenv("GPUSPH_REQUIRE_VTK") == "1" {
		t.Fatalf("NumPy for Python is not here: %s", why)
	}
	t.Skip("NumPy for Python is not here; scripts/install-test-tools.sh installs it")
	return ""
}

// unittest runs a module of tests of the Python package. Of PATH, gpusph is this program.
func unittest(t *testing.T, module string) {
	t.Helper()
	t.Parallel()
	notUnderRace(t)
	python := python3(t)
	bin := t.TempDir()
	self, err := os.Executable()
	if err == nil {
		err = os.Symlink(self, filepath.Join(bin, "gpusph"))
	}
	if err != nil {
		t.Fatal(err)
	}
	c := exec.Command(python, "-B", "-W", "error", "-m", "unittest", "-v", module)
	c.Dir = filepath.Join(root, "python")
	c.Env = append(os.Environ(), asProgram+"=1", smallPictures+"=1", "PYTHONIOENCODING=utf-8",
		"PATH="+bin+string(os.PathListSeparator)+os.Getenv("PATH"))
	out, err := c.CombinedOutput()
	if err != nil || !strings.Contains(string(out), "\nOK") {
		t.Fatalf("%v\n%s", err, out)
	}
	t.Logf("%s", out)
}

// TestPythonPackage compares what the Python package reads of runs with what the program and VTK
// read.
func TestPythonPackage(t *testing.T) { unittest(t, "test_gpusph") }

// TestPythonDamaged has the Python package read files that are cut, damaged or made up.
func TestPythonDamaged(t *testing.T) { unittest(t, "test_damaged") }

// TestPythonLive has the Python package tell how far runs are.
func TestPythonLive(t *testing.T) { unittest(t, "test_live") }

// TestPythonGuide runs docs/guide/python.md, whose blocks print what stands there.
func TestPythonGuide(t *testing.T) { unittest(t, "test_guide") }

// TestPythonControl lets programs steer runs, which logs do again on other devices.
func TestPythonControl(t *testing.T) { unittest(t, "test_control") }
