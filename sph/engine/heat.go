package engine

import (
	"math"

	"gpusph/cuda"
	"gpusph/gpu"
	"gpusph/sph"
	"gpusph/sph/opening"
)

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
		kind := map[sph.HeatKind]int32{sph.WithTemperature: cuda.GivenTemperature,
			sph.WithFlux: cuda.GivenFlux}
		walls = append(walls, cuda.HeatWall{Value: series(w.Value), Kind: kind[w.Kind]})
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

// temperatures is where kernels find those of particles in a state; 0 without heat.
func (d *domain) temperatures(state int) gpu.Ptr {
	if d.Case.Heat == nil {
		return 0
	}
	return d.states[state][sph.TemperatureField]
}

// heats launches a pass of heat for a stripe.
func (d *domain) heats(p *readyPass, h stepStage, s *stripe) {
	args := d.heatArgs(p, h, s.Part)
	kernel := map[sph.HeatPass]cuda.KernelOf[cuda.HeatArgs]{sph.KeepsHeat: cuda.KeepHeat,
		sph.HeatsWalls: cuda.HeatWalls, sph.Heats: cuda.Heat}[p.Heat]
	if d.heat.many && p.Heat != sph.KeepsHeat {
		kernel = cuda.HeatOfMaterials(kernel)
	}
	if p.Heat == sph.Heats {
		d.recorder.Heat(s.stream, kernel, &args, s.Len())
		return
	}
	gpu.Launch(s.stream, kernel, args, 0, s.Len())
}

func (d *domain) heatArgs(p *readyPass, h stepStage, part cuda.Part) cuda.HeatArgs {
	args := cuda.HeatArgs{Of: d.passArgs(p, h, part), Table: d.heat.table,
		At: d.temperatures(d.read(h))}
	args.Faces = args.Of.Own
	if d.Case.Params.Boundary.TakesPart() {
		args.Mirrored = d.states[sph.StateMiddle][sph.HeatMirrorField]
	}
	if p.Heat == sph.Heats {
		args.Remainder = d.states[d.step%2][sph.HeatRemainderField]
		args.RemainderOut = d.stores(sph.HeatRemainderField, d.written(h))
	}
	return args
}
