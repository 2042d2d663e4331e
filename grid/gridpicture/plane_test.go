package gridpicture

import (
	"fmt"
	"image/color"
	"math"
	"slices"
	"testing"

	"gpusph/grid"
	"gpusph/grid/gridmeasure"
	"gpusph/internal/plot"
	"gpusph/output/picture"
)

// air is cold air on the ground in 53 x 6.4 km that begins at x = -26.5 km: a flow with a
// divergence, whose velocities are in the centres of cells.
func air(h float64) *grid.Snapshot {
	n := [3]int{int(53000 / h), 1, int(6400 / h)}
	s := &grid.Snapshot{Time: 900, Cells: n, Planes: n[2], Spacing: [3]float64{h, h, h},
		Origin: [3]float64{-26500, 0, 0}, Periodic: [3]bool{true, true, false},
		Shown: "PotentialTemperature"}
	u := grid.Field{Name: gridmeasure.Velocity, Components: 3, Unit: "m/s"}
	cold := grid.Field{Name: "PotentialTemperature", Components: 1, Unit: "K"}
	density := grid.Field{Name: "Density", Components: 1, Unit: "kg/m3"}
	for i := range n[0] * n[2] {
		x, z := s.Origin[0]+(float64(i%n[0])+0.5)*h, (float64(i/n[0])+0.5)*h
		u.Values = append(u.Values, x/1000, 0, z/100)
		cold.Values = append(cold.Values, -10*math.Exp(-x*x/1e8-z*z/1e6))
		density.Values = append(density.Values, 1.2-z/1e5)
	}
	s.Fields = []grid.Field{u, cold, density}
	return s
}

// The fields of a flow are those of its velocity and what else its snapshots have, each with its
// name and unit, and the one that shows it best is drawn where none is asked for.
func TestFields(t *testing.T) {
	s := air(400)
	const want = "[speed vx vy vz vorticity potential-temperature density]"
	if got := fmt.Sprint(Fields(s)); got != want {
		t.Errorf("the fields are %s", got)
	}
	for word, want := range map[string]string{"": "Potential temperature [K]", "speed": "Speed [m/s]",
		"vz": "vz [m/s]", "vorticity": "Vorticity [1/s]", "density": "Density [kg/m3]"} {
		f, err := fieldOf(s, Options{Axis: 1, Field: word})
		if err != nil {
			t.Fatal(err)
		}
		if got := label(f.name, f.unit); got != want {
			t.Errorf("%q is %s, not %s", word, got, want)
		}
	}
	if f, err := fieldOf(s, Options{Axis: 2, Field: vorticity}); err != nil ||
		f.name != "Vorticity along z" {
		t.Errorf("from above the vorticity is %v: %v", f, err)
	}
	for word, want := range map[string]string{vorticity: "Velocity Solid",
		"potential-temperature": "Velocity Solid PotentialTemperature"} {
		if got := fmt.Sprint(Needs(word)); got != "["+want+"]" {
			t.Errorf("%s needs %s", word, got)
		}
	}
	for shown, want := range map[string]string{"": speed, "Velocity": speed, "Solid": speed,
		"Density": "density"} {
		s.Shown = shown
		if got := Best(s); got != want {
			t.Errorf("with %q it is %s, not %s", shown, got, want)
		}
	}
}

// Axes are in kilometres where a domain is large, and in the unit of the velocity elsewhere.
func TestUnits(t *testing.T) {
	for _, e := range []struct {
		spacing float64
		unit    string
		want    string
	}{{400, "m/s", "1000 m are a km, t in s"}, {50, "m/s", "1 m are a m, t in s"},
		{400, "cells/step", "1 cells are a cells, t in step"}} {
		s := air(400)
		s.Fields[0].Unit = e.unit
		for a := range s.Origin {
			s.Origin[a], s.Spacing[a] = s.Origin[a]/400*e.spacing, e.spacing
		}
		unit, size := unitOf(s)
		length, time := units(s)
		if got := fmt.Sprintf("%g %s are a %s, t in %s", size, length, unit, time); got != e.want {
			t.Errorf("with cells of %g and %s: %s", e.spacing, e.unit, got)
		}
	}
}

// A field with both signs has two colours that meet at 0, also where one sign alone is left, and
// the speed and a field without 0 one scale.
func TestColours(t *testing.T) {
	white := color.RGBA{247, 247, 247, 255}
	for _, e := range []struct {
		word   string
		limits [2]float64
		part   float64
		want   color.RGBA
	}{
		{"potential-temperature", [2]float64{-10, 0}, 1, white},
		{"potential-temperature", [2]float64{-10, 0}, 0, picture.DivergingColour(-1)},
		{vorticity, [2]float64{-1, 3}, 0.25, white},
		{vorticity, [2]float64{-1, 3}, 0, picture.DivergingColour(-1. / 3)},
		{"temperature", [2]float64{280, 300}, 0.5, picture.ScaleColour(0.5)},
		{speed, [2]float64{0, 2}, 0, picture.ScaleColour(0)},
	} {
		if got := colours(e.word, &e.limits)(e.part); got != e.want {
			t.Errorf("%s in %v has the colour %v at %g, not %v", e.word, e.limits, got, e.part, e.want)
		}
	}
}

// The limits of a section are those of the fluid in it, which values that are no numbers do not
// change, and those of a range where that has numbers.
func TestLimits(t *testing.T) {
	s := air(400)
	s.Fields[2].Values[3], s.Fields[2].Values[40] = math.NaN(), math.Inf(1)
	o := Middle(s, 1)
	o.Field = "density"
	got, err := Limits(s, o)
	if err != nil || math.Abs(got[0]-1.138) > 1e-9 || math.Abs(got[1]-1.198) > 1e-9 {
		t.Errorf("the limits are %v: %v", got, err)
	}
	nan := math.NaN()
	for _, e := range []struct{ limits, other, want [2]float64 }{
		{[2]float64{1, 2}, [2]float64{nan, 7}, [2]float64{1, 7}},
		{[2]float64{1, 1}, [2]float64{nan, nan}, [2]float64{0.95, 1.05}},
		{[2]float64{0, 0}, [2]float64{nan, nan}, [2]float64{-1e-12, 1e-12}},
	} {
		if got := withRange(e.limits, &e.other); got != e.want {
			t.Errorf("of %v and %v the limits are %v", e.limits, e.other, got)
		}
	}
	if _, err := Draw(s, o); err != nil {
		t.Errorf("values that are no numbers cannot be drawn: %v", err)
	}
}

// Of a plane with more cells than a picture shows the means are drawn, along both axes, without
// those of solids.
func TestFew(t *testing.T) {
	p := &plane{cells: [2]int{3 * most / 2, 2 * most}}
	for n := range p.cells[0] * p.cells[1] {
		i, k := n%p.cells[0], n/p.cells[0]
		v := float64(i) + 0.5 + 10*(float64(k)+0.5)
		if k < 3 && i > 2 {
			v = math.NaN()
		}
		p.values = append(p.values, v)
	}
	cells, values := p.few()
	if cells != [2]int{most, most} || len(values) != most*most {
		t.Fatalf("there are %v cells and %d values", cells, len(values))
	}
	for n, v := range values {
		i, k := n%most, n/most
		switch { // a value is on 1.5 x 2 cells, of which it may have a half
		case k == 0 && i > 2:
			if !math.IsNaN(v) {
				t.Fatalf("the solid at %d, %d is %g", i, k, v)
			}
		case k == 1 && i > 2:
			if want := 1.5*(float64(i)+0.5) + 35; math.Abs(v-want) > 0.1 {
				t.Fatalf("half a solid at %d, %d is %g, not %g", i, k, v, want)
			}
		case k > 1:
			want := 1.5*(float64(i)+0.5) + 20*(float64(k)+0.5)
			if math.Abs(v-want) > 0.1 {
				t.Fatalf("at %d, %d the mean is %g, not %g", i, k, v, want)
			}
		}
	}
	small := &plane{cells: [2]int{2, 1}, values: []float64{1, 2}}
	if cells, values := small.few(); cells != small.cells || !slices.Equal(values, small.values) {
		t.Errorf("a small plane becomes %v", values)
	}
}

// No isoline is at 0, where there may be noise alone, and a flow with a divergence has no
// streamlines.
func TestLevels(t *testing.T) {
	s := air(400)
	for word, want := range map[string]int{"potential-temperature": lines, speed: 0, "vx": lines + 1} {
		o := Middle(s, 1)
		o.Field = word
		c, err := cut(s, o)
		if err != nil {
			t.Fatal(err)
		}
		m, err := gridmeasure.New(s)
		if err != nil {
			t.Fatal(err)
		}
		p := &plot.Section{Cells: c.cells, Values: c.values, Spacing: [2]float64{1, 1},
			Limits: c.limits()}
		l, err := isolines(m, c, p, 1)
		if err != nil {
			t.Fatal(err)
		}
		if want == 0 {
			if l != nil {
				t.Errorf("%s has %d lines", word, len(l.Levels))
			}
			continue
		}
		step := (p.Limits[1] - p.Limits[0]) / lines
		for _, level := range l.Levels {
			if math.Abs(level) < 0.49*step || level <= p.Limits[0] || level >= p.Limits[1] {
				t.Errorf("%s has a line at %g", word, level)
			}
		}
		if n := len(l.Levels); n < want-2 || n > want {
			t.Errorf("%s has %d lines", word, n)
		}
	}
}
