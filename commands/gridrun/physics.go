package gridrun

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"gpusph/commands/cli"
	"gpusph/grid"
	"gpusph/grid/gridfile"
	"gpusph/internal/casefile"
	"gpusph/output"
)

// setting is an option on which the bits of a flow depend, with its value.
type setting struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// mayChange are options of problems that may change in a run that continues.
var mayChange = []string{"steady", "unfused"}

// physics are all settings of a flow, and in the last the flow itself as it was understood, so that
// a program that makes another flow of the same options does not continue it.
func physics(g *cli.GridConfig, f *grid.Flow) (all []setting) {
	for _, o := range g.OwnOptions() {
		uniform := o.Name == "stretch" && !f.Stretched() // as runs of earlier versions
		if !slices.Contains(mayChange, o.Name) && !uniform {
			all = append(all, setting{o.Name, o.Taken()})
		}
	}
	for _, o := range g.Table() {
		// runs of earlier versions have no diffusion, which was explicit, and no levels
		later := (o.Name == "diffusion" || o.Name == "levels") && g.Given(o.Name)
		if slices.Contains(ofPhysics, o.Name) || later {
			all = append(all, setting{o.Name, o.Taken()})
		}
	}
	whole := fmt.Sprint(f.Cells, f.Spacing, f.Origin, f.Periodic, f.CFL, f.Step, f.Precision,
		f.Equations.Settings())
	if f.Stretched() {
		whole += fmt.Sprint(f.Faces)
	}
	if file := g.File(); file != nil {
		whole += startOf(file)
	}
	return append(all, setting{flowSetting, output.SHA256([]byte(whole))[:16]})
}

const flowSetting = "flow"

// startOf is a case file without what may change in a run that continues.
func startOf(file *casefile.Case) string {
	c, err := file.Again()
	if err != nil {
		return ""
	}
	c.Name, c.About, c.End, c.Probes, c.Run = "", "", 0, nil, nil
	if c.Grid != nil {
		c.Grid.Steady = 0
	}
	var b strings.Builder
	if err := c.Write(&b, false, nil); err != nil {
		return ""
	}
	return b.String()
}

// ofPhysics are the options of all flows on which the bits depend.
var ofPhysics = []string{"solver", "tolerance", "solver-iterations", "precision", "dt", "cfl"}

// differences tell which settings are others than before, in words.
func differences(before, now []setting) (all []string) {
	for _, s := range now {
		i := slices.IndexFunc(before, func(b setting) bool { return b.Name == s.Name })
		switch {
		case i < 0 && s.Name != flowSetting:
			all = append(all, fmt.Sprintf("--%s is %s, but the run before had none", s.Name, s.Value))
		case i >= 0 && before[i].Value != s.Value && s.Name != flowSetting:
			all = append(all, fmt.Sprintf("--%s is %s, but was %s", s.Name, s.Value, before[i].Value))
		}
	}
	if len(all) == 0 && !slices.Equal(before, now) {
		all = append(all, "this program makes another flow of the same options than the one before")
	}
	return all
}

// findEarlier reads the checkpoint that --resume names, and returns the options of that run.
func (r *run) findEarlier(path string) (words []string, err error) {
	c, dir, remarks, err := cli.Resumed(path, gridfile.Checkpoints, readCheckpoint)
	if err != nil {
		return nil, err
	}
	c.dir, c.remarks, r.earlier = dir, remarks, c
	return c.Words, nil
}

// taken are the values of all options as the run on the named devices takes them.
func (r *run) taken(names []string) map[string]string {
	all := r.Taken(r.Folder.Path, names, r.flow.End)
	if _, has := all["tolerance"]; has && r.Tolerance == 0 {
		all["tolerance"] = "1e-10"
		if r.Precision == grid.Single {
			all["tolerance"] = "1e-05"
		}
	}
	if _, has := all["solver"]; has {
		all["solver"] = r.Solver.String()
	}
	if _, has := all["cfl"]; has {
		all["cfl"] = strconv.FormatFloat(r.flow.CFL, 'g', -1, 64)
	}
	return all
}
