package sweep

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// said are the combinations of a table and of keys that vary, or the error, as one text.
func said(t *testing.T, name, table string, vary ...string) string {
	t.Helper()
	s := &sweep{options: options{vary: vary}}
	if name != "" {
		t.Chdir(t.TempDir())
		s.table = name
		if err := os.WriteFile(name, []byte(table), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	all, err := s.combinations()
	if err != nil {
		return err.Error()
	}
	var words []string
	for i := range all {
		word := all[i].about()
		if all[i].name != "" {
			word = all[i].name + ": " + word
		}
		words = append(words, word)
	}
	return strings.Join(words, " | ")
}

// Keys that vary make all combinations, of lists and words, too.
func TestVary(t *testing.T) {
	for _, test := range []struct {
		vary []string
		want string
	}{
		{[]string{"spacing=0.02,0.01"}, "spacing 0.02 | spacing 0.01"},
		{[]string{"spacing=0.02, 0.01", "physics.alpha=0.1,0.2"},
			"spacing 0.02, physics.alpha 0.1 | spacing 0.02, physics.alpha 0.2 | " +
				"spacing 0.01, physics.alpha 0.1 | spacing 0.01, physics.alpha 0.2"},
		{[]string{`domain.max=[1, 2],[3, 4]`, `physics.kernel=wendland`},
			"domain.max [1, 2], physics.kernel wendland | domain.max [3, 4], physics.kernel wendland"},
		{nil, "nothing varies; use --vary spacing=0.02,0.01 or --table runs.csv"},
		{[]string{"spacing"}, `--vary is "spacing", but must be a key of the case file and its values`},
		{[]string{"=1"}, `--vary is "=1", but`},
		{[]string{"spacing="}, `--vary is "spacing=", but`},
		{[]string{"spacing=1,,2"}, "--vary spacing=1,,2 has an empty value"},
		{[]string{"spacing=1,1"}, "--vary spacing=1,1 has 1 twice"},
		{[]string{"spacing=1", "spacing = 2"}, "--vary has spacing twice; list all values once"},
		{[]string{"a=" + strings.Repeat("1,", 40) + "2"}, "--vary a=1,1,"},
	} {
		if got := said(t, "", "", test.vary...); !strings.HasPrefix(got, test.want) {
			t.Errorf("%q: %s; want %s", test.vary, got, test.want)
		}
	}
	var many []string
	for _, key := range []string{"a", "b", "c", "d"} {
		many = append(many, key+"=1,2,3,4,5,6,7")
	}
	if got := said(t, "", "", many...); !strings.Contains(got, "more than 1000 runs") {
		t.Error(got)
	}
}

// Tables are CSV, also with semicolons, or TOML. Errors have the line and the column.
func TestTables(t *testing.T) {
	for _, test := range []struct {
		name, table string
		vary        []string
		want        string
	}{
		{"a.csv", "# heights\nspacing, physics.alpha\n0.02, 0.1\n0.01,\n", nil,
			"spacing 0.02, physics.alpha 0.1 | spacing 0.01"},
		{"a.csv", "\ufeffname;spacing\nlow;0.02\n", nil, "low: spacing 0.02"},
		{"a.csv", "name,spacing\nlow,0.02\n", []string{"end=1,2"},
			"low-1: spacing 0.02, end 1 | low-2: spacing 0.02, end 2"},
		{"a.csv", "domain.max\n\"[1, 2]\"\n", nil, "domain.max [1, 2]"},
		{"a.csv", "spacing,,end\n", nil, "a.csv, line 1, column 9: column 2 has no key"},
		{"a.csv", "spacing,end,spacing\n", nil,
			"a.csv, line 1, column 13: the key spacing is there twice; the line reads: spacing,end,spacing"},
		{"a.csv", "spacing,end\n0.1,1\n0.2\n", nil,
			"a.csv, line 3, column 1: this line has 1 values, but the first has 2 keys; the line reads"},
		{"a.csv", "spacing\n", nil, "a.csv: it has no runs"},
		{"a.csv", "name,spacing\na/b,1\n", nil, `a.csv: "a/b" is no name of a run`},
		{"a.csv", "name,spacing\na,1\na,2\n", nil, `a.csv: two runs are called "a"`},
		{"a.csv", "spacing\n0.1\n", []string{"spacing=1"}, "--vary has spacing, which --table has too"},
		{"a.toml", "[[run]]\nname = \"low\"\nspacing = 0.02\nwall.sill.box.max = [1, 0.5]\n" +
			"[[run]]\n\"physics.alpha\" = 0.1\n", nil,
			"low: spacing 0.02, wall.sill.box.max [1, 0.5] | physics.alpha 0.1"},
		{"a.toml", "[run]\nspacing = 1\n", nil, "a.toml, line 1, column 2: [run] must be [[run]]"},
		{"a.toml", "spacing = 1\n", nil, "a.toml, line 1, column 1: there is no key spacing; runs are"},
		{"a.toml", "[[run]]\nspacing = \n", nil, "a.toml, line 2, column "},
		{"a.toml", "", nil, "a.toml: it has no runs"},
	} {
		if got := said(t, test.name, test.table, test.vary...); !strings.HasPrefix(got, test.want) {
			t.Errorf("%q: %s; want %s", test.table, got, test.want)
		}
	}
	s := &sweep{options: options{table: filepath.Join(t.TempDir(), "none.csv")}}
	if _, err := s.combinations(); err == nil ||
		!strings.Contains(err.Error(), "--table cannot be read") {
		t.Error(err)
	}
}

// made is a file with results of two keys and one measure. The run with other parameters is not
// done.
func made() *File {
	f := &File{Problem: "Basin", Case: "<basin>.toml", Keys: []string{"spacing", "physics.kernel"},
		Measures: []measure{{Name: "gauges head max", Table: "gauges", Column: "head", Reduction: "max",
			Unit: "m"}}}
	for i, parameters := range [][]string{{"0.02", "wendland"}, {"0.01", "wendland"},
		{"0.02", "cubic"}, {"0.01", "cubic"}} {
		r := &row{Name: []string{"001", "002", "003", "004"}[i], Parameters: parameters, Status: "done"}
		for _, word := range parameters {
			p := parameter{word: word}
			c := combination{all: []parameter{p}}
			c.all[0].value = valueOf(word)
			_, x := c.word("")
			r.numbers = append(r.numbers, x)
		}
		value := float64(i)
		r.Values = []*float64{&value}
		f.Runs = append(f.Runs, r)
	}
	last := f.Runs[3]
	last.Status, last.Error, last.Values = "failed", "it <i>broke</i>", nil
	return f
}

func valueOf(word string) any {
	if word[0] == '0' {
		return map[string]float64{"0.02": 0.02, "0.01": 0.01}[word]
	}
	return word
}

// Measures are drawn over numbers, with a curve for each choice of the others; what is no number is
// what curves are told apart by, or has bars of its own.
func TestCharts(t *testing.T) {
	f := made()
	charts := f.over(0, 0)
	if len(charts) != 1 || len(charts[0].Curves) != 2 {
		t.Fatalf("%+v", charts)
	}
	if v := charts[0].Curves[0]; v.Name != "wendland" || v.N[0] != 0.01 || v.Y[0] != 1 || v.Y[1] != 0 {
		t.Errorf("%+v", v)
	}
	if charts := f.over(1, 0); charts != nil {
		t.Errorf("words beside numbers: %+v", charts)
	}
	f.Keys = f.Keys[1:]
	for _, r := range f.Runs {
		r.Parameters, r.numbers = r.Parameters[1:], r.numbers[1:]
	}
	if charts := f.over(0, 0); len(charts) != 1 || len(charts[0].Groups) != 3 {
		t.Errorf("words alone: %+v", charts)
	}
}

// The files have all runs, those that have failed, too, and escape what comes from outside.
func TestFiles(t *testing.T) {
	dir := t.TempDir()
	if err := made().write(dir); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string][]string{
		"sweep.html": {"it &lt;i&gt;broke", "&lt;basin&gt;", "<svg", "Measures over spacing"},
		"sweep.csv": {"run,spacing,physics.kernel,status,particles,steps,runtime[s],mips," +
			"gauges head max[m]\n", "001,0.02,wendland,done,0,0,0,0,0\n", "004,0.01,cubic,failed,,,,,\n"},
		"sweep.txt":  {"Basin with 4 choices of spacing and physics.kernel", "004: it <i>broke</i>"},
		"sweep.json": {`"values": [`, `"error": "it <i>broke</i>"`},
	} {
		text, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		for _, w := range want {
			if !strings.Contains(string(text), w) {
				t.Errorf("%s lacks %q", name, w)
			}
		}
	}
}
