package selftest

import (
	"context"
	"fmt"
	"runtime"
	"strings"
	"time"

	"gpusph/internal/measure"
	"gpusph/internal/text"
)

// Speed is how fast a device computes a flow.
type Speed struct {
	Device    string    `json:"device"`
	Model     string    `json:"model"`
	Command   string    `json:"command"` // that measures the same
	Particles int       `json:"particles"`
	Steps     int       `json:"steps"` // that were timed
	Mips      []float64 `json:"mips"`  // of each repeat
	Beside    Known     `json:"beside"`
	// the median beside the known figure; of the processor by cores
	Ratio   float64 `json:"of_known"`
	Verdict string  `json:"verdict"` // as expected, slower or not known
	Cores   int     `json:"cores,omitempty"`
}

// Known is a figure of BENCHMARKS.md, of the same flow and steps.
type Known struct {
	Kind   string  `json:"kind"` // a part of the model's name
	Mips   float64 `json:"mips"`
	Cores  int     `json:"cores,omitempty"` // of a processor
	Source string  `json:"source"`
}

// The flows whose speed is measured, from rest: one that fills a GPU, and one for a processor.
const (
	gpuFlow  = "--problem DamBreak3D --preset classic --boundary dummy --alpha 0.1 --deltap 0.005"
	hostFlow = "--problem DamBreak3D --preset classic --boundary dummy --alpha 0.1 --deltap 0.02"

	warmup, gpuSteps, hostSteps, repeats = 30, 150, 200, 3

	within = 10 * time.Second // no repeat begins later
	enough = 0.85             // machines of one kind differ by 5 to 10 %

	enoughOfCore = 0.5 // cores differ more: half is what one without AVX-512 does
)

// knownGPUs and knownHost are what BENCHMARKS.md has of these flows. The first GPU stands beside
// those of kinds that are not known.
var (
	knownGPUs = []Known{
		{Kind: "H200", Mips: 3549, Source: "BENCHMARKS.md, first row"},
	}
	knownHost = Known{Kind: "AMD EPYC with AVX-512", Mips: 15, Cores: 2, Source: "BENCHMARKS.md"}
)

// The verdicts.
const (
	expected = "as expected"
	slower   = "slower"
	unknown  = "not known"
)

// trySpeeds times each GPU by itself, or the processor where there is none.
func (r *Result) trySpeeds(ctx context.Context, gpus []Device) error {
	words, steps, devices := gpuFlow, gpuSteps, gpus
	if len(gpus) == 0 {
		words, steps, devices = hostFlow, hostSteps, r.Devices
	}
	c, err := config(words)
	if err != nil {
		return err
	}
	flow, err := c.Setup()
	if err != nil {
		return r.fault(fmt.Errorf("the benchmark: %w", err))
	}
	flow.GoOn()
	for _, d := range devices {
		on := measure.Place{Devices: []string{d.Name}, GPU: c.GPUOptions(), New: c.New}
		m, err := measure.Time(ctx, flow, on,
			measure.Options{Warmup: warmup, Steps: steps, Repeat: repeats, Within: within})
		if err != nil {
			if err := r.fault(fmt.Errorf("the benchmark of %s: %w", d.Name, err)); err != nil {
				return err
			}
			continue
		}
		s := Speed{
			Device: d.Name, Model: d.Model, Particles: m.Particles, Steps: m.Steps, Mips: m.Mips,
			Command: fmt.Sprintf("gpusph bench %s --devices %s --warmup %d --steps %d --repeat %d", words,
				d.Name, warmup, steps, repeats),
		}
		if d.Name == "host" {
			s.Cores = runtime.GOMAXPROCS(0)
		}
		s.judge()
		if s.Verdict == slower && s.Cores == 0 {
			r.Slow = append(r.Slow, fmt.Sprintf("%s does %s mips, and %s", s.Device,
				text.Digits(text.Median(s.Mips)), s.words()))
		}
		r.Speeds = append(r.Speeds, s)
	}
	return nil
}

// judge finds what stands beside the device, and says what to think of it. A processor's kind is
// never known: cores differ too much. One whose cores do less than half of the known ones is slower
// all the same, but no reason for an exit code.
func (s *Speed) judge() {
	mips := text.Median(s.Mips)
	s.Verdict = unknown
	if s.Cores > 0 {
		s.Beside = knownHost
		s.Ratio = mips / float64(s.Cores) / (knownHost.Mips / float64(knownHost.Cores))
		if s.Ratio < enoughOfCore {
			s.Verdict = slower
		}
		return
	}
	s.Beside = knownGPUs[0]
	for _, k := range knownGPUs {
		if strings.Contains(s.Model, k.Kind) {
			s.Beside, s.Verdict = k, expected
		}
	}
	s.Ratio = mips / s.Beside.Mips
	if s.Verdict == expected && s.Ratio < enough {
		s.Verdict = slower
	}
}

// words is the verdict as a person would say it.
func (s *Speed) words() string {
	beside := fmt.Sprintf("%.0f mips (%s)", s.Beside.Mips, s.Beside.Source)
	ratio := fmt.Sprintf("%.0f %%", 100*s.Ratio)
	switch {
	case s.Cores > 0:
		return fmt.Sprintf("a core does %s of one of %s of %s, which do %s", ratio,
			text.Count(s.Beside.Cores, "core"), an(s.Beside.Kind), beside)
	case s.Verdict == slower:
		return fmt.Sprintf("that is slower than expected, %s of the %s of %s; gpusph devices tells "+
			"temperature and power, and nvidia-smi who else uses it", ratio, beside, an(s.Beside.Kind))
	case s.Verdict == expected:
		return fmt.Sprintf("that is as fast as expected, %s of the %s of %s", ratio, beside,
			an(s.Beside.Kind))
	}
	return fmt.Sprintf("its kind is not known here; that is %s of the %s of %s", ratio, beside,
		an(s.Beside.Kind))
}

// an is a kind with its article, as it is spoken.
func an(kind string) string { return "an " + kind } // H200, H100, AMD

func (r *Result) writeSpeeds(b *strings.Builder) {
	for _, s := range r.Speeds {
		fmt.Fprintf(b, "\nSpeed of %s\n  %s mips in the median of %d; %s\n  the same: %s\n", s.Device,
			text.Digits(text.Median(s.Mips)), len(s.Mips), s.words(), s.Command)
	}
}
