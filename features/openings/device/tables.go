package device

import (
	"math"

	"gpusph/cuda"
	"gpusph/features/openings"
	"gpusph/neighbor"
	"gpusph/sph"
	"gpusph/sph/timeseries"
)

// flow is a flow with openings.
type flow struct {
	*sph.Case
	grid    *neighbor.Grid
	all     []openings.Opening
	layouts []*openings.Layout
	gravity float64 // downwards [m/s²]
	ball    float64 // fullBall
	rows
}

// rows are the tables of openings, as kernels read them.
type rows struct {
	openings   []cuda.Opening
	sites      []cuda.OpeningSite
	places     []int32
	series     []float64
	velocities []float32
}

func newFlow(c *sph.Case, grid *neighbor.Grid) *flow {
	f := &flow{Case: c, grid: grid, all: openings.Of(c), layouts: openings.Layouts(c),
		gravity: -c.BodyForces().At[0].Gravity[2], ball: fullBall(&c.Params)}
	for k := range f.layouts {
		f.add(k)
	}
	return f
}

// add adds the rows of an opening.
func (f *flow) add(k int) {
	p, o, l, r := &f.Params, &f.all[k], f.layouts[k], &f.rows
	row := cuda.Opening{
		Normal: o.Normal, Across: o.Across, Half: o.Half, Thickness: l.Thickness(), Height: o.Centre[2],
		Along: [2]int32{int32(l.Along[0]), int32(l.Along[1])}, First: int32(len(r.sites)),
		Sites: int32(len(l.Sites)), Places: int32(len(r.places)), Given: givenTo(o),
		Material: int32(o.Material) - 1, Grid: -1,
	}
	if o.Grid != nil {
		row.Grid = int32(len(r.velocities))
		for _, sites := range o.Grid {
			for _, v := range sites {
				r.velocities = append(r.velocities, float32(v))
			}
		}
	}
	if l.Along[0] == 1 {
		row.Half[0] = math.MaxFloat32 // there is no other way along it
	}
	for a := range 3 {
		row.Centre[a] = (o.Centre[a] - f.grid.Origin[a]) / f.grid.Quantum
	}
	row.Bottom = -float64(l.Along[1]) / 2 * l.Spacing * o.Across[1][2]
	row.Mean = meanTime(p, o, &row)
	all := []*timeseries.Series{o.Velocity, o.Discharge, o.Level, o.Pressure}
	if o.Carried != nil {
		all = append(all, &o.Carried.Series)
	}
	for i, series := range all {
		if series == nil {
			continue
		}
		row.Series[i], row.Points[i] = int32(len(r.series)/2), int32(f.points(o, series))
		r.series = append(r.series, pointsOf(series, int(row.Points[i]))...)
	}
	for place, site := range l.Place {
		r.places = append(r.places, int32(site))
		if site >= 0 {
			r.sites = append(r.sites, f.siteRow(k, place, site, int(row.First)))
		}
	}
	r.openings = append(r.openings, row)
}

// controlledPoints are further points of a series that a program may set.
const controlledPoints = 64

// points is how many a series of an opening has on devices.
func (f *flow) points(o *openings.Opening, s *timeseries.Series) int {
	if !f.Controlled || o.Grid != nil && s == o.Velocity {
		return len(s.Times)
	}
	return len(s.Times) + controlledPoints
}

// pointsOf are times and values of a series, the last one until there are as many as asked for.
func pointsOf(s *timeseries.Series, n int) (all []float64) {
	for k, t := range s.Times {
		all = append(all, t, s.Values[k])
	}
	last := s.Values[len(s.Values)-1]
	for k := len(s.Times); k < n; k++ {
		all = append(all, never+float64(k)*never, last)
	}
	return all
}

// never is later than the end of a flow [s].
const never = 1e15

// siteRow is the row of the site at a place of the rectangle around an opening.
func (f *flow) siteRow(k, place, site, first int) cuda.OpeningSite {
	o, l := &f.all[k], f.layouts[k]
	x := l.Sites[site]
	row := cuda.OpeningSite{Opening: int32(k), Above: -1, Height: x[2] - o.Centre[2], Factor: 1}
	var before [3]float64
	for a := range 3 {
		before[a] = x[a] + openings.Offset(&f.Params)*o.Normal[a]
	}
	row.At, row.Before = f.grid.Fixed(x), f.grid.Fixed(before)
	if above := place + l.Along[0]; above < len(l.Place) && l.Place[above] >= 0 {
		row.Above = int32(first + l.Place[above])
	}
	if o.Profile != nil {
		row.Factor = float32(o.Profile[site])
	}
	return row
}

// givenTo are the bits of what an opening is given.
func givenTo(o *openings.Opening) (bits int32) {
	moves := o.Velocity != nil || o.Discharge != nil
	for _, b := range []struct {
		is  bool
		bit int32
	}{
		{o.Velocity != nil, cuda.GivenVelocity}, {o.Discharge != nil, cuda.GivenDischarge},
		{o.Level != nil, cuda.GivenLevel}, {o.Pressure != nil, cuda.GivenPressure},
		{o.Free, cuda.FreeOutfall}, {o.NonReflecting, cuda.NonReflecting}, {o.OneWay, cuda.OneWay},
		{o.Inlet, cuda.IsInlet}, {o.Disc, cuda.IsDisc},
		{o.Carried != nil, cuda.WithCarried},
		{(o.Pressure != nil || o.Level != nil && !moves) && !o.NonReflecting,
			cuda.PrescribedPressure},
	} {
		if b.is {
			bits |= b.bit
		}
	}
	return bits
}

// meanTime is over how long an opening takes means [s], long against the waves that are to leave: a
// non-reflecting one of a velocity that is not given, and one with a level of what it measures.
func meanTime(p *sph.Params, o *openings.Opening, row *cuda.Opening) float64 {
	switch {
	case o.Velocity != nil || o.Discharge != nil || !o.NonReflecting && o.Level == nil:
		return 0
	case o.Level != nil:
		depth := o.Level.At(0) - o.Centre[2] - row.Bottom
		return 30 * math.Sqrt(max(depth, p.DeltaP)/max(math.Abs(p.Gravity[2]), 1e-3))
	}
	return 1000 * 2 * o.Half[1] / p.C0
}

// fullBall is Σ W/W(0) over a lattice before the plane of an opening, around where the fluid is
// looked at.
func fullBall(p *sph.Params) (sum float64) {
	dp, far, ahead := p.DeltaP, p.Support(), openings.Offset(p)
	n := int(far/dp) + 1
	for i := 0; float64(i)*dp < ahead+far; i++ {
		for j := -n; j <= n; j++ {
			for k := -n; k <= n; k++ {
				if p.Dim == 2 && k != 0 {
					continue
				}
				x, y, z := (float64(i)+0.5)*dp-ahead, float64(j)*dp, float64(k)*dp
				if r := math.Sqrt(x*x + y*y + z*z); r < far {
					sum += p.Weight(r) / p.Weight(0)
				}
			}
		}
	}
	return sum
}
