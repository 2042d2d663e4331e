package stored

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// whole is a run directory that can be read.
var whole = map[string]string{
	"summary.json": `{"format": "gpusph summary", "version": 5, "problem": "Drop", "status": "done", "steps": 7, "parameters": {"Dim": 3, "DeltaP": 0.1}, "devices": [{"name": "host:0", "model": "a"}, {"name": "host:1", "model": "a"}]}`,
	"energies.csv": "t[s],step,kinetic[J]\n0,0,1\n0.5,3,NaN\n1,7,3\n",
	"probes.csv":   "t[s],step,\"P,1[Pa]\"\n0,0,5\n1,7,6\n",
	"sensors.csv": strings.Join(sensorColumns, ",") +
		"\n\"P,1\",probe,1,2,3,0,0,1,0.05,0\nG,gauge,1,2,,,,,,\n",
	"throughput.csv": "t[s],step,steps,dt[s],wall[s],mips,particles,lost,moved,host:0 " +
		"BuildNeibs[s],host:0 Forces[s]\n" +
		"0.5,3,3,0.1,1,2,10,0,1,0.1,0.2\n",
	"throughput_2.csv": "t[s],step,steps\n1,7,4\n",
	"run.log": "time=1 level=INFO msg=good\ntime=2 level=WARN msg=\"it is \\\"odd\\\"\" " +
		"step=7\nnonsense\ntime=3 level=ERROR msg=bad\n",
	"trouble.json": `{"what": "it blew up"}`,
}

func write(t *testing.T, files map[string]string) (dir string) {
	t.Helper()
	dir = t.TempDir()
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func TestRead(t *testing.T) {
	r, err := Read(write(t, whole))
	if err != nil {
		t.Fatal(err)
	}
	got := fmt.Sprint(r.Problem, r.Steps, r.Names(), r.Models(), r.Energies.Measured()[0].Heading(),
		r.Energies.Of("kinetic"), r.Energies.Of("none"), r.Gauges.Len(),
		len(r.Throughput), r.Probes.Columns[2].Name, r.Probes.Columns[2].Unit, r.Trouble, r.Log, r.Logged,
		r.Sensors)
	want := `Drop7 [host:0 host:1] [a] kinetic[J] [1 NaN 3] [NaN NaN NaN] 0 2P,1Pait blew up[it is "odd" step=7 bad] 2 [{P,1 probe [1 2 3] false true [0 0 1] 0.05 0} {G gauge [1 2 0] false false [0 0 0] 0 0}]`
	if strings.ReplaceAll(got, " ", "") != strings.ReplaceAll(want, " ", "") {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// What is damaged is refused by a sentence that names the file.
func TestDamaged(t *testing.T) {
	long := "time=1 level=WARN msg=" + strings.Repeat("x", longestLine)
	for _, test := range []struct{ name, text, want string }{
		{"summary.json", "-", "is not the directory of a finished run"},
		{"summary.json", "", "summary.json cannot be read: it is damaged: unexpected end"},
		{"summary.json", whole["summary.json"][:80], "it is damaged"},
		{"summary.json", `{"format": "gpusph bench"}`, `its format is "gpusph bench"`},
		{"summary.json", strings.Replace(whole["summary.json"], `"version": 5`, `"version": 99`, 1),
			"which a newer program has written"},
		{"summary.json", strings.Replace(whole["summary.json"], `"Dim": 3`, `"Dim": 4`, 1),
			"no parameters of a flow"},
		{"summary.json", `{"format": "gpusph summary", "version": 5}`, "it has 0 devices"},
		{"energies.csv", "", "energies.csv cannot be read: it is empty"},
		{"energies.csv", "x,step\n", "no column t[s]"},
		{"energies.csv", "t[s],step\n0,0\n1\n", "wrong number of fields"},
		{"energies.csv", "t[s],step\n0,0\n1,one\n", `line 3 has "one" for step, which is not a number`},
		{"energies.csv", "t[s],step\n1,0\n0.5,1\n", "line 3 has the time 0.5"},
		{"energies.csv", "t[s],step\nNaN,0\n", "line 2 has the time NaN"},
		{"energies.csv", "t[s],step\n1e999,0\n", "line 2 has the time +Inf"},
		{"sensors.csv", "name,kind\n", "sensors.csv cannot be read"},
		{"sensors.csv", strings.Join(sensorColumns, ",") + "\nP,probe,a,2,3,0,0,1,0.05,0\n",
			`x[m] of "P" is "a"`},
		{"trouble.json", "[]", "trouble.json cannot be read"},
		{"run.log", long, "run.log cannot be read"},
	} {
		files := map[string]string{}
		for name, text := range whole {
			files[name] = text
		}
		if files[test.name] = test.text; test.text == "-" {
			delete(files, test.name)
		}
		if _, err := Read(write(t, files)); err == nil || !strings.Contains(err.Error(), test.want) ||
			strings.Contains(err.Error(), "\n") {
			t.Errorf("%s of %.60q: %v, not %s", test.name, test.text, err, test.want)
		}
	}
	if _, err := Read("nowhere"); err == nil ||
		!strings.Contains(err.Error(), "there is no directory nowhere") {
		t.Error(err)
	}
}

// A pipe in place of a table is not waited for.
func TestPipe(t *testing.T) {
	dir := write(t, whole)
	path := filepath.Join(dir, "energies.csv")
	os.Remove(path)
	if err := syscall.Mkfifo(path, 0o666); err != nil {
		t.Skip(err)
	}
	if _, err := Read(dir); err == nil || !strings.Contains(err.Error(), "is a pipe, not a file") {
		t.Error(err)
	}
}

// FuzzTable holds that any bytes are a table or an error.
func FuzzTable(f *testing.F) {
	f.Add(whole["energies.csv"])
	f.Add("t[s],t[s]\n1,2\n")
	f.Add("t[s],\"a\n")
	f.Fuzz(func(t *testing.T, text string) {
		table, err := parseTable(strings.NewReader(text))
		if err != nil {
			return
		}
		for _, c := range table.Columns {
			if len(c.Of) != table.Len() {
				t.Errorf("a column has %d rows of %d", len(c.Of), table.Len())
			}
		}
	})
}
