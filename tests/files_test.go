package tests

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// opens is what may open a pipe or a device, which would be waited for, or read, without end.
var opens = regexp.MustCompile(`\bos\.(Open|ReadFile)\(`)

// Files that users name, and those of run directories, are opened by internal/input. Packages that
// read what the system has are excepted.
func TestFilesAreOpenedByInput(t *testing.T) {
	for _, path := range goFiles(t) {
		folder := filepath.ToSlash(filepath.Dir(path))
		if strings.HasSuffix(path, "_test.go") || folder == "gpu" || folder == "internal/input" || strings.HasSuffix(folder, "test") {
			continue
		}
		text, err := os.ReadFile(filepath.Join(root, path))
		if err != nil {
			t.Fatal(err)
		}
		for number, line := range strings.Split(string(text), "\n") {
			if opens.MatchString(line) && !strings.Contains(line, "os.Open(dir)") { // to sync a directory
				t.Errorf("%s:%d opens a file without internal/input: %s", path, number+1,
					strings.TrimSpace(line))
			}
		}
	}
}

// goFiles are the files of Go in the tree, from its root.
func goFiles(t *testing.T) (all []string) {
	t.Helper()
	err := filepath.WalkDir(root, func(path string, e os.DirEntry, err error) error {
		if err == nil && e.IsDir() && path != root && strings.HasPrefix(e.Name(), ".") {
			return filepath.SkipDir
		}
		if err == nil && strings.HasSuffix(path, ".go") {
			short, _ := filepath.Rel(root, path)
			all = append(all, short)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}
