package relaxation

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"gpusph/internal/casefile"
	"gpusph/internal/text"
)

// Table is a zone as case files have it.
type Table struct {
	Name string `key:"name" need:"yes"`

	Along  string        `key:"along" words:"x y" help:"axis along which the weight grows; default x"`
	From   float64       `key:"from" unit:"m" need:"yes" help:"where the weight is 0: the inner end"`
	To     float64       `key:"to" unit:"m" need:"yes" help:"where it is 1; may be below from"`
	Beyond float64       `key:"beyond" least:"0" unit:"m" help:"how far behind to it acts; default 0"`
	Box    *casefile.Box `key:"box" help:"where it acts; default from from to to and beyond"`
	Rate   float64       `key:"rate" above:"0" unit:"1/s" help:"β; default 20"`
	Power  float64       `key:"power" least:"1" help:"n; default 2"`

	Components string `key:"components" words:"all horizontal" help:"default all"`

	Kind      string      `key:"kind" words:"regular irregular focused table still" need:"yes" help:"waves; those of a table; or water at rest"`
	Theory    string      `key:"theory" words:"airy stokes2 stokes5 fourier" help:"of regular waves; fourier is numerical; default stokes5"`
	Height    float64     `key:"height" above:"0" unit:"m" help:"crest above trough; significant; focused: crest above still water"`
	Period    float64     `key:"period" above:"0" unit:"s" help:"of regular waves, or of a peak"`
	Depth     float64     `key:"depth" above:"0" unit:"m" help:"of still water"`
	Bed       *float64    `key:"bed" unit:"m" help:"z of the bed; default the lowest of the domain"`
	Direction *[2]float64 `key:"direction" help:"of the waves along x and y; default [1, 0]"`
	Current   *float64    `key:"current" unit:"m/s" help:"mean Eulerian velocity; default that of a closed flume, without transport of mass"`
	Phase     float64     `key:"phase" unit:"°" help:"of regular waves; 0 has a crest at from at the start"`

	Spectrum string       `key:"spectrum" words:"jonswap pierson-moskowitz table" help:"default jonswap"`
	Gamma    *float64     `key:"gamma" least:"1" help:"of jonswap; default 3.3"`
	Seed     *int         `key:"seed" help:"of irregular waves"`
	Band     *[2]float64  `key:"band" help:"frequencies over that of the peak; default [0.5, 3]"`
	Number   int          `key:"number" help:"of components; default 256"`
	Distance float64      `key:"focus-distance" above:"0" unit:"m" help:"of the focus before from"`
	Time     float64      `key:"focus-time" above:"0" unit:"s" help:"of the focus after the start"`
	File     string       `key:"table" help:"CSV file: see above"`
	Rows     [][2]float64 `key:"rows" help:"of a spectrum, in place of a table"`
	Start    float64      `key:"start" least:"0" unit:"s" help:"default 0"`
	Ramp     *float64     `key:"ramp" least:"0" unit:"s" help:"time in which they grow; default two periods, of a table 0"`
}

// kindKeys are the keys of kinds, beyond those that all have. Those before the bar are needed.
var kindKeys = map[string]string{
	"regular":   "height period depth | theory current phase direction",
	"irregular": "seed depth | height period spectrum gamma band number table rows current direction",
	"focused": "height depth focus-distance focus-time | period spectrum gamma band number table " +
		"rows current direction",
	"table": "table | depth",
	"still": "|",
}

// kindHints are values of keys that are needed.
var kindHints = map[string]string{"height": "0.1", "period": "1.5", "depth": "0.5", "seed": "1",
	"focus-distance": "5", "focus-time": "20", "table": `"waves.csv"`}

// checkTables refuses zones that say nothing that can be meant.
func checkTables(c *casefile.Case) error {
	zones := Tables(c)
	for i := range zones {
		if err := checkTable(c, &zones[i], fmt.Sprintf("relaxation.%d", i)); err != nil {
			return err
		}
	}
	return nil
}

func checkTable(c *casefile.Case, z *Table, path string) error {
	for _, word := range []struct{ key, value, words string }{
		{"along", z.Along, "x y"}, {"components", z.Components, "all horizontal"},
		{"kind", z.Kind, "regular irregular focused table still"},
		{"theory", z.Theory, "airy stokes2 stokes5 fourier"},
		{"spectrum", z.Spectrum, "jonswap pierson-moskowitz table"},
	} {
		if word.value == "" && word.key != "kind" {
			continue
		}
		if err := c.Word(path+"."+word.key, word.value, strings.Fields(word.words)); err != nil {
			return err
		}
	}
	if err := checkKind(c, z, path); err != nil {
		return err
	}
	for _, v := range []struct {
		key   string
		value float64
	}{{"rate", z.Rate}, {"power", z.Power}, {"height", z.Height}, {"period", z.Period},
		{"depth", z.Depth}, {"focus-distance", z.Distance}, {"focus-time", z.Time}} {
		if at := path + "." + v.key; c.Given(at) && !(v.value > 0) {
			return c.Errorf(at, "%s is %s, but must be above 0", c.Label(at), text.Exact(v.value))
		}
	}
	switch {
	case c.Dimension == 2 && z.Along == "y":
		return c.Errorf(path+".along", "%s is y, along which a flow in two dimensions has no extent; "+
			"use x", c.Label(path+".along"))
	case c.Dimension == 2 && z.Direction != nil && z.Direction[1] != 0:
		return c.Errorf(path+".direction", "%s has a part along y, along which a flow in two "+
			"dimensions has no extent; use [1, 0] or [-1, 0]", c.Label(path+".direction"))
	case z.Direction != nil && *z.Direction == [2]float64{}:
		return c.Errorf(path+".direction", "%s is [0, 0], which is none; use [1, 0]",
			c.Label(path+".direction"))
	case z.From == z.To:
		return c.Errorf(path+".to", "%s is %s m, and so is from; the weight grows between them, over "+
			"one wavelength as a rule", c.Label(path+".to"), text.Exact(z.To))
	case z.Beyond < 0:
		return c.Errorf(path+".beyond", "%s is %s m, but must not be below 0",
			c.Label(path+".beyond"), text.Exact(z.Beyond))
	case z.Beyond > 0 && z.Box != nil:
		return c.Errorf(path+".beyond", "%s has both a box and beyond; the box says where it acts",
			c.Label(path))
	case z.Box == nil:
		return nil
	}
	for a := range 3 {
		if c.Dimension == 2 && a == 1 {
			continue
		}
		err := c.Order(path+".box", "min", "max", z.Box.Min[a], z.Box.Max[a], casefile.Axes[a])
		if err != nil {
			return err
		}
	}
	return nil
}

// checkKind refuses keys of other kinds, and misses those that a kind needs.
func checkKind(c *casefile.Case, z *Table, path string) error {
	needed, others, _ := strings.Cut(kindKeys[z.Kind], "|")
	for _, key := range strings.Fields(needed) {
		if !c.Given(path + "." + key) {
			return c.Errorf(path, "%s needs %s with kind = %q; for example %s = %s", c.Label(path), key,
				z.Kind, key, kindHints[key])
		}
	}
	own := append(strings.Fields(needed), strings.Fields(others)...)
	for _, kind := range slices.Sorted(maps.Keys(kindKeys)) {
		needs, may, _ := strings.Cut(kindKeys[kind], "|")
		for _, key := range append(strings.Fields(needs), strings.Fields(may)...) {
			if c.Given(path+"."+key) && !slices.Contains(own, key) {
				return c.Errorf(path+"."+key, "%s has no meaning with kind = %q; leave it out",
					c.Label(path+"."+key), z.Kind)
			}
		}
	}
	return nil
}

// move moves zones.
func move(by casefile.Shift, c *casefile.Case) {
	zones := Tables(c)
	for i := range zones {
		z := &zones[i]
		axis := max(0, slices.Index(casefile.Axes, z.Along))
		by.Along(axis, &z.From)
		by.Along(axis, &z.To)
		by.Along(2, z.Bed)
		if z.Box != nil {
			by.Point(&z.Box.Min)
			by.Point(&z.Box.Max)
		}
	}
}

// Tables are those of a case file.
func Tables(c *casefile.Case) []Table { return c.Tables(key).([]Table) }

// Set gives a case file zones.
func Set(c *casefile.Case, zones []Table) { c.SetTables(key, zones) }
