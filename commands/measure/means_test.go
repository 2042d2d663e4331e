package measure

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gpusph/commands/cli"
)

// says runs the command, and returns what it prints, with one space for several.
func says(t *testing.T, dir, words string) string {
	t.Helper()
	var b bytes.Buffer
	defer cli.Stdout.Redirect(&b)()
	line := cli.Line{Words: append([]string{dir, "--force"}, strings.Fields(words)...)}
	if err := Run(context.Background(), line); err != nil {
		t.Fatalf("%s: %v", words, err)
	}
	var lines []string
	for line := range strings.Lines(b.String()) {
		lines = append(lines, strings.Join(strings.Fields(line), " "))
	}
	return strings.Join(lines, "\n")
}

// The discharges are 0.8 and 1.6 m³/s at 0.5 and 1.5 s: 1.2 ± 0.4 m³/s, and 1.2 m³ in all, to the
// quadrature of the section.
func TestFluxIsSaid(t *testing.T) {
	dir := storedRun(t, block(3))
	for words, want := range map[string]string{
		"--flux x=100.6": "Section Discharge [m3/s] over t [s] Wet [m2] Volume [m3] over t [s]\n" +
			"x=100.6 1.2 ± 0.4 0.5 to 1.5 s, few samples 0.7982 ± 0 1.197 0.5 to 1.5\n",
		"--flux x=100.6 --window 0:2": "\nx=100.6 1.2 ± 0.4 0.5 to 1.5 s, as asked 0.7982 ± 0 " +
			"1.197 0.5 to 1.5\n",
		"--sensors": "Mean Unit over t [s]\nnear 2090 ± 0 Pa 0.5 to 1.5 s, few samples\n",
	} {
		if said := says(t, dir, words); !strings.Contains("\n"+said, want) {
			t.Errorf("%s: no %q in\n%s", words, want, said)
		}
	}
}

// The tables of a run itself, and what is refused.
func TestMeansOfRun(t *testing.T) {
	dir := storedRun(t, block(2))
	err := Run(context.Background(), cli.Line{Words: []string{dir, "--means"}})
	if err == nil || !strings.Contains(err.Error(), "has no forces, gauges, probes or openings") {
		t.Errorf("without tables: %v", err)
	}
	table := "t[s],step,pier Fx[N/m],pier Fy[N/m],pier Fz[N/m]\n0,0,900,0,0\n1,1,2,0,0\n2,2,4,0,0\n"
	if err := os.WriteFile(filepath.Join(dir, "forces.csv"), []byte(table), 0o666); err != nil {
		t.Fatal(err)
	}
	if said := says(t, dir, "--means"); !strings.HasPrefix(said,
		"Mean Unit over t [s]\npier Fx 3 ± 1 N/m 1 to 2 s, few samples\npier Fy 0 ± 0 N/m") {
		t.Errorf("it says\n%s", said)
	}
	file, err := os.ReadFile(filepath.Join(dir, "measure_means.csv"))
	const head = "table,column,unit,mean,deviation,from[s],until[s],window\n" +
		"forces.csv,pier Fx,N/m,3,1,1,2,short\n"
	if err != nil || !strings.HasPrefix(string(file), head) {
		t.Errorf("the file is %q, %v", file, err)
	}
	for _, window := range []string{"2", "5:2", "a:b", "1:", "-1:2", "1:2:3", "0:inf", "nan:2"} {
		err := Run(context.Background(), cli.Line{Words: []string{dir, "--means", "--window", window}})
		if err == nil || !strings.Contains(err.Error(), "use --window 2:5") {
			t.Errorf("--window %s: %v", window, err)
		}
	}
}
