package program

import (
	"slices"
	"strings"
	"testing"

	"github.com/spf13/pflag"

	"gpusph/commands/cli"
)

// checkOptions holds that the summary of TestRunDirectory has the value of every
// option, also of those that were not given.
func checkOptions(t *testing.T, dir string) {
	t.Helper()
	all := summary(t, dir).Options
	c, err := cli.Begin(cli.Line{Words: strings.Fields("--problem DamBreak3D")}, cli.RunSyntax())
	if err != nil {
		t.Fatal(err)
	}
	notTold := []string{"help", "version", "resume", "allow-changes", "case", "serve", "control",
		"control-lost", "replay", "start-from", "start-time"}
	c.Flags.VisitAll(func(f *pflag.Flag) {
		if all[f.Name] == "" && !slices.Contains(notTold, f.Name) {
			t.Errorf("the summary does not tell --%s", f.Name)
		}
	})
	for name, want := range map[string]string{
		"problem": "DamBreak3D", "deltap": "0.05", "tend": "1.5", "maxiter": "37",
		"dt": "adaptive", "gpus": "2", "devices": "host,host",
		"formats": "vtk,msgpack,csv", "output-interval": "0.01", "sample-interval": "0.005",
		"skin": "0.5", "split-axis": "y",
		"balance": "predictive", "bounds": "equal work", "stripe": "32768", "exchange": "direct",
		"dir": "out", "obstacles": "1", "c0": "20", "help": "",
	} {
		if all[name] != want {
			t.Errorf("--%s is %q in the summary, not %q", name, all[name], want)
		}
	}
	report := string(read(t, dir, "report.txt"))
	for name, value := range all {
		if !strings.Contains(report, "\n"+name+" ") || !strings.Contains(report, " "+value+"\n") {
			t.Errorf("report.txt does not tell --%s %s", name, value)
		}
	}
}

// The options that a summary tells, given again, give the same bits.
func TestOptionsAgain(t *testing.T) {
	t.Parallel()
	first, again := mustRun(t, t.TempDir(), small+"--maxiter 25 --obstacles 0 --diffusion none"), ""
	for name, value := range first.Options {
		if !slices.Contains([]string{"adaptive", "equal work", "a tenth of the run", "everywhere", "all"}, value) && name != "gpus" && name != "dir" {
			again += " --" + name + "=" + value
		}
	}
	if second := mustRun(t, t.TempDir(), again); second.StateSHA256 != first.StateSHA256 {
		t.Errorf("%s, not %s, after%s", second.StateSHA256, first.StateSHA256, again)
	}
}
