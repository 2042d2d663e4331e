package cli_test

import (
	"strings"
	"testing"

	"gpusph/commands/cli"
	"gpusph/commands/scaling"
)

// begun is what a command line is refused for; "" if it is taken.
func begun(s cli.Syntax, line string) string {
	if _, err := cli.Begin(cli.Line{Words: strings.Fields("--problem DamBreak3D " + line)}, s); err != nil {
		return err.Error()
	}
	return ""
}

// An option that has no effect is refused, in a sentence that names the reason and the remedy.
func TestWithoutEffect(t *testing.T) {
	const (
		one       = "there is one device only; use --gpus 2 or more names in --devices"
		snapshots = "--formats none writes no snapshots; use --formats vtk"
		paper     = "only the paper's balancer has it; use --balance paper"
		predicts  = "only the predictive balancer has it; use --balance predictive"
	)
	for _, test := range []struct{ line, option, why string }{
		{"--laminar monaghan-gingold", "laminar", "there is no laminar viscosity; use --nu 1e-6"},
		{"--laminar monaghan-gingold --nu 0", "laminar", "there is no laminar viscosity; use --nu 1e-6"},
		{"--xi 0.2 --diffusion none", "xi", "there is no density diffusion; use --diffusion fourtakas"},
		{"--xi 0.1 --diffusion none", "xi", "there is no density diffusion; use --diffusion fourtakas"},
		{"--boundary mdbc --wall-friction 0.01", "wall-friction",
			"only dummy walls that are not rough have it; use --boundary dummy"},
		{"--alpha 0 --residual", "residual",
			"there is no artificial viscosity; --alpha 0.06 is usual with it"},
		{"--correction=false --correction-from 0.8", "correction-from",
			"no gradients are corrected; --correction does that"},
		{"--smagorinsky 0.12 --correction", "correction", "turbulence, lennard-jones walls, and " +
			"several fluids without dummy walls go with plain gradients only; " +
			"use --smagorinsky 0 and --boundary dummy"},
		{"--boundary dummy --slip", "slip",
			"only walls of mdbc have the choice; use --boundary mdbc"},
		{"--slip --boundary dummy", "slip",
			"only walls of mdbc have the choice; use --boundary mdbc"},
		{"--diffusion molteni-colagrossi --xi 0", "diffusion", "its strength is 0; use --xi 0.1"},
		{"--balance paper", "balance", one},
		{"--exchange overlap", "exchange", one},
		{"--no-peer", "no-peer", one},
		{"--no-peer --devices cuda:1,cuda:1,host", "no-peer",
			"--devices names no two GPUs; use cuda:0,cuda:1"},
		{"--no-graphs --devices host:2", "no-graphs", "--devices names no GPU; use cuda:0"},
		{"--lb-gain 3", "lb-gain", one},
		{"--lb-gain 3 --gpus 2 --balance off", "lb-gain", predicts},
		{"--lb-threshold 3 --gpus 2", "lb-threshold", paper},
		{"--lb-steps 3 --gpus 2", "lb-steps", paper},
		{"--force", "force", "a directory of its own is new; use --dir and its name"},
		{"--nosave --formats none", "nosave", "--formats none writes no snapshot, not even the last; " +
			"leave --nosave out, or use --formats vtk to keep the last state"},
		{"--fields id --nosave", "fields", "--nosave writes the last state only, " +
			"with all particles and " +
			"values; leave --nosave out"},
		{"--output-interval 0.1 --formats none", "output-interval", snapshots},
	} {
		if got, want := begun(cli.RunSyntax(), test.line), "--"+test.option+" has no effect: "+test.why; got != want {
			t.Errorf("%s: %q, not %q", test.line, got, want)
		}
	}
}

// What has an effect is taken, and so is what would be so anyway, or asks for nothing.
func TestWithEffect(t *testing.T) {
	for _, line := range []string{
		"--laminar monaghan-gingold --nu 1e-6", "--laminar morris", "--diffusion none",
		"--diffusion none --xi 0", "--xi 0", "--boundary mdbc", "--boundary mdbc --wall-friction 0",
		"--boundary lennard-jones", "--smagorinsky 0.12", "--alpha 0", "--correction=false",
		"--preset classic", "--preset classic --correction", "--slip", "--preset classic --slip",
		"--preset classic --boundary dummy --wall-friction 0.01", "--boundary mdbc --slip",
		"--diffusion none --exchange fastest --lb-steps 10 --nosave=false",
		"--balance off", "--balance paper --lb-steps 3 --gpus 2",
		"--lb-gain 1 --devices host:2 --exchange direct", "--no-peer --gpus 2",
		"--no-peer --devices cuda:0,host,cuda:7", "--balance on --gpus 1",
		"--exchange overlap --devices cuda:3", "--no-graphs", "--no-graphs --devices host,cuda:0",
		"--force --dir x", "--nosave --formats csv",
	} {
		if got := begun(cli.RunSyntax(), line); got != "" {
			t.Errorf("%s: %s", line, got)
		}
	}
	// has numbers of devices of its own
	if got := begun(scaling.Syntax(), "--gpus 1,2 --exchange overlap"); got != "" {
		t.Error(got)
	}
}
