package problems

import (
	"fmt"
	"math"
	"strings"

	"github.com/spf13/pflag"

	"gpusph/internal/text"
	"gpusph/sph"
)

const gravity = 9.81 // [m/s²], downwards

// physics are the options that all problems share. A problem embeds one with
// its own defaults.
type physics struct {
	deltaP    float64 // default particle spacing [m]
	kernel    string
	hFactor   float64 // h/Δp
	c0        float64 // [m/s]; 0 is usualSound
	alpha     float64
	nu        float64 // [m²/s]
	diffusion string
	xi        float64
	boundary  string
	cfl       float64
}

// Sound must be much faster than the flow for the density to stay near ρ0:
// (v/c0)² is how much it changes, and √(g depth) is the scale of v. Ten times
// is usual (Monaghan 1994).
const (
	usualSound = 10
	leastSound = 4
)

// water is sph.Defaults with the spacing [m] that a problem prefers, its speed
// of sound [m/s] (0 is 10 √(g depth)) and its artificial viscosity.
func water(deltaP, c0, alpha float64) physics {
	d := sph.Defaults(deltaP)
	return physics{
		deltaP: deltaP, kernel: d.Kernel.String(), hFactor: d.H / deltaP,
		c0: c0, alpha: alpha, nu: d.Nu, diffusion: d.Diffusion.String(),
		xi: d.Xi, boundary: d.Boundary.String(), cfl: d.CFL,
	}
}

// DeltaP implements Problem.
func (o *physics) DeltaP() float64 { return o.deltaP }

// Flags implements Problem; problems with options of their own call it.
func (o *physics) Flags(f *pflag.FlagSet) {
	f.StringVar(&o.kernel, "kernel", o.kernel, "smoothing kernel: "+text.Or(sph.Kernels))
	f.Float64Var(&o.hFactor, "h-factor", o.hFactor, "smoothing length in particle spacings")
	f.Float64Var(&o.c0, "c0", o.c0, "speed of sound [m/s]; 0 is 10 sqrt(g depth)")
	f.Float64Var(&o.alpha, "alpha", o.alpha, "Monaghan's artificial viscosity; 0 is none")
	f.Float64Var(&o.nu, "nu", o.nu, "kinematic viscosity [m²/s]; 0 is none, 1e-6 water's")
	f.StringVar(&o.diffusion, "diffusion", o.diffusion, "density diffusion: "+text.Or(sph.Diffusions))
	f.Float64Var(&o.xi, "xi", o.xi, "strength of the density diffusion")
	f.StringVar(&o.boundary, "boundary", o.boundary, "walls: "+text.Or(sph.Boundaries))
	f.Float64Var(&o.cfl, "cfl", o.cfl, "Courant number of the time step")
}

// newCase begins a case with the parameters that the options ask for, for water
// that is depth [m] deep. Mass and domain are left to the scene.
func (o *physics) newCase(name string, deltaP, depth float64) (*sph.Case, error) {
	if deltaP == 0 {
		deltaP = o.deltaP
	}
	if math.IsNaN(deltaP) || math.IsInf(deltaP, 0) {
		return nil, fmt.Errorf("--deltap is %g, but must be a positive number of metres; %s is this problem's default", deltaP, text.Exact(o.deltaP))
	}
	p := sph.Defaults(deltaP)
	var err error
	if p.Kernel, err = choose[sph.Kernel]("kernel", o.kernel, sph.Kernels); err != nil {
		return nil, err
	}
	if p.Diffusion, err = choose[sph.Diffusion]("diffusion", o.diffusion, sph.Diffusions); err != nil {
		return nil, err
	}
	if p.Boundary, err = choose[sph.Boundary]("boundary", o.boundary, sph.Boundaries); err != nil {
		return nil, err
	}
	speed := math.Sqrt(gravity * depth)
	p.C0 = o.c0
	if o.c0 == 0 {
		p.C0 = usualSound * speed
	}
	for _, v := range []struct {
		name        string
		value       float64
		least, most float64
		hint        string
	}{
		{"h-factor", o.hFactor, 0.8, 4, "1.3 is usual"},
		{"c0", p.C0, leastSound * speed, 1500, fmt.Sprintf("0 takes %.3g, ten times sqrt(g depth)", usualSound*speed)},
		{"alpha", o.alpha, 0, 10, "0.05 to 0.3 is usual"},
		{"nu", o.nu, 0, 10, "water has 1e-6"},
		{"xi", o.xi, 0, 1, "0.1 is usual"},
		{"cfl", o.cfl, 0.001, 1, "0.3 is usual"},
	} {
		if err := within(v.name, v.value, v.least, v.most, v.hint); err != nil {
			return nil, err
		}
	}
	skin := p.Skin / p.H
	p.H = o.hFactor * deltaP
	p.Skin = skin * p.H
	p.Gravity = [3]float64{0, 0, -gravity}
	p.Alpha, p.Nu, p.Xi, p.CFL = o.alpha, o.nu, o.xi, o.cfl
	p.LJForce = 5 * gravity * depth // as GPUSPH; Monaghan 1994

	c := &sph.Case{Name: name, Params: p}
	if p.C0 < 0.99*usualSound*speed {
		c.Notes = append(c.Notes, fmt.Sprintf("c0 is %.3g m/s, less than 10 sqrt(g depth) = %.3g m/s: the density of the water changes by more than one percent", p.C0, usualSound*speed))
	}
	return c, nil
}

// within is an error unless least <= value <= most.
func within(option string, value, least, most float64, hint string) error {
	if !(value >= least && value <= most) {
		return fmt.Errorf("--%s is %s, but must be from %s to %s; %s", option, text.Exact(value), limit(least, math.Ceil), limit(most, math.Floor), hint)
	}
	return nil
}

// choose is the index of value among names, in capitals or not.
func choose[T ~int](option, value string, names []string) (T, error) {
	for i, n := range names {
		if strings.EqualFold(n, value) {
			return T(i), nil
		}
	}
	return 0, fmt.Errorf("--%s is %q, but must be %s%s", option, value, text.Or(names), text.Meant(value, names))
}
