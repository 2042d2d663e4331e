package engine

import (
	"math"

	"gpusph/cuda"
	"gpusph/gpu"
	"gpusph/sph"
)

// Openings of flows with a table of materials: see cuda/openingmaterials.h.

// As many as openings tell apart.
var _ [sph.MaxKinds]struct{} = [cuda.MostOpenMaterials]struct{}{}

// openMaterialsCount is how many materials openings count apart, at least 1.
func (s *config) openMaterialsCount() int { return max(1, len(s.Case.Materials)) }

// openingCountsLen is how many counts there are: of each opening and material.
func (s *config) openingCountsLen() int { return len(s.Case.Openings) * s.openMaterialsCount() }

// temperaturesOf are those of a state; 0 without heat.
func (d *domain) temperaturesOf(state arrays) gpu.Ptr {
	if d.Case.Heat == nil {
		return 0
	}
	return state[sph.TemperatureField]
}

// stateOf is the pressure of a particle of the case, without that of the background, over ρ0 c0²
// of the flow.
func (s *config) stateOf(i int) float64 {
	p, m := &s.Case.Params, s.Case.PropertiesOf(int(s.Case.Particles.MaterialOf(i)))
	e := p.EquationOf(&m)
	e.Background = 0
	return e.Pressure(float64(s.Case.Particles.RelDensity[i])) / (p.Rho0 * p.C0 * p.C0)
}

// beginMaterials gives a site at time 0 the material, the state and the temperature of a particle
// of its column.
func (s *config) beginMaterials(state *cuda.SiteState, i int) {
	if len(s.Case.Materials) == 0 {
		return
	}
	k := s.Case.Particles.MaterialOf(i)
	state.Rel, state.Material = float32(s.stateOf(i)), int32(k)
	state.Density = s.material(int(k)).Density
	if s.Case.Heat != nil {
		state.Temperature = s.Case.Particles.Extra[sph.Fields[sph.TemperatureField].Name][i]
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
