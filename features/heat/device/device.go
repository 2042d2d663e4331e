// Package device launches the kernels of heat.
package device

import (
	"gpusph/cuda"
	"gpusph/features/heat"
	"gpusph/gpu"
	"gpusph/neighbor"
	"gpusph/sph"
	"gpusph/sph/launch"
	"gpusph/sph/timeseries"
)

// Feature is what heat gives devices.
var Feature = launch.Feature{
	Kernels: map[string]launch.Launcher{
		"keep_heat": launcher(cuda.KeepHeat), "heat_walls": heatWalls,
		"heat": end(cuda.Heat), "heat_solids": end(cuda.HeatSolids),
	},
	Forces: func(w launch.Work, args *cuda.ForcesArgs) {
		args.Temperature = w.Reads(sph.FieldPlace(heat.Temperature))
	},
	Passes: func(w launch.Work, args *cuda.PassArgs) {
		args.Temperature = w.Reads(sph.FieldPlace(heat.Temperature))
	},
	Energies: func(w launch.Work, args *cuda.EnergyArgs) {
		args.Temperature = w.Begins(sph.FieldPlace(heat.Temperature))
		args.Faces = w.Begins(sph.FieldPlace(heat.Face))
		args.Solids = w.Tables(heat.Name).At[0]
	},
	Mixture:  cuda.WithHeat,
	Material: material,
	Tables:   tables,
}

// material completes the row of a material.
func material(c *sph.Case, k int, of *cuda.Material) {
	m := &heat.Of(c).Fluids[k]
	of.Conductivity = float32(m.Conductivity)
	of.Capacity = float32(c.PropertiesOf(k).Rho0 * m.HeatCapacity)
	of.Expansion, of.T0 = float32(m.Expansion), float32(m.T0)
}

// kept is what launchers need besides tables.
type kept struct {
	table cuda.HeatTable
	walls cuda.KernelOf[cuda.HeatArgs]
}

// tables are those of walls, of which the first are insulated, and sources, and values of both.
func tables(c *sph.Case, g *neighbor.Grid) launch.Tables {
	given, p := heat.Of(c), &c.Params
	walls, sources, values := rows(given, g)
	of := &kept{walls: cuda.HeatWalls}
	volume := c.VolumeOf(0)
	of.table = cuda.HeatTable{
		WallCount: int32(len(walls)), SourceCount: int32(len(sources)), Volume: float32(volume),
		Conduction: float32(volume * p.SlopeScale() / p.ViscosityOfLattice()),
	}
	if s := given.Surface; s != nil {
		of.table.Radiation = float32(s.Emissivity * heat.StefanBoltzmann)
		of.table.Convection, of.table.Air = float32(s.Convection), float32(s.Air)
	}
	for k := range given.Walls {
		if given.Walls[k].Solid != nil {
			of.table.Solids = 1
		} else {
			of.table.Faces = 1
		}
	}
	if conductDifferently(c) {
		of.walls = cuda.WallHeatOfMaterials
	}
	return launch.Tables{Kept: of,
		Bytes: [][]byte{sph.BytesOf(walls), sph.BytesOf(sources), sph.BytesOf(values)}}
}

// conductDifferently reports whether the fluids of a case do.
func conductDifferently(c *sph.Case) bool {
	fluids := heat.Of(c).Fluids
	for k := range c.Materials {
		if float32(c.VolumeOf(uint8(k))/c.VolumeOf(0)) != 1 ||
			float32(fluids[k].Conductivity) != float32(fluids[0].Conductivity) {
			return true
		}
	}
	return false
}

// rows are those of tables.
func rows(given *heat.Given, g *neighbor.Grid) (walls []cuda.HeatWall, sources []cuda.HeatSource,
	values []float64) {
	series := func(of *timeseries.Series) (row cuda.HeatSeries) {
		row.First, row.Count = int32(len(values)/2), int32(len(of.Values))
		for k, t := range of.Times {
			values = append(values, t, of.Values[k])
		}
		return row
	}
	walls = []cuda.HeatWall{{Kind: cuda.Insulated}}
	for k := range given.Walls {
		w := &given.Walls[k]
		if w.Solid != nil {
			walls = append(walls, solidRow(w.Solid, series(timeseries.Constant(0))))
			continue
		}
		kind := map[heat.Kind]int32{heat.WithTemperature: cuda.GivenTemperature,
			heat.WithFlux: cuda.GivenFlux}
		walls = append(walls, cuda.HeatWall{Value: series(w.Value), Kind: kind[w.Kind],
			Constant: float32(w.Value.Values[0])})
	}
	for k := range given.Sources {
		of := &given.Sources[k]
		sources = append(sources, cuda.HeatSource{Power: series(of.Power), Low: g.Corner(of.Min),
			High: g.Corner(of.Max)})
	}
	return walls, sources, values
}

// solidRow is a solid as kernels have it, with a flux of 0.
func solidRow(s *heat.Solid, none cuda.HeatSeries) cuda.HeatWall {
	return cuda.HeatWall{Value: none, Kind: cuda.Conducting, Conductivity: float32(s.Conductivity),
		Capacity: float32(s.PerVolume()), Volume: float32(s.VolumeRatio())}
}

// launcher launches a kernel of heat.
func launcher(kernel cuda.KernelOf[cuda.HeatArgs]) launch.Launcher {
	return func(w launch.Work) { gpu.Launch(w.Stream(), kernel, args(w), 0, w.Len()) }
}

func heatWalls(w launch.Work) {
	gpu.Launch(w.Stream(), w.Tables(heat.Name).Kept.(*kept).walls, args(w), 0, w.Len())
}

// end launches a kernel that ends a step and sums the heat that is given.
func end(kernel cuda.KernelOf[cuda.HeatArgs]) launch.Launcher {
	return func(w launch.Work) {
		args := args(w)
		args.Conducted = w.Reads(sph.FieldPlace(heat.Conduction))
		args.Surface = w.Reads(sph.FieldPlace(heat.Area))
		args.Remainder = w.Begins(sph.FieldPlace(heat.Remainder))
		args.RemainderOut = w.Stores(sph.FieldPlace(heat.Remainder))
		args.Given, args.Scale = w.Sums(heat.Name)
		args.Tasks = int32(w.Len())
		gpu.Launch(w.Stream(), kernel, args, 0, w.Len())
	}
}

func args(w launch.Work) cuda.HeatArgs {
	t := w.Tables(heat.Name)
	table := t.Kept.(*kept).table
	table.Walls, table.Sources, table.Values = t.At[0], t.At[1], t.At[2]
	temperature := sph.FieldPlace(heat.Temperature)
	return cuda.HeatArgs{
		Of: w.Pass(), Table: table, At: w.Reads(temperature), Begin: w.Begins(temperature),
		Faces: w.Begins(sph.FieldPlace(heat.Face)), Mirrored: w.Reads(sph.FieldPlace(heat.Mirror)),
	}
}
