package validate

import (
	"math"
	"testing"

	"gpusph/internal/stored"
	"gpusph/problems"
)

// taken are the options that a run of a problem takes.
func taken(t *testing.T, problem string, options ...string) map[string]string {
	t.Helper()
	p, err := problems.Find(problem)
	if err == nil {
		err = parse(p, options)
	}
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]string{}
	for _, o := range p.Options() {
		all[o.Name] = o.Taken()
	}
	return all
}

// A run is of a case where its geometry is that of the case, however it is computed.
func TestFits(t *testing.T) {
	for _, test := range []struct {
		problem string
		options []string
		want    string
	}{
		{"DambreakColumn", nil, "DambreakColumn"},
		{"DambreakColumn", []string{"--alpha=0.3", "--boundary=dynamic", "--kernel=quintic"}, "DambreakColumn"},
		{"DambreakColumn", []string{"--column=0.6", "--ratio=0.5", "--far-wall=1.61"}, "DambreakImpact"},
		{"DambreakColumn", []string{"--column=0.5"}, ""},
		{"Spheric2", nil, "Spheric2"},
		{"BoreInABox", nil, ""},
	} {
		got := ""
		for _, c := range Cases {
			if c.Fits(test.problem, taken(t, test.problem, test.options...)) {
				got += c.Name
			}
		}
		if got != test.want {
			t.Errorf("%s %v is %q, not %q", test.problem, test.options, got, test.want)
		}
	}
}

// Tables that lack what a case takes are no reason to fail: nothing is known then.
func TestStoredWithoutTables(t *testing.T) {
	table := &stored.Table{Columns: []stored.Column{{Name: "t", Of: []float64{0, 0.5, 1}}, {Name: "step", Of: []float64{0, 1, 2}}}}
	for _, c := range Cases {
		if c.Look != nil {
			continue
		}
		from := &stored.Run{Energies: table, Dir: t.TempDir()}
		from.Time = 10
		from.Parameters.Rho0 = 1000
		r, err := c.Stored(from)
		if err != nil {
			t.Errorf("%s: %v", c.Name, err)
			continue
		}
		rows, figures, err := c.Known(r)
		if err != nil || len(figures) > 0 {
			t.Errorf("%s: %d rows, %d figures: %v", c.Name, len(rows), len(figures), err)
		}
		for _, row := range rows {
			if math.IsNaN(row.Value) {
				t.Errorf("%s has the norm %s, which is not known", c.Name, row.Norm)
			}
		}
	}
}
