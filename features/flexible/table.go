package flexible

import (
	"fmt"

	"gpusph/internal/casefile"
	"gpusph/internal/text"
)

// key is the tables of case files.
const key = "flexible"

var tables = &casefile.Feature{
	Sections: []casefile.Section{{Key: key, Rows: []Table(nil), Columns: true}},
	Check:    checkTables, Move: moveTables,
}

// Table is a flexible part.
type Table struct {
	Name string `key:"name" need:"yes" help:"in flexible.csv and forces.csv"`
	casefile.Shape

	Young     float64  `key:"young" above:"0" unit:"Pa" need:"yes" help:"Young's modulus E"`
	Poisson   float64  `key:"poisson" least:"0" need:"yes" help:"Poisson's ratio ν, at most 0.49"`
	Density   float64  `key:"density" above:"0" unit:"kg/m³" need:"yes"`
	Model     string   `key:"model" words:"st-venant-kirchhoff neo-hookean" help:"default st-venant-kirchhoff"`
	Narrow    bool     `key:"plane-stress" help:"true: in two dimensions a narrow beam, not a wide plate in plane strain"`
	Damping   float64  `key:"damping" least:"0" unit:"s" help:"time of Kelvin and Voigt: a mode of frequency f has π f times that of the critical damping; default 0"`
	Hourglass *float64 `key:"hourglass" least:"0" help:"α of Ganzenmüller (2015); default 0.1"`

	Clamps []ClampTable `key:"clamp" help:"shapes that hold it; what lies in walls and bodies is held by these"`
	Tips   []TipTable   `key:"tip" help:"points whose displacement flexible.csv has"`
}

// ClampTable is a shape whose particles of a part are held.
type ClampTable struct {
	casefile.Shape
	To string `key:"to" help:"wall or body that it moves with; default it is fixed"`
}

// TipTable is a point of a part.
type TipTable struct {
	Name string     `key:"name" need:"yes"`
	At   [3]float64 `key:"at" unit:"m" need:"yes" help:"at the start; the nearest particle is followed"`
}

// The words of models.
const (
	stVenant   = "st-venant-kirchhoff"
	neoHookean = "neo-hookean"
)

// Tables are those of a case file.
func Tables(c *casefile.Case) []Table { return c.Tables(key).([]Table) }

// SetTables gives a case file flexible parts.
func SetTables(c *casefile.Case, all []Table) { c.SetTables(key, all) }

// moveTables moves parts.
func moveTables(by casefile.Shift, c *casefile.Case) {
	all := Tables(c)
	for i := range all {
		by.Shape(&all[i].Shape)
		for k := range all[i].Clamps {
			by.Shape(&all[i].Clamps[k].Shape)
		}
		for k := range all[i].Tips {
			by.Point(&all[i].Tips[k].At)
		}
	}
}

// checkTables refuses parts that cannot be meant.
func checkTables(c *casefile.Case) error {
	all := Tables(c)
	for i := range all {
		t, path := &all[i], fmt.Sprintf("%s.%d", key, i)
		errs := []error{c.CheckShape(&t.Shape, path), c.Above(path+".young", t.Young, "Pa"),
			c.Above(path+".density", t.Density, "kg/m³"), c.NotBelow(path+".damping", t.Damping, "s")}
		if !(t.Poisson >= 0 && t.Poisson <= mostPoisson) {
			errs = append(errs, c.Errorf(path+".poisson", "%s is %s, but must be from 0 to %s: near 0.5 a "+
				"material is as good as incompressible, and sub-steps are very short; rubber may take 0.49",
				c.Label(path+".poisson"), text.Exact(t.Poisson), text.Exact(mostPoisson)))
		}
		if t.Model != "" {
			errs = append(errs, c.Word(path+".model", t.Model, []string{stVenant, neoHookean}))
		}
		if t.Hourglass != nil {
			errs = append(errs, c.NotBelow(path+".hourglass", *t.Hourglass, ""))
		}
		for k := range t.Clamps {
			errs = append(errs, c.CheckShape(&t.Clamps[k].Shape, fmt.Sprintf("%s.clamp.%d", path, k)))
		}
		if err := casefile.First(errs); err != nil {
			return err
		}
	}
	return nil
}

// material is that of a table.
func (t *Table) material() Material {
	m := Material{Young: t.Young, Poisson: t.Poisson, Density: t.Density, Damping: t.Damping,
		Hourglass: UsualHourglass}
	if t.Model == neoHookean {
		m.Law = NeoHookean
	}
	if t.Narrow {
		m.Plane = Stress
	}
	if t.Hourglass != nil {
		m.Hourglass = *t.Hourglass
	}
	return m
}
