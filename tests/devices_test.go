package tests

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"sync"
	"testing"

	"github.com/spf13/pflag"

	"gpusph/balance"
	"gpusph/gpu"
	"gpusph/problems"
	"gpusph/sph"
	"gpusph/sph/engine"
	"gpusph/sph/exchange"
)

// gpus is the number of GPUs. Without enough, a test is skipped, or fails where as
// many are required: skipped is not passed.
func gpus(t *testing.T, least int) int {
	t.Helper()
	infos, err := gpu.GPUs()
	if len(infos) >= least {
		stayOpen(t, len(infos))
		return len(infos)
	}
	if required(least, os.Getenv("GPUSPH_REQUIRE_CUDA"), os.Getenv("GPUSPH_REQUIRE_GPUS")) {
		t.Fatalf("%d GPUs are required, but there are %d: %v", least, len(infos), err)
	}
	t.Skipf("needs %d GPUs, and there are %d: %v", least, len(infos), err)
	return 0
}

var opened sync.Once

// stayOpen opens all GPUs until the process ends, so that what opens them again shares their
// contexts, which take long to make.
func stayOpen(t *testing.T, n int) {
	opened.Do(func() {
		if _, err := gpu.Open(shares(n, n), gpu.Options{}); err != nil {
			t.Fatal(err)
		}
	})
}

// required reports whether there must be n GPUs: one with GPUSPH_REQUIRE_CUDA=1, and
// up to as many as GPUSPH_REQUIRE_GPUS says; any number if that is none.
func required(least int, cuda, gpus string) bool {
	if least == 1 && cuda == "1" {
		return true
	}
	most, err := strconv.Atoi(gpus)
	return gpus != "" && (err != nil || most >= least)
}

func TestRequiredGPUs(t *testing.T) {
	for _, test := range []struct {
		least      int
		cuda, gpus string
		want       bool
	}{
		{1, "", "", false}, {1, "0", "", false}, {1, "1", "", true}, {2, "1", "", false}, {1, "1", "0", true},
		{4, "1", "8", true}, {8, "", "8", true}, {9, "1", "8", false}, {1, "", "8", true}, {2, "", "eight", true},
	} {
		if got := required(test.least, test.cuda, test.gpus); got != test.want {
			t.Errorf("with GPUSPH_REQUIRE_CUDA=%s and GPUSPH_REQUIRE_GPUS=%s, that %d GPUs are required is %v", test.cuda, test.gpus, test.least, got)
		}
	}
}

// shares names n devices on a number of GPUs, neighbours on the same.
func shares(n, gpus int) []string {
	names := make([]string, n)
	for i := range names {
		names[i] = fmt.Sprintf("cuda:%d", i*gpus/n)
	}
	return names
}

func hosts(n int) []string {
	names := make([]string, n)
	for i := range names {
		names[i] = "host"
	}
	return names
}

// shaker is the worst balancer: it moves every bound about at each list, by up
// to three slices.
type shaker struct{ turn int }

func (s *shaker) Observe([]balance.Load, int) {}
func (s *shaker) String() string              { return "shaker" }
func (s *shaker) Bounds(bounds []int, least int) []int {
	s.turn++
	moved := append([]int(nil), bounds...)
	n := len(bounds) - 1
	for b := 1; b < n; b++ {
		to := moved[b] + (s.turn*7+b*5)%7 - 3
		moved[b] = max(moved[b-1]+least, min(to, bounds[n]-(n-b)*least))
	}
	return moved
}

// run computes a problem for at least a given number of steps.
type run struct {
	problem string
	text    string // of a case file, in place of a problem
	deltaP  float64
	args    []string
	devices []string
	options gpu.Options
	steps   int
	stripe  int
	way     exchange.Mode
	shake   bool
	each    float64       // simulated time between captures, and between samples [s]; 0 takes none
	samples *[]sph.Sample // where these go, or nil
	last    *sph.Progress // where that of the last steps goes, or nil
}

// fromText is the problem of a case file with a text.
func fromText(t *testing.T, text string) problems.FileProblem {
	t.Helper()
	file := filepath.Join(t.TempDir(), "case.toml")
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	p, err := problems.FromFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// snapshot is that at the end.
func (r run) snapshot(t *testing.T) *sph.Snapshot {
	t.Helper()
	all := r.snapshots(t)
	return all[len(all)-1]
}

// lastFilled is the case of the last run: tests run the same one on several devices.
var lastFilled struct {
	sync.Mutex
	of   string
	made *sph.Case
}

// filled is the case of the run.
func (r run) filled(t *testing.T) *sph.Case {
	t.Helper()
	lastFilled.Lock()
	defer lastFilled.Unlock()
	of := fmt.Sprintf("%q %q %g %q", r.problem, r.text, r.deltaP, r.args)
	if lastFilled.of == of {
		return lastFilled.made
	}
	var p problems.Problem
	var err error
	if r.text == "" {
		p, err = problems.Find(r.problem)
	} else {
		p = fromText(t, r.text)
	}
	if err != nil {
		t.Fatal(err)
	}
	flags := pflag.NewFlagSet(r.problem, pflag.ContinueOnError)
	p.Options().Register(flags)
	if err := flags.Parse(r.args); err != nil {
		t.Fatal(err)
	}
	c, err := p.Setup(r.deltaP)
	if err != nil {
		t.Fatal(err)
	}
	lastFilled.of, lastFilled.made = of, c
	return c
}

// snapshots are those on the way, and that at the end.
func (r run) snapshots(t *testing.T) (all []*sph.Snapshot) {
	t.Helper()
	c := r.filled(t)
	system, err := gpu.Open(r.devices, r.options)
	if err != nil {
		t.Fatal(err)
	}
	defer system.Close()
	o := engine.Options{System: system, Stripe: r.stripe, Exchange: r.way, CopyInterval: r.each, SampleInterval: r.each}
	if r.shake {
		o.Balance = &shaker{}
	}
	s, err := engine.New(c, o)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	take := func(rest bool) {
		captures, err := s.StateCopies(rest)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range captures {
			all = append(all, c.Snapshot())
		}
		if samples := s.Samples(); r.samples != nil {
			*r.samples = append(*r.samples, samples...)
		}
	}
	moved := 0
	for step := 0; step < r.steps; {
		p, err := s.Advance(10)
		if err != nil {
			t.Fatalf("after %d steps on %v: %v", step, r.devices, err)
		}
		step = p.Step
		moved += p.Moved
		if r.last != nil {
			*r.last = p
		}
		take(false)
	}
	take(true)
	if r.shake && len(r.devices) > 1 && moved == 0 {
		t.Errorf("no slice moved on %v", r.devices)
	}
	snapshot, err := s.Snapshot()
	if err != nil {
		t.Fatal(err)
	}
	return append(all, snapshot)
}

// same fails unless two snapshots have the same bits.
func same(t *testing.T, what string, a, b *sph.Snapshot) {
	t.Helper()
	if a.Step != b.Step || a.SHA256 != b.SHA256 {
		t.Errorf("%s: step %d has %s, step %d has %s; they are %.2g apart", what, a.Step, a.SHA256, b.Step, b.SHA256, apart(a, b))
	}
}

// apart is the greatest difference of velocities over the greatest velocity.
func apart(a, b *sph.Snapshot) float64 {
	if a.Len() != b.Len() {
		return math.Inf(1)
	}
	var difference, greatest float64
	for i := range a.Velocity {
		for k := range 3 {
			difference = max(difference, math.Abs(float64(a.Velocity[i][k]-b.Velocity[i][k])))
			greatest = max(greatest, math.Abs(float64(a.Velocity[i][k])))
		}
	}
	return difference / greatest
}

// variants are some options of the physics. The first have a kernel of each kind of walls, and
// further passes.
var variants = [][]string{
	{"--smagorinsky=0.12", "--xsph=0.5", "--shifting=2", "--scalar=1e-4", "--surfaces"},
	{"--correction", "--diffusion=antuono"},
	{"--boundary=mdbc"},
	{"--boundary=dynamic"},
	{"--boundary=dummy", "--diffusion=fourtakas"},
	{"--boundary=lennard-jones", "--diffusion=none"},
	{"--boundary=mdbc", "--slip", "--roughness-sand=0.01"},
	{"--boundary=dynamic", "--kernel=cubic", "--nu=1e-4"},
	{"--boundary=dummy", "--kernel=cubic", "--nu=1e-4"},
	{"--boundary=dummy", "--kernel=quintic"},
	{"--boundary=dynamic", "--kernel=quintic", "--nu=1e-4", "--laminar=monaghan-gingold"},
	{"--boundary=lennard-jones", "--nu=1e-4"},
	{"--boundary=dynamic", "--kernel=cubic", "--nu=1e-4", "--smagorinsky=0.12", "--xsph=0.5", "--shifting=2"},
	{"--boundary=dynamic", "--kernel=quintic", "--correction"},
	{"--boundary=dynamic", "--diffusion=antuono", "--smagorinsky=0.12"},
	{"--boundary=mdbc", "--slip", "--kernel=cubic", "--nu=1e-4", "--smagorinsky=0.12"},
	{"--boundary=mdbc", "--kernel=quintic", "--correction", "--diffusion=antuono", "--xsph=0.5", "--shifting=2", "--scalar=1e-4"},
}

// firstVariants are how many of them are run where one run takes long.
const firstVariants = 7

// The strict kernels give the same bits on GPUs and on the host, whatever the
// options of the physics.
func TestStrictIsTheSameOnHostAndGPU(t *testing.T) {
	gpus(t, 1)
	for _, args := range variants {
		t.Run(fmt.Sprint(args), func(t *testing.T) {
			r := run{problem: "DamBreak3D", deltaP: 0.04, args: args, options: gpu.Options{Strict: true}}
			for _, steps := range []int{1, 100} {
				r.steps = steps
				r.devices = hosts(1)
				host := r.snapshot(t)
				r.devices = shares(1, 1)
				same(t, fmt.Sprint(args, " host and GPU"), host, r.snapshot(t))
			}
		})
	}
}

// onGPUs holds that the last bits on the host are those on one GPU, and on shares of the GPUs whose
// slices move, however edges are exchanged.
func (r run) onGPUs(t *testing.T) {
	t.Run(fmt.Sprint(r.problem, r.args), func(t *testing.T) {
		there := gpus(t, 1)
		r.options, r.stripe, r.devices = gpu.Options{Strict: true}, 300, hosts(1)
		host := r.snapshot(t)
		for _, n := range []int{1, 2, 3} {
			for _, way := range []exchange.Mode{exchange.Fastest, exchange.Overlap} {
				r.devices, r.shake, r.way = shares(n, min(n, there)), n > 1, way
				if n > 1 || way == exchange.Fastest {
					same(t, fmt.Sprint(r.devices, way), host, r.snapshot(t))
				}
			}
		}
	})
}

// So do those of a flow in two dimensions.
func TestPlaneOnGPUs(t *testing.T) {
	for _, args := range variants[:firstVariants] {
		run{problem: "DambreakColumn", deltaP: 0.001, args: args, steps: 100}.onGPUs(t)
	}
}

// So do those of a flow with a central force, in the kernels that are for it alone and in those of
// terms.
func TestCentralForceOnGPUs(t *testing.T) {
	for _, args := range [][]string{{}, {"--kernel=cubic", "--nu=1e-4"}, {"--diffusion=antuono", "--shifting=2"}, {"--diffusion=antuono", "--correction"}} {
		run{problem: "OscillatingDrop", deltaP: 0.02, args: args, steps: 200}.onGPUs(t)
	}
}

// So do those of flows that are periodic, of walls that move, of walls that are inclined, of a
// frame that turns, and of a wide flow.
func TestPeriodicFlowsOnGPUs(t *testing.T) {
	for _, r := range []run{
		{problem: "TaylorGreen", deltaP: 0.02},
		{problem: "TaylorGreen", deltaP: 0.02, args: []string{"--diffusion=antuono", "--xsph=0.5", "--scalar=1e-3"}},
		{problem: "ShearWave3D", deltaP: 0.0625, args: []string{"--drift=1"}},
		{problem: "ShearWave3D", deltaP: 0.0625, args: []string{"--correction", "--kernel=cubic"}},
		{problem: "Couette", deltaP: 2e-5},
		{problem: "Poiseuille", deltaP: 2e-5, args: []string{"--boundary=dynamic", "--laminar=monaghan-gingold"}},
		{problem: "LidDrivenCavity", deltaP: 0.02},
		{problem: "LidDrivenCavity", deltaP: 0.02, args: []string{"--boundary=mdbc"}},
		{problem: "Poiseuille", deltaP: 2e-5, args: []string{"--boundary=mdbc"}},
		{problem: "Hydrostatic", deltaP: 0.02, args: []string{"--dim=2", "--wedge=0.1"}},
		{problem: "Hydrostatic", deltaP: 0.02, args: []string{"--dim=2", "--wedge=0.1", "--boundary=mdbc"}},
		{problem: "Sloshing", deltaP: 0.02, args: []string{"--boundary=mdbc"}},
		{problem: "DamBreak3D", deltaP: 0.05, args: []string{"--boundary=mdbc", "--widths=2"}},
	} {
		r.steps = 60
		r.onGPUs(t)
	}
}

// One GPU, several shares of it, and several GPUs come to the same bits, with
// slices moving at every list, with and without peer access. The first variant
// is run in all ways, the others in the two that differ most.
func TestSharesOfGPUsAgree(t *testing.T) {
	there := gpus(t, 1)
	type how struct {
		shares int
		noPeer bool
		way    exchange.Mode
	}
	all := []how{{3, false, exchange.Fastest}, {6, true, exchange.Overlap}}
	for _, n := range []int{2, 3, 4, 6} {
		all = append(all, how{n, true, exchange.Fastest}, how{n, true, exchange.Overlap}, how{n, false, exchange.Fastest}, how{n, false, exchange.Overlap})
	}
	for i, args := range variants[:firstVariants] {
		t.Run(fmt.Sprint(args), func(t *testing.T) {
			r := run{problem: "DamBreak3D", deltaP: 0.02, args: args, steps: 400, devices: shares(1, 1), stripe: 2000}
			one := r.snapshot(t)
			r.shake = true
			hows := all[:2]
			if i == 0 {
				hows = all[2:]
			}
			for _, h := range hows {
				r.devices, r.options.NoPeer, r.way = shares(h.shares, min(h.shares, there)), h.noPeer, h.way
				same(t, fmt.Sprint(args, r.devices, " no peer access ", h.noPeer, h.way), one, r.snapshot(t))
			}
		})
	}
}

// As above, and that there are two or four GPUs.
func TestSeveralGPUs(t *testing.T) {
	for _, n := range []int{2, 4} {
		t.Run(fmt.Sprint(n), func(t *testing.T) {
			gpus(t, n)
			r := run{problem: "DamBreak3D", deltaP: 0.01, steps: 600, devices: shares(1, 1)}
			one := r.snapshot(t)
			for _, way := range []exchange.Mode{exchange.Fastest, exchange.Overlap} {
				r.devices, r.shake, r.way = shares(n, n), true, way
				same(t, fmt.Sprint(r.devices, way), one, r.snapshot(t))
			}
		})
	}
}

// Captures and samples inside of periods are the same on GPUs, in graphs, without these and by
// several shares, as on the host, and change nothing.
func TestCapturesOnGPUs(t *testing.T) {
	gpus(t, 1)
	for _, args := range variants[:3] {
		t.Run(fmt.Sprint(args), func(t *testing.T) {
			capturesAgree(t, args, true, []run{{devices: shares(1, 1)}, {devices: shares(1, 1), options: gpu.Options{NoGraphs: true}}, {devices: shares(3, 1)},
				{devices: shares(3, 1), way: exchange.Overlap}, {devices: []string{"cuda:0", "host"}}})
		})
	}
}

// So they are on several host devices.
func TestCapturesOnHosts(t *testing.T) {
	capturesAgree(t, variants[2], false, []run{{devices: hosts(2)}, {devices: hosts(3), way: exchange.Overlap}})
}

// capturesAgree holds that captures and samples on some devices have the bits of those on one of
// the host, with water around a post. Forces are sums of integers, but the doubles which these are
// rounded from differ between processor and GPU in the last bits.
func capturesAgree(t *testing.T, args []string, strict bool, others []run) {
	t.Helper()
	r := run{problem: "DamBreak3D", deltaP: 0.05, args: append(args[:len(args):len(args)], "--wet-bed=0.1"), options: gpu.Options{Strict: strict}, devices: hosts(1), steps: 60, stripe: 500}
	plain := r.snapshot(t)
	for _, each := range []float64{plain.Time / 150, plain.Time / 7.3} {
		var first, rows []sph.Sample
		r.each, r.devices, r.shake, r.way, r.samples = each, hosts(1), false, exchange.Fastest, &first
		r.options.NoGraphs = false
		want := r.snapshots(t)
		same(t, "with captures", plain, want[len(want)-1])
		for _, other := range others {
			rows = nil
			r.devices, r.way, r.options.NoGraphs, r.shake, r.samples = other.devices, other.way, other.options.NoGraphs, len(other.devices) > 1, &rows
			got := r.snapshots(t)
			if len(got) != len(want) || len(want) < 7 {
				t.Fatalf("%v, each %g s, %v: %d captures, want %d", args, each, other.devices, len(got), len(want))
			}
			for i := range want {
				same(t, fmt.Sprint(args, other.devices), want[i], got[i])
				if want[i].Time != got[i].Time || !slices.Equal(want[i].Pressure, got[i].Pressure) {
					t.Errorf("%v, %v: the capture of step %d has another time or other pressures", args, other.devices, got[i].Step)
				}
			}
			if len(rows) != len(first) || len(first) < 7 {
				t.Fatalf("%v, each %g s, %v: %d samples, want %d", args, each, other.devices, len(rows), len(first))
			}
			for i := range first {
				var off, size float64
				for a, f := range first[i].Force[0] {
					off, size = max(off, math.Abs(rows[i].Force[0][a]-f)), max(size, math.Abs(f))
				}
				if !(off <= 1e-9*size) || size < 0.01 || rows[i].Time != first[i].Time {
					t.Errorf("%v, %v: at %g s the force on the post is %v N, want %v N", args, other.devices, rows[i].Time, rows[i].Force[0], first[i].Force[0])
				}
			}
		}
	}
}

// GPUs and the host in one run, with strict kernels.
func TestGPUAndHostTogether(t *testing.T) {
	gpus(t, 1)
	r := run{problem: "DamBreak3D", deltaP: 0.04, steps: 100, options: gpu.Options{Strict: true}, devices: hosts(1), stripe: 500}
	one := r.snapshot(t)
	for _, devices := range [][]string{{"cuda:0", "host"}, {"host", "cuda:0", "host"}} {
		r.devices, r.shake = devices, true
		same(t, fmt.Sprint(devices), one, r.snapshot(t))
	}
}

// The fast kernels differ from the strict ones by rounding: float32 has 6e-8,
// sums of a hundred terms and approximate reciprocals ten to a hundred times as
// much, and the first steps from rest amplify what is small against the sound
// speed. A wrong term would be off by 1e-2 and more.
func TestFastIsNearStrict(t *testing.T) {
	devices := map[string][]string{"host": hosts(1)}
	if infos, _ := gpu.GPUs(); len(infos) > 0 {
		devices["GPU"] = shares(1, 1)
	}
	for name, devices := range devices {
		for _, args := range variants {
			r := run{problem: "DamBreak3D", deltaP: 0.05, args: args, steps: 10, devices: devices}
			r.options.Strict = true
			strict := r.snapshot(t)
			for _, lanes := range []int{0, 8} {
				r.options = gpu.Options{Lanes: lanes}
				fast := r.snapshot(t)
				if d := apart(strict, fast); d > 2e-4 {
					t.Errorf("%s %v: after %d steps fast and strict are %.2g apart", name, args, fast.Step, d)
				} else {
					t.Logf("%s %v: %.2g apart after %d steps", name, args, d, fast.Step)
				}
			}
		}
	}
}

// One host device and several come to the same bits in both forms, with slices
// moving at every list.
func TestHostsAgree(t *testing.T) {
	for _, args := range [][]string{nil, {"--boundary=mdbc", "--widths=2"}} {
		for _, strict := range []bool{false, true} {
			r := run{problem: "DamBreak3D", deltaP: 0.05, args: args, steps: 60, devices: hosts(1), options: gpu.Options{Strict: strict}, stripe: 500}
			if strict {
				r.steps = 20
			}
			one := r.snapshot(t)
			r.shake = true
			for _, n := range []int{3, 6} {
				r.devices, r.way = hosts(n), []exchange.Mode{exchange.Direct, exchange.Overlap}[n%2]
				same(t, fmt.Sprintf("%v, %d host devices, strict %v", args, n, strict), one, r.snapshot(t))
			}
		}
	}
}
