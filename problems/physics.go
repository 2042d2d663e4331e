package problems

import (
	"fmt"
	"math"
	"slices"

	"github.com/spf13/pflag"

	"gpusph/internal/option"
	"gpusph/internal/text"
	"gpusph/problems/reading"
	"gpusph/sph"
)

const gravity = 9.81 // [m/s²], downwards

// physics are the options that all problems share. A problem embeds one with
// its own defaults.
type physics struct {
	params  sph.Params // lengths follow the spacing of a case
	hFactor float64    // h/Δp; 0 is what usualH says
	depth   float64    // of the water [m]
	speed   float64    // of a flow without gravity [m/s]; 0 is √(g depth)
	pull    float64    // of gravity, if it is another than usual [m/s²]
	narrow  bool       // h/Δp is that of plain gradients
	preset  preset
	// what options had before the preset
	replaced []option.Setting
	kept     []string // options that a case file gives, which keep their values with a preset
	steps    Steps
}

// SetSteps implements Problem.
func (o *physics) SetSteps(s Steps) { o.steps = s }

// preset is settings of several options.
type preset int

const (
	noPreset preset = iota
	classicPreset
)

// presets are their names.
var presets = []string{"none", "classic"}

// settings are those of a preset; its h/Δp is in usualH. The classic ones are plain SPH with walls
// of mdbc, as published comparisons have it. A flow without gravity has no other defaults than
// these.
func (o *physics) settings(p preset) []option.Setting {
	if p != classicPreset || o.speed > 0 {
		return nil
	}
	return []option.Setting{
		{Option: "alpha", Value: "0.06"}, {Option: "residual", Value: "false"},
		{Option: "correction", Value: "false"}, {Option: "correction-from", Value: "0"},
		{Option: "boundary", Value: sph.MDBC.String()}, {Option: "wall-friction", Value: "0"},
		{Option: "reduced-pressure", Value: "false"}, {Option: "divergence-damping", Value: "0"},
	}
}

// Sound must be much faster than the flow for the density to stay near ρ0:
// (v/c0)² is how much it changes, and √(g depth) is the scale of v. Ten times
// is usual (Monaghan 1994).
const (
	usualSound = 10
	leastSound = reading.LeastSound
)

// The defaults of flows with gravity, besides usualH: water keeps the height of its waves, is still
// where it should be, and hits walls with the pressures that were measured. They were chosen by
// what gpusph validate says: docs/reference/validation.md, "Why these defaults".
const (
	waterAlpha    = 0.06 // on the residual, so that smooth flow is spared
	waterFriction = 0.01 // c_f of dummy walls, by the impact of a dam break
	waterDamping  = 0.5  // of divergence, by the same, and by floating bodies
	// waterCorrectionFrom leaves gradients as they are near surfaces, where corrected ones would
	// break waves up.
	waterCorrectionFrom = 0.8
)

// water is sph.Defaults with these, with the spacing [m] that a problem prefers, the depth of the
// water [m] and its speed of sound [m/s] (0 is 10 √(g depth)).
func water(deltaP, depth, c0 float64) physics {
	p := sph.Defaults(deltaP)
	p.C0, p.Boundary, p.Alpha = c0, sph.Dummy, waterAlpha
	p.Further.Residual, p.Further.Friction = true, waterFriction
	p.Further.Correction, p.Further.CorrectionFrom = true, waterCorrectionFrom
	p.Further.ReducedPressure, p.Further.DivergenceDamping = true, waterDamping
	return physics{params: p, depth: depth}
}

// usualSkin is how far lists reach beyond the kernel, in h: docs/design/lists.md.
const usualSkin = 0.5

// usualH is h/Δp where nothing else is asked for. It was chosen by what gpusph validate says:
// docs/reference/validation.md, "Why these defaults". In a plane 1.3 has 21 neighbours only, so
// that uneven particles have pressures of their own.
func (o *physics) usualH() float64 {
	narrow := !(o.speed > 0) && (o.preset == classicPreset || o.narrow)
	switch {
	case o.params.Dim == 2 && narrow:
		return 1.5
	case o.params.Dim == 2:
		return 2
	case o.speed > 0 || narrow:
		return 1.3
	}
	return 1.5
}

// weightless are the parameters of a flow without gravity and of a speed [m/s]. It has no
// artificial viscosity and plain gradients. Its walls are dummy walls without a friction of their
// own: fluid with a viscosity sticks to them.
func weightless(deltaP, speed float64) physics {
	p := sph.Defaults(deltaP)
	p.C0, p.Alpha = 0, 0
	p.Further.ReducedPressure = true
	return physics{params: p, speed: speed}
}

// DeltaP implements Problem.
func (o *physics) DeltaP() float64 { return o.params.DeltaP }

// Options implements Problem; problems with options of their own call it. Those of terms are a
// table of package sph.
func (o *physics) Options() option.Table {
	p, speed, speedIs := &o.params, o.scale(), o.scaleIs()
	all := option.Table{
		option.Choice("kernel", "smoothing kernel: %s", sph.Kernels, &p.Kernel),
		option.Number("h-factor", "smoothing length over particle spacing; 0 is 1.5, in two dimensions 2; without gravity 1.3 and 2, with several fluids, thick ones or the preset classic 1.3 and 1.5", 0.8, 4, fmt.Sprintf("0 takes %g", o.usualH()), &o.hFactor).OrZero(),
		option.Number("c0", "speed of sound [m/s]; 0 is 10 "+speedIs, leastSound*speed, 1500, fmt.Sprintf("0 takes %.3g, 10 %s", usualSound*speed, speedIs), &p.C0).OrZero(),
	}
	for k := range sph.Options {
		all = append(all, optionOf(&sph.Options[k], p))
	}
	for k := range all {
		all[k].Kept = slices.Contains(o.kept, all[k].Name)
	}
	joinWalls(all)
	all = append(all, option.Preset("preset", "settings of several options, of which those that are given keep their values; classic is plain SPH with walls of mdbc: %s", presets,
		&o.preset, &o.replaced, all, o.settings))
	return append(all, option.Number("cfl", "Courant number of the time step", 0.001, 1, "0.3 is usual", &p.CFL))
}

// optionOf is an option of package sph that sets a member of p.
func optionOf(o *sph.Option, p *sph.Params) (row option.Option) {
	switch to := o.Value(p).(type) {
	case *float64:
		row = option.Number(o.Name, o.Help, o.Min, o.Max, o.Hint, to)
	case *bool:
		row = option.Switch(o.Name, o.Help, to)
	case *int:
		row = option.Choice(o.Name, o.Help, o.Words, to)
	}
	if o.Needs != nil {
		row.Settles = o.Words == nil
		row = row.Need(func() bool {
			settled := p.Settled()
			return o.Needs(&settled)
		}, o.Else)
	}
	return row
}

// joinWalls gives options that are not given themselves what another that is given brings along:
// with slip walls are of mdbc, which alone can; and with other walls than dummy walls, or without
// artificial viscosity, gradients are not corrected. Near mdbc that moves water at rest, and without
// viscosity standing waves gain energy (docs/lab/one-scheme.md).
func joinWalls(all option.Table) {
	row := func(name string) *option.Option {
		return &all[slices.IndexFunc(all, func(o option.Option) bool { return o.Name == name })]
	}
	set := func(o *option.Option, word string) {
		if !o.Changed && !o.Kept {
			_ = o.Value.Set(word) // which the option takes
		}
	}
	slip, boundary, correction := row("slip"), row("boundary"), row("correction")
	alpha := row("alpha")
	alpha.Value = &joined{alpha.Value, func(word string) {
		if word == "0" {
			set(correction, "false")
		}
	}}
	boundary.Value = &joined{boundary.Value, func(word string) {
		if word != sph.Dummy.String() {
			set(correction, "false")
		}
	}}
	slip.Value = &joined{slip.Value, func(word string) {
		if word == "true" {
			set(boundary, sph.MDBC.String())
		}
	}}
}

// joined is a value that does something when it is set.
type joined struct {
	pflag.Value
	then func(word string)
}

func (j *joined) Set(word string) error {
	err := j.Value.Set(word)
	if err == nil {
		j.then(j.String())
	}
	return err
}

// scale is that of the speed of the flow [m/s].
func (o *physics) scale() float64 {
	if o.speed > 0 {
		return o.speed
	}
	return math.Sqrt(o.g() * o.depth)
}

// g is how strong gravity is [m/s²].
func (o *physics) g() float64 {
	if o.pull > 0 {
		return o.pull
	}
	return gravity
}

func (o *physics) scaleIs() string {
	if o.speed > 0 {
		return "times the flow's"
	}
	return "sqrt(g depth)"
}

// newCase begins a case of a problem with the parameters that its options ask for. Mass and
// domain are left to the scene.
func (o *physics) newCase(of Problem, deltaP float64) (*sph.Case, error) {
	// a problem's own, as the depth, before c0, whose range follows them
	for _, row := range slices.Backward(of.Options()) {
		if err := row.Check(); err != nil {
			return nil, err
		}
	}
	if deltaP == 0 {
		deltaP = o.DeltaP()
	}
	if math.IsNaN(deltaP) || math.IsInf(deltaP, 0) {
		return nil, fmt.Errorf("--deltap is %g, but must be a positive number of metres; %s is this problem's default", deltaP, text.Short(o.DeltaP()))
	}
	p, usual := o.params.Settled(), usualSound*o.scale()
	p.DeltaP, p.H, p.LJRadius = deltaP, o.hFactor*deltaP, sph.Defaults(deltaP).LJRadius
	if o.hFactor == 0 {
		p.H = o.usualH() * deltaP
	}
	p.Skin, p.Dt = usualSkin*p.H, o.steps.Dt
	if o.steps.Skin > 0 {
		p.Skin = o.steps.Skin * p.H
	}
	if o.steps.RebuildEvery > 0 {
		p.RebuildEvery = o.steps.RebuildEvery
	}
	p.Gravity = [3]float64{0, 0, -gravity}
	p.LJForce = 5 * gravity * o.depth * (o.g() / gravity) // as GPUSPH; Monaghan 1994
	if o.speed > 0 {
		p.Gravity, p.LJForce = [3]float64{}, 5*o.speed*o.speed
	}
	if p.C0 == 0 {
		p.C0 = usual
	}
	c := &sph.Case{Name: of.Name(), Params: p}
	if p.C0 < 0.99*usual {
		c.Notes = append(c.Notes, fmt.Sprintf("c0 is %.3g m/s, less than 10 %s = %.3g m/s: the density of the water changes by more than one percent", p.C0, o.scaleIs(), usual))
	}
	return c, nil
}

// CaseOptions are the options that [physics] of a case file may have. Their ranges are as wide as
// those of any case.
func CaseOptions() option.Table { return (&physics{}).Options() }

// viscous are the shared options of a flow whose viscosity follows from a Reynolds number. Without
// walls, what they are does not matter.
func (o *physics) viscous(walls bool) option.Table {
	all := slices.DeleteFunc(o.Options(), func(row option.Option) bool { return row.Name == "nu" })
	if walls {
		return all
	}
	return withoutWalls(all)
}

// withoutWalls are the shared options where those of walls have no effect.
func withoutWalls(all option.Table) option.Table {
	for k := range all {
		if slices.Contains([]string{"boundary", "surfaces", "slip", "wall-friction"}, all[k].Name) {
			all[k] = all[k].Need(func() bool { return false }, "the flow has no walls; use --problem Poiseuille")
		}
	}
	return all
}
