package report

import (
	"bytes"
	"encoding/json"
	"fmt"
	"image"
	"image/png"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"gpusph/internal/stored"
	"gpusph/internal/text"
	"gpusph/output"
	"gpusph/output/outputtest"
	"gpusph/sph"
)

// boundaryCharts are those of boundaries.csv.
func boundaryCharts() *sph.ColumnCharts {
	for _, t := range sph.SampleTables() {
		if t.File == "boundaries.csv" {
			return t.Charts
		}
	}
	return nil
}

// The keys of files change with their versions only.
func TestKeys(t *testing.T) {
	outputtest.Keys(t, FileHead.Name(), File{})
}

// madeUp is a run directory of a flow on n devices, with names that would be markup and a cursor's
// movement.
func madeUp(t *testing.T, n int, mips float64, state string) string {
	t.Helper()
	dir := t.TempDir()
	s := output.Summary{Head: output.NewHead("summary", 5), Problem: "<b>Drop</b>",
		Status: output.Failed, Error: "it <i>broke</i>\x1b[2J", Steps: 100,
		Work:      output.Work{Runtime: 10 / mips, Mips: mips},
		Particles: output.Counts{Total: 1000}, StateSHA256: state,
		Options:  map[string]string{"deltap": "0.1", "balance": "predictive"},
		Warnings: []string{"<script>alert(1)</script>"}}
	s.Parameters.Dim, s.Parameters.DeltaP = 3, 0.1
	heading, row := "t[s],step,steps,dt[s],wall[s],mips,particles,lost,moved",
		"%g,%d,10,0.01,0.1,5,1000,0,1"
	for k := range n {
		s.Devices = append(s.Devices, output.DeviceSummary{Name: fmt.Sprint("host:", k),
			Model: "a <model>"})
		heading += fmt.Sprintf(",host:%d BuildNeibs[s],host:%[1]d Forces[s],host:%[1]d "+
			"MinimumScan[s],host:%[1]d first slice,host:%[1]d slices,host:%[1]d particles", k)
		row += fmt.Sprintf(",0.1,0.%d,0.1,%d,10,%d", k+1, 10*k, 1000/n)
	}
	summary, err := json.Marshal(s)
	if err != nil {
		t.Fatal(err)
	}
	for name, words := range map[string]string{
		"summary.json": string(summary),
		"probes.csv":   "t[s],step,<svg onload=x>[Pa]\n0,0,1\n1,100,1e300\n",
		"energies.csv": "t[s],step,kinetic[J]\n0,0,1\n1,100,2\n",
		"throughput.csv": heading + "\n" + fmt.Sprintf(row, 0.5, 50) + "\n" + fmt.Sprintf(row, 1.0, 100) +
			"\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(words), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func reportOf(t *testing.T, dirs ...string) (r *report, said, page string) {
	t.Helper()
	runs, err := readAll(dirs)
	if err != nil {
		t.Fatal(err)
	}
	r = &report{of: runs}
	if err := r.Make(t.Context()); err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	r.Text(&b)
	var html bytes.Buffer
	if err := r.Page(&html); err != nil {
		t.Fatal(err)
	}
	return r, text.Printable(b.String()), html.String()
}

// What files say is text, whatever it looks like, and the page asks for nothing from elsewhere.
func TestNothingOfFilesIsMarkup(t *testing.T) {
	_, said, page := reportOf(t, madeUp(t, 12, 5, "a"))
	for _, bad := range []string{"<b>Drop", "<script>alert", "<i>broke", "<svg onload", "<model>",
		"src=", "href=\"http"} {
		if strings.Contains(page, bad) {
			t.Errorf("the page has %s", bad)
		}
	}
	if strings.Contains(said, "\x1b") || !strings.Contains(said, "Warning: <script>") ||
		!strings.Contains(said, "Failed at 0 s, step 100: it <i>") {
		t.Errorf("the text is %q", said)
	}
	if own := strings.Count(page, `<script type="application/json">`) +
		1; strings.Count(page, "<script") != own {
		t.Errorf("the page has %d scripts, not the %d of its figures", strings.Count(page, "<script"),
			own)
	}
	if n := strings.Count(page, "<svg"); n != 9 { // two of speed, five of balance, energies, probes
		t.Errorf("%d figures", n)
	}
	if !strings.Contains(page, "> greatest<") {
		t.Error("twelve devices have no curve of the greatest")
	}
}

// A series has the speed-ups and serial fractions of the definition, from the fastest run on one
// device.
func TestSeries(t *testing.T) {
	slow, one, four := madeUp(t, 1, 4, "a"), madeUp(t, 1, 5, "a"), madeUp(t, 4, 15, "a")
	r, said, page := reportOf(t, four, slow, one)
	p := r.Series.Points[2]
	beta := (1.0/3 - 1.0/4) / (1 - 1.0/4)
	if p.N != 4 || r.Series.Base != one || math.Abs(*p.SpeedUp-3) > 1e-12 ||
		math.Abs(*p.Beta-beta) > 1e-12 || math.Abs(*p.Efficiency-0.75) > 1e-12 {
		t.Errorf("%+v", p)
	}
	if !strings.Contains(said, "11.1 %") ||
		!strings.Contains(said, "All runs end with the same bits.") ||
		!strings.Contains(page, "Karp-Flatt") {
		t.Errorf("the text is %s", said)
	}
	if !strings.Contains(said, "In "+four+" several devices are subdomains on one processor") {
		t.Errorf("that four devices are one processor is not said in %s", said)
	}
	for names, want := range map[string]int{"host:0 host:1": 1, "cuda:0 cuda:1": 2,
		"cuda:0.1 cuda:0.2 cuda:1": 2, "cuda:1.1 host:0 cuda:10.1": 3} {
		run := &stored.Run{}
		for name := range strings.FieldsSeq(names) {
			run.Devices = append(run.Devices, output.DeviceSummary{Name: name})
		}
		if got := processors(run); got != want {
			t.Errorf("under %s are %d processors, not %d", names, got, want)
		}
	}
	if n := strings.Count(said, "probes.csv"); n != 1 {
		t.Errorf("what was measured is told %d times", n)
	}
	if r, said, _ = reportOf(t, four, madeUp(t, 2, 8, "b")); r.Series.Base != "" ||
		!strings.Contains(said, "None of the runs is on one device") ||
		!strings.Contains(said, "do not end with the same bits") {
		t.Errorf("without one device: %s", said)
	}
	other := madeUp(t, 1, 5, "a")
	data, _ := os.ReadFile(filepath.Join(other, "summary.json"))
	os.WriteFile(filepath.Join(other, "summary.json"),
		bytes.Replace(data, []byte(`"steps":100`), []byte(`"steps":101`), 1), 0o666)
	if r, said, _ = reportOf(t, one, other); r.Series.Same ||
		!strings.Contains(said, "its steps are 101, not 100") {
		t.Errorf("of another flow: %s", said)
	}
}

// A run that went on from before with other devices has two tables. Where both tell of a time, the
// second is right.
func TestPeriodsGoOn(t *testing.T) {
	table := func(time []float64, devices ...string) *stored.Table {
		all := &stored.Table{Columns: []stored.Column{{Name: "t", Of: time}}}
		for _, name := range append([]string{"step", "steps", "dt", "mips", "particles", "moved"},
			devices...) {
			all.Columns = append(all.Columns, stored.Column{Name: name, Of: make([]float64, len(time))})
		}
		return all
	}
	p := newPeriods(&stored.Run{Throughput: []*stored.Table{table([]float64{1, 2, 3, 4}, "a Forces"),
		table([]float64{2.5, 5}, "a Forces", "b Forces")}})
	if got := fmt.Sprint(p.time, len(p.dt), len(p.phases[2]), len(p.devices[0].forces),
		len(p.devices[1].slices)); got != "[1 2 2.5 5] 4 4 4 4" {
		t.Errorf("%s", got)
	}
}

// A page of one run has its picture, and one of several has none. What is no picture is left out.
func TestPictureOnPage(t *testing.T) {
	const begin = `<img src="data:image/png;base64,iVBOR` // before the figures and all tables
	one, two := madeUp(t, 1, 1, "a"), madeUp(t, 2, 2, "a")
	var b bytes.Buffer
	if err := png.Encode(&b, image.NewGray(image.Rect(0, 0, 2, 2))); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		picture []byte
		dirs    []string
		want    bool
	}{{b.Bytes(), []string{one}, true}, {b.Bytes(), []string{one, two}, false},
		{[]byte("\x89PNG cut"), []string{one}, false}} {
		if err := os.WriteFile(filepath.Join(one, "last.png"), test.picture, 0o666); err != nil {
			t.Fatal(err)
		}
		if _, _, page := reportOf(t, test.dirs...); strings.Contains(page, begin) != test.want ||
			strings.Contains(page, "<img") != test.want {
			t.Errorf("of %d runs, with a picture of %d bytes, the page has not as many pictures "+
				"as it should", len(test.dirs), len(test.picture))
		} else if table := strings.Index(page, "<table"); test.want &&
			(strings.Index(page, begin) > strings.Index(page, "<h3>Flow</h3>") ||
				strings.Index(page, "<h3>Flow</h3>") > table) {
			t.Error("the picture and the main figures are not the first of the page")
		}
	}
}

// The least and the greatest of a load have a time each: a peak against the axis is the least.
func TestTimesOfPeaks(t *testing.T) {
	dir := madeUp(t, 1, 5, "")
	forces := "t[s],step,gate Fx[N],gate " +
		"Fy[N]\n0,0,-10,1\n0.25,10,-90,1\n0.5,20,30,2\n0.51,21,-90,2\n0.75,30,5,-3\n"
	if err := os.WriteFile(filepath.Join(dir, "forces.csv"), []byte(forces), 0o666); err != nil {
		t.Fatal(err)
	}
	r, said, page := reportOf(t, dir)
	var at []float64
	for _, table := range r.Runs[0].Tables {
		if table.File == "forces.csv" {
			for _, c := range table.Columns[2:] {
				at = append(at, *c.Least, *c.AtLeast, *c.Most, *c.AtMost)
			}
		}
	}
	if want := []float64{-90, 0.25, 30, 0.5, -3, 0.75, 2, 0.5}; !slices.Equal(at, want) {
		t.Errorf("least, its time, greatest, its time are %v, want %v", at, want)
	}
	row := regexp.MustCompile(`gate Fx +N +-36 ± 55 +0.25 to 0.75 s, few samples +-90 +0.25 +30 ` +
		`+0.5 +5\n`)
	if !row.MatchString(said) {
		t.Errorf("no %v in\n%s", row, said)
	}
	if strings.Count(page, "at t [s]") != 3 { // two of what was measured, one of energies
		t.Errorf("the page has %d columns of times", strings.Count(page, "at t [s]"))
	}
}

// The main figures of the flow come before warnings, these before curves and tables, then the run
// and the devices. One device has no balance.
func TestOrder(t *testing.T) {
	inOrder := func(where, of string, parts ...string) {
		t.Helper()
		at := 0
		for _, part := range parts {
			i := strings.Index(of[at:], part)
			if i < 0 {
				t.Fatalf("%s has no %q after the part before in\n%.3000s", where, part, of)
			}
			at += i + len(part)
		}
	}
	for _, n := range []int{1, 2} {
		dir := madeUp(t, n, 5, "")
		_, said, page := reportOf(t, dir)
		inOrder("the text", said, "Failed at", "\nFlow\n", "Energy of the fluid", "Warning:", "\nRuntime",
			"What was measured", "\nDevices\n", "\nPhases\n", "\nNext\n", "gpusph view "+dir)
		inOrder("the page", page, "<h3>Flow</h3>", "Warning:", "<h3>Energies</h3>", "<h3>Energy</h3>",
			"<h3>What was measured</h3>", ">Runtime<", "<h3>Devices</h3>", "<h3>Phases</h3>",
			"<h3>Throughput and time step</h3>", "<h3>Next</h3>", "<code>gpusph view "+dir+"</code>")
		balanced := strings.Contains(said, "alanc") || strings.Contains(page, "alanc") ||
			strings.Contains(said, "lices moved")
		if balanced != (n > 1) {
			t.Errorf("with %d devices the report tells of balancing: %v", n, balanced)
		}
	}
}

// Gauges are drawn over time, as heights at their (x, y), and the front of the fluid by itself,
// along x.
func TestChartsOfGauges(t *testing.T) {
	dir := madeUp(t, 1, 5, "")
	for name, text := range map[string]string{
		"gauges.csv":  "t[s],step,G1[m],G2[m],tip[m]\n0,0,0.5,0.25,1\n1,100,0.75,0.5,2\n",
		"sensors.csv": "name,kind,x[m],y[m],z[m],normal_x,normal_y,normal_z,distance[m],size[m]\nG1,gauge,1.5,2.5,,,,,,\nG2,gauge,3,4,0,,,,,\ntip,front,,,,,,,,\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	r, _, _ := reportOf(t, dir)
	var got []string
	for _, s := range r.Runs[0].charts {
		if s.Title != "Gauges" {
			continue
		}
		for _, c := range s.Charts {
			for _, v := range c.Curves {
				got = append(got, fmt.Sprint(c.Title, "|", c.X, "|", c.Y, "|", v.Name, v.N, v.Y))
			}
		}
	}
	want := []string{
		"Gauges G1 to G2|simulated time t [s]|height z [m]|G1 (1.5, 2.5)[0 1] [0.5 0.75]",
		"Gauges G1 to G2|simulated time t [s]|height z [m]|G2 (3, 4)[0 1] [0.25 0.5]",
		"Front of the fluid|simulated time t [s]|greatest x [m]|tip[0 1] [1 2]",
	}
	if !slices.Equal(got, want) {
		t.Errorf("the charts are\n%s", strings.Join(got, "\n"))
	}
}

// Openings have charts of discharges, volumes and levels, four curves in each, and a table of their
// balances.
func TestOpenings(t *testing.T) {
	dir := madeUp(t, 1, 5, "a")
	head, row := "t[s],step", ""
	for _, name := range []string{"a", "b_level", "c", "d", "e"} {
		head += fmt.Sprintf(",%s_discharge[m³/s],%[1]s_volume[m³],%[1]s_level[m]", name)
		row += ",0.5,1,0.25"
	}
	table := head + "\n0,0" + row + "\n1,100" + row + "\n"
	if err := os.WriteFile(filepath.Join(dir, "boundaries.csv"), []byte(table), 0o666); err != nil {
		t.Fatal(err)
	}
	r, said, page := reportOf(t, dir)
	var got []string
	for _, c := range columnCharts(r.Runs[0].of.Boundaries, boundaryCharts()) {
		got = append(got, fmt.Sprintf("%s, %s, %d", c.Title, c.Y, len(c.Curves)))
	}
	want := []string{"Openings: discharge, discharge [m³/s], 4",
		"Openings: discharge, discharge [m³/s], 1",
		"Openings: volume, volume since the beginning [m³], 4",
		"Openings: volume, volume since the beginning [m³], 1", "Openings: level, level z [m], 4",
		"Openings: level, level z [m], 1"}
	if !slices.Equal(got, want) {
		t.Errorf("the charts are %q", got)
	}
	if !strings.Contains(said, "boundaries.csv") || !strings.Contains(page, "b_level_level") {
		t.Error("the table is not in the report")
	}
	if strings.Contains(said, "Through openings") {
		t.Error("a run without balances has a table of them")
	}
	volume := 2.0
	r.Runs[0].Flow.Passages = []sph.Passage{{Name: "river", Kind: "inlet", Unit: "m³",
		Volume: 1.5, Prescribed: &volume, Given: "discharge given", Layer: 0.25}}
	r.Runs[0].Flow.Mass.Ledger = &output.Ledger{Began: 5, Born: 3, Removed: 1, Present: 7}
	var b strings.Builder
	r.Text(&b)
	var html bytes.Buffer
	if err := r.Page(&html); err != nil {
		t.Fatal(err)
	}
	for _, all := range []string{b.String(), html.String()} {
		if !strings.Contains(all, "inlet river") ||
			!strings.Contains(all, "1 removed - 0 that left the domain = 7; as many are present.") {
			t.Errorf("no balance in %.2000s", all)
		}
	}
}
