package program

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"

	"gpusph/commands/selftest"
)

// TestSelftest holds that a machine that is well is found to be so, that a device that fails is
// named, and that what the command cannot do is refused.
func TestSelftest(t *testing.T) {
	t.Parallel()
	notUnderRace(t)
	dir := t.TempDir()
	r := gpusph(t, dir, "selftest --no-speed --json selftest.json")
	if r.code != exitDone || !strings.Contains(r.stdout, "strict kernels  host") || !strings.Contains(r.stdout, "host in 3 subdomains") || !strings.Contains(r.stdout, "All bits are right; the speed was not measured") {
		t.Fatalf("exit code %d: %s%s", r.code, r.stdout, r.stderr)
	}
	var f selftest.Result
	if err := json.Unmarshal(read(t, filepath.Join(dir, "selftest.json")), &f); err != nil {
		t.Fatal(err)
	}
	if n := len(f.Devices); n == 0 || f.Devices[n-1].Name != "host" || f.Devices[n-1].Memory == 0 {
		t.Fatalf("the devices are %+v", f.Devices)
	}
	if len(f.Faults) > 0 || len(f.Speeds) > 0 || f.Bits == nil || f.Bits.Particles < 10_000 || len(f.Bits.States) < 4*len(f.Devices) {
		t.Fatalf("%+v", f)
	}
	for _, s := range f.Bits.States {
		if first := f.Bits.States[0]; len(s.SHA256) != 64 || s.Kernels == "strict" && s.SHA256 != first.SHA256 || s.Kernels != "strict" && s.SHA256 == first.SHA256 {
			t.Errorf("%s kernels on %s come to %q", s.Kernels, s.Devices, s.SHA256)
		}
	}

	r = withFault(dir, "forces error 50", "selftest --no-speed --json /dev/stdout")
	var broken selftest.Result
	if err := json.Unmarshal([]byte(r.stdout), &broken); err != nil {
		t.Fatalf("%v: %s", err, r.stdout)
	}
	if r.code != exitFailed || len(broken.Faults) == 0 || !strings.Contains(r.stderr, "does not do what it should: the flow on host: ") || !strings.Contains(r.stderr, "injected") {
		t.Errorf("a device fails, and the exit code is %d: %s", r.code, r.stderr)
	}

	for line, want := range map[string]string{
		"selftest cuda:0":                 `gpusph selftest takes nothing more, but there is "cuda:0"`,
		"selftest --json selftest.json":   "selftest.json exists already; use --force to replace it",
		"selftest --json nowhere/st.json": "--json",
		"selftest --deltap 0.1":           "--deltap is an option of",
	} {
		if r := gpusph(t, dir, line); r.code != exitUsage || !strings.Contains(r.stderr, want) {
			t.Errorf("%s: exit code %d: %s", line, r.code, r.stderr)
		}
	}
}
