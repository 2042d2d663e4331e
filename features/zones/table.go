package zones

import (
	"fmt"
	"math"

	"gpusph/internal/casefile"
	"gpusph/internal/text"
)

// Table is a zone as case files have it.
type Table struct {
	Name string `key:"name" need:"yes"`

	Min [3]float64 `key:"min" unit:"m" need:"yes" help:"corner of its box"`
	Max [3]float64 `key:"max" unit:"m" need:"yes" help:"the opposite one"`

	Finer float64 `key:"finer" need:"yes" help:"than the flow, how many times: 2, 4, 8 …"`

	Follows       string       `key:"follows" help:"name of a body, or of a wall or its group, with whose shift the box moves"`
	Path          string       `key:"path" help:"CSV file, in place of that: time [s], displacement along x, y, z [m]"`
	Times         []float64    `key:"times" unit:"s" help:"in place of a file; displacements are at these"`
	Displacements [][3]float64 `key:"displacements" unit:"m" help:"of the box, along x, y, z"`
}

// checkTables refuses zones that say nothing that can be meant.
func checkTables(c *casefile.Case) error {
	tables := Tables(c)
	if n := len(tables); n > Most {
		return c.Errorf(fmt.Sprintf("%s.%d", key, Most), "the case has %d zones, but may have %d", n,
			Most)
	}
	for i := range tables {
		z, path := &tables[i], fmt.Sprintf("%s.%d", key, i)
		bits := math.Log2(z.Finer)
		if !(z.Finer >= 2 && z.Finer <= maxFiner && bits == math.Trunc(bits)) {
			return c.Errorf(path+".finer", "%s is %s, but must be a power of two from 2 to %d",
				c.Label(path+".finer"), text.Exact(z.Finer), maxFiner)
		}
		if ways := z.ways(); len(ways) > 1 {
			return c.Errorf(path, "the zone %q has %s; it moves in one way", z.Name, text.And(ways))
		}
		for a := range 3 {
			if c.Dimension == 2 && a == 1 {
				continue
			}
			err := c.Order(path, "min", "max", z.Min[a], z.Max[a], casefile.Axes[a])
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// ways are the keys that say how a zone moves.
func (t *Table) ways() (keys []string) {
	for _, k := range []struct {
		key string
		is  bool
	}{{"follows", t.Follows != ""}, {"path", t.Path != ""}, {"times", t.Times != nil ||
		t.Displacements != nil}} {
		if k.is {
			keys = append(keys, k.key)
		}
	}
	return keys
}

// maxFiner is how many times finer a zone may be.
const maxFiner = 64

// move moves zones.
func move(by casefile.Shift, c *casefile.Case) {
	tables := Tables(c)
	for i := range tables {
		by.Point(&tables[i].Min)
		by.Point(&tables[i].Max)
	}
}

// Tables are those of a case file.
func Tables(c *casefile.Case) []Table { return c.Tables(key).([]Table) }

// Set gives a case file zones.
func Set(c *casefile.Case, all []Table) { c.SetTables(key, all) }
