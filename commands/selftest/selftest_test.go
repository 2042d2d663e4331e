package selftest

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"

	"gpusph/commands/cli"
	"gpusph/output/outputtest"
)

// The keys of files change with their versions only.
func TestKeys(t *testing.T) { outputtest.Keys(t, FileHead.Name(), Result{}) }

// Strict kernels are held to the same bits on all devices, the usual ones on those of one kind.
func TestSetUps(t *testing.T) {
	h200 := func(name string) Device { return Device{Name: name, Model: "NVIDIA H200"} }
	other := Device{Name: "cuda:1", Model: "NVIDIA A100"}
	for _, test := range []struct {
		gpus []Device
		want string // by what they should be like
	}{
		{nil, "strict: host, host*3; fast : host, host*3"},
		{[]Device{h200("cuda:0")}, "strict: host, host*3, cuda:0, cuda:0*3; fast : host, host*3; fast " +
			"NVIDIA H200: cuda:0, cuda:0*3"},
		{[]Device{h200("cuda:0"), h200("cuda:1")},
			"strict: host, host*3, cuda:0, cuda:0*3, cuda:1, cuda:1*3, cuda:0+cuda:1; fast : " +
				"host, host*3; " +
				"fast NVIDIA H200: cuda:0, cuda:0*3, cuda:1, cuda:1*3, cuda:0+cuda:1"},
		{[]Device{h200("cuda:0"), other}, "strict: host, host*3, cuda:0, cuda:0*3, cuda:1, cuda:1*3, " +
			"cuda:0+cuda:1; fast : host, host*3; " +
			"fast NVIDIA H200: cuda:0, cuda:0*3; fast NVIDIA A100: cuda:1, cuda:1*3"},
	} {
		var got []string
		last := ""
		for _, s := range setUps(test.gpus) {
			name := strings.Join(s.Devices, "+")
			if len(s.Devices) == 3 {
				name = s.Devices[0] + "*3"
			}
			if s.alike != last {
				got, last = append(got, s.alike+": "+name), s.alike
			} else {
				got[len(got)-1] += ", " + name
			}
		}
		if strings.Join(got, "; ") != test.want {
			t.Errorf("%v:\n%s, not\n%s", test.gpus, strings.Join(got, "; "), test.want)
		}
	}
}

// A device that comes to other bits is named, with the one that it should be like, and nothing is
// well then.
func TestOtherBits(t *testing.T) {
	r := Result{Devices: []Device{{Name: "cuda:0"}, {Name: "host"}},
		Bits: &Bits{Problem: "DamBreak3D", States: []State{
			{[]string{"host"}, "strict", strings.Repeat("a", 64), "strict"},
			{[]string{"cuda:0", "cuda:0", "cuda:0"}, "strict", strings.Repeat("b", 64), "strict"},
			{[]string{"cuda:0"}, "fast", strings.Repeat("c", 64), "fast"},
		}}}
	all := r.Bits.differences()
	if len(all) != 1 || !strings.HasPrefix(all[0].Error(),
		"cuda:0 in 3 subdomains comes to other bits than host, with strict kernels: bbbbbbbbbbbb and "+
			"aaaaaaaaaaaa; ") {
		t.Fatalf("the differences are %v", all)
	}
	if err := r.fault(all[0]); err != nil ||
		!strings.Contains(r.verdict().Error(), "does not do what it should: cuda:0 in 3 subdomains") {
		t.Errorf("%v, then %v", err, r.verdict())
	}
	var b strings.Builder
	r.writeBits(&b)
	r.writeVerdict(&b)
	for _, want := range []string{"strict kernels  host and cuda:0 in 3 subdomains: NOT THE SAME BITS",
		"fast   kernels  cuda:0: the same bits, cccccccccccc", "Not well"} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("no %q in\n%s", want, b.String())
		}
	}
}

// A GPU of a kind that is known is as fast as expected, or slower, and so is a processor whose
// cores do less than half of the known ones. The last line says the same as the numbers.
func TestVerdicts(t *testing.T) {
	h200 := knownGPUs[0].Mips
	for _, test := range []struct {
		s             Speed
		verdict, says string
	}{
		{Speed{Model: "NVIDIA H200", Mips: []float64{h200, 0.98 * h200, 1.1 * h200}}, expected,
			fmt.Sprintf("as fast as expected, 100 %% of the %.0f mips", h200)},
		{Speed{Model: "NVIDIA H200", Mips: []float64{0.84 * h200}}, slower,
			"slower than expected, 84 % of the"},
		{Speed{Model: "NVIDIA A100-SXM4", Mips: []float64{0.5 * h200}}, unknown,
			"not known here; that is 50 % of the"},
		{Speed{Model: "some processor", Mips: []float64{2 * knownHost.Mips}, Cores: 4 * knownHost.Cores},
			unknown, "a core does 50 % of one of"},
		{Speed{Model: "some processor", Mips: []float64{0.14 * knownHost.Mips}, Cores: knownHost.Cores},
			slower, "a core does 14 % of one of"},
	} {
		test.s.judge()
		if got := test.s.words(); test.s.Verdict != test.verdict || !strings.Contains(got, test.says) {
			t.Errorf("%s with %v mips is %s: %s", test.s.Model, test.s.Mips, test.s.Verdict, got)
		}
	}
	host := func(part float64) Speed {
		return Speed{Device: "host", Mips: []float64{part * knownHost.Mips}, Cores: knownHost.Cores}
	}
	for _, test := range []struct {
		speeds []Speed
		want   string
	}{
		{nil, "All bits are right; the speed was not measured"},
		{[]Speed{host(1)}, "All is well"},
		{[]Speed{host(0.51)}, "All is well"},
		{[]Speed{host(0.14)}, "All bits are right, but the processor is slow: 2.100 mips, where a core " +
			"does 14 % of a known one."},
		{[]Speed{{Model: "NVIDIA H200", Mips: []float64{h200}},
			{Device: "cuda:1", Model: "NVIDIA A100", Mips: []float64{1234}}},
			"whether 1,234 mips are much for cuda:1 is not known here"},
	} {
		r := Result{Speeds: test.speeds}
		for i := range r.Speeds {
			r.Speeds[i].judge()
		}
		var b strings.Builder
		if r.writeVerdict(&b); !strings.Contains(b.String(), test.want) ||
			strings.Contains(b.String(), "All is well") != (test.want == "All is well") ||
			r.verdict() != nil {
			t.Errorf("it says %q, not %q", b.String(), test.want)
		}
	}
	slow := Result{Slow: []string{"cuda:0 does 100 mips"}}
	if err := slow.verdict(); !errors.Is(err, cli.ErrSlow) {
		t.Errorf("where a GPU is slow the error is %v", err)
	}
}

// The figures that devices are held to are those of BENCHMARKS.md, where their command is.
func TestKnownFigures(t *testing.T) {
	page, err := os.ReadFile("../../BENCHMARKS.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, k := range append([]Known{knownHost}, knownGPUs...) {
		found := false
		for line := range strings.SplitSeq(string(page), "\n") {
			found = found || strings.Contains(line, k.Kind) &&
				strings.Contains(line, fmt.Sprintf(" %.0f ", k.Mips))
		}
		if !found {
			t.Errorf("BENCHMARKS.md has no row of %s with %.0f mips", k.Kind, k.Mips)
		}
	}
}

// What is sent from a device to another arrives, and takes time.
func TestLink(t *testing.T) {
	l, err := tryLink("host", "host")
	if err != nil {
		t.Fatal(err)
	}
	if !l.Stores || !(l.Latency > 0) || !(l.Bandwidth > 1e6) {
		t.Errorf("between shares of the processor there is %+v", l)
	}
	r := Result{Devices: make([]Device, 3),
		Links: []Link{{From: "cuda:0", To: "cuda:1", Kind: "18 NVLinks", Stores: true, Latency: 6.1e-6,
			Bandwidth: 3.8e11}}}
	var b strings.Builder
	r.writeLinks(&b)
	if want := "cuda:0 to cuda:1: 380 GB/s, 6.1 µs, directly, 18 NVLinks; what was sent has arrived"; !strings.Contains(b.String(), want) {
		t.Errorf("no %q in %s", want, b.String())
	}
}
