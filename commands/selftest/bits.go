package selftest

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"gpusph/commands/cli"
	"gpusph/gpu"
	"gpusph/internal/text"
	"gpusph/sph"
	"gpusph/sph/engine"
)

// Bits are the states that a small flow comes to.
type Bits struct {
	Problem   string  `json:"problem"`
	DeltaP    float64 `json:"deltap_m"`
	Particles int     `json:"particles"`
	Steps     int     `json:"steps"`
	States    []State `json:"states"`
}

// State is what a flow has come to on some devices.
type State struct {
	Devices []string `json:"devices"` // of the shares
	Kernels string   `json:"kernels"` // strict, or fast
	SHA256  string   `json:"state_sha256"`

	alike string // states of the same name have the same bits
}

// The flow whose bits are compared.
const (
	bitsFlow  = "--problem DamBreak3D --deltap 0.03"
	bitsSteps = 60
	shares    = 3
)

// tryBits computes the flow on the processor and on each GPU, in one share and in three, with
// strict kernels and with the usual ones.
func (r *Result) tryBits(ctx context.Context, gpus []Device) error {
	c, err := config(bitsFlow)
	if err != nil {
		return err
	}
	flow, err := c.Setup()
	if err != nil {
		return r.fault(err)
	}
	r.Bits = &Bits{Problem: flow.Name, DeltaP: flow.Params.DeltaP, Particles: flow.Particles.Len(),
		Steps: bitsSteps}
	for _, s := range setUps(gpus) {
		if err := s.compute(ctx, flow); err != nil {
			if err := r.fault(err); err != nil {
				return err
			}
			continue
		}
		r.Bits.States = append(r.Bits.States, s)
	}
	for _, err := range r.Bits.differences() {
		r.fault(err)
	}
	return nil
}

// setUps are the devices that compute the flow. Strict kernels round alike on all, others on GPUs
// of one kind.
func setUps(gpus []Device) (all []State) {
	for _, kernels := range []string{"strict", "fast"} {
		add := func(model string, devices ...string) {
			s := State{Devices: devices, Kernels: kernels, alike: kernels}
			if kernels != "strict" {
				s.alike += " " + model
			}
			all = append(all, s)
		}
		for _, d := range append([]Device{{Name: "host"}}, gpus...) {
			add(d.Model, d.Name)
			add(d.Model, slices.Repeat([]string{d.Name}, shares)...)
		}
		if len(gpus) > 1 {
			var each []string
			for _, d := range gpus {
				each = append(each, d.Name)
			}
			alone := func(d Device) bool { return d.Model != gpus[0].Model }
			if kernels == "strict" || !slices.ContainsFunc(gpus, alone) {
				add(gpus[0].Model, each...)
			}
		}
	}
	return all
}

// compute computes the flow, and keeps the hash of its last state.
func (s *State) compute(ctx context.Context, flow *sph.Case) (err error) {
	defer func() {
		if err != nil && !errors.Is(err, cli.ErrNothing) {
			err = fmt.Errorf("the flow on %s: %w", s.where(), err)
		}
	}()
	system, err := gpu.Open(s.Devices, gpu.Options{Strict: s.Kernels == "strict"})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, system.Close()) }()
	sim, err := engine.New(flow, engine.Options{System: system, End: math.MaxFloat64})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, sim.Close()) }()
	for last := (sph.Progress{}); last.Step < bitsSteps; {
		if ctx.Err() != nil {
			return cli.ErrNothing
		}
		if last, err = sim.Advance(min(flow.Params.RebuildEvery, bitsSteps-last.Step)); err != nil {
			return err
		}
	}
	snapshot, err := sim.Snapshot()
	if err == nil {
		s.SHA256 = snapshot.SHA256
	}
	return err
}

// differences are the states that are others than the first of those that they should be like.
func (b *Bits) differences() (all []error) {
	first := map[string]*State{}
	for i := range b.States {
		s := &b.States[i]
		if first[s.alike] == nil {
			first[s.alike] = s
		}
		if as := first[s.alike]; s.SHA256 != as.SHA256 {
			all = append(all, fmt.Errorf("%s comes to other bits than %s, with %s kernels: %.12s and "+
				"%.12s; a device, its memory or its driver is at fault, or the program is", s.where(),
				as.where(), s.Kernels, s.SHA256, as.SHA256))
		}
	}
	return all
}

// where is the devices in words.
func (s *State) where() string {
	if first := s.Devices[0]; len(s.Devices) == 1 ||
		slices.ContainsFunc(s.Devices, func(d string) bool { return d != first }) {
		return text.And(s.Devices)
	}
	return fmt.Sprintf("%s in %d subdomains", s.Devices[0], len(s.Devices))
}

func (r *Result) writeBits(b *strings.Builder) {
	if r.Bits == nil {
		return
	}
	fmt.Fprintf(b, "\nBits of %s at deltap %s m, %s particles, after %d steps\n", r.Bits.Problem,
		text.Exact(r.Bits.DeltaP), text.Thousands(r.Bits.Particles), r.Bits.Steps)
	var order []string
	alike := map[string][]*State{}
	for i := range r.Bits.States {
		s := &r.Bits.States[i]
		if alike[s.alike] == nil {
			order = append(order, s.alike)
		}
		alike[s.alike] = append(alike[s.alike], s)
	}
	for _, name := range order {
		var where []string
		for _, s := range alike[name] {
			where = append(where, s.where())
		}
		first := alike[name][0]
		verdict := fmt.Sprintf("the same bits, %.12s", first.SHA256)
		if slices.ContainsFunc(alike[name], func(s *State) bool { return s.SHA256 != first.SHA256 }) {
			verdict = "NOT THE SAME BITS"
		}
		fmt.Fprintf(b, "  %-6s kernels  %s: %s\n", first.Kernels, text.And(where), verdict)
	}
}

// config is what a command line of words asks for.
func config(words string) (*cli.Config, error) {
	return cli.Begin(cli.Line{Words: strings.Fields(words)},
		cli.Syntax{Command: "bench", Without: append([]string{"tend", "maxiter", "dir", "force"},
			cli.SnapshotOptions...)})
}
