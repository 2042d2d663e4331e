package device

import (
	"math"

	"gpusph/cuda"
	"gpusph/features/openings"
	"gpusph/sph"
	"gpusph/sph/launch"
)

// start are the states of sites and of openings at time 0: columns are where particles of the case
// are.
func start(w launch.Control) []byte {
	f := of(w)
	p := &f.Particles
	sites, nearest := make([]cuda.SiteState, len(f.sites)), make([]float64, len(f.sites))
	still := f.Acceleration()
	for i, x := range p.Position {
		if p.Type[i] != sph.Fluid {
			continue
		}
		k := openings.At(f.Case, f.layouts, x) - 1
		if k < 0 {
			continue
		}
		o := &f.all[k]
		site := int(f.openings[k].First) + o.NearestSite(f.layouts[k], x)
		_, _, depth := o.From(x)
		if state := &sites[site]; state.Is == 0 || depth < nearest[site] {
			nearest[site] = depth
			state.Is, state.Rel = cuda.SiteWet|cuda.SiteFilled, p.RelDensity[i]
			f.beginMaterials(state, i)
			state.Slope = f.stillSlope(state, o.Normal, still(x))
			state.Rel -= state.Slope * float32(depth+openings.Offset(&f.Params))
			state.Begin, state.End = p.Velocity[i], p.Velocity[i]
		}
	}
	states := make([]cuda.OpeningState, len(f.openings))
	for k := range states {
		f.beginOpening(k, sites, &states[k])
	}
	return append(sph.BytesOf(sites), sph.BytesOf(states)...)
}

// stillSlope is how the state of fluid at rest changes against the normal of an opening [1/m], with
// which relInBuffer and relOfMaterial continue it. TestBuffersContinueTheFluid holds them together.
func (f *flow) stillSlope(state *cuda.SiteState, normal, still [3]float64) float32 {
	density := 1.0
	if len(f.Materials) > 0 {
		density = float64(state.Density)
	}
	falls := 0.0
	for a, n := range normal {
		falls -= still[a] * n
	}
	return float32(density * falls / (f.Params.C0 * f.Params.C0))
}

// beginOpening sums over the wet sites of an opening at time 0, and gives the others the mean.
func (f *flow) beginOpening(k int, all []cuda.SiteState, state *cuda.OpeningState) {
	o, row := &f.all[k], &f.openings[k]
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
		height := f.sites[int(row.First)+i].Height
		top = max(top, height+f.Params.DeltaP/2*o.Across[1][2])
	}
	state.Discharge = flux * f.siteArea()
	state.Mean = flux / float64(max(wet, 1))
	state.Level = o.Centre[2] + top
	f.beginDischarges(sites, k, state)
	switch {
	case o.Level != nil:
		state.Given, state.Level = o.Level.At(0), o.Level.At(0)
	case o.Pressure != nil:
		state.Given = o.Pressure.At(0)
	}
	f.beginColumns(k, sites, state)
	for i := range sites {
		if sites[i].Is == 0 {
			for a, n := range o.Normal {
				sites[i].Begin[a] = float32(state.Mean * n)
			}
			sites[i].End = sites[i].Begin
		}
	}
}

// stateOf is the pressure of a particle of the case, without that of the background, over ρ0 c0²
// of the flow.
func (f *flow) stateOf(i int) float64 {
	p, m := &f.Params, f.PropertiesOf(int(f.Particles.MaterialOf(i)))
	e := p.EquationOf(&m)
	e.Background = 0
	return e.Pressure(float64(f.Particles.RelDensity[i])) / (p.Rho0 * p.C0 * p.C0)
}

// beginMaterials gives a site at time 0 the material, the state and the carried field of a particle
// of its column.
func (f *flow) beginMaterials(state *cuda.SiteState, i int) {
	if len(f.Materials) == 0 {
		return
	}
	k := f.Particles.MaterialOf(i)
	state.Rel, state.Material = float32(f.stateOf(i)), int32(k)
	state.Density = float32(f.PropertiesOf(int(k)).Rho0 / f.Params.Rho0)
	if field := f.Params.CarriedField(); field > 0 {
		state.Carried = f.Particles.Extra[sph.Fields[field].Name][i]
	}
}

// siteArea is that of a site [m²], in two dimensions [m].
func (f *flow) siteArea() float64 { return math.Pow(f.Params.DeltaP, float64(f.Params.Dim-1)) }

// beginDischarges gives an opening the parts of each material in its discharge at time 0.
func (f *flow) beginDischarges(sites []cuda.SiteState, k int, state *cuda.OpeningState) {
	if len(f.Materials) < 2 {
		return
	}
	o, area := &f.all[k], f.siteArea()
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
func (f *flow) beginColumns(k int, sites []cuda.SiteState, state *cuda.OpeningState) {
	if len(f.Materials) == 0 {
		return
	}
	o, l := &f.all[k], f.layouts[k]
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

// columnTo is that of cuda/openings/materials.h, from a place of the rectangle around an opening.
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
