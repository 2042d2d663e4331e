package sph

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
	// points of curves of a sample near, which pictures show and files do not have [m]
	Curves [][][3]float32
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
		x, fineness, _ := c.Actual(x)
		s.SetMaterial(c, i, p.MaterialOf(i), fineness)
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
