package tests

import (
	"bytes"
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// files calls visit for the files of the tree, as paths from its root.
func files(t *testing.T, visit func(path string)) {
	t.Helper()
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			if errors.Is(err, fs.ErrNotExist) {
				return nil // something that came and went
			}
			return err
		}
		if name := entry.Name(); entry.IsDir() {
			if path != root && (strings.HasPrefix(name, ".") || name == "build" || name == "runs" ||
				name == "testdata") {
				return fs.SkipDir
			}
			return nil
		}
		visit(path)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// Every package has one comment, in one file, that begins as go doc wants it.
func TestPackageComments(t *testing.T) {
	comments := make(map[string][]string)
	files(t, func(path string) {
		if filepath.Ext(path) != ".go" {
			return
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil,
			parser.ParseComments|parser.PackageClauseOnly)
		if err != nil {
			t.Error(err)
			return
		}
		dir := filepath.Dir(path)
		if strings.HasSuffix(path, "_test.go") {
			// Comments of tests are no package comments, unless go doc would take them.
			if file.Doc != nil {
				t.Errorf("%s has a package comment, but is a test", path)
			}
			return
		}
		if file.Doc == nil {
			comments[dir] = append(comments[dir], "")
			return
		}
		comments[dir] = append(comments[dir], path)
		checkComment(t, path, file)
	})
	for dir, all := range comments {
		all = slices.DeleteFunc(all, func(path string) bool { return path == "" })
		if len(all) != 1 {
			t.Errorf("%s has %d package comments, want one: %v", dir, len(all), all)
		}
	}
}

func checkComment(t *testing.T, path string, file *ast.File) {
	t.Helper()
	want := "Package " + file.Name.Name + " "
	if file.Name.Name == "main" {
		want = "" // says what the command does
	}
	if text := file.Doc.Text(); !strings.HasPrefix(text, want) {
		t.Errorf("%s: the package comment begins with %.30q, want %q", path, text, want)
	}
}

// Every Go file is as gofmt writes it.
func TestFormat(t *testing.T) {
	needs(t, "gofmt")
	command := exec.Command("gofmt", "-l", ".")
	command.Dir = root
	out, err := command.CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %v\n%s", command, err, out)
	}
	if len(out) > 0 {
		t.Errorf("gofmt would change %s", strings.Fields(string(out)))
	}
}

// No file is longer than one can read, unless it is generated.
func TestFileLengths(t *testing.T) {
	const most = 600
	source := []string{".go", ".h", ".c", ".cpp", ".cu", ".cuh", ".sh", ".py"}
	n := 0
	files(t, func(path string) {
		if !slices.Contains(source, filepath.Ext(path)) {
			return
		}
		text, err := os.ReadFile(path)
		if err != nil {
			t.Error(err)
			return
		}
		n++
		head, _, _ := bytes.Cut(text, []byte("\n"))
		generated := bytes.HasPrefix(head, []byte("// Code generated ")) &&
			bytes.HasSuffix(head, []byte(" DO NOT EDIT."))
		if lines := bytes.Count(text, []byte("\n")); lines > most && !generated {
			t.Errorf("%s has %d lines, more than %d", path, lines, most)
		}
	})
	if n < 50 {
		t.Errorf("only %d files are found", n)
	}
}
