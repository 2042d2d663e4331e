package relaxation

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"gpusph/sph"
	"gpusph/sph/wavemaker"
	"gpusph/sph/wavetheory"
)

// at is the velocity along and upwards of cells at a time and a place along, as kernels have it.
func (c *Cells) at(time, along, z float64) (v [2]float64) {
	x := [4]float64{(time - (along-c.Origin[0])*c.Slowness - c.Start) / c.Interval,
		(along - c.Origin[0]) / c.Step[0], 0, (z - c.Origin[2]) / c.Step[2]}
	for corner := range 16 {
		cell, part := 0, 1.0
		for q, n := range c.Count {
			at := max(0, min(float64(n-1), x[q]))
			if q == 0 && c.Repeats {
				at = x[0] - math.Floor(x[0]/float64(n))*float64(n)
			}
			i := int(at)
			f := at - float64(i)
			if corner>>q&1 == 1 {
				part, i = part*f, (i+1)%n
			} else {
				part *= 1 - f
			}
			cell = cell*n + i
		}
		for k := range v {
			v[k] += part * float64(c.Values[cell*c.Parts()+k])
		}
	}
	return v
}

// filled are the waves of a table in a zone from 3 m down to 0, with a bed at 0.1 m.
func filled(t *testing.T, w Table, file string) (*Cells, *Zone) {
	t.Helper()
	w.From, w.To = 3, 0
	z := Zone{Min: [3]float64{0, -1, 0}, Max: [3]float64{3, 1, 1}, From: 3, Way: [2]float64{1, 0}}
	of := waves{Table: &w, zone: &z, bed: 0.1, gravity: 9.81}
	if file != "" {
		var err error
		if of.file, err = readRows(file, w.Kind == "table"); err != nil {
			t.Fatal(err)
		}
	}
	if err := of.fill(); err != nil {
		t.Fatal(err)
	}
	if err := z.Cells.check(); err != nil {
		t.Fatal(err)
	}
	return &z.Cells, &z
}

// The cells of a regular wave are its velocities, with a crest at the inner end at the start.
func TestRegularCells(t *testing.T) {
	c, z := filled(t, Table{Kind: "regular", Theory: "stokes5", Height: 0.1, Period: 1.5, Depth: 0.5,
		Start: 2}, "")
	w, err := wavetheory.New("stokes5", 0.1, 1.5, 0.5, 9.81, wavetheory.ClosedFlume)
	if err != nil {
		t.Fatal(err)
	}
	if z.Ramp != 3 {
		t.Errorf("the waves grow in %g s", z.Ramp)
	}
	for k := range 40 {
		time, x := 0.37*float64(k), 3-0.07*float64(k)
		before := x - 3 - (w.Speed+w.Current)*(time-2)
		height := min(0.03*float64(k), w.Depth+w.Surface(before))
		u, up := w.Velocity(before, height)
		got := c.at(time, x, 0.1+height)
		if math.Abs(got[0]-u) > 1e-3 || math.Abs(got[1]-up) > 1e-3 {
			t.Errorf("at %g s, %g m, %g m above the bed: %v, not %g and %g", time, x, height, got, u, up)
		}
	}
}

// Those of irregular waves are the sums of their components, and carry no mass.
func TestIrregularCells(t *testing.T) {
	seed := 7
	of := Table{Kind: "irregular", Height: 0.1, Period: 1.5, Depth: 0.5, Seed: &seed, Number: 64}
	c, z := filled(t, of, "")
	s := (&waves{Table: &of}).spectrum()
	p := &wavemaker.Paddle{Depth: 0.5, Gravity: 9.81}
	parts, _ := s.Parts(p)
	carried := 0.0
	for _, a := range parts {
		carried += 9.81 * a.Amplitude * a.Amplitude * p.Number(a.Frequency) / (4 * math.Pi * a.Frequency)
	}
	var worst, speed float64
	for k := range 200 {
		time, x, height := 0.831*float64(k), 3-0.0149*float64(k), 0.0025*float64(k)
		want := [2]float64{-carried / 0.5, 0}
		for _, a := range parts {
			omega, number := 2*math.Pi*a.Frequency, p.Number(a.Frequency)
			sin, cos := math.Sincos(omega*time - number*(x-3) + a.Phase)
			size := a.Amplitude * omega / math.Sinh(number*0.5)
			want[0] += size * math.Cosh(number*height) * cos
			want[1] -= size * math.Sinh(number*height) * sin
		}
		got := c.at(time, x, 0.1+height)
		for k := range got {
			worst, speed = max(worst, math.Abs(got[k]-want[k])), max(speed, math.Abs(want[k]))
		}
	}
	if worst > 0.03*speed {
		t.Errorf("velocities are off by %g m/s of %g", worst, speed)
	}
	t.Logf("off by %.2g m/s of %.2g, %d numbers", worst, speed, len(c.Values))
	if z.Ramp != 3 {
		t.Errorf("the waves grow in %g s", z.Ramp)
	}
}

// A table of a wave model is taken at all of its points, also where heights differ from place to
// place, and rows are in any order; a mean over the depth has what continuity makes of it upwards.
func TestGivenCells(t *testing.T) {
	var rows []string
	field := func(time, x, z float64) (u, w float64) {
		return 0.1*time + 0.2*x - 0.3*z, 0.05*x + 0.1*z
	}
	for _, time := range []float64{0, 0.5, 1} {
		for _, x := range []float64{0, 1, 3} {
			for k := range 4 {
				z := 0.1 + (0.1+0.05*x)*float64(k)
				u, w := field(time, x, z)
				rows = append(rows, fmt.Sprintf("%g, %g, %g, %g, %g", time, x, z, u, w))
			}
		}
	}
	rows[3], rows[20] = rows[20], rows[3]
	c, _ := filled(t, Table{Kind: "table", File: "f"}, "t[s], x[m], z [m], u, w\n"+
		strings.Join(rows, "\n"))
	for _, at := range [][3]float64{{0, 0, 0.2}, {0.25, 1, 0.3}, {0.75, 3, 0.55}, {1, 2, 0.35}} {
		u, w := field(at[0], at[1], at[2])
		if got := c.at(at[0], at[1], at[2]); math.Abs(got[0]-u) > 1e-6 || math.Abs(got[1]-w) > 1e-6 {
			t.Errorf("at %v: %v, not %g and %g", at, got, u, w)
		}
	}
	c, _ = filled(t, Table{Kind: "table", File: "f", Depth: 0.5},
		"t,x,u\n0,0,0.1\n0,1,0.3\n0,2,0.5\n1,0,0\n1,1,0\n1,2,0\n")
	if got := c.at(0, 1, 0.35); math.Abs(got[0]-0.3) > 1e-6 || math.Abs(got[1]+0.25*0.2) > 1e-6 {
		t.Errorf("the mean over the depth gives %v", got)
	}
}

// Tables that cannot be meant are refused with what is wrong.
func TestGivenIsRefused(t *testing.T) {
	for text, want := range map[string]string{
		"time,x,u\n0,0,1\n":                 `must have the names of the columns: t,x,z,u,w, or`,
		"t,x [km],u\n0,0,1\n":               "the column x is in km, but must be in s, m or m/s",
		"t,x,u\n0,0\n":                      `line 2 is "0,0", but must have 3 numbers`,
		"t,x,u\n":                           "has no rows in f",
		"t,x,u\n0,0,1\n0,1,1\n1,0,1":        "has no row in f at 1 s for one of its 2 places",
		"t,x,u\n0,0,1\n0,0,2\n":             "has two rows at 0 s and x = 0 m in f",
		"t,x,u\n0,0,1\n0,1e-9,1\n0,100,1\n": "use rows at equal distances",
	} {
		w := waves{Table: &Table{Kind: "table", File: "f"}, zone: &Zone{}}
		var err error
		if w.file, err = readRows(text, true); err == nil {
			err = w.fill()
		}
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, not %s", text, err, want)
		}
	}
}

// The weight is that of Jacobsen et al. 2012.
func TestWeight(t *testing.T) {
	z := Zone{Power: 3.5, Axis: sph.Axis(0)}
	if a, b := z.Weight(0), z.Weight(1); a != 0 || math.Abs(b-1) > 1e-15 {
		t.Errorf("from %g to %g", a, b)
	}
	want := (math.Exp(math.Pow(0.5, 3.5)) - 1) / (math.E - 1)
	if got := z.Weight(0.5); math.Abs(got-want) > 1e-15 {
		t.Errorf("%g, not %g", got, want)
	}
}
