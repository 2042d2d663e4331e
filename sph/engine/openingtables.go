package engine

import (
	"math"

	"gpusph/cuda"
	"gpusph/gpu"
	"gpusph/sph"
	"gpusph/sph/opening"
)

// openingRows are the tables of openings, as kernels read them.
type openingRows struct {
	layouts  []*opening.Layout
	openings []cuda.Opening
	sites    []cuda.OpeningSite
	places   []int32
	series   []float64
}

// newOpeningRows makes them once for all devices of a process.
func (s *config) newOpeningRows() (r openingRows) {
	p := &s.Case.Params
	r.layouts = s.Case.OpeningLayouts()
	for k, l := range r.layouts {
		o := &s.Case.Openings[k]
		row := cuda.Opening{
			Normal: o.Normal, Across: o.Across, Half: o.Half, Thickness: l.Thickness(), Height: o.Centre[2],
			Along: [2]int32{int32(l.Along[0]), int32(l.Along[1])}, First: int32(len(r.sites)),
			Sites: int32(len(l.Sites)), Places: int32(len(r.places)), Given: givenTo(o),
			Material: int32(o.Material) - 1,
		}
		if l.Along[0] == 1 {
			row.Half[0] = math.MaxFloat32 // there is no other way along it
		}
		for a := range 3 {
			row.Centre[a] = (o.Centre[a] - s.grid.Origin[a]) / s.grid.Quantum
		}
		row.Bottom = -float64(l.Along[1]) / 2 * l.Spacing * o.Across[1][2]
		row.Mean = meanTime(p, o, &row)
		all := []*opening.Series{o.Velocity, o.Discharge, o.Level, o.Pressure}
		if o.Carried != nil {
			all = append(all, &o.Carried.Series)
		}
		for i, series := range all {
			if series == nil {
				continue
			}
			row.Series[i], row.Points[i] = int32(len(r.series)/2), int32(len(series.Times))
			for n, t := range series.Times {
				r.series = append(r.series, t, series.Values[n])
			}
		}
		for place, site := range l.Place {
			r.places = append(r.places, int32(site))
			if site >= 0 {
				r.sites = append(r.sites, s.siteRow(k, l, place, site, int(row.First)))
			}
		}
		r.openings = append(r.openings, row)
	}
	return r
}

// siteRow is the row of the site at a place of the rectangle around an opening.
func (s *config) siteRow(k int, l *opening.Layout, place, site, first int) cuda.OpeningSite {
	o, x := &s.Case.Openings[k], l.Sites[site]
	row := cuda.OpeningSite{Opening: int32(k), Above: -1, Height: x[2] - o.Centre[2], Factor: 1}
	var before [3]float64
	for a := range 3 {
		before[a] = x[a] + s.Case.Params.OpeningOffset()*o.Normal[a]
	}
	row.At, row.Before = s.grid.Fixed(x), s.grid.Fixed(before)
	if above := place + l.Along[0]; above < len(l.Place) && l.Place[above] >= 0 {
		row.Above = int32(first + l.Place[above])
	}
	if o.Profile != nil {
		row.Factor = float32(o.Profile[site])
	}
	return row
}

// givenTo are the bits of what an opening is given.
func givenTo(o *opening.Opening) (bits int32) {
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
func meanTime(p *sph.Params, o *opening.Opening, row *cuda.Opening) float64 {
	switch {
	case o.Velocity != nil || o.Discharge != nil || !o.NonReflecting && o.Level == nil:
		return 0
	case o.Level != nil:
		depth := o.Level.At(0) - o.Centre[2] - row.Bottom
		return 30 * math.Sqrt(max(depth, p.DeltaP)/max(math.Abs(p.Gravity[2]), 1e-3))
	}
	return 1000 * 2 * o.Half[1] / p.C0
}

// siteCount is how many sites all openings have.
func (s *config) siteCount() int { return len(s.openingRows().sites) }

// fullBall is Σ W/W(0) over a lattice before the plane of an opening, around where the fluid is
// looked at.
func fullBall(p *sph.Params) (sum float64) {
	dp, far, ahead := p.DeltaP, p.Support(), p.OpeningOffset()
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

// openingsBegin are the states of sites and of openings at time 0: columns are where particles of
// the case are.
func (s *config) openingsBegin() []byte {
	r, p := s.openingRows(), &s.Case.Particles
	sites, nearest := make([]cuda.SiteState, len(r.sites)), make([]float64, len(r.sites))
	still := s.Case.Acceleration()
	for i, x := range p.Position {
		if p.Type[i] != sph.Fluid {
			continue
		}
		k := s.Case.OpeningAt(r.layouts, x) - 1
		if k < 0 {
			continue
		}
		site := int(r.openings[k].First) + s.Case.Openings[k].NearestSite(r.layouts[k], x)
		_, _, depth := s.Case.Openings[k].From(x)
		if state := &sites[site]; state.Is == 0 || depth < nearest[site] {
			nearest[site] = depth
			state.Is, state.Rel = cuda.SiteWet|cuda.SiteFilled, p.RelDensity[i]
			s.beginMaterials(state, i)
			state.Slope = s.stillSlope(state, s.Case.Openings[k].Normal, still(x))
			state.Rel -= state.Slope * float32(depth+s.Case.Params.OpeningOffset())
			state.Begin, state.End = p.Velocity[i], p.Velocity[i]
		}
	}
	states := make([]cuda.OpeningState, len(r.openings))
	for k := range states {
		s.beginOpening(k, &r, sites, &states[k])
	}
	return append(sph.BytesOf(sites), sph.BytesOf(states)...)
}

// stillSlope is how the state of fluid at rest changes against the normal of an opening [1/m], with
// which relInBuffer and relOfMaterial continue it. TestBuffersContinueTheFluid holds them together.
func (s *config) stillSlope(state *cuda.SiteState, normal, still [3]float64) float32 {
	density := 1.0
	if len(s.Case.Materials) > 0 {
		density = float64(state.Density)
	}
	falls := 0.0
	for a, n := range normal {
		falls -= still[a] * n
	}
	return float32(density * falls / (s.Case.Params.C0 * s.Case.Params.C0))
}

// beginOpening sums over the wet sites of an opening at time 0, and gives the others the mean.
func (s *config) beginOpening(k int, r *openingRows, all []cuda.SiteState,
	state *cuda.OpeningState) {
	o, row := &s.Case.Openings[k], &r.openings[k]
	sites := all[row.First : row.First+row.Sites]
	wet, flux, top := 0, 0.0, row.Bottom
	for i := range sites {
		sites[i].Phase = 0.5
		if sites[i].Is == 0 {
			continue
		}
		wet++
		for a, n := range o.Normal {
			flux += float64(sites[i].Begin[a]) * n
		}
		height := r.sites[int(row.First)+i].Height
		top = max(top, height+s.Case.Params.DeltaP/2*o.Across[1][2])
	}
	state.Discharge = flux * math.Pow(s.Case.Params.DeltaP, float64(s.Case.Params.Dim-1))
	state.Mean = flux / float64(max(wet, 1))
	state.Level = o.Centre[2] + top
	s.beginDischarges(sites, k, state)
	switch {
	case o.Level != nil:
		state.Given, state.Level = o.Level.At(0), o.Level.At(0)
	case o.Pressure != nil:
		state.Given = o.Pressure.At(0)
	}
	s.beginColumns(k, r, sites, state)
	for i := range sites {
		if sites[i].Is == 0 {
			for a, n := range o.Normal {
				sites[i].Begin[a] = float32(state.Mean * n)
			}
			sites[i].End = sites[i].Begin
		}
	}
}

// Openings of flows with a table of materials: see cuda/openingmaterials.h.

// As many as openings tell apart.
var _ [sph.MaxKinds]struct{} = [cuda.MostOpenMaterials]struct{}{}

// openMaterialsCount is how many materials openings count apart, at least 1.
func (s *config) openMaterialsCount() int { return max(1, len(s.Case.Materials)) }

// openingCountsLen is how many counts there are: of each opening and material.
func (s *config) openingCountsLen() int { return len(s.Case.Openings) * s.openMaterialsCount() }

// carriedIn is the field of a state that fluid carries through openings; 0 is none.
func (d *domain) carriedIn(state arrays) gpu.Ptr {
	if field := d.Case.Params.CarriedField(); field > 0 {
		return state[field]
	}
	return 0
}

// stateOf is the pressure of a particle of the case, without that of the background, over ρ0 c0²
// of the flow.
func (s *config) stateOf(i int) float64 {
	p, m := &s.Case.Params, s.Case.PropertiesOf(int(s.Case.Particles.MaterialOf(i)))
	e := p.EquationOf(&m)
	e.Background = 0
	return e.Pressure(float64(s.Case.Particles.RelDensity[i])) / (p.Rho0 * p.C0 * p.C0)
}

// beginMaterials gives a site at time 0 the material, the state and the carried field of a particle
// of its column.
func (s *config) beginMaterials(state *cuda.SiteState, i int) {
	if len(s.Case.Materials) == 0 {
		return
	}
	k := s.Case.Particles.MaterialOf(i)
	state.Rel, state.Material = float32(s.stateOf(i)), int32(k)
	state.Density = s.material(int(k)).Density
	if field := s.Case.Params.CarriedField(); field > 0 {
		state.Carried = s.Case.Particles.Extra[sph.Fields[field].Name][i]
	}
}

// beginDischarges gives an opening the parts of each material in its discharge at time 0.
func (s *config) beginDischarges(sites []cuda.SiteState, k int, state *cuda.OpeningState) {
	if s.openMaterialsCount() == 1 {
		return
	}
	o, area := &s.Case.Openings[k], math.Pow(s.Case.Params.DeltaP, float64(s.Case.Params.Dim-1))
	for i := range sites {
		if sites[i].Is == 0 {
			continue
		}
		for a, n := range o.Normal {
			state.Discharges[sites[i].Material] += float64(sites[i].Begin[a]) * n * area
		}
	}
}

// beginColumns gives the sites of an opening the weight between them and the place where its
// pressure is given, at time 0.
func (s *config) beginColumns(k int, r *openingRows, sites []cuda.SiteState,
	state *cuda.OpeningState) {
	if len(s.Case.Materials) == 0 {
		return
	}
	o, l := &s.Case.Openings[k], r.layouts[k]
	to := 0.0
	if o.Level != nil {
		to = (state.Given - o.Centre[2]) / o.Across[1][2]
	}
	for place, site := range l.Place {
		if site >= 0 {
			sites[site].Column = float32(columnTo(l.Along, l.Place, sites, place, to, l.Spacing))
		}
	}
}

// columnTo is that of cuda/openingmaterials.h, from a place of the rectangle around an opening.
func columnTo(along [2]int, places []int, sites []cuda.SiteState, place int, to,
	spacing float64) (sum float64) {
	i, j := place%along[0], place/along[0]
	edge := func(j int) float64 { return (float64(j) - float64(along[1])/2) * spacing }
	from, way, density := edge(j)+spacing/2, -1, 1.0
	if to > from {
		way = 1
	}
	for {
		if at := places[j*along[0]+i]; at >= 0 && sites[at].Density > 0 {
			density = float64(sites[at].Density)
		}
		end := edge(j + (way+1)/2)
		if next := j + way; float64(way)*(end-to) >= 0 || next < 0 || next >= along[1] {
			return sum + density*(to-from)
		}
		sum += density * (end - from)
		from, j = end, j+way
	}
}
