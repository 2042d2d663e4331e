package main

import (
	"fmt"
	"io"
	"math"
	"strings"

	"gpusph/sph"
)

// Weak scaling: n devices simulate a finer flow, with n times the particles of
// one device's. Efficiency is mips(n)/(n mips(1)), which takes the particles that
// there are into account; if it is 1, all devices do as much as one alone.

// spacings finds, for each number of devices, the particle spacing [m] at which
// the flow has that many times the particles. Fluid grows with its third power
// and walls with its second, so the spacing is corrected a few times.
func (r *scalingRun) spacings() (map[int]float64, error) {
	all := map[int]float64{1: r.flow.Params.DeltaP}
	for _, n := range r.counts {
		wanted := float64(n) * float64(r.flow.Particles.Len())
		spacing, best := r.flow.Params.DeltaP/math.Cbrt(float64(n)), math.Inf(1)
		for range 4 {
			if n == 1 {
				break
			}
			flow, err := r.flowOf(spacing)
			if err != nil {
				return nil, fmt.Errorf("on %s: %w", count(n, "device"), err)
			}
			there := float64(flow.Particles.Len())
			if off := math.Abs(there/wanted - 1); off < best {
				all[n], best = spacing, off
			}
			spacing = math.Round(1e7*spacing*math.Cbrt(there/wanted)) / 1e7 // so that it can be typed
		}
	}
	return all, nil
}

// spacing is that of the flow on n devices [m].
func (r *scalingRun) spacing(n int) float64 {
	if r.weak {
		return r.finer[n]
	}
	return r.flow.Params.DeltaP
}

// flowOf is the flow with another particle spacing [m].
func (r *scalingRun) flowOf(spacing float64) (*sph.Case, error) {
	c := *r.config
	c.deltap = spacing
	return c.setup()
}

// flowFor is the flow on n devices.
func (r *scalingRun) flowFor(n int) (*sph.Case, error) {
	if !r.weak || n == 1 {
		return r.flow, nil
	}
	return r.flowOf(r.finer[n])
}

// pairs is a rate's list entries per second, over those of another per device.
func (r *rate) pairs(n int, one *rate) float64 {
	return r.Mips * r.Measured.Neighbours / (float64(n) * one.Mips * one.Measured.Neighbours)
}

// reportWeak writes a series of weak scaling.
func (s *series) reportWeak(w io.Writer) error {
	var b strings.Builder
	one := s.Points[0].Off
	fmt.Fprintf(&b, "gpusph %s: weak scaling of %s, on %s\n", s.Version, s.Problem, one.Measured.Model)
	fmt.Fprintf(&b, "%s and more steps in %s of each, from %g s on; slices along %s", thousands(one.Measured.Steps),
		count(len(one.Measured.Mips), "repeat"), one.Measured.From, s.SplitAxis)
	if s.Balancer != "" {
		fmt.Fprintf(&b, "; %s", s.Balancer)
	}
	b.WriteString("\n")
	s.remark(&b)
	fmt.Fprintf(&b, "\nTable 1. Flows, and list entries per particle\n")
	rows := [][]string{{"n", "on", "deltap [m]", "particles", "of n times one's", "fluid", "entries"}}
	for _, p := range s.Points {
		rows = append(rows, []string{fmt.Sprint(p.N), fmt.Sprint(p.Devices), fmt.Sprintf("%.5g", p.DeltaP), thousands(p.Particles),
			percent(float64(p.Particles) / float64(p.N*s.Particles)), thousands(p.Fluid), fmt.Sprintf("%.1f", p.Off.Measured.Neighbours)})
	}
	align(&b, rows)
	b.WriteString("\nTable 2. Time per step T(n), scaled speed-up S = mips(n)/mips(1), efficiency S/n\n")
	rows = [][]string{{"", "n", "T [ms]", "mips", "S", "S/n", "S/n by entries", "slices"}}
	for _, p := range s.Points {
		for i, r := range []*rate{p.Off, p.On} {
			if r == nil {
				continue
			}
			rows = append(rows, []string{[]string{"LB off", "LB on"}[i], fmt.Sprint(p.N), milliseconds(r.Step), mips(r.Mips), fmt.Sprintf("%.3f", r.SpeedUp),
				percent(r.Efficiency), percent(r.pairs(p.N, one)), strings.Trim(fmt.Sprint(r.Measured.Slices), "[]")})
		}
	}
	align(&b, rows)
	b.WriteString("A finer flow has fewer walls for its fluid, so more list entries a particle, which cost time: \"by entries\" counts these instead.\n")
	s.noise(&b)
	_, err := io.WriteString(w, b.String())
	return err
}
