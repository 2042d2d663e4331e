package engine

import (
	"math"
	"slices"
	"unsafe"

	"gpusph/cuda"
	"gpusph/gpu"
	"gpusph/sph"
	"gpusph/sph/opening"
)

// As many as the word of a particle tells apart.
var _ [sph.MaxMaterials]struct{} = [cuda.MaxMaterials]struct{}{}

// One more than fluids: see kindOf.
var _ [sph.MaxKinds + 1]struct{} = [cuda.MaxKinds]struct{}{}

const materialBytes = int(unsafe.Sizeof(cuda.Material{}))

// openMaterials gives the device the table of materials, if there is more than one.
func (d *domain) openMaterials() (err error) {
	all := d.Case.Materials
	if len(all) == 0 {
		return nil
	}
	if d.materials, err = d.device.Alloc(len(all) * materialBytes); err != nil {
		return err
	}
	table := make([]cuda.Material, len(all))
	for k := range all {
		table[k] = d.material(k)
	}
	copy(d.two[:], table)
	d.main.Upload(d.materials, sph.BytesOf(table))
	return d.main.Sync()
}

// material is a material as kernels have it.
func (f *config) material(k int) cuda.Material {
	c, p, m := f.Case, &f.Case.Params, f.Case.PropertiesOf(k)
	of := cuda.Material{
		Stiffness:  float32(m.Rho0 / p.Rho0 * m.C0 * m.C0 / (sph.Gamma * p.Rho0)),
		Background: float32(p.Further.Background / (p.Rho0 * p.Rho0)),
		Volume:     float32(c.VolumeOf(uint8(k)) / c.VolumeOf(0)), Kind: float32(f.kindOf(k)),
		Power:      statePowers(m.Gamma),
		Artificial: float32(m.Rho0 * m.C0 / (p.Rho0 * p.C0)),
		Sharpness:  float32(p.Further.Sharpness),
		Density:    float32(m.Rho0 / p.Rho0), Lightness: float32(p.Rho0 / m.Rho0),
		Speed: float32(m.C0 / p.C0), Mass: float32(c.Materials[k].Mass / p.Mass),
		Conductivity: float32(m.Conductivity), Capacity: float32(m.Rho0 * m.HeatCapacity),
		Expansion: float32(m.Expansion), T0: float32(m.T0),
	}
	of.Tension, of.WallTension = f.tensions(m.Kind)
	if thick := c.Thickest(); thick > 0 {
		of.Viscosity = float32(m.Rho0 * m.Nu / (p.Rho0 * thick))
	}
	return of
}

// likeOneFluid reports whether kernels that know one fluid do for the flow: its particles have one
// mass, and their equation of state is Tait's, without a background pressure.
func (f *config) likeOneFluid() bool {
	if len(f.Case.Materials) != 1 {
		return len(f.Case.Materials) == 0
	}
	m := f.material(0)
	return m.Background == 0 && m.Power == statePowers(sph.Gamma) && m.Stiffness == f.physics.Tait &&
		m.Artificial == 1 && m.Mass == 1
}

// mixture is what force kernels are chosen by in flows with materials or with heat.
func (f *config) mixture(usual bool) string {
	heat, two := f.Case.Heat != nil, len(f.Case.Materials) == 2
	switch {
	case usual && two && heat:
		return cuda.OfTwoWithHeat
	case usual && two:
		return cuda.OfTwo
	case usual && heat && f.likeOneFluid():
		return cuda.WithHeat
	}
	return cuda.OfAllMaterials
}

// tensions are those of a fluid with others, by the numbers of kindOf, and with walls [N/m]. Walls
// pull at the fluid of a pair that wets them less: σ cos(angle) is how much more they pull at it
// than at the other (Young 1805). Walls have no stress of their own, and half of ∫|∇C| across a
// face is behind it, so the fluid before it has twice of it.
func (f *config) tensions(kind string) (with [cuda.MaxKinds]float32, walls float32) {
	for _, t := range f.Case.Tensions {
		k := slices.Index(t.Between[:], kind)
		if k < 0 {
			continue
		}
		for other := range f.Case.Materials {
			if f.Case.Materials[other].Kind == t.Between[1-k] {
				with[f.kindOf(other)] = float32(t.Sigma)
			}
		}
		of := 2 * t.Sigma * math.Cos(t.Angle*math.Pi/180)
		if k == 0 {
			of = -of
		}
		walls = max(walls, float32(of))
	}
	return with, walls
}

// kindOf numbers the fluid of a material. Walls have the pressures of one with Tait's exponent,
// which is 0.
func (f *config) kindOf(k int) int {
	first := 0
	if f.Case.PropertiesOf(0).Gamma != sph.Gamma {
		first = 1
	}
	return first + max(f.Case.KindOf()[k], 0)
}

// statePowers are the coefficients of the series of 7/γ ((1 + x)^γ - 1)/(1 + x)², by the power of x
// less one: see cuda/material.h.
func statePowers(gamma float64) (series [5]float32) {
	var state [5]float64 // of 7/γ ((1 + x)^γ - 1), from x on
	binomial := 1.0
	for n := range state {
		binomial *= (gamma - float64(n)) / float64(n+1)
		state[n] = sph.Gamma / gamma * binomial
	}
	for n := range series {
		sum := 0.0
		for k := range n + 1 { // 1/(1 + x)² is Σ (-1)^k (k + 1) x^k
			sum += state[n-k] * math.Pow(-1, float64(k)) * float64(k+1)
		}
		series[n] = float32(sum)
	}
	return series
}

// Thick fluids: see cuda/thick.h and docs/design/viscosity.md.

const rheologyBytes = int(unsafe.Sizeof(cuda.Rheology{}))

// openRheologies gives the device the rheologies of the materials, where the flow has thick
// fluids.
func (d *domain) openRheologies() (err error) {
	c := d.Case
	if !c.Params.Thick() {
		return nil
	}
	if d.rheologies, err = d.device.Alloc(len(c.Materials) * rheologyBytes); err != nil {
		return err
	}
	table := make([]cuda.Rheology, len(c.Materials))
	for k := range c.Materials {
		table[k] = rheologyOf(c, k)
	}
	d.main.Upload(d.rheologies, sph.BytesOf(table))
	return d.main.Sync()
}

// rheologyOf is that of a material as kernels have it.
func rheologyOf(c *sph.Case, material int) cuda.Rheology {
	p, m, r := &c.Params, c.PropertiesOf(material), c.BoundedRheology(material)
	least, most := r.ShearRates(p)
	return cuda.Rheology{
		Consistency: float32(r.Consistency), Power: float32(r.Index - 1),
		Least: max(float32(least), leastShear), Most: float32(most),
		YieldStress: float32(r.YieldStress), Regularisation: float32(r.Regularisation),
		Thinning: float32(r.Thinning), T0: float32(m.T0), Limit: float32(p.Further.Viscosity *
			m.Rho0),
		Lightness: float32(p.Rho0 / m.Rho0),
	}
}

// leastShear is a shear rate that logarithms of single precision have no trouble with [1/s].
const leastShear = 1e-30

// viscousArgs gives a pass what it takes of thick fluids: the viscosity and the velocities of the
// stage before, or what the last stage has left.
func (d *domain) viscousArgs(p *readyPass, args *cuda.PassArgs, forces *cuda.ForcesArgs) {
	at := d.states[sph.StateMiddle]
	args.Maxima, args.Rheologies = forces.Maxima, d.rheologies
	if slices.Contains(p.Neighbours, sph.ViscosityField) {
		args.Viscosity = at[sph.ViscosityField]
	}
	for _, f := range []int{sph.EvenStageField, sph.OddStageField} {
		if slices.Contains(p.Neighbours, f) {
			args.Vel = at[f]
		}
	}
}

// heat is what a device has of the heat of a flow.
type heat struct {
	memory gpu.Ptr // of the tables; 0 where there is no heat
	table  cuda.HeatTable
	many   bool // fluids conduct differently
}

// openHeat gives the device the tables of walls and sources.
func (d *domain) openHeat() (err error) {
	h := d.Case.Heat
	if h == nil {
		return nil
	}
	p := &d.Case.Params
	walls, sources, values := d.heatRows()
	var at []gpu.Ptr
	d.heat.memory, at, err = d.uploadTables([][]byte{sph.BytesOf(walls), sph.BytesOf(sources),
		sph.BytesOf(values)})
	volume := d.Case.VolumeOf(0)
	d.heat.table = cuda.HeatTable{
		Walls: at[0], Sources: at[1], Values: at[2], WallCount: int32(len(walls)),
		SourceCount: int32(len(sources)), Volume: float32(volume),
		Conduction: float32(volume * p.SlopeScale() / p.ViscosityOfLattice()),
	}
	first := d.material(0)
	if s := h.Surface; s != nil {
		d.heat.table.Radiation = float32(s.Emissivity * sph.StefanBoltzmann)
		d.heat.table.Convection, d.heat.table.Air = float32(s.Convection), float32(s.Air)
	}
	for k := range h.Walls {
		if h.Walls[k].Solid != nil {
			d.heat.table.Solids = 1
		} else {
			d.heat.table.Faces = 1
		}
	}
	for k := range d.Case.Materials {
		m := d.material(k)
		d.heat.many = d.heat.many || m.Volume != first.Volume || m.Conductivity != first.Conductivity
	}
	return err
}

// heatRows are the tables of walls, of which the first are insulated, and sources, with the values
// of both.
func (s *config) heatRows() (walls []cuda.HeatWall, sources []cuda.HeatSource, values []float64) {
	series := func(of *opening.Series) (row cuda.HeatSeries) {
		row.First, row.Count = int32(len(values)/2), int32(len(of.Values))
		for k, t := range of.Times {
			values = append(values, t, of.Values[k])
		}
		return row
	}
	walls = []cuda.HeatWall{{Kind: cuda.Insulated}}
	for k := range s.Case.Heat.Walls {
		w := &s.Case.Heat.Walls[k]
		if w.Solid != nil {
			walls = append(walls, solidRow(w.Solid, series(opening.Constant(0))))
			continue
		}
		kind := map[sph.HeatKind]int32{sph.WithTemperature: cuda.GivenTemperature,
			sph.WithFlux: cuda.GivenFlux}
		walls = append(walls, cuda.HeatWall{Value: series(w.Value), Kind: kind[w.Kind],
			Constant: float32(w.Value.Values[0])})
	}
	for k := range s.Case.Heat.Sources {
		of := &s.Case.Heat.Sources[k]
		row := cuda.HeatSource{Power: series(of.Power)}
		for a := range 3 { // boxes may go on beyond the domain
			quanta := func(x float64) int32 {
				at := math.Round((x - s.grid.Origin[a]) / s.grid.Quantum)
				return int32(max(math.MinInt32, min(math.MaxInt32, at)))
			}
			row.Low[a], row.High[a] = quanta(of.Min[a]), quanta(of.Max[a])
		}
		sources = append(sources, row)
	}
	return walls, sources, values
}

// solidRow is a solid as kernels have it, with a flux of 0.
func solidRow(s *sph.HeatSolid, none cuda.HeatSeries) cuda.HeatWall {
	return cuda.HeatWall{Value: none, Kind: cuda.Conducting, Conductivity: float32(s.Conductivity),
		Capacity: float32(s.PerVolume()), Volume: float32(s.VolumeRatio())}
}

// temperatures is where kernels find those of particles in a state; 0 without heat.
func (d *domain) temperatures(state int) gpu.Ptr {
	return d.temperaturesOf(d.states[state])
}

// launchHeat launches a kernel of heat.
func launchHeat(kernel cuda.KernelOf[cuda.HeatArgs]) launcher {
	return func(d *domain, p *readyPass, h stepStage, s *stripe) {
		gpu.Launch(s.stream, kernel, d.heatArgs(p, h, s.Part), 0, s.Len())
	}
}

// sumHeat launches one that ends a step and sums the heat that is given.
func sumHeat(kernel cuda.KernelOf[cuda.HeatArgs]) launcher {
	return func(d *domain, p *readyPass, h stepStage, s *stripe) {
		args := d.heatArgs(p, h, s.Part)
		args.Conducted = d.states[sph.StateMiddle][sph.ConductionField]
		if d.Case.Heat.Surface != nil {
			args.Surface = d.states[sph.StateMiddle][sph.HeatSurfaceField]
		}
		args.Remainder = d.states[d.step%2][sph.HeatRemainderField]
		args.RemainderOut = d.stores(sph.HeatRemainderField, d.written(h))
		d.recorder.Heat(s.stream, kernel, &args, s.Len())
	}
}

func (d *domain) launchHeatWalls(p *readyPass, h stepStage, s *stripe) {
	kernel := cuda.HeatWalls
	if d.heat.many {
		kernel = cuda.WallHeatOfMaterials
	}
	launchHeat(kernel)(d, p, h, s)
}

func (d *domain) heatArgs(p *readyPass, h stepStage, part cuda.Part) cuda.HeatArgs {
	args := cuda.HeatArgs{Of: d.passArgs(p, h, part), Table: d.heat.table,
		At: d.temperatures(d.read(h)), Begin: d.temperatures(d.step % 2)}
	args.Faces = d.states[sph.StateEven][sph.HeatFaceField]
	if d.Case.Params.Boundary.TakesPart() {
		args.Mirrored = d.states[sph.StateMiddle][sph.HeatMirrorField]
	}
	return args
}
