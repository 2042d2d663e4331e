package heat

import (
	"fmt"

	"gpusph/internal/casefile"
)

// table is heat in case files.
var table = &casefile.Feature{
	Sections: []casefile.Section{
		{Key: "heat", Rows: (*Table)(nil)},
		{Key: "heat-wall", Rows: []WallTable(nil), Columns: true},
		{Key: "heat-source", Rows: []SourceTable(nil)},
	},
	Keys:    keys,
	Carried: "temperature",
	Refused: map[string]func(x float64) string{"temperature": tooCold},
	Check:   checkTables, Move: move,
}

// Table gives the fluid a temperature.
type Table struct {
	ThermalKeys

	Reference   *float64      `key:"reference" unit:"K or °C" help:"temperature at which the density is rho0; default temperature"`
	Temperature *float64      `key:"temperature" unit:"K or °C" help:"temperature at the start of fluids without their own; default reference"`
	Surface     *SurfaceTable `key:"surface" help:"what free surfaces give to the air; default nothing"`
	Length      float64       `key:"length" above:"0" unit:"m" help:"length of the Nusselt numbers in heat.csv; default none"`
	Difference  float64       `key:"difference" above:"0" unit:"K" help:"temperature difference of the Nusselt numbers"`
}

// SurfaceTable is what free surfaces give to the air.
type SurfaceTable struct {
	Emissivity float64 `key:"emissivity" least:"0" help:"of a grey body; temperatures are in K then; default 0"`
	Convection float64 `key:"convection" least:"0" unit:"W/(m² K)" help:"heat transfer coefficient between surface and air; default 0"`
	Air        float64 `key:"air" need:"yes" unit:"K or °C" help:"temperature of the air"`
}

// ThermalKeys are the properties of a material with a temperature.
type ThermalKeys struct {
	Conductivity float64 `key:"conductivity" above:"0" unit:"W/(m K)" help:"heat conductivity"`
	HeatCapacity float64 `key:"heat-capacity" above:"0" unit:"J/(kg K)" help:"specific heat capacity"`
	Expansion    float64 `key:"expansion" least:"0" unit:"1/K" help:"volumetric thermal expansion, for buoyancy; default 0"`
}

// FluidKeys are those of fluid.
type FluidKeys struct {
	Temperature *float64  `key:"temperature" unit:"K or °C" help:"temperature at the start; default that of [heat]"`
	Gradient    *Gradient `key:"temperature-gradient" help:"instead of a temperature: linear between two points"`
}

// Gradient is a temperature that is linear between two planes through points, across the
// line between them, and constant beyond.
type Gradient struct {
	From [3]float64 `key:"from" unit:"m" need:"yes" help:"where it begins"`
	To   [3]float64 `key:"to" unit:"m" need:"yes" help:"where it ends"`

	Temperatures [2]float64 `key:"temperatures" unit:"K or °C" need:"yes" help:"at from and at to"`
}

// WallTable is sides of the domain, walls or bodies with a temperature or a heat flux, or solids
// that conduct. All others are insulated.
type WallTable struct {
	Name string   `key:"name" need:"yes" help:"in heat.csv"`
	Of   []string `key:"of" need:"yes" items:"1" help:"sides of the domain (xmin, …), names of walls and bodies"`

	Temperature *casefile.Series `key:"temperature" group:"heat" unit:"K or °C" help:"of the faces; of a solid that conducts, at the start: a number"`
	Flux        *casefile.Series `key:"flux" group:"heat" unit:"W/m²" help:"instead of a temperature: heat into the fluid; below 0 the wall cools"`

	Conductivity float64 `key:"conductivity" above:"0" unit:"W/(m K)" help:"of a solid that conducts and stores heat, with heat-capacity and density"`
	HeatCapacity float64 `key:"heat-capacity" above:"0" unit:"J/(kg K)" help:"of the solid"`
	Density      float64 `key:"density" above:"0" unit:"kg/m³" help:"of the solid"`
	Depth        float64 `key:"depth" above:"0" unit:"m" help:"of a solid's particles below its faces; default the support"`
}

// SourceTable is a box in which the fluid is heated.
type SourceTable struct {
	Name  string           `key:"name" need:"yes"`
	Box   casefile.Box     `key:"box" need:"yes"`
	Power *casefile.Series `key:"power" need:"yes" unit:"W/m³" help:"heat per volume; below 0 it cools"`
}

// tableOf is [heat] of a case file; nil is none.
func tableOf(c *casefile.Case) *Table { return c.Tables("heat").(*Table) }

// wallsOf are the heat walls of a case file.
func wallsOf(c *casefile.Case) []WallTable { return c.Tables("heat-wall").([]WallTable) }

// sourcesOf are the heat sources of a case file.
func sourcesOf(c *casefile.Case) []SourceTable { return c.Tables("heat-source").([]SourceTable) }

// eachSeries are the quantities in time of heat walls and sources, by their paths and keys.
func eachSeries(c *casefile.Case, each func(path, key string, of *casefile.Series) error) error {
	for i := range wallsOf(c) {
		w, path := &wallsOf(c)[i], fmt.Sprintf("heat-wall.%d", i)
		if w.Conductivity > 0 {
			continue
		}
		key, of := "temperature", w.Temperature
		if of == nil {
			key, of = "flux", w.Flux
		}
		if err := each(path, key, of); err != nil {
			return err
		}
	}
	for i := range sourcesOf(c) {
		of := sourcesOf(c)[i].Power
		if err := each(fmt.Sprintf("heat-source.%d", i), "power", of); err != nil {
			return err
		}
	}
	return nil
}

// move moves what has places.
func move(by casefile.Shift, c *casefile.Case) {
	for i := range c.Fluids {
		if g := keysOf(&c.Fluids[i]).Gradient; g != nil {
			by.Point(&g.From)
			by.Point(&g.To)
		}
	}
	for i := range sourcesOf(c) {
		box := &sourcesOf(c)[i].Box
		by.Point(&box.Min)
		by.Point(&box.Max)
	}
}

// keysOf are those of heat in a fluid.
func keysOf(f *casefile.Fluid) *FluidKeys { return casefile.KeysIn[FluidKeys](f.Extra) }
