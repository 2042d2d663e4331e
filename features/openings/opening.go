package openings

import (
	"math"

	"gpusph/internal/text"
	"gpusph/sph/timeseries"
)

// Opening is a rectangle or a disc in a plane through which fluid flows. Behind it, against Normal,
// is a buffer of particles as deep as the kernel reaches: their state is prescribed where it is
// given, and extrapolated from the fluid where it is not (Tafuni et al. 2018, Comput. Methods Appl.
// Mech. Engrg. 342). Particles that cross the plane into the flow become fluid, and a new layer is
// born behind the others; fluid that crosses it becomes part of the buffer and is removed at its
// back. docs/design/openings.md.
type Opening struct {
	Name  string
	Inlet bool // fluid is meant to come in; for reports

	Centre [3]float64    // of the plane [m]
	Normal [3]float64    // into the flow, of length 1
	Across [2][3]float64 // of length 1, at right angles to Normal and to each other; the second is up
	Half   [2]float64    // half of the extents along Across [m]; of a disc both are its radius
	Disc   bool
	// by place of the rectangle around the sites: a wall is there, so it has no site; nil is none
	Closed []bool

	// what is given; nil is extrapolated. Velocity and Discharge are positive into the flow
	Velocity  *timeseries.Series // mean over what is wet [m/s]
	Discharge *timeseries.Series // [m³/s], in two dimensions [m²/s]
	Level     *timeseries.Series // z of the surface of the water [m]
	Pressure  *timeseries.Series // at Centre [Pa]
	// of the field that a feature lets come in; nil is that of the fluid before the opening
	Carried *Carried
	// of what comes in: a place in the case's materials plus 1; 0 is that of the fluid before
	Material int
	// of the velocity, at each site of Layout over the mean; nil is uniform
	Profile []float64
	// in place of a profile: velocities into the flow at each site of Layout at each of the times of
	// Velocity, which has their means [m/s]; nil is none
	Grid [][]float64

	Free          bool // an outfall: what crosses the plane is removed, and there is no buffer
	NonReflecting bool // waves leave, acoustic ones and long ones on water
	OneWay        bool // fluid does not flow back: in at an outlet, or out at an inlet
}

// Carried is a quantity in time that fluid carries.
type Carried struct {
	Name string
	timeseries.Series
}

// Max is how many a flow may have.
const Max = 16

// Layout is where the particles of a buffer are: in columns behind sites, which lie in the plane on
// a lattice of the spacing.
type Layout struct {
	Sites   [][3]float64 // [m]
	Along   [2]int       // sites along Across of the rectangle around them
	Place   []int        // of each place of that rectangle, its site; -1 is none
	Layers  int          // of particles in the buffer
	Spacing float64      // [m]
}

// Layers is how many layers of particles a buffer needs for a kernel that reaches so far [m].
func Layers(support, spacing float64) int { return int(math.Ceil(support/spacing - 1e-9)) }

// LayoutOf are the sites of an opening. In two dimensions the first of Across is along y.
func (o *Opening) LayoutOf(dim int, support, spacing float64) *Layout {
	l := &Layout{Layers: Layers(support, spacing), Spacing: spacing}
	for k := range 2 {
		l.Along[k] = max(1, int(math.Round(2*o.Half[k]/spacing)))
	}
	if dim == 2 {
		l.Along[0] = 1
	}
	for j := range l.Along[1] {
		for i := range l.Along[0] {
			u := (float64(i) - float64(l.Along[0]-1)/2) * spacing
			v := (float64(j) - float64(l.Along[1]-1)/2) * spacing
			closed := o.Closed != nil && o.Closed[len(l.Place)]
			if closed || o.Disc && math.Hypot(u, v) > o.Half[1] {
				l.Place = append(l.Place, -1)
				continue
			}
			l.Place = append(l.Place, len(l.Sites))
			l.Sites = append(l.Sites, o.Point(u, v, 0))
		}
	}
	return l
}

// Point is a place of the plane, so far along Across from the centre and behind the plane [m].
func (o *Opening) Point(u, v, depth float64) (x [3]float64) {
	for a := range 3 {
		x[a] = o.Centre[a] + u*o.Across[0][a] + v*o.Across[1][a] - depth*o.Normal[a]
	}
	return x
}

// From is where a point is: along Across from the centre, and behind the plane [m].
func (o *Opening) From(x [3]float64) (u, v, depth float64) {
	for a := range 3 {
		d := x[a] - o.Centre[a]
		u += d * o.Across[0][a]
		v += d * o.Across[1][a]
		depth -= d * o.Normal[a]
	}
	return u, v, depth
}

// NearestSite is the site nearest to a point; of a disc that towards its middle.
func (o *Opening) NearestSite(l *Layout, x [3]float64) int {
	u, v, _ := o.From(x)
	nearest := func(x float64, n int) int {
		return min(max(int(math.Floor(x/l.Spacing+float64(n)/2)), 0), n-1)
	}
	i, j := nearest(u, l.Along[0]), nearest(v, l.Along[1])
	inwards := func(i, n int) int {
		switch {
		case 2*i+1 < n:
			return i + 1
		case 2*i+1 > n:
			return i - 1
		}
		return i
	}
	for l.Place[j*l.Along[0]+i] < 0 {
		i, j = inwards(i, l.Along[0]), inwards(j, l.Along[1])
	}
	return l.Place[j*l.Along[0]+i]
}

// Thickness is how deep the buffer is [m].
func (l *Layout) Thickness() float64 { return float64(l.Layers) * l.Spacing }

// Column are the particles behind a site at the beginning, the first layer first.
func (o *Opening) Column(l *Layout, site int) (all [][3]float64) {
	for k := range l.Layers {
		x := l.Sites[site]
		for a := range 3 {
			x[a] -= (float64(k) + 0.5) * l.Spacing * o.Normal[a]
		}
		all = append(all, x)
	}
	return all
}

// Holds reports whether a point is in the opening's buffer, or beside it by less than a margin [m].
func (o *Opening) Holds(l *Layout, x [3]float64, margin float64) bool {
	u, v, depth := o.From(x)
	if depth <= -margin || depth > l.Thickness()+margin {
		return false
	}
	if o.Disc {
		return math.Hypot(u, v) < o.Half[1]+margin
	}
	return math.Abs(v) < o.Half[1]+margin && (l.Along[0] == 1 || math.Abs(u) < o.Half[0]+margin)
}

// Area is that of the sites [m²], in two dimensions [m].
func (l *Layout) Area(dim int) float64 {
	return float64(len(l.Sites)) * math.Pow(l.Spacing, float64(dim-1))
}

// Kind is whether it lets fluid in or out, for messages.
func (o *Opening) Kind() string {
	if o.Inlet {
		return "inlet"
	}
	return "outlet"
}

// Given are the quantities that are given, for logs.
func (o *Opening) Given() string {
	var all []string
	for _, q := range []struct {
		of   *timeseries.Series
		name string
	}{
		{o.Velocity, "velocity"}, {o.Discharge, "discharge"}, {o.Level, "level"},
		{o.Pressure, "pressure"},
	} {
		if q.of != nil {
			all = append(all, q.name)
		}
	}
	if o.Carried != nil {
		all = append(all, o.Carried.Name)
	}
	switch {
	case o.Free:
		return "free outfall"
	case all == nil:
		return "all is extrapolated"
	}
	return text.And(all) + " given"
}
