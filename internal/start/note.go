package start

import (
	"fmt"
	"math"

	"gpusph/internal/text"
	"gpusph/sph"
)

// note tells what the interpolation has changed.
func (b *beginning) note(chosen []int) string {
	c, p := b.c, &b.c.Params
	var now []Particle
	for i := range chosen {
		f := Particle{At: c.Particles.Position[i]}
		for a := range 3 {
			f.At[a] = p.OnMap(a, f.At[a])
			f.Velocity[a] = float64(c.Particles.Velocity[i][a])
		}
		now = append(now, f)
	}
	before, after := sumsOf(b.Fluid, b.Params.Mass, p.Gravity), sumsOf(now, p.Mass, p.Gravity)
	var shift [3]float64
	for a := range 3 {
		shift[a] = after.centre[a] - before.centre[a]
	}
	size := b.extent()
	percent := func(now, before float64) string {
		if before == 0 {
			return "0 %"
		}
		return fmt.Sprintf("%+.3f %%", 100*(now/before-1))
	}
	note := fmt.Sprintf("the flow begins with the fluid of %s at %s s, %s particles of "+
		"%s m in place of %s of %s m: mass %s, kinetic energy %s, its sum with the potential one "+
		"above the lowest %s, centre of mass %s m off, %.3f %% of the fluid's extent", b.Path,
		text.Number(b.Time), text.Thousands(len(chosen)), text.Number(p.DeltaP),
		text.Thousands(len(b.Fluid)), text.Number(b.Source.Params.DeltaP),
		percent(after.mass, before.mass), percent(after.kinetic, before.kinetic),
		percent(after.kinetic+after.falling-b.lowest(after.mass), before.kinetic+before.falling-
			b.lowest(before.mass)), text.Number(text.Three(sph.Norm(shift), math.Round)),
		100*sph.Norm(shift)/size)
	c.Notes = append(c.Notes, note)
	if lost := 1 - after.mass/before.mass; lost > 1e-3 {
		c.Warnings = append(c.Warnings, fmt.Sprintf("%.2f %% of the mass of %s is in walls of the flow, "+
			"out of its domain, or where its fluid cannot come to, and is lost", 100*lost, b.Path))
	}
	return note
}

// extent is the diagonal of the box around the source's fluid [m].
func (b *beginning) extent() float64 {
	low, high := b.Fluid[0].At, b.Fluid[0].At
	for i := range b.Fluid {
		for a, x := range b.Fluid[i].At {
			low[a], high[a] = min(low[a], x), max(high[a], x)
		}
	}
	return sph.Norm([3]float64{high[0] - low[0], high[1] - low[1], high[2] - low[2]})
}

// lowest is the potential energy of a mass at the lowest place of the source's fluid [J].
func (b *beginning) lowest(mass float64) (energy float64) {
	least := math.Inf(1)
	for i := range b.Fluid {
		e := 0.0
		for a, x := range b.Fluid[i].At {
			e -= b.c.Params.Gravity[a] * x
		}
		least = min(least, e)
	}
	return mass * least
}
