package zones

import (
	"fmt"
	"math"
	"slices"

	"gpusph/internal/text"
	"gpusph/sph"
)

// exchanged follows what comes into zones and leaves them, counted by the particles of either side:
// sph.Passages.
type exchanged struct {
	of      *sph.Case
	reached float64
	all     []sph.Passage
}

func newExchanged(c *sph.Case) *exchanged {
	e := &exchanged{of: c}
	unit := map[int]string{2: "m²", 3: "m³"}[c.Params.Dim]
	for k := range c.Zones {
		z := &c.Zones[k]
		e.all = append(e.all, sph.Passage{Name: z.Name, Kind: "zone", Unit: unit,
			Layer: e.particle(z.Fineness)})
	}
	return e
}

// particle is the volume of a particle at rest [m³], in two dimensions [m²].
func (e *exchanged) particle(fineness float64) float64 {
	p := &e.of.Params
	return p.Mass / p.Rho0 / math.Pow(fineness, float64(p.Dim))
}

// Faces of the box of a zone, each of which counts what comes through it.
const Faces = 6

// Crossings implements sph.Passages.
func (e *exchanged) Crossings() int { return 2 * Faces * len(e.all) }

// Add takes what a call of Advance has counted. Volumes are those of the finer side; Given tells
// that of the coarser one.
func (e *exchanged) Add(p *sph.Progress) {
	for k := range e.all {
		if len(p.Crossings) < 2*Faces*(k+1) {
			break
		}
		one, z := &e.all[k], &e.of.Zones[k]
		fine, coarse := throughFaces(p.Crossings, 2*k), throughFaces(p.Crossings, 2*k+1)
		one.In, one.Out, one.Born, one.Removed = fine.In, fine.Out, fine.Born, fine.Removed
		one.Volume = float64(fine.In-fine.Out) * e.particle(z.Fineness)
		other := float64(coarse.Out-coarse.In) * e.particle(e.of.FinenessAround(z))
		one.Prescribed = &other
		one.Given = fmt.Sprintf("%s %s came from the particles around it", text.Number(other), one.Unit)
		one.Time = e.reached
	}
	e.reached = p.Time
}

// throughFaces is what has come through the faces of a side and left by them.
func throughFaces(all []sph.Crossing, side int) (sum sph.Crossing) {
	for _, c := range all[Faces*side : Faces*(side+1)] {
		sum.In += c.In
		sum.Out += c.Out
		sum.Born += c.Born
		sum.Removed += c.Removed
	}
	return sum
}

// Sample implements sph.Passages.
func (e *exchanged) Sample(*sph.Sample) {}

// GoOn takes those of a run that is continued at a time [s].
func (e *exchanged) GoOn(before []sph.Passage, at float64) {
	if len(before) == len(e.all) {
		e.all, e.reached = slices.Clone(before), at
	}
}

// Copy is what they are now.
func (e *exchanged) Copy() []sph.Passage { return slices.Clone(e.all) }
