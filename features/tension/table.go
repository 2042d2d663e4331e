package tension

import (
	"fmt"
	"slices"

	"gpusph/internal/casefile"
	"gpusph/internal/text"
	"gpusph/problems/reading"
	"gpusph/problems/scene"
	"gpusph/sph"
)

// table is surface tension in case files.
var table = &casefile.Feature{
	Sections: []casefile.Section{{Key: "tension", Rows: []Table(nil)}}, Check: checkTables,
}

// Table is the surface tension between two fluids.
type Table struct {
	Between []string `key:"between" items:"2" need:"yes" help:"names of two materials"`
	Sigma   float64  `key:"sigma" above:"0" unit:"N/m" need:"yes" help:"surface tension"`
	Angle   *float64 `key:"angle" least:"0" unit:"°" help:"contact angle at walls, through the first of the two; default 90"`
}

// tablesOf are those of a case file.
func tablesOf(c *casefile.Case) []Table { return c.Tables("tension").([]Table) }

// fill gives a case that has its materials the surface tensions of its file.
func fill(f reading.File, _ *scene.Scene, c *sph.Case) error {
	var all []Tension
	for _, t := range tablesOf(f.File()) {
		of := Tension{Between: [2]string(t.Between), Sigma: t.Sigma, Angle: 90}
		if t.Angle != nil {
			of.Angle = *t.Angle
		}
		all = append(all, of)
	}
	Give(c, all)
	return nil
}

// checkTables refuses surface tensions of what are no two materials, and those given twice.
func checkTables(c *casefile.Case) error {
	var names []string
	for i := range c.Materials {
		names = append(names, c.Materials[i].Name)
	}
	pairs := map[[2]string]int{}
	for i, t := range tablesOf(c) {
		path := fmt.Sprintf("tension.%d", i)
		if err := checkBetween(c, t.Between, path, names); err != nil {
			return err
		}
		pair := [2]string{min(t.Between[0], t.Between[1]), max(t.Between[0], t.Between[1])}
		if k, is := pairs[pair]; is {
			return c.Errorf(path, "tension %d is between %q and %q, as tension %d is; leave one "+
				"out", i+1, t.Between[0], t.Between[1], k+1)
		}
		pairs[pair] = i
		if at := path + ".sigma"; !(t.Sigma > 0) {
			return c.Errorf(at, "%s is %s N/m, but must be above 0; water and air have 0.072",
				c.Label(at), text.Exact(t.Sigma))
		}
		if at := path + ".angle"; t.Angle != nil && !(*t.Angle >= 0 && *t.Angle <= 180) {
			return c.Errorf(at, "%s is %s°, but must be from 0 to 180; 90 is neutral", c.Label(at),
				text.Exact(*t.Angle))
		}
	}
	return nil
}

// checkBetween refuses what are no two of a case's materials.
func checkBetween(c *casefile.Case, between []string, path string, names []string) error {
	if len(names) < 2 {
		return c.Errorf(path, "[[tension]] is between two fluids, but the case has %d of "+
			"[[material]]; use two materials", len(names))
	}
	if len(between) != 2 {
		return c.Errorf(path+".between", "%s has %d names, but a surface is between two "+
			"materials; use between = [%q, %q]", c.Label(path+".between"), len(between), names[0],
			names[1])
	}
	for k, name := range between {
		if !slices.Contains(names, name) {
			return c.Errorf(fmt.Sprintf("%s.between.%d", path, k), "the surface tension is "+
				"between %q and %q, but the materials are %s%s", between[0], between[1],
				text.And(names), text.Meant(name, names))
		}
	}
	if between[0] == between[1] {
		return c.Errorf(path+".between",
			"the surface tension is between %q and itself; use two materials", between[0])
	}
	return nil
}
