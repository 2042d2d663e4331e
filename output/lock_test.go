package output

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// refused holds that a directory cannot be opened, by force neither, and that the
// error says why.
func refused(t *testing.T, dir string, wants ...string) {
	t.Helper()
	_, err := open(t, dir, "", true)
	for _, err := range []error{err, CheckRunDir(dir, true), CheckRunDir(dir, false)} {
		for _, want := range wants {
			if err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("no %q in %v", want, err)
			}
		}
	}
}

func TestLock(t *testing.T) {
	dir := t.TempDir()
	here, err := os.Hostname()
	if err != nil {
		t.Fatal(err)
	}
	d, err := open(t, dir, "", false)
	if err != nil {
		t.Fatal(err)
	}
	refused(t, dir, fmt.Sprintf("in use by process %d on %s", os.Getpid(), here), dir, "--dir")
	// Another process is about to write its number.
	if err := os.Truncate(filepath.Join(dir, lockName), 0); err != nil {
		t.Fatal(err)
	}
	refused(t, dir, "in use by another process")
	if d.Close(); len(files(t, dir)) > 0 {
		t.Errorf("there are %v", files(t, dir))
	}

	path := filepath.Join(dir, lockName)
	write := func(text string) {
		t.Helper()
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	// A process of this host cannot hold the lock any more, whatever has its number now.
	for _, text := range []string{"", fmt.Sprintf("process %d on %s\n", os.Getppid(), here)} {
		write(text)
		if err := CheckRunDir(dir, false); err != nil {
			t.Error(err)
		}
		write(text)
		d, err := open(t, dir, "", false)
		if err != nil {
			t.Fatalf("%q is not taken over: %v", text, err)
		}
		if text, _ := os.ReadFile(path); string(text) != fmt.Sprintf("process %d on %s\n", os.Getpid(), here) {
			t.Errorf("the lock says %q", text)
		}
		d.Close()
	}
	write("process 12 on " + here + "-other\n")
	refused(t, dir, "in use by process 12 on "+here+"-other", "or remove "+path)
}
