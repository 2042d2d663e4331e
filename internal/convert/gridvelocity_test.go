package convert

import (
	"strings"
	"testing"

	"gpusph/features/openings"
)

// The velocities of a grid are those at the plane of the inlet, linear between the places of the
// grid, at its times up to the end, and against x the other way.
func TestGridVelocity(t *testing.T) {
	const file = "fmtversion;grid_dpx;grid_dpz;grid_nx;grid_nz;vars\n1;0.2;0.5;2;2;velx velz\n\n" +
		"time;vx\n0;1;2;3;4;9;9;9;9\n0.5;2;3;4;5;9;9;9;9\n2;0;0;0;0;9;9;9;9\n4;1;1;1;1;9;9;9;9\n"
	const zone = `<gridveldata file="v.csv"/><gridposzero x="1" z="0.1"/>`
	table := func(text string, along float64) (string, float64, error) {
		e, err := parse([]byte("<imposevelocity>" + zone + "</imposevelocity>"))
		if err != nil {
			t.Fatal(err)
		}
		read := func(string) ([]byte, error) { return []byte(text), nil }
		r := newReader(Source{Name: "case", Read: read})
		r.c.End = 1
		var o openings.Outlet
		err = r.gridVelocity(e, &zoneIn{centre: vec{1.05}, along: vec{along}}, &o)
		return string(r.files[o.Grid]), r.most, err
	}
	// a quarter of the way from the first x to the second
	const want = "t,z,u\n0,0.1,1.5\n0,0.6,2.5\n0.5,0.1,2.5\n0.5,0.6,3.5\n2,0.1,0\n2,0.6,0\n"
	if got, most, err := table(file, 1); got != want || most != 3.5 || err != nil {
		t.Errorf("%q, at most %g m/s, %v", got, most, err)
	}
	back := strings.NewReplacer(";1;2;3;4;9", ";-1;-2;-3;-4;9", ";2;3;4;5;9", ";-2;-3;-4;-5;9")
	if got, _, err := table(back.Replace(file), -1); got != want || err != nil {
		t.Errorf("against x %q, %v", got, err)
	}
	for want, text := range map[string]string{
		"numbers of a grid":   "fmtversion\n",
		"is no number":        strings.Replace(file, "0.5;2", "0.5;x", 1),
		"fewer than the grid": strings.Replace(file, "0;1;2;3;4;9;9;9;9", "0;1", 1),
		"goes out":            back.Replace(file),
	} {
		if _, _, err := table(text, 1); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, not %s", err, want)
		}
	}
}
