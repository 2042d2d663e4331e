package run

import (
	"path/filepath"
	"strconv"
	"strings"

	"gpusph/commands/cli"
	"gpusph/gpu"
)

// taken are the values of all options as the run on the named devices takes them,
// those that were not given, too.
func (r *run) taken(names []string) map[string]string {
	all := map[string]string{}
	for _, o := range r.Table() {
		all[o.Name] = o.Taken()
	}
	delete(all, "help")
	delete(all, "version")
	delete(all, "resume") // the summary tells where it went on
	delete(all, "allow-changes")
	delete(all, "serve") // viewers change nothing
	p := &r.flow.Params
	cli.TakePhysics(all, p)
	for name, value := range map[string]float64{
		"deltap": p.DeltaP, "tend": r.flow.End,
		"output-interval": r.OutputEvery(r.flow.End), "sample-interval": r.sampleInterval,
	} {
		all[name] = strconv.FormatFloat(value, 'g', -1, 64)
	}
	if r.StopSteady > 0 {
		all["steady-window"] = strconv.FormatFloat(r.SteadyWindow(r.flow.End), 'g', -1, 64)
	}
	all["dir"] = r.Folder.Path
	if delete(all, "case"); r.Given("case") {
		delete(all, "problem")
		all["case"] = filepath.Join(r.Folder.Path, cli.CaseFile)
	} else {
		all["problem"] = r.flow.Name
	}
	all["gpus"], all["devices"] = strconv.Itoa(len(names)), strings.Join(names, ",")
	all["strict"] = strconv.FormatBool(r.Strict || gpu.Mixed(names))
	if len(names) > 1 {
		all["exchange"] = r.sim.Exchange().String()
	}
	if r.MaxIter == 0 {
		all["maxiter"] = "no limit"
	}
	if all["balance"] == "on" {
		all["balance"] = "predictive"
	}
	return all
}
