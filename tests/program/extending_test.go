package program

import (
	"encoding/json"
	"fmt"
	"go/format"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime/debug"
	"slices"
	"strings"
	"testing"
)

// example is a block of docs/design/extending.md: a whole file, or lines that are added to one.
type example struct {
	path string // from the root
	text string
	adds bool
}

var exampleBlock = regexp.MustCompile("(?ms)^```(go|c\\+\\+|diff|toml)\n(?://|#) (\\S+)\n(.*?)^```$")

// examples are those of docs/design/extending.md.
func examples(t *testing.T) (all []example) {
	t.Helper()
	page := string(read(t, root, "docs", "design", "extending.md"))
	for _, m := range exampleBlock.FindAllStringSubmatch(page, -1) {
		all = append(all, example{path: m[2], text: m[3], adds: m[1] == "diff"})
	}
	if blocks := strings.Count(page, "\n```") / 2; len(all) != blocks {
		t.Fatalf("%d of the %d blocks of docs/design/extending.md name a file in their first line", len(all), blocks)
	}
	return all
}

// apply returns the file with the example. Lines @@ separate hunks. The file has the lines of a hunk
// that begin with a space exactly once.
func (e *example) apply(file string) (string, error) {
	if !e.adds {
		if file != "" {
			return "", fmt.Errorf("%s exists already", e.path)
		}
		comment := "//"
		if strings.HasSuffix(e.path, ".toml") {
			comment = "#"
		}
		return comment + " " + e.path + "\n" + e.text, nil
	}
	for hunk := range strings.SplitSeq(e.text, "@@\n") {
		var before, after strings.Builder
		for line := range strings.Lines(hunk) {
			switch line[0] {
			case ' ':
				before.WriteString(line[1:])
			case '-':
				before.WriteString(line[1:])
				continue
			case '+':
			default:
				return "", fmt.Errorf("%s: the line %q begins with neither a space, + nor -", e.path, line)
			}
			after.WriteString(line[1:])
		}
		if n := strings.Count(file, before.String()); before.Len() == 0 || n != 1 {
			return "", fmt.Errorf("%s has these lines %d times, not once:\n%s", e.path, n, before.String())
		}
		file = strings.Replace(file, before.String(), after.String(), 1)
	}
	return file, nil
}

// overlay is what the go command reads in place of the tree's files.
type overlay struct {
	dir   string            // of the changed files
	files map[string]string // by absolute path
}

// newOverlay applies examples to the tree. The tree stays as it is.
func newOverlay(t *testing.T, all []example) *overlay {
	t.Helper()
	o := &overlay{dir: t.TempDir(), files: map[string]string{}}
	texts := map[string]string{}
	for _, e := range all {
		text, changed := texts[e.path]
		if !changed {
			if was, err := os.ReadFile(filepath.Join(root, e.path)); err == nil {
				text = string(was)
			}
		}
		text, err := e.apply(text)
		if err != nil {
			t.Fatal(err)
		}
		texts[e.path] = text
	}
	for path, text := range texts {
		if strings.HasSuffix(path, ".go") {
			if formatted, err := format.Source([]byte(text)); err != nil || string(formatted) != text {
				t.Fatalf("%s is not formatted as gofmt does with the examples of docs/design/extending.md: %v", path, err)
			}
		}
		o.add(t, path, text)
	}
	return o
}

// add puts a file in place of the tree's.
func (o *overlay) add(t *testing.T, path, text string) {
	t.Helper()
	to := filepath.Join(o.dir, path)
	write(t, to, text)
	from, err := filepath.Abs(filepath.Join(root, path))
	if err != nil {
		t.Fatal(err)
	}
	o.files[from] = to
}

// run runs the go command in the root, with the tags of this test: it has compiled their kernels.
func (o *overlay) run(t *testing.T, command string, args ...string) {
	t.Helper()
	list, err := json.Marshal(map[string]any{"Replace": o.files})
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(o.dir, "overlay.json")
	write(t, file, string(list))
	words := []string{command, "-overlay=" + file, "-ldflags=-s -w -extldflags=-Wl,-z,lazy"}
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, s := range info.Settings {
			if slices.Contains([]string{"-tags", "-race", "-asan"}, s.Key) {
				words = append(words, s.Key+"="+s.Value)
			}
		}
	}
	mustDo(t, root, "go", append(words, args...)...)
}

// mustDo runs a command in a directory.
func mustDo(t *testing.T, dir, name string, args ...string) string {
	t.Helper()
	c := exec.Command(name, args...)
	c.Dir = dir
	said, err := c.CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %v\n%s", c, err, said)
	}
	return string(said)
}

// write makes a file and its directories.
func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

// needsKernel reports whether an example compiles only with changed kernels, which takes minutes.
func (e example) needsKernel() bool {
	return strings.HasPrefix(e.path, "cuda/") || strings.Contains(e.text, "Coefficient: ")
}

// TestExtending compiles the examples of docs/design/extending.md and runs those that need no new kernel.
// A syntax check of the others takes a second, compiling them for the processor minutes.
func TestExtending(t *testing.T) {
	if testing.Short() {
		t.Skip("it compiles the program")
	}
	for _, tool := range []string{"go", "g++"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skipf("there is no %s here", tool)
		}
	}
	t.Parallel()
	all := examples(t)
	t.Run("run", func(t *testing.T) {
		o := newOverlay(t, slices.DeleteFunc(slices.Clone(all), example.needsKernel))
		program := filepath.Join(t.TempDir(), "gpusph")
		o.run(t, "build", "-buildvcs=false", "-o", program, ".")
		dir := t.TempDir()
		mustDo(t, dir, program, strings.Fields("--problem Drop --side 0.2 --deltap 0.03 --tend 0.05 "+
			"--salinity 0.1 --devices host:2 --formats csv --dir out")...)
		mustDo(t, dir, program, strings.Fields("--problem Bowl --deltap 0.03 --tend 0.05 --formats none --dir bowl")...)
		mustDo(t, dir, program, "init", "Bowl")
		if text := string(read(t, dir, "Bowl.toml")); !strings.HasPrefix(text, "# problems/bowl.toml\nname =") {
			t.Errorf("init writes %.100q, not the file of the problem", text)
		}
		for file, want := range map[string]string{
			"run.log":             "salinity (fluid) sums over Packed, Velocity, Salinity; writes Salinity",
			"energies.csv":        "t[s],step,kinetic[J],potential[J],internal[J],salt[kg],total[J]\n",
			"data/part_00001.csv": "salinity",
			"steps.csv":           "t[s],step,dt[s],speed[m/s]\n0.",
		} {
			if text := string(read(t, dir, "out", file)); !strings.Contains(text, want) {
				t.Errorf("%s has no %q: %.500s", file, want, text)
			}
		}
	})
	t.Run("kernels", func(t *testing.T) { checkKernels(t, all) })
}

// checkKernels checks all examples without generating code: the headers with g++, package sph and
// its tests with go vet. Empty files stand for the compiled kernels.
func checkKernels(t *testing.T, all []example) {
	t.Helper()
	o := newOverlay(t, all)
	cuda := filepath.Join(o.dir, "cuda")
	from := os.DirFS(filepath.Join(root, "cuda"))
	err := fs.WalkDir(from, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		to := filepath.Join(cuda, name)
		if d.IsDir() {
			return os.MkdirAll(to, 0o777)
		}
		if _, err := os.Stat(to); err == nil {
			return nil // the example has it
		}
		data, err := fs.ReadFile(from, name)
		if err != nil {
			return err
		}
		return os.WriteFile(to, data, 0o666)
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, form := range []string{"host.cpp", "host8.cpp"} {
		mustDo(t, cuda, "g++", "-std=c++17", "-fsyntax-only", form)
	}
	o.add(t, "cuda/args_gen.go", mustDo(t, cuda, "go", "tool", "cgo", "-godefs", "godefs.go"))
	forms, err := filepath.Glob(filepath.Join(root, "cuda", "host*.cpp"))
	if err != nil || len(forms) < 3 {
		t.Fatal(forms, err)
	}
	for _, form := range forms {
		o.add(t, "cuda/"+filepath.Base(form), "")
	}
	o.run(t, "vet", "./sph/...")
}
