package run

import (
	"strconv"
	"strings"

	"github.com/spf13/pflag"

	"gpusph/gpu"
	"gpusph/sph"
)

// taken are the values of all options as the run on the named devices takes them,
// those that were not given, too.
func (r *run) taken(names []string) map[string]string {
	all := map[string]string{}
	r.Flags.VisitAll(func(f *pflag.Flag) { all[f.Name] = f.Value.String() })
	delete(all, "help")
	delete(all, "version")
	p := &r.flow.Params
	for name, value := range map[string]float64{
		"deltap": p.DeltaP, "tend": r.flow.End, "c0": p.C0,
		"output-interval": r.snapshots.interval, "sample-interval": r.samples.interval,
	} {
		all[name] = strconv.FormatFloat(value, 'g', -1, 64)
	}
	all["skin"] = strconv.FormatFloat(p.Skin/p.H, 'g', 6, 64)
	all["problem"], all["dir"] = r.flow.Name, r.record.dir.Path
	all["gpus"], all["devices"] = strconv.Itoa(len(names)), strings.Join(names, ",")
	all["strict"] = strconv.FormatBool(r.Strict || gpu.Mixed(names))
	all["split-axis"], all["exchange"] = p.SplitAxis.String(), r.sim.Exchange().String()
	for name, words := range map[string][2]string{ // instead of these values
		"dt":      {"0", "adaptive"},
		"maxiter": {"0", "no limit"},
		"stripe":  {"0", strconv.Itoa(sph.LeastStripe)},
		"bounds":  {"", "equal work"},
		"balance": {"on", "predictive"},
	} {
		if all[name] == words[0] {
			all[name] = words[1]
		}
	}
	return all
}
