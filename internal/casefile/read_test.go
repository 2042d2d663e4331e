package casefile

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

// plain is a case without what it has of its file.
func plain(c *Case) Case {
	p := *c
	p.where, p.text, p.file = nil, nil, ""
	return p
}

func parse(t *testing.T, text string) *Case {
	t.Helper()
	c, err := Parse([]byte(text), "test.toml")
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// TestWhole holds that the case above has every key of the format, so that tests of it miss none.
func TestWhole(t *testing.T) {
	var missing func(v reflect.Value, path string) []string
	missing = func(v reflect.Value, path string) (all []string) {
		switch v.Kind() {
		case reflect.Pointer:
			if !v.IsNil() {
				return missing(v.Elem(), path)
			}
		case reflect.Struct:
			for _, f := range fieldsOf(v) {
				if f.value.IsZero() && !f.need {
					all = append(all, path+"."+f.key)
				}
				all = append(all, missing(f.value, path+"."+f.key)...)
			}
		}
		return all
	}
	c := parse(t, whole)
	if got := missing(reflect.ValueOf(c).Elem(), ""); !reflect.DeepEqual(got, []string{".engine", ".grid", ".physics.gravity-table", ".physics.speed", ".turning.table", ".turning.keyframes"}) {
		t.Errorf("without values: %v", got)
	}
	for _, key := range ShapeKeys() {
		if !strings.Contains(whole, key+" =") {
			t.Errorf("no shape %s", key)
		}
	}
}

// TestRoundTrip holds that a case that is written is read as it was.
func TestRoundTrip(t *testing.T) {
	c := parse(t, whole)
	c.Physics.GravityTable, c.Physics.Gravity, c.Turning, c.Physics.Speed = &GravityTable{Interval: 0.1, Values: [][3]float64{{0, 0, -1}, {0.5, 1e-300, 3}}}, nil, nil, 2.5
	rolls := parse(t, whole)
	rolls.Turning.Angles, rolls.Turning.Keyframes = nil, [][4]float64{{0, 0.1, -2, 30}, {0.5, 1, 0, 0}, {2, 1e-300, 3, 0}}
	file, rollFile := parse(t, whole), parse(t, whole)
	file.Physics.GravityTable, file.Physics.Gravity, file.Turning = &GravityTable{Table: "g.csv"}, nil, nil
	rollFile.Turning = &Turning{Axis: [3]float64{0, 1, 0}, Table: "roll.csv", Interval: 0.02}
	for _, annotated := range []bool{false, true} {
		roundTrip(t, c, annotated)
		roundTrip(t, file, annotated)
		roundTrip(t, rollFile, annotated)
		roundTrip(t, rolls, annotated)
		roundTrip(t, parse(t, whole), annotated)
	}
}

func roundTrip(t *testing.T, c *Case, annotated bool) {
	t.Helper()
	var b bytes.Buffer
	if err := c.Write(&b, annotated, nil); err != nil {
		t.Fatal(err)
	}
	again, err := Parse(b.Bytes(), "again.toml")
	if err != nil {
		t.Fatalf("%v\n%s", err, &b)
	}
	if got, want := plain(again), plain(c); !reflect.DeepEqual(got, want) {
		t.Errorf("%+v is read as\n%+v, from\n%s", want, got, &b)
	}
}

// TestEditors holds that line ends and the mark of editors of Windows, tabs, and a last line
// without an end change nothing.
func TestEditors(t *testing.T) {
	want := plain(parse(t, whole))
	for name, text := range map[string]string{
		"CRLF":             strings.ReplaceAll(whole, "\n", "\r\n"),
		"mark":             "\ufeff" + whole,
		"mark and CRLF":    "\ufeff" + strings.ReplaceAll(whole, "\n", "\r\n"),
		"tabs":             strings.ReplaceAll(strings.ReplaceAll(whole, " = ", "\t=\t"), "\n    ", "\n\t"),
		"no end":           strings.TrimRight(whole, "\n"),
		"comments, spaces": strings.ReplaceAll(whole, "\n", "  # a comment: [no] = \"key\"\n"),
	} {
		if got := plain(parse(t, text)); !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %+v", name, got)
		}
	}
	_, err := Parse([]byte("\ufeffname = \"x\"\r\n\tspacing = -1\r\nend = 1\r\n"), "w.toml")
	if err == nil || err.Error() != "w.toml, line 2, column 2: spacing is -1, but must be above 0; use spacing = 0.02; the line reads: spacing = -1" {
		t.Errorf("a file of Windows: %v", err)
	}
}

// TestPositions holds where keys and items of lists are.
func TestPositions(t *testing.T) {
	const text = "# µ\nname = \"µµ\"; \nspacing= 1\n[domain]\n  min = [0,\n    1,\n    2]\n[[wall]]\nname = 'a'\n[[wall]]\nname='b'\nbox = { min = [0,0,0], max = [1, 1, 1] }\nunion = [ { box = {} },\n {box = {min = []}}]\n[physics.\"x y\"]\n"
	at := positions([]byte(strings.Replace(text, "; ", "", 1)))
	for path, want := range map[string]Position{
		"name": {2, 1}, "spacing": {3, 1}, "domain": {4, 2}, "domain.min": {5, 3}, "domain.min.0": {5, 10}, "domain.min.1": {6, 5}, "domain.min.2": {7, 5},
		"wall": {8, 3}, "wall.0": {8, 3}, "wall.0.name": {9, 1}, "wall.1": {10, 3}, "wall.1.name": {11, 1}, "wall.1.box": {12, 1}, "wall.1.box.max": {12, 24},
		"wall.1.box.max.2": {12, 37}, "wall.1.union.0": {13, 11}, "wall.1.union.0.box": {13, 13}, "wall.1.union.1.box.min": {14, 10}, "physics.x y": {15, 10},
	} {
		if at[path] != want {
			t.Errorf("%s is at %v, not %v", path, at[path], want)
		}
	}
}

// TestPlaces holds where an error about a path is, what it shows of the line, and that columns
// count characters.
func TestPlaces(t *testing.T) {
	c := parse(t, whole)
	for path, want := range map[string]string{
		"":        "test.toml: is wrong",
		"nothing": "test.toml: is wrong",
		"domain.max": "test.toml, line 11, column 1: is wrong; the line reads: max = " +
			"[1, 2.5, 1e-1]",
		"domain.max.1": "test.toml, line 11, column 11: is wrong; the line reads: max = " +
			"[1, 2.5, 1e-1]",
		"domain.max.1.nothing": "test.toml, line 11, column 11: is wrong; the line reads: max = " +
			"[1, 2.5, 1e-1]",
		"wall.0.difference.0.union.1": "test.toml, line 60, column 9: is wrong; the line " +
			"reads: { cylinder = { from = [0, 0, 0], to = [0, 0, 1], radius = 1 …",
		"wall.0.difference.1": "test.toml, line 63, column 5: is wrong; the line " +
			"reads: { intersection = [",
		"probe.2.plane.second": "test.toml, line 90, column 50: is wrong; the line " +
			"reads: …0], first = [1, 0, 0], second = [0, 1, 0], counts = [3, 4] …",
		"wall.0.difference.1.nothing.at": "test.toml, line 63, column 5: is wrong; the line " +
			"reads: { intersection = [",
	} {
		if got := c.Errorf(path, "is wrong").Error(); got != want {
			t.Errorf("%q: %s\nnot %s", path, got, want)
		}
	}
	_, err := Parse([]byte("name = \"µµµ\" x\n"), "µ.toml")
	var at *Error
	if !errors.As(err, &at) || at.Position != (Position{1, 14}) {
		t.Errorf("%v is not in column 14", err)
	}
}

// TestLabels holds what paths are called.
func TestLabels(t *testing.T) {
	c := parse(t, whole)
	for path, want := range map[string]string{
		"spacing": "spacing", "domain.max": "domain.max", "domain.max.1": "item 2 of domain.max",
		"wall.0": `wall "all"`, "wall.0.name": `wall "all": name`, "wall.2.stl.unit": `wall "ship": stl.unit`, "wall.7.box": "wall 8: box",
		"wall.0.difference.1.intersection.2.revolved.profile.0": `wall "all": item 1 of difference, shape 2: intersection, shape 3: revolved.profile`,
		"fluid.1.fill.seed": `fluid "lake": fill.seed`, "gauge.0.at": `gauge "G1": at`, "domain.slide.zmin": "domain.slide.zmin",
	} {
		if got := c.Label(path); got != want {
			t.Errorf("%s is called %s, not %s", path, got, want)
		}
	}
}

// TestOtherFiles holds what is said of files that are no texts of TOML.
func TestOtherFiles(t *testing.T) {
	dir := t.TempDir()
	for _, test := range []struct{ name, text, want string }{
		{"utf16.toml", "\xff\xfen\x00a", "this is a text in UTF-16 of which a byte is missing; save it as UTF-8"},
		{"binary.toml", "\x7fELF\x00\x01", "this is a binary file, but a case file is a text"},
		{"case.xml", "\ufeff<?xml version=\"1.0\"?>", "gpusph convert makes one"},
		{"case.json", "\n {\"name\": 1}", "this looks like JSON"},
		{"nothing.toml", "", "the case has no name; write name = \"MyFlow\""},
		{"deep.toml", "a = " + strings.Repeat("[", 1e6), "nested"},
		{"control.toml", "name = \"a\x01b\"", "control characters"},
	} {
		file := filepath.Join(dir, test.name)
		if err := os.WriteFile(file, []byte(test.text), 0o666); err != nil {
			t.Fatal(err)
		}
		if _, err := Read(file); err == nil || !strings.Contains(err.Error(), test.want) || !strings.HasPrefix(err.Error(), file) {
			t.Errorf("%s: %v, not %s", test.name, err, test.want)
		}
	}
	if _, err := Read(dir); err == nil || !strings.Contains(err.Error(), "is a directory") {
		t.Errorf("a directory: %v", err)
	}
	if _, err := Read(filepath.Join(dir, "no.toml")); err == nil || !strings.Contains(err.Error(), "there is no case file") {
		t.Errorf("no file: %v", err)
	}
	if _, err := Parse(make([]byte, largest+1), "large.toml"); err == nil || !strings.Contains(err.Error(), "has 64 MiB") {
		t.Errorf("a large file: %v", err)
	}
}

// TestAgain holds that changes of a case do not change its file, and that files that it names can
// have other names.
func TestAgain(t *testing.T) {
	c := parse(t, whole)
	again, err := c.Again()
	if err != nil {
		t.Fatal(err)
	}
	again.Rename(map[string]string{"ground.asc": "x.asc", "ship.stl": "y.stl"})
	if again.Walls[1].HeightMap.File != "x.asc" || again.Walls[2].STL.File != "y.stl" || again.Fluids[2].Cover.File != "x.asc" {
		t.Error("files have their old names")
	}
	moves := &Case{Walls: []Wall{{Motion: &Motion{Table: "tables/piston.csv"}}}}
	moves.Rename(map[string]string{"tables/piston.csv": "piston.csv"})
	if got := moves.Walls[0].Motion.Table; got != "piston.csv" {
		t.Errorf("a table of a motion is called %s", got)
	}
	if !reflect.DeepEqual(plain(c), plain(parse(t, whole))) {
		t.Error("the case has changed")
	}
}

// FuzzParse holds that no text makes the reader panic, and that what it takes is written and read
// again as it was.
func FuzzParse(f *testing.F) {
	f.Add([]byte(whole))
	for _, pattern := range []string{"../../problems/testdata/wrong/*.toml", "../../problems/*.toml", "../../cases/*.toml"} {
		files, err := filepath.Glob(pattern)
		if err != nil {
			f.Fatal(err)
		}
		for _, file := range files {
			data, err := os.ReadFile(file)
			if err != nil {
				f.Fatal(err)
			}
			f.Add(data)
		}
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		c, err := Parse(data, "test.toml")
		if err != nil {
			if words := err.Error(); !strings.HasPrefix(words, "test.toml") || strings.Contains(words, "%!") || strings.Contains(words, "\n") {
				t.Errorf("%q", words)
			}
			return
		}
		roundTrip(t, c, false)
		roundTrip(t, c, true)
	})
}
