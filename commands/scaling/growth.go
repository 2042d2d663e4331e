package scaling

import (
	"fmt"
	"math"

	"gpusph/internal/text"
	"gpusph/problems"
	"gpusph/sph"
)

// Weak scaling: n devices simulate a flow of n times the size. It may be n times
// as wide, or finer.
//
//   - A wide flow is the same flow n times, side by side. It has n times the water
//     and slices along its width, so each device has what one device has alone,
//     but for the walls at both ends, which are there once.
//   - A finer flow has n times the particles. That is another flow: it has more
//     water for its walls, so that a particle costs more.
const (
	growWide = "wide"
	growFine = "fine"
)

// chooseGrowth settles how the flow grows, and what it is split along then.
func (r *seriesRun) chooseGrowth() error {
	if !r.weak {
		if r.Given("grow") {
			return fmt.Errorf("--grow is how the flow grows with --weak, which is not given; use "+
				"--weak --grow %s", r.grow)
		}
		return nil
	}
	_, widens := r.Config.Flow.(problems.Widener)
	switch {
	case r.grow == "" && widens:
		r.grow = growWide
	case r.grow == "":
		r.grow = growFine
	case r.grow == growWide && !widens:
		return fmt.Errorf("--grow is wide, but %s cannot be made wider; use --grow fine",
			r.Config.Flow.Name())
	}
	if r.grow == growFine {
		return nil
	}
	// On one device, too, so that all have slices of the same shape.
	axis := problems.WideAxis.String()
	if r.SplitAxis != "" && r.SplitAxis != axis {
		return fmt.Errorf("--split-axis is %s, but a flow that becomes wider along %s has its slices "+
			"there; use --split-axis %s or --grow fine", r.SplitAxis, axis, axis)
	}
	r.SplitAxis = axis
	return nil
}

// planGrowth finds the spacings for all numbers of devices where the flow becomes finer,
// or that there is a flow that cannot be.
func (r *seriesRun) planGrowth() (finer map[int]float64, err error) {
	switch r.grow {
	case growWide:
		_, err = r.widened(r.counts[len(r.counts)-1])
	case growFine:
		finer, err = r.spacings()
	}
	return finer, err
}

// flowFor is the flow on n devices.
func (r *seriesRun) flowFor(n int) (*sph.Case, error) {
	switch {
	case n == 1 || !r.weak:
		return r.flow, nil
	case r.grow == growWide:
		return r.widened(n)
	}
	return r.flowOf(r.finer[n])
}

// widened is the flow that is n times as wide as on one device.
func (r *seriesRun) widened(times int) (*sph.Case, error) {
	p := r.Config.Flow.(problems.Widener)
	one := p.Widths()
	p.Widen(times * one)
	defer p.Widen(one)
	flow, err := r.Setup()
	if err != nil {
		return nil, fmt.Errorf("on %s: %w", text.Count(times, "device"), err)
	}
	return flow, nil
}

// widths is how many times as wide as usual the flow on n devices is; 0 is that
// it has no such option.
func (r *seriesRun) widths(n int) int {
	p, ok := r.Config.Flow.(problems.Widener)
	switch {
	case !ok:
		return 0
	case r.grow == growWide:
		return n * p.Widths()
	}
	return p.Widths()
}

// spacings finds, for each number of devices, the particle spacing [m] at which
// the flow has that many times the particles. Fluid grows with its third power
// and walls with its second, so the spacing is corrected a few times.
func (r *seriesRun) spacings() (map[int]float64, error) {
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
				return nil, fmt.Errorf("on %s: %w", text.Count(n, "device"), err)
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
func (r *seriesRun) spacing(n int) float64 {
	if r.grow == growFine {
		return r.finer[n]
	}
	return r.flow.Params.DeltaP
}

// flowOf is the flow with another particle spacing [m].
func (r *seriesRun) flowOf(spacing float64) (*sph.Case, error) {
	c := *r.Config
	c.DeltaP = spacing
	return c.Setup()
}
