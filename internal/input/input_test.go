package input

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// What is no file, or too large, is refused before anything is read.
func TestRead(t *testing.T) {
	dir := t.TempDir()
	pipe, large, whole := filepath.Join(dir, "pipe"), filepath.Join(dir, "large"),
		filepath.Join(dir, "whole")
	if err := syscall.Mkfifo(pipe, 0o666); err != nil {
		t.Fatal(err)
	}
	for path, size := range map[string]int64{large: 1 << 40, whole: 100} {
		if err := os.WriteFile(path, nil, 0o666); err != nil {
			t.Fatal(err)
		}
		if err := os.Truncate(path, size); err != nil {
			t.Fatal(err)
		}
	}
	for path, want := range map[string]string{
		pipe: "is a pipe, not a file", "/dev/zero": "is a device, not a file",
		large: "has 1048576.0 MiB, but 100 bytes is the most",
		dir:   "is a directory", filepath.Join(dir, "none"): "no such file", whole: "",
		"/proc/self/status": "has 101 bytes, but 100 bytes is the most", // it has no size
	} {
		data, err := Read(path, 100)
		if want == "" && (err != nil || len(data) != 100) || want != "" &&
			(err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s: %d bytes, %v, want %q", path, len(data), err, want)
		}
	}
}
