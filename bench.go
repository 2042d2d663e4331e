package main

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
	"gpusph/sph"
)

// measureOptions say what is timed.
type measureOptions struct {
	warmup, steps, repeat int
	from                  float64      // simulated [s]
	earlier               *measurement // to compare with, or nil
	compare               string       // its file
	limits                bool         // measure the device's limits, too
	parts                 bool         // and Forces of parts of the flow
}

// timing is from where to where the options of steps that are timed may be.
func (o *measureOptions) timing() []permitted {
	return timing(o.warmup, o.steps, o.repeat, o.from)
}

// measurement is what bench and scaling know of one set-up.
type measurement struct {
	Problem   string    `json:"problem"`
	Devices   []string  `json:"devices"`
	Model     string    `json:"model"`
	Balancer  string    `json:"balancer,omitempty"`
	DeltaP    float64   `json:"deltap_m"`
	Particles int       `json:"particles"`
	Fluid     int       `json:"fluid"`
	From      float64   `json:"from_s"`
	Steps     int       `json:"steps"`
	Seconds   []float64 `json:"seconds"` // of each repeat
	Mips      []float64 `json:"mips"`    // of each repeat

	StepsPerList     float64                   `json:"steps_per_list"`
	Neighbours       float64                   `json:"list_entries_per_particle"`
	PairsPerSecond   float64                   `json:"list_entries_per_second"`
	BytesPerParticle int                       `json:"bytes_per_particle"`
	Limits           *limits                   `json:"limits,omitempty"` // of the first device
	Parts            []partTime                `json:"forces_of_parts,omitempty"`
	Phases           []map[string]float64      `json:"phase_seconds_per_step"` // by device
	Slices           []int                     `json:"slices"`                 // by device
	phases           [][sph.PhaseCount]float64 // sums of all repeats
}

// measure times a flow on devices.
func measure(ctx context.Context, flow *sph.Case, devices []string, policy balance.Policy, c *config, o measureOptions) (m measurement, err error) {
	system, err := gpu.Open(devices, c.gpuOptions())
	if err != nil {
		return m, err
	}
	defer func() { err = errors.Join(err, system.Close()) }()
	m = measurement{
		Problem: flow.Name, DeltaP: flow.Params.DeltaP, Model: system.Devices[0].Model(), From: o.from,
		Particles: flow.Particles.Len(), Fluid: flow.Particles.Count(sph.Fluid),
		phases: make([][sph.PhaseCount]float64, len(devices)),
	}
	for _, d := range system.Devices {
		m.Devices = append(m.Devices, d.Name())
	}
	if o.earlier != nil {
		if err := m.sameAs(o.earlier, o.compare); err != nil {
			return m, usageError(err)
		}
	}
	sim, err := sph.New(flow, c.simulation(system, policy, flow.End))
	if err != nil {
		return m, refused(err)
	}
	defer func() { err = errors.Join(err, sim.Close()) }()
	if policy != nil {
		m.Balancer = policy.String()
	}
	var last sph.Progress
	advance := func() error {
		if ctx.Err() != nil {
			return errNothing
		}
		last, err = sim.Advance(flow.Params.RebuildEvery)
		return err
	}
	for last.Time < o.from || last.Step < o.warmup {
		if err := advance(); err != nil {
			return m, err
		}
		if last.Done {
			return m, fmt.Errorf("the flow ends at %s s, before there is anything to time; a smaller --from or a later --tend would do", text.Number(last.Time))
		}
	}
	lists, particles := 0, last.Particles
	for range o.repeat {
		first := last.Step
		begun := time.Now()
		for last.Step-first < o.steps && !last.Done {
			if err := advance(); err != nil {
				return m, err
			}
			lists++
			for d := range last.Devices {
				for p, s := range last.Devices[d].Seconds {
					m.phases[d][p] += s
				}
			}
		}
		seconds := time.Since(begun).Seconds()
		m.Steps += last.Step - first
		m.Seconds = append(m.Seconds, seconds)
		m.Mips = append(m.Mips, float64(particles)*float64(last.Step-first)/seconds/1e6)
	}
	if ctx.Err() != nil {
		return m, errNothing
	}
	entries, err := sim.Neighbours()
	if err != nil {
		return m, err
	}
	m.StepsPerList = float64(m.Steps) / float64(lists)
	m.Neighbours = float64(entries) / float64(particles)
	m.BytesPerParticle = sim.BytesPerParticle()
	slowest := 0.0
	for d, sums := range m.phases {
		perStep := map[string]float64{}
		for p, s := range sums {
			perStep[sph.Phase(p).String()] = s / float64(m.Steps)
		}
		m.Phases = append(m.Phases, perStep)
		m.Slices = append(m.Slices, last.Devices[d].Slices)
		slowest = max(slowest, sums[sph.Forces])
	}
	m.PairsPerSecond = float64(entries) * 2 * float64(m.Steps) / slowest
	if o.limits {
		m.Limits, err = m.measureLimits(sim, system.Devices[0], last.Devices[0].Particles)
	}
	if o.parts && err == nil {
		m.Parts, err = timeParts(sim)
	}
	return m, err
}

// partTime is how long one evaluation of the forces takes on a part of a device's particles.
type partTime struct {
	Part    float64 `json:"part"`
	Seconds float64 `json:"seconds"`
}

// timeParts times parts from 1/64 to all.
func timeParts(sim *sph.Simulation) (times []partTime, err error) {
	var parts []float64
	for part := 1. / 64; part <= 1; part *= 2 {
		parts = append(parts, part)
	}
	seconds, err := sim.ForcesOfParts(parts)
	for k, t := range seconds {
		times = append(times, partTime{parts[k], t})
	}
	return times, err
}

// write prints the measurement as a table.
func (m *measurement) write(w io.Writer) {
	fmt.Fprintf(w, "%s on %s (%s)\n", m.Problem, strings.Join(m.Devices, ", "), m.Model)
	fmt.Fprintf(w, "Particles        %s (%s fluid), %d bytes each\n", text.Thousands(m.Particles), text.Thousands(m.Fluid), m.BytesPerParticle)
	fmt.Fprintf(w, "Steps            %d in %s, from %s s on; %.1f per neighbour list\n", m.Steps, text.Count(len(m.Mips), "repeat"), text.Exact(m.From), m.StepsPerList)
	fmt.Fprintf(w, "Throughput       %s mips (%s to %s)\n", text.Digits(text.Median(m.Mips)), text.Digits(slices.Min(m.Mips)), text.Digits(slices.Max(m.Mips)))
	fmt.Fprintf(w, "Neighbour lists  %.1f entries per particle; Forces does %s G entries/s\n", m.Neighbours, text.Digits(m.PairsPerSecond/1e9))
	fmt.Fprintf(w, "%-10s %7s", "Device", "slices")
	for _, p := range sph.Phases {
		fmt.Fprintf(w, " %14s", p)
	}
	fmt.Fprintln(w, "   per step; Euler is part of Forces")
	for d, phases := range m.Phases {
		fmt.Fprintf(w, "%-10s %7d", m.Devices[d], m.Slices[d])
		sum := 0.0
		for _, p := range sph.Phases {
			fmt.Fprintf(w, " %11.1f µs", 1e6*phases[p])
			sum += phases[p]
		}
		fmt.Fprintf(w, " %9.1f µs\n", 1e6*sum)
	}
	if m.Limits != nil {
		m.Limits.write(w, m.Devices[0])
	}
}
