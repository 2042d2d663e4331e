package output

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/vmihailenco/msgpack/v5"
)

// What somebody does to a file that a run writes is noticed.
func TestGrowingIsChecked(t *testing.T) {
	for about, test := range map[string]struct {
		do   func(path string) error
		want string
	}{
		"nothing": {func(string) error { return nil }, ""},
		"removed": {os.Remove, "has been removed"},
		"cut": {func(path string) error { return os.Truncate(path, 3) },
			"has been cut to 3 bytes while the run was writing it; it should have 5"},
		"replaced": {func(path string) error {
			return errors.Join(os.Rename(path, path+"2"), os.WriteFile(path, []byte("12345"), 0o666))
		}, "has been replaced"},
	} {
		path := filepath.Join(t.TempDir(), "energies.csv")
		g, err := Create(path)
		if err != nil {
			t.Fatal(err)
		}
		defer g.Close()
		if _, err := g.Write([]byte("12345")); err != nil {
			t.Fatal(err)
		}
		if err := test.do(path); err != nil {
			t.Fatal(err)
		}
		if about == "cut" {
			if _, err := g.Write([]byte("678")); err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("a row behind what was cut: %v", err)
			}
		}
		if err := g.Check(); test.want == "" && err != nil || test.want != "" &&
			(err == nil || !strings.Contains(err.Error(), test.want)) {
			t.Errorf("%s: %v", about, err)
		}
	}
}

// alone runs the test in a process of its own, where a full disk harms no other file, such as the
// log that go test keeps. It reports whether this is that process.
func alone(t *testing.T) bool {
	t.Helper()
	if os.Getenv("GPUSPH_TEST_ALONE") != "" {
		return true
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	c := exec.Command(self, "-test.run=^"+t.Name()+"$", "-test.v")
	c.Env = append(os.Environ(), "GPUSPH_TEST_ALONE=1")
	if said, err := c.CombinedOutput(); err != nil ||
		!strings.Contains(string(said), "--- PASS: "+t.Name()) {
		t.Errorf("%v: %s", err, said)
	}
	return false
}

// full makes the disk full for files of a given number of bytes, until the function that it
// returns is called.
func full(t *testing.T, bytes uint64) (free func()) {
	t.Helper()
	signal.Ignore(syscall.SIGXFSZ)
	var before syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_FSIZE, &before); err != nil {
		t.Skip(err)
	}
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: bytes, Max: before.Max}); err != nil {
		t.Skip(err)
	}
	return func() {
		if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &before); err != nil {
			t.Fatal(err)
		}
	}
}

// On a full disk tables end with a whole row, and are not gone on with.
func TestWholeRows(t *testing.T) {
	if !alone(t) {
		return
	}
	dir := t.TempDir()
	tables, err := Begin(&Run{Dir: dir, Case: testCase(), Devices: []string{"cuda:0", "cuda:1"}},
		Always)
	if err != nil {
		t.Fatal(err)
	}
	defer tables.End(nil)
	free := full(t, 777)
	for range 100 {
		err = errors.Join(err, tables.Sample(testSample()), tables.Progress(&testProgress()[0]))
	}
	free()
	later := testSample()
	later.Time = 1
	err = errors.Join(err, tables.Sample(later))
	for _, name := range []string{"energies.csv", "probes.csv", "gauges.csv", "forces.csv",
		"throughput.csv"} {
		if err == nil || !strings.Contains(err.Error(), name+" cannot be written: ") {
			t.Errorf("nothing says that %s cannot be written", name)
		}
		text, _ := os.ReadFile(filepath.Join(dir, name))
		lines := strings.SplitAfter(string(text), "\n")
		lines, rest := lines[:len(lines)-1], lines[len(lines)-1]
		if name == "throughput.csv" && len(lines) < 2 || name != "throughput.csv" && len(lines) < 5 ||
			rest != "" || len(slices.Compact(lines[1:])) != 1 {
			t.Errorf("%s has\n%s", name, text)
		}
	}
	f, err := os.Open(filepath.Join(dir, "throughput.msgpack"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	d := msgpack.NewDecoder(f)
	for n := 0; ; n++ {
		if err := d.Decode(new(map[string]any)); err == io.EOF && n > 0 {
			break
		} else if err != nil {
			t.Fatalf("after %d records: %v", n, err)
		}
	}
}

// A file that does not fit leaves the older one, and nothing else.
func TestWriteFile(t *testing.T) {
	if !alone(t) {
		return
	}
	path := filepath.Join(t.TempDir(), "report.txt")
	write := func(bytes int) error {
		return WriteFile(path, func(w io.Writer) error {
			_, err := io.WriteString(w, strings.Repeat("x", bytes))
			return err
		})
	}
	if err := write(10); err != nil {
		t.Fatal(err)
	}
	free := full(t, 777)
	err := write(1000)
	free()
	if err == nil || !strings.HasPrefix(err.Error(), path+" cannot be written: ") ||
		strings.Count(err.Error(), "report.txt") != 1 {
		t.Errorf("the error is %v", err)
	}
	if text, _ := os.ReadFile(path); string(text) != "xxxxxxxxxx" ||
		len(files(t, filepath.Dir(path))) != 1 {
		t.Errorf("there are %v; report.txt has %q", files(t, filepath.Dir(path)), text)
	}
	info, err := os.Stat(path)
	mask := syscall.Umask(0)
	syscall.Umask(mask)
	if err != nil || info.Mode() != os.FileMode(0o666&^mask) {
		t.Errorf("%v, %v", info.Mode(), err)
	}
}

// A file that could not be written whole is not left behind, and the one before is kept.
func TestNothingHalfIsLeft(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"new", "old"} {
		path := filepath.Join(dir, name)
		write := func(err error) error {
			return WriteFile(path, func(w io.Writer) error {
				fmt.Fprint(w, "half")
				return err
			})
		}
		if name == "old" {
			if err := write(nil); err != nil {
				t.Fatal(err)
			}
		}
		full := errors.New("no space left")
		if err := write(full); !errors.Is(err, full) {
			t.Errorf("%s: %v", name, err)
		}
		table := WriteTable(path+".csv", []string{"a"},
			func(row func(...float64) error) error { return errors.Join(row(1), full) })
		if !errors.Is(table, full) {
			t.Errorf("%s.csv: %v", name, table)
		}
	}
	left, err := os.ReadDir(dir)
	if err != nil || len(left) != 1 || left[0].Name() != "old" {
		t.Errorf("%v are left, %v", left, err)
	}
	if err := WriteFile("/dev/full", func(w io.Writer) error {
		_, err := fmt.Fprint(w, "x")
		return err
	}); err == nil {
		t.Error("a full device takes a file")
	}
	if info, err := os.Stat("/dev/full"); err != nil || info.Mode().IsRegular() {
		t.Errorf("/dev/full is %v, %v", info, err)
	}
}
