package program

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gpusph/gpu"
)

// The shares sit on the GPUs there are, with the same bits on any number of
// them, and with the host's if --strict is given.
func TestGPUs(t *testing.T) {
	gpus, err := gpu.GPUs()
	switch {
	case len(gpus) > 0:
	case os.Getenv("GPUSPH_REQUIRE_CUDA") == "1":
		t.Fatalf("GPUSPH_REQUIRE_CUDA is 1, but there is no GPU: %v", err)
	default:
		t.Skipf("there is no GPU: %v", err)
	}
	const flow = "--problem DamBreak3D --deltap 0.05 --maxiter 100 "
	fast := mustRun(t, t.TempDir(), flow)
	strict := mustRun(t, t.TempDir(), flow+"--devices host:1 --strict")
	if fast.Devices[0].Name != "cuda:0" {
		t.Errorf("without --gpus and --devices, %s computes, not cuda:0", fast.Devices[0].Name)
	}
	for _, test := range []struct{ line, want string }{
		{"--gpus 3", fast.StateSHA256},
		{"--gpus 6 --no-peer --balance off", fast.StateSHA256},
		{"--devices cuda:0,cuda:0 --balance paper --lb-threshold 0.01 --lb-steps 1", fast.StateSHA256},
		{"--no-graphs", fast.StateSHA256},
		{"--gpus 3 --no-graphs --stripe 100", fast.StateSHA256},
		{"--gpus 3 --stripe 100", fast.StateSHA256},
		{"--strict", strict.StateSHA256},
		{"--gpus 4 --strict", strict.StateSHA256},
		{"--devices cuda:0,host --strict", strict.StateSHA256},
		{"--devices cuda:0,host", strict.StateSHA256}, // they could not agree otherwise
	} {
		if got := mustRun(t, t.TempDir(), flow+test.line); got.StateSHA256 != test.want || got.Steps != 100 {
			t.Errorf("%s: %s after %d steps, not %s", test.line, got.StateSHA256, got.Steps, test.want)
		}
	}

	dir := t.TempDir()
	asked := len(gpus) + 2
	r := gpusph(t, dir, fmt.Sprintf("--problem DamBreak3D --deltap 0.02 --tend 0.4 "+
		"--gpus %d --dir out", asked))
	s := summary(t, filepath.Join(dir, "out"))
	if want := fmt.Sprintf("%d subdomains on cuda:0 (", asked); r.code != 0 || !strings.Contains(r.stderr, want) {
		t.Errorf("exit code %d, or no %q: %s", r.code, want, r.stderr)
	}
	if s.Energy <= 0 || s.PerParticle <= 0 || !strings.Contains(r.stdout, "J per particle-iteration") {
		t.Errorf("the GPUs used %g J, %g µJ per particle-iteration:\n%s", s.Energy, s.PerParticle,
			r.stdout)
	}
	if r := gpusph(t, dir, "devices"); !strings.Contains(r.stdout, "cuda:0") || !strings.Contains(r.stdout, gpus[0].Model) {
		t.Errorf("devices lists %s", r.stdout)
	}
}
