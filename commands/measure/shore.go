package measure

import (
	"fmt"
	"math"
	"strings"

	"gpusph/commands/kinds"
	"gpusph/sph"
)

// beyondTable has, in each snapshot, the volume of fluid beyond planes, and how fast it has grown
// since the snapshot before.
func beyondTable(list string, p *sph.Params) (*table, error) {
	t := &table{file: "measure_beyond.csv", columns: []string{"t[s]", "step"}}
	units := [2]string{"m3", "m3/s"}
	if p.Dim == 2 { // of a metre of width
		units = [2]string{"m2", "m2/s"}
	}
	type plane struct {
		axis sph.Axis
		at   float64
	}
	var planes []plane
	for _, word := range kinds.Items(list) {
		axis, at, err := planeOf("beyond", word, p)
		if err != nil {
			return nil, err
		}
		planes = append(planes, plane{axis, at})
		t.columns = append(t.columns, word+" volume["+units[0]+"]", word+" discharge["+units[1]+"]")
	}
	if len(planes) == 0 {
		return nil, fmt.Errorf("--beyond has no plane; x=5.2 is one")
	}
	before, last := make([]float64, len(planes)), math.NaN()
	t.add = func(still *sph.SnapshotProbe, time float64, step int) {
		t.values = append(t.values, time, float64(step))
		for i, plane := range planes {
			volume, rate := still.Beyond(plane.axis, plane.at), 0.0
			if time > last {
				rate = (volume - before[i]) / (time - last)
			}
			before[i] = volume
			t.values = append(t.values, volume, rate)
		}
		last = time
	}
	return t, nil
}

// runUpTable has, in each snapshot, the highest point of the main body of the fluid between two
// coordinates.
func runUpTable(list string, p *sph.Params) (*table, error) {
	t := &table{file: "measure_runup.csv", columns: []string{"t[s]", "step"}}
	type part struct {
		axis     sph.Axis
		from, to float64
	}
	var parts []part
	for _, word := range kinds.Items(list) {
		name, ends, _ := strings.Cut(word, "=")
		axis := strings.Index("xyz", strings.ToLower(strings.TrimSpace(name)))
		x, err := kinds.Numbers("run-up", ends, 2, "x=4.5,8.5")
		if err != nil {
			return nil, err
		}
		if axis < 0 || len(strings.TrimSpace(name)) != 1 || !(x[1] > x[0]) {
			return nil, fmt.Errorf("--run-up has %q, but a part is an axis and two coordinates that "+
				"rise [m], as x=4.5,8.5", word)
		}
		parts = append(parts, part{sph.Axis(axis), p.FromMap(axis, x[0]), p.FromMap(axis, x[1])})
		for _, of := range []string{"x", "y", "z"} {
			t.columns = append(t.columns, word+" "+of+"[m]")
		}
	}
	if len(parts) == 0 {
		return nil, fmt.Errorf("--run-up has no part of an axis; x=4.5,8.5 is one")
	}
	t.add = func(still *sph.SnapshotProbe, time float64, step int) {
		t.values = append(t.values, time, float64(step))
		body := still.MainBody()
		for _, part := range parts {
			at, ok := still.Highest(body, part.axis, part.from, part.to)
			if at = p.PointOnMap(at); !ok {
				at = [3]float64{math.NaN(), math.NaN(), math.NaN()}
			}
			t.values = append(t.values, at[0], at[1], at[2])
		}
	}
	return t, nil
}
