// Package measure times flows on devices, and measures what limits them: memory, links and
// how the work lies over the slices.
package measure

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"gpusph/balance"
	"gpusph/gpu"
	"gpusph/internal/text"
	"gpusph/output"
	"gpusph/sph"
	"gpusph/sph/engine"
)

// Noisy is a difference of repeats that hides what is to be measured.
const Noisy = 0.1

// Options say what is timed.
type Options struct {
	Warmup, Steps, Repeat int
	ListEnds              int           // lists of which to find what ended them, after the steps
	From                  float64       // simulated [s]
	Limits                bool          // measure the device's limits, too
	Parts                 bool          // and what a prediction takes: Forces of parts of the flow, the link
	Within                time.Duration // no repeat but the first begins when this is over; 0 is no limit

	// Check may refuse a measurement once its flow and devices are known, before any step; nil does not.
	Check func(*Measurement) error
}

// Place is where flows are timed, and how.
type Place struct {
	Devices []string // as gpu.Open takes them
	GPU     gpu.Options
	Policy  balance.Policy // nil moves no slices

	// New begins a simulation. Its errors are returned as they are.
	New func(flow *sph.Case, system *gpu.System, policy balance.Policy) (*engine.Simulation, error)
}

// File is what bench --json writes.
type File struct {
	output.Head
	Measurement
}

// FileHead is what a File begins with.
var FileHead = output.NewHead("bench", 3)

// Measurement is what bench and scaling know of one set-up.
type Measurement struct {
	Problem   string   `json:"problem"`
	Devices   []string `json:"devices"`
	Model     string   `json:"model"`
	Balancer  string   `json:"balancer,omitempty"`
	DeltaP    float64  `json:"deltap_m"`
	Particles int      `json:"particles"`
	Fluid     int      `json:"fluid"`
	From      float64  `json:"from_s"`
	// see physicsOf; files of before version 3 do not have them
	Physics map[string]string `json:"physics,omitempty"`
	Steps   int               `json:"steps"`
	Seconds []float64         `json:"seconds"`               // of each repeat
	Mips    []float64         `json:"mips"`                  // of each repeat
	Active  []float64         `json:"active_mips,omitempty"` // of the particles that took part

	StepsPerList     float64                   `json:"steps_per_list"`
	Neighbours       float64                   `json:"list_entries_per_particle"`
	PairsPerSecond   float64                   `json:"list_entries_per_second"`
	BytesPerParticle int                       `json:"bytes_per_particle"`
	Limits           *limits                   `json:"limits,omitempty"` // of the first device
	Parts            []PartTime                `json:"forces_of_parts,omitempty"`
	Phases           []map[string]float64      `json:"phase_seconds_per_step"` // by device
	Slices           []int                     `json:"slices"`                 // by device
	phases           [][sph.PhaseCount]float64 // sums of all repeats
	listEnds         []engine.ListEnd
	full             float64 // neighbours of a particle inside the fluid
}

// Time times a flow on devices. It returns the error of ctx when that ends.
func Time(ctx context.Context, flow *sph.Case, on Place, o Options) (m Measurement, err error) {
	system, err := gpu.Open(on.Devices, on.GPU)
	if err != nil {
		return m, err
	}
	defer func() { err = errors.Join(err, system.Close()) }()
	m = newMeasurement(flow, system, o.From)
	if o.Check != nil {
		if err := o.Check(&m); err != nil {
			return m, err
		}
	}
	sim, err := on.New(flow, system, on.Policy)
	if err != nil {
		return m, err
	}
	defer func() { err = errors.Join(err, sim.Close()) }()
	if on.Policy != nil {
		m.Balancer = on.Policy.String()
	}
	t := timer{Measurement: &m, ctx: ctx, flow: flow, sim: sim}
	if err := t.warmUp(o); err != nil {
		return m, err
	}
	if err := t.repeat(o); err != nil {
		return m, err
	}
	if err := t.finish(); err != nil {
		return m, err
	}
	if m.listEnds, err = sim.ExamineLists(o.ListEnds); err != nil {
		return m, err
	}
	if o.Limits {
		m.Limits, err = m.measureLimits(sim, system.Devices[0], t.last.Devices[0].Particles)
	}
	if o.Parts && err == nil {
		m.Parts, err = timeParts(sim)
	}
	return m, err
}

// newMeasurement is a measurement of a flow on the devices of a system, before anything is timed.
func newMeasurement(flow *sph.Case, system *gpu.System, from float64) Measurement {
	m := Measurement{
		Problem: flow.Name, DeltaP: flow.Params.DeltaP, Model: system.Devices[0].Model(), From: from,
		Physics:   physicsOf(flow, from+1),
		Particles: flow.Particles.Len(), Fluid: flow.Particles.Count(sph.Fluid),
		phases: make([][sph.PhaseCount]float64, len(system.Devices)), full: around(&flow.Params),
	}
	for _, d := range system.Devices {
		m.Devices = append(m.Devices, d.Name())
	}
	return m
}

// timer fills a measurement from the steps of a simulation.
type timer struct {
	*Measurement
	ctx   context.Context
	flow  *sph.Case
	sim   *engine.Simulation
	last  sph.Progress
	lists int // built in the steps that are timed
}

// advance does the steps of one neighbour list.
func (t *timer) advance() (err error) {
	if err := t.ctx.Err(); err != nil {
		return err
	}
	t.last, err = t.sim.Advance(t.flow.Params.RebuildEvery)
	return err
}

// warmUp does the steps before those that are timed.
func (t *timer) warmUp(o Options) error {
	for t.last.Time < o.From || t.last.Step < o.Warmup {
		if err := t.advance(); err != nil {
			return err
		}
		if t.last.Done {
			return fmt.Errorf("the flow ends at %s s, before there is anything to time; use a smaller --from or a later --tend", text.Number(t.flow.End))
		}
	}
	return nil
}

// repeat times as many stretches of steps as the options ask for.
func (t *timer) repeat(o Options) error {
	for clock, k := time.Now(), 0; k < o.Repeat && (k == 0 || o.Within == 0 || time.Since(clock) < o.Within); k++ {
		if err := t.stretch(o.Steps); err != nil {
			return err
		}
	}
	return t.ctx.Err()
}

// stretch times a number of steps, or those that are left until the flow ends.
func (t *timer) stretch(steps int) error {
	first, all, active := t.last.Step, 0.0, 0.0
	begun := time.Now()
	for t.last.Step-first < steps && !t.last.Done {
		if err := t.advance(); err != nil {
			return err
		}
		t.lists++
		all += float64(t.last.Particles) * float64(t.last.Steps)
		active += float64(t.last.Active) * float64(t.last.Steps)
		for d := range t.last.Devices {
			t.addPhases(d)
		}
	}
	seconds := time.Since(begun).Seconds()
	t.Steps += t.last.Step - first
	t.Seconds = append(t.Seconds, seconds)
	t.Mips = append(t.Mips, all/seconds/1e6)
	t.Active = append(t.Active, active/seconds/1e6)
	return nil
}

// addPhases adds the seconds of a device's phases in the last steps.
func (t *timer) addPhases(device int) {
	for p, s := range t.last.Devices[device].Seconds {
		t.phases[device][p] += s
	}
}

// finish computes means of what was timed.
func (t *timer) finish() error {
	entries, err := t.sim.Neighbours()
	if err != nil {
		return err
	}
	t.StepsPerList = ratio(float64(t.Steps), float64(t.lists))
	t.Neighbours = ratio(float64(entries), float64(t.last.Particles))
	t.BytesPerParticle = t.sim.BytesPerParticle()
	slowest := 0.0
	for d, sums := range t.phases {
		perStep := map[string]float64{}
		for p, s := range sums {
			perStep[sph.Phase(p).String()] = ratio(s, float64(t.Steps))
		}
		t.Phases = append(t.Phases, perStep)
		t.Slices = append(t.Slices, t.last.Devices[d].Slices)
		slowest = max(slowest, sums[sph.Forces])
	}
	t.PairsPerSecond = ratio(float64(entries)*2*float64(t.Steps), slowest)
	return nil
}

// ratio is a/b, or 0 where b is: files have numbers only.
func ratio(a, b float64) float64 {
	if b == 0 {
		return 0
	}
	return a / b
}

// PartTime is how long one evaluation of the forces takes on a part of a device's particles.
type PartTime struct {
	Part    float64 `json:"part"`
	Seconds float64 `json:"seconds"`
}

// timeParts times parts from 1/64 to all.
func timeParts(sim *engine.Simulation) (times []PartTime, err error) {
	var parts []float64
	for part := 1. / 64; part <= 1; part *= 2 {
		parts = append(parts, part)
	}
	seconds, err := sim.ForcesOfParts(parts)
	for k, t := range seconds {
		times = append(times, PartTime{parts[k], t})
	}
	return times, err
}

// ActiveShare is the part of all particles that took part.
func (m *Measurement) ActiveShare() float64 { return text.Median(m.Active) / text.Median(m.Mips) }

// Write prints the measurement as a table.
func (m *Measurement) Write(w io.Writer) {
	fmt.Fprintf(w, "%s on %s (%s)\n", m.Problem, strings.Join(m.Devices, ", "), m.Model)
	fmt.Fprintf(w, "Particles        %s (%s fluid), %d bytes each\n", text.Thousands(m.Particles),
		text.Thousands(m.Fluid), m.BytesPerParticle)
	fmt.Fprintf(w, "Steps            %d in %s, from %s s on; %s per neighbour list\n", m.Steps,
		text.Count(len(m.Mips), "repeat"), text.Exact(m.From), text.Fixed(m.StepsPerList, 1))
	fmt.Fprintf(w, "Throughput       %s mips (%s to %s)\n", text.Digits(text.Median(m.Mips)),
		text.Digits(slices.Min(m.Mips)), text.Digits(slices.Max(m.Mips)))
	fmt.Fprintf(w, "Active particles %s mips, %s of all took part\n",
		text.Digits(text.Median(m.Active)), text.Percent(m.ActiveShare()))
	fmt.Fprintf(w, "Neighbour lists  %s entries per particle; Forces does %s G entries/s\n",
		text.Fixed(m.Neighbours, 1), text.Digits(m.PairsPerSecond/1e9))
	fmt.Fprintf(w, "%-10s %7s", "Device", "slices")
	for _, p := range sph.Phases {
		fmt.Fprintf(w, " %14s", p)
	}
	fmt.Fprintln(w, "   per step; Euler is part of Forces")
	for d, phases := range m.Phases {
		fmt.Fprintf(w, "%-10s %7d", m.Devices[d], m.Slices[d])
		sum := 0.0
		for _, p := range sph.Phases {
			fmt.Fprintf(w, " %11s µs", text.Fixed(1e6*phases[p], 1))
			sum += phases[p]
		}
		fmt.Fprintf(w, " %9s µs\n", text.Fixed(1e6*sum, 1))
	}
	if len(m.listEnds) > 0 {
		writeListEnds(w, m.listEnds, m.DeltaP, m.full)
	}
	if m.Limits != nil {
		m.Limits.write(w, m.Devices[0])
	}
}
