package tests

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// kind is what a limit of size applies to.
type kind struct {
	name  string
	limit int
	unit  string
}

var (
	functions = kind{"function", 60, "lines"}
	sources   = kind{"file", 400, "lines"}
)

// sizes are the sizes of things of one kind, by name.
type sizes map[string]int

// measured are the sizes of the hand-written Go code of the tree, without its tests.
type measured map[kind]sizes

// Functions and files have at most the size that their kind may have, or that the table in
// sizes_table_test.go grants them. An exception only shrinks: the table has its size. Files of a
// package and fields of a struct have no limit: it would be met by joining what does not belong
// together.
func TestSizes(t *testing.T) {
	all := measureTree(t)
	if n := len(all[sources]); n < 200 {
		t.Fatalf("only %d files are found", n)
	}
	for _, kind := range []kind{functions, sources} {
		t.Run(kind.name, func(t *testing.T) {
			for _, problem := range compareSizes(kind, all[kind], exceptions[kind]) {
				t.Error(problem)
			}
		})
	}
}

// TestCompareSizes checks the rules of TestSizes: what is too large, what has grown, and what in
// the table is out of date.
func TestCompareSizes(t *testing.T) {
	limit := functions.limit
	tests := map[string]struct {
		now, granted sizes
		want         string
	}{
		"small":           {sizes{"a": limit}, sizes{}, ""},
		"large":           {sizes{"a": limit + 1}, sizes{}, "function a has 61 lines"},
		"exception":       {sizes{"a": limit + 9}, sizes{"a": limit + 9}, ""},
		"grown":           {sizes{"a": limit + 10}, sizes{"a": limit + 9}, "function a has 70 lines"},
		"shrunk":          {sizes{"a": limit + 5}, sizes{"a": limit + 9}, "function a has 65 lines now"},
		"no longer large": {sizes{"a": limit}, sizes{"a": limit + 9}, "function a has 60 lines, so"},
		"gone":            {sizes{}, sizes{"a": limit + 9}, "function a is not in the tree"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			problems := strings.Join(compareSizes(functions, test.now, test.granted), "\n")
			if (problems == "") != (test.want == "") || !strings.HasPrefix(problems, test.want) {
				t.Errorf("problems are %q, want %q", problems, test.want)
			}
		})
	}
}

// compareSizes returns a sentence for each thing that is larger than it may be, and for each
// exception that grants more than its thing has.
func compareSizes(k kind, now, granted sizes) []string {
	var problems []string
	add := func(format string, values ...any) {
		problems = append(problems, fmt.Sprintf(format, values...))
	}
	const table = "tests/sizes_table_test.go"
	for _, name := range slices.Sorted(maps.Keys(now)) {
		size, may := now[name], max(k.limit, granted[name])
		_, excepted := granted[name]
		switch {
		case size > may:
			add("%s %s has %d %s, at most %d are allowed: make two of it",
				k.name, name, size, k.unit, may)
		case excepted && size <= k.limit:
			add("%s %s has %d %s, so it needs no exception: delete its line in %s",
				k.name, name, size, k.unit, table)
		case size < may && excepted:
			add("%s %s has %d %s now: change its %d in %s", k.name, name, size, k.unit, may, table)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(granted)) {
		if _, is := now[name]; !is {
			add("%s %s is not in the tree: delete its line in %s", k.name, name, table)
		}
	}
	return problems
}

// measureTree measures all hand-written Go files of the tree. Tests are no part of it.
func measureTree(t *testing.T) measured {
	t.Helper()
	all := measured{functions: {}, sources: {}}
	files(t, func(path string) {
		if filepath.Ext(path) != ".go" || strings.HasSuffix(path, "_test.go") ||
			strings.HasSuffix(path, "_gen.go") {
			return
		}
		text, err := os.ReadFile(path)
		if err != nil {
			t.Error(err)
			return
		}
		name, err := filepath.Rel(root, path)
		if err != nil {
			t.Error(err)
			return
		}
		if err := all.addFile(filepath.ToSlash(name), text); err != nil {
			t.Error(err)
		}
	})
	return all
}

// addFile measures the Go file of the given text. Generated files count for nothing.
func (m measured) addFile(path string, text []byte) error {
	set := token.NewFileSet()
	file, err := parser.ParseFile(set, path, text, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return err
	}
	if ast.IsGenerated(file) {
		return nil
	}
	pkg := filepath.ToSlash(filepath.Dir(path))
	m[sources][path] = strings.Count(string(text), "\n")
	for _, declaration := range file.Decls {
		if function, is := declaration.(*ast.FuncDecl); is {
			lines := set.Position(function.End()).Line - set.Position(function.Pos()).Line + 1
			m[functions].raise(pkg+"."+nameOf(function), lines)
		}
	}
	return nil
}

// raise sets the size of a name to the larger of its size and n. A name may stand for functions of
// different builds.
func (s sizes) raise(name string, n int) { s[name] = max(s[name], n) }

// nameOf is the name of a function, with its receiver's type.
func nameOf(f *ast.FuncDecl) string {
	if f.Recv == nil {
		return f.Name.Name
	}
	receiver := ""
	ast.Inspect(f.Recv.List[0].Type, func(node ast.Node) bool {
		if id, is := node.(*ast.Ident); is && receiver == "" {
			receiver = id.Name
		}
		return true
	})
	return receiver + "." + f.Name.Name
}

// TestAddFile checks what is measured on a small file.
func TestAddFile(t *testing.T) {
	const text = `package p

type pair struct {
	embedded
	a, b int
}

func (p *pair) twoLines() {
}

func one() { type local struct{ a int } }

var table = []struct{ x, y int }{}
`
	all := measured{functions: {}, sources: {}}
	if err := all.addFile("dir/p/file.go", []byte(text)); err != nil {
		t.Fatal(err)
	}
	generated := "// Code generated by a program. DO NOT EDIT.\n\n" + text
	if err := all.addFile("dir/p/other.go", []byte(generated)); err != nil {
		t.Fatal(err)
	}
	want := measured{
		functions: {"dir/p.pair.twoLines": 2, "dir/p.one": 1},
		sources:   {"dir/p/file.go": 13},
	}
	for kind, sizes := range want {
		if !maps.Equal(all[kind], sizes) {
			t.Errorf("sizes of each %s are %v, want %v", kind.name, all[kind], sizes)
		}
	}
}
