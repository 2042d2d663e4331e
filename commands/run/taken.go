package run

import (
	"path/filepath"
	"strconv"

	"gpusph/commands/cli"
	"gpusph/gpu"
)

// taken are the values of all options as the run on the named devices takes them,
// those that were not given, too.
func (r *run) taken(names []string) map[string]string {
	all := r.Taken(r.Folder.Path, names, r.flow.End)
	p := &r.flow.Params
	cli.TakePhysics(all, p)
	all["deltap"] = strconv.FormatFloat(p.DeltaP, 'g', -1, 64)
	if r.StopSteady > 0 {
		all["steady-window"] = strconv.FormatFloat(r.SteadyWindow(r.flow.End), 'g', -1, 64)
	}
	if delete(all, "case"); r.Given("case") {
		delete(all, "problem")
		all["case"] = filepath.Join(r.Folder.Path, cli.CaseFile)
	} else {
		all["problem"] = r.flow.Name
	}
	all["strict"] = strconv.FormatBool(r.Strict || gpu.Mixed(names))
	if len(names) > 1 {
		all["exchange"] = r.sim.Exchange().String()
	}
	if all["balance"] == "on" {
		all["balance"] = "predictive"
	}
	return all
}
