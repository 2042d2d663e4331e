package converge

import (
	"fmt"
	"math"

	"gpusph/commands/cli"
	"gpusph/internal/converge"
	"gpusph/internal/stored"
	"gpusph/internal/text"
)

// wanted is what a run takes in which measures have a wanted uncertainty.
type wanted struct {
	Error   float64  `json:"uncertainty"`
	Devices []string `json:"devices"`
	// steps of a run at the spacing h are C h^E
	StepsC float64 `json:"steps_coefficient"`
	StepsE float64 `json:"steps_exponent"`
	// a step with N particles takes Fixed + Each N
	Fixed float64 `json:"step_fixed_s"`
	Each  float64 `json:"step_per_particle_s"`
	Costs []cost  `json:"costs"`
}

// cost is what a run takes.
type cost struct {
	Measure   string     `json:"measure"`
	DeltaP    float64    `json:"deltap_m"`
	Particles float64    `json:"particles,omitempty"` // of a finer run than there are
	Memory    []cli.Need `json:"memory,omitempty"`
	Steps     float64    `json:"steps,omitempty"`
	Seconds   float64    `json:"seconds,omitempty"`
	Note      string     `json:"note,omitempty"`
}

// price finds the spacing at which each measure has the wanted uncertainty, and what a run takes
// there: particles and memory by the case, steps and their time by the three runs, the coarsest
// first.
func (f *File) price(c *cli.Config, runs []*stored.Run, names []string, limit float64) {
	var h, n, steps, seconds []float64
	for _, r := range runs {
		h, steps = append(h, r.Parameters.DeltaP), append(steps, float64(max(r.Steps, 1)))
		n = append(n, float64(r.Iterations)/float64(max(r.Steps, 1)))
		seconds = append(seconds, max(r.Runtime, 1e-9)/float64(max(r.Steps, 1)))
	}
	law, step := converge.FitPower(h, steps), converge.FitSteps(n, seconds)
	w := &wanted{Error: limit, Devices: names, StepsC: law.C, StepsE: law.E, Fixed: step.Fixed,
		Each: step.Each}
	f.Wanted = w
	finest := h[len(h)-1]
	most, err := particlesAt(c, names, finest)
	for _, row := range f.Measures {
		spacing := row.result.Spacing(&row.triple, limit)
		if err != nil || !(spacing > 0) || math.IsInf(spacing, 0) {
			continue
		}
		spacing = text.Three(spacing, math.Floor)
		row.DeltaP = &spacing
		w.Costs = append(w.Costs, w.costAt(c, row, spacing, n[len(n)-1]/most))
	}
}

// particlesAt is how many particles the case has at a spacing, at most.
func particlesAt(c *cli.Config, names []string, spacing float64) (float64, error) {
	needs, err := needsAt(c, names, spacing)
	if err != nil {
		return 0, err
	}
	return needs.Fluid + needs.Wall, nil
}

// needsAt is the memory that the case takes at a spacing.
func needsAt(c *cli.Config, names []string, spacing float64) (*cli.Needs, error) {
	was := c.DeltaP
	defer func() { c.DeltaP = was }()
	c.DeltaP = spacing
	return c.Memory(names, 1)
}

// costAt is what a run takes at a spacing. part is how many of the particles there are that the
// case has at most.
func (w *wanted) costAt(c *cli.Config, r *row, spacing, part float64) cost {
	k := cost{Measure: r.Name, DeltaP: spacing}
	if finest := r.triple.Spacings[0]; spacing >= finest {
		k.Note = fmt.Sprintf("the run at %s m has it", text.Number(finest))
		return k
	}
	needs, err := needsAt(c, w.Devices, spacing)
	if err != nil {
		k.Note = cli.OneLine(err)
		return k
	}
	k.Particles = part * (needs.Fluid + needs.Wall)
	k.Memory = needs.Stores
	k.Steps = math.Ceil(converge.Power{C: w.StepsC, E: w.StepsE}.At(spacing))
	k.Seconds = k.Steps * converge.Steps{Fixed: w.Fixed, Each: w.Each}.At(k.Particles)
	if needs.Short != nil {
		k.Note = "there is not enough memory here"
	}
	return k
}
