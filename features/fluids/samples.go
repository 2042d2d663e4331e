package fluids

import (
	"maps"
	"math"
	"slices"

	"gpusph/sph"
)

// table is how much of each material a flow has, where it is and how it moves.
var table = &sph.SnapshotTable{File: "materials.csv", Sums: sums, Columns: columns}

// Sample is what a snapshot has of a fluid, in two dimensions of a metre of width.
type Sample struct {
	Volume    float64    // m/ρ of its particles [m³]
	Mass      float64    // [kg]
	Centre    [3]float64 // of mass [m]
	Velocity  [3]float64 // mean [m/s]
	Interface float64    // area of its surface to other fluids [m²]
}

// numbers is how many a Sample has.
const numbers = 9

// Samples are those of the fluids of a case, by their places in Case.Kinds. The area of an
// interface is the integral of |∇C|, where C is 1 in a fluid and 0 in others (Brackbill, Kothe and
// Zemach 1992): Σ V_i |Σ V_j ∇W| over pairs of different fluids.
func Samples(c *sph.Case, s *sph.Snapshot) []Sample { return means(sums(c, s)) }

// columns are those of a row.
func columns(c *sph.Case, sums []float64) (row []sph.Column) {
	volume, area, mass := "m³", "m²", "kg"
	if c.Params.Dim == 2 {
		volume, area, mass = "m²", "m", "kg/m"
	}
	all := means(sums)
	for k, kind := range c.Kinds() {
		m := &all[k]
		add := func(name, unit string, value float64) {
			row = append(row, sph.Column{Name: kind.Kind + " " + name, Unit: unit, Value: value})
		}
		add("volume", volume, m.Volume)
		add("mass", mass, m.Mass)
		for a, axis := range []string{"x", "y", "z"} {
			add(axis, "m", c.Params.OnMap(a, m.Centre[a]))
		}
		for a, axis := range []string{"x", "y", "z"} {
			add("v"+axis, "m/s", m.Velocity[a])
		}
		add("interface", area, m.Interface)
	}
	return row
}

// sums are the numbers of samples, but for Centre and Velocity, which are times the mass. An
// interface between two parts of a flow is in neither.
func sums(c *sph.Case, s *sph.Snapshot) (all []float64) {
	samples, kinds, masses := make([]Sample, len(c.Kinds())), s.Kinds(), s.Masses()
	if kinds != nil && masses != nil {
		for i := range s.ID {
			if s.Type[i] != sph.Fluid {
				continue
			}
			m, mass := &samples[int(kinds[i])-1], float64(masses[i])
			m.Volume, m.Mass = m.Volume+mass/float64(s.Density[i]), m.Mass+mass
			for a := range 3 {
				m.Centre[a] += mass * float64(s.Position[i][a])
				m.Velocity[a] += mass * float64(s.Velocity[i][a])
			}
		}
		addInterfaces(c, s, samples)
	}
	for _, m := range samples {
		all = append(all, m.Volume, m.Mass)
		all = append(all, m.Centre[:]...)
		all = append(all, m.Velocity[:]...)
		all = append(all, m.Interface)
	}
	return all
}

// means are samples from such sums.
func means(sums []float64) (all []Sample) {
	for of := range slices.Chunk(sums, numbers) {
		m := Sample{of[0], of[1], [3]float64(of[2:5]), [3]float64(of[5:8]), of[8]}
		for a := range 3 {
			if m.Mass > 0 {
				m.Centre[a] /= m.Mass
				m.Velocity[a] /= m.Mass
			}
		}
		all = append(all, m)
	}
	return all
}

// inGrid is a particle of fluid or its image.
type inGrid struct {
	x [3]float64
	i int32
}

// addInterfaces adds the areas of interfaces. Cells without another fluid around have none.
func addInterfaces(c *sph.Case, s *sph.Snapshot, all []Sample) {
	p, kinds, masses := &c.Params, s.Kinds(), s.Masses()
	reach := p.Support()
	cells, mixed := map[[3]int32][]inGrid{}, map[[3]int32]uint16{}
	for i, x := range s.Position {
		if s.Type[i] != sph.Fluid {
			continue
		}
		p.EachImage([3]float64{float64(x[0]), float64(x[1]), float64(x[2])}, reach,
			func(x [3]float64) {
				var cell [3]int32
				for a := range 3 {
					cell[a] = int32(math.Floor((x[a] - p.Min[a]) / reach))
				}
				cells[cell] = append(cells[cell], inGrid{x, int32(i)})
				mixed[cell] |= 1 << int(kinds[i])
			})
	}
	for _, cell := range slices.SortedFunc(maps.Keys(cells), func(a, b [3]int32) int {
		return slices.Compare(a[:], b[:])
	}) {
		var around []inGrid
		var found uint16
		for n := range int32(27) {
			at := [3]int32{cell[0] + n%3 - 1, cell[1] + n/3%3 - 1, cell[2] + n/9 - 1}
			around, found = append(around, cells[at]...), found|mixed[at]
		}
		if found&(found-1) == 0 {
			continue
		}
		for _, own := range cells[cell] {
			if x := s.Position[own.i]; own.x != [3]float64{float64(x[0]), float64(x[1]),
				float64(x[2])} {
				continue // an image
			}
			gradients := gradients(s, p, own, around, len(all))
			volume := float64(masses[own.i]) / float64(s.Density[own.i])
			of := int(kinds[own.i]) - 1
			var others [3]float64
			for k, g := range gradients {
				if k == of {
					continue
				}
				all[k].Interface += volume * math.Hypot(math.Hypot(g[0], g[1]), g[2])
				for a := range 3 {
					others[a] += g[a]
				}
			}
			all[of].Interface += volume * math.Hypot(math.Hypot(others[0], others[1]), others[2])
		}
	}
}

// gradients are Σ V_j ∇W over the neighbours of each kind of fluid [1/m].
func gradients(s *sph.Snapshot, p *sph.Params, own inGrid, around []inGrid,
	kinds int) [][3]float64 {
	all := make([][3]float64, kinds)
	of, masses := s.Kinds(), s.Masses()
	for _, other := range around {
		if of[other.i] == of[own.i] {
			continue
		}
		d := [3]float64{other.x[0] - own.x[0], other.x[1] - own.x[1], other.x[2] - own.x[2]}
		r := math.Hypot(math.Hypot(d[0], d[1]), d[2])
		if r >= p.Support() || r == 0 {
			continue
		}
		w := float64(masses[other.i]) / float64(s.Density[other.i]) * p.Slope(r) * p.SlopeScale()
		for a := range 3 {
			all[int(of[other.i])-1][a] += w * d[a]
		}
	}
	return all
}
