package sph

import (
	"maps"
	"math"
	"slices"
)

// Snapshot is a copy of the flow on the host, in id order. Particles that have
// left the domain are missing.
type Snapshot struct {
	Case     *Case
	Time     float64      // simulated [s]
	Step     int          // steps done
	Devices  int          // the number of devices the flow is cut over
	Part     bool         // it has the particles of this process only, and no SHA256
	ID       []uint32     // ascending
	Position [][3]float32 // from Params.Origin [m]
	Velocity [][3]float32 // [m/s]
	Density  []float32    // [kg/m³]
	// [Pa]; at walls that have none of their own that of the fluid around, as if it went on; so is
	// Density
	Pressure []float32
	Type     []Type
	Body     []uint8  // as in Particles
	Device   []uint8  // the device that owns the particle
	Extra    []Values // of the further fields that files have
	kinds    []int    // of the materials' numbers: see AddMaterials
	// particles of fluid of each of Case.Materials; nil of one from a file
	OfMaterials []int
	SHA256      string // hash of what the devices hold; see Capture.Snapshot
}

// newSnapshot has room for n particles of a flow that has some further fields.
func NewSnapshot(further []FlowField, n int) *Snapshot {
	return &Snapshot{
		Extra: newValues(further, n),
		ID:    make([]uint32, n), Position: make([][3]float32, n), Velocity: make([][3]float32, n),
		Density: make([]float32, n), Pressure: make([]float32, n),
		Type: make([]Type, n), Body: make([]uint8, n), Device: make([]uint8, n),
	}
}

// Len is the number of particles.
func (s *Snapshot) Len() int { return len(s.ID) }

// Snapshot is the flow at its beginning, without any device. Walls have the density of the case.
func (c *Case) Snapshot() *Snapshot {
	p, params := &c.Particles, &c.Params
	s := NewSnapshot(params.FlowFields().Extra, p.Len())
	s.Case, s.Devices = c, 1
	s.AddMaterials(c)
	copy(s.Velocity, p.Velocity)
	copy(s.Type, p.Type)
	copy(s.Body, p.Body)
	equations := c.Equations()
	for i, x := range p.Position {
		rel, of := float64(p.RelDensity[i]), &equations[p.MaterialOf(i)]
		s.ID[i] = uint32(i)
		s.SetMaterial(c, i, p.MaterialOf(i))
		s.Position[i] = [3]float32{float32(x[0]), float32(x[1]), float32(x[2])}
		s.Density[i], s.Pressure[i] = float32(of.Density(rel)), float32(of.Pressure(rel))
	}
	for _, v := range s.Extra {
		copy(v.Of, p.Extra[v.Name])
	}
	return s
}

// Sample is what was measured in the flow at one time.
type Sample struct {
	Time float64
	Step int
	// of the fluid, by row of Params.Energies: Kinetic, Potential (zero at Params.Origin), Internal
	// and those of terms [J]
	Energy   []float64
	Density  [2]float64 // that the fluid's are between, as is ρ0 [kg/m³]
	Stray    int        // particles of fluid whose density is more than StrayDensity off
	Pressure []float64  // at Case.Probes [Pa]; 0 where there is no fluid
	// at those of Case.Probes that measure it, in their order [m/s]; 0 where there is no fluid
	Velocity [][3]float64
	Height   []float64 // of the free surface at Case.Gauges, on the map [m]
	// half a spacing before the particle of fluid that has the greatest x, on the map [m]
	Front float64
	// how far the coldest fluid is below absolute zero, -273.15 °C [K]
	BelowZero float64      `msgpack:",omitempty"`
	Force     [][3]float64 // of the fluid on Case.Bodies [N]
	Moment    [][3]float64 // about the bodies' centres [N m]
	// of the bodies that are free, in their order
	Poses []BodyPose `msgpack:",omitempty"`

	// Sums over all steps since the beginning.
	Sums  []float64 `msgpack:",omitempty"` // those of features, in their order: SumsOf
	Rates []float64 `msgpack:",omitempty"` // at which these change [1/s]: RatesOf
	Work  []float64 `msgpack:",omitempty"` // of the fluid on each body, where some move [J]
	// energy that the frame's turning and changes of gravity have given the fluid [J]
	Turned float64 `msgpack:",omitempty"`

	// of each body whose motion steps correct, in the order of Case.Corrected: displacement [m] and
	// velocity [m/s]
	Corrections [][2]float64 `msgpack:",omitempty"`

	Readings []float64 `msgpack:",omitempty"` // those of features, in their order: ReadingsOf
}

// StrayDensity is how far from ρ0, as a part of it, no density of a weakly compressible flow is.
const StrayDensity = 0.2

// Correction is that of a body in a sample, displacement [m] and velocity [m/s] along
// Corrected.Way; 0 of one that has none.
func (m *Sample) Correction(c *Case, body int) [2]float64 {
	for k, corrected := range c.Corrected() {
		if corrected == body+1 && k < len(m.Corrections) {
			return m.Corrections[k]
		}
	}
	return [2]float64{}
}

// MaterialSample is what a snapshot has of a material; in two dimensions of a metre of width.
type MaterialSample struct {
	Volume    float64    // m/ρ of its particles [m³]
	Mass      float64    // [kg]
	Centre    [3]float64 // of mass [m]
	Velocity  [3]float64 // mean [m/s]
	Interface float64    // area of its surface to other fluids [m²]
}

// Materials are those of the fluids of a case of several materials, by their place in Case.Kinds.
// The area of an interface is the integral of |∇C|, where C is 1 in a fluid and 0 in others
// (Brackbill,
// Kothe and Zemach 1992): Σ V_i |Σ V_j ∇W| over pairs of different fluids.
func (s *Snapshot) Materials(c *Case) []MaterialSample { return MaterialMeans(s.MaterialSums(c)) }

// MaterialSums are the same, but for Centre and Velocity, which are times the mass: those of
// several parts of a flow may be added.
func (s *Snapshot) MaterialSums(c *Case) []MaterialSample {
	all, kinds, masses := make([]MaterialSample, len(c.Kinds())), s.Kinds(), s.Masses()
	if kinds == nil || masses == nil {
		return all
	}
	for i := range s.ID {
		if s.Type[i] != Fluid {
			continue
		}
		m, mass := &all[int(kinds[i])-1], float64(masses[i])
		m.Volume, m.Mass = m.Volume+mass/float64(s.Density[i]), m.Mass+mass
		for a := range 3 {
			m.Centre[a] += mass * float64(s.Position[i][a])
			m.Velocity[a] += mass * float64(s.Velocity[i][a])
		}
	}
	s.addInterfaces(c, all)
	return all
}

// Add adds the sums of a further part of a flow. An interface between two parts is in neither.
func (m *MaterialSample) Add(of *MaterialSample) {
	m.Volume, m.Mass, m.Interface = m.Volume+of.Volume, m.Mass+of.Mass, m.Interface+of.Interface
	for a := range 3 {
		m.Centre[a] += of.Centre[a]
		m.Velocity[a] += of.Velocity[a]
	}
}

// MaterialMeans are samples from such sums.
func MaterialMeans(sums []MaterialSample) []MaterialSample {
	all := slices.Clone(sums)
	for k := range all {
		for a := range 3 {
			if all[k].Mass > 0 {
				all[k].Centre[a] /= all[k].Mass
				all[k].Velocity[a] /= all[k].Mass
			}
		}
	}
	return all
}

// inGrid is a particle of fluid or its image.
type inGrid struct {
	x [3]float64
	i int32
}

// addInterfaces adds the areas of interfaces. Cells without another fluid around have none.
func (s *Snapshot) addInterfaces(c *Case, all []MaterialSample) {
	p, kinds, masses := &c.Params, s.Kinds(), s.Masses()
	reach := p.Support()
	cells, mixed := map[[3]int32][]inGrid{}, map[[3]int32]uint16{}
	for i, x := range s.Position {
		if s.Type[i] != Fluid {
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
			gradients := s.gradients(p, own, around, len(all))
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
func (s *Snapshot) gradients(p *Params, own inGrid, around []inGrid, kinds int) [][3]float64 {
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
