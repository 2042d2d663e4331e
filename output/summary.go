package output

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"gpusph/sph"
)

// Summary is what a run was and how it went. The caller fills in what it knows
// before the run, Add the rest; both files of a Summary have these keys in this
// order.
type Summary struct {
	Head
	Program     string            `json:"program"`
	Version     string            `json:"program_version"`
	Problem     string            `json:"problem"`
	Status      string            `json:"status"`            // Done, Interrupted or Failed
	Error       string            `json:"error,omitempty"`   // why it failed
	Stopped     *Stop             `json:"stopped,omitempty"` // why it is done before its end
	Started     string            `json:"started"`           // RFC 3339, in UTC
	Ended       string            `json:"ended"`
	Host        string            `json:"host"`
	CommandLine []string          `json:"command_line"`
	Options     map[string]string `json:"options"` // as the run took them, those not given too
	Parameters  Parameters        `json:"parameters"`
	Constants   []sph.Constant    `json:"constants"` // of the physics, which no option sets
	Particles   Counts            `json:"particles"`
	Fluids
	Steps int     `json:"steps"`
	Time  float64 `json:"simulated_time_s"`
	Work
	StateSHA256 string   `json:"state_sha256"`       // of the last snapshot
	Warnings    []string `json:"warnings,omitempty"` // of what the run cannot be believed in
	// what the problem chose, and what fluids and walls fill
	Notes []string `json:"notes,omitempty"`
	// where it went on from checkpoints; Devices are of the last part
	Resumed []Resumption    `json:"resumed,omitempty"`
	Devices []DeviceSummary `json:"devices"`
	// between processes, measured when the last part began
	Links []LinkSummary `json:"links,omitempty"`

	bodies []BodyLeft // before anything has left
}

// Fluids is more about the particles of fluid.
type Fluids struct {
	Materials []MaterialCount `json:"materials,omitempty"` // where there is more than one
	Ledger    *Ledger         `json:"ledger,omitempty"`    // where particles are born
	Passages  []sph.Passage   `json:"openings,omitempty"`
	// at the start, of a flow with zones, whose particles differ [kg, in two dimensions kg/m]
	FluidMass float64 `json:"-"`
}

// Work is how much the steps of a run have computed, and what they took.
type Work struct {
	Runtime    float64 `json:"runtime_s"`           // of the steps
	Elapsed    float64 `json:"elapsed_s,omitempty"` // of the whole program, with set-up and output
	Iterations int64   `json:"particle_iterations"` // particles times steps, summed over the run
	// thousand particle-iterations a second of Runtime
	Kips       float64 `json:"kips"`
	Mips       float64 `json:"mips"` // million of them
	ActiveIter int64   `json:"active_particle_iterations"`
	// of particles that took part: walls far from water do not
	ActiveMips  float64 `json:"active_mips"`
	Moved       int     `json:"slices_moved"`           // by the balancer
	Limits      Limits  `json:"-"`                      // of the time step, in this part of the run
	Energy      float64 `json:"gpu_energy_J,omitempty"` // used by the GPUs; absent if unknown
	PerParticle float64 `json:"gpu_energy_per_particle_iteration_uJ,omitempty"`
}

// Limits are the parts of the steps whose lengths something limits, by the last step of each list
// period. All are 0 where the time step is fixed.
type Limits struct {
	parts []float64 // by sph.StepLimit
	steps int
}

// add counts in a number of steps.
func (l *Limits) add(steps int, by sph.StepLimit) {
	if steps == 0 {
		return
	}
	if l.parts == nil {
		l.parts = make([]float64, sph.StepLimits())
	}
	for k, part := range l.parts {
		share := part * float64(l.steps)
		if k == int(by) {
			share += float64(steps)
		}
		l.parts[k] = share / float64(l.steps+steps)
	}
	l.steps += steps
}

// String is how reports have them.
func (l *Limits) String() string {
	var all []string
	for k, part := range l.parts {
		if part > 0 {
			all = append(all, fmt.Sprintf("%v %s", sph.StepLimit(k), strings.TrimSpace(percent(part, 1))))
		}
	}
	return strings.Join(all, ", ")
}

// How a run can end.
const (
	Done        = "done"
	Interrupted = "interrupted" // by the user; what was computed until then is as good
	Failed      = "failed"
)

// Stop is what an option has ended a run for.
type Stop struct {
	Option string   `json:"option"`
	Why    string   `json:"why"`
	Since  *float64 `json:"steady_since_s,omitempty"`
}

// Counts are numbers of particles.
type Counts struct {
	Total int `json:"total"` // at the beginning
	Fluid int `json:"fluid"`
	Wall  int `json:"wall"`
	Lost  int `json:"lost"` // left the domain during the run

	Left *Left `json:"left,omitempty"` // these by kind, where not all were fluid
}

// MaterialCount is the fluid of a material.
type MaterialCount struct {
	Name      string  `json:"name"` // of the fluids
	Mass      float64 `json:"mass_of_one_kg"`
	Particles int     `json:"particles"`        // at the beginning
	Last      int     `json:"particles_at_end"` // in the last snapshot
	Born      int     `json:"particles_born,omitempty"`
	Removed   int     `json:"particles_removed,omitempty"` // at planes

	// of fluids that name a material
	Kind   string  `json:"material,omitempty"`
	Colour string  `json:"colour,omitempty"`
	Rho0   float64 `json:"rho0_kg_m3,omitempty"`
	C0     float64 `json:"c0_m_s,omitempty"`
	Gamma  float64 `json:"gamma,omitempty"`
	Nu     float64 `json:"nu_m2_s,omitempty"`
}

// Resumption is where a run went on.
type Resumption struct {
	Step    int     `json:"step"`
	Time    float64 `json:"t"`       // [s]
	Started string  `json:"started"` // RFC 3339, in UTC
}

// DeviceSummary is one device's part of a Summary.
type DeviceSummary struct {
	Name       string       `json:"name"`  // as cuda:0
	Model      string       `json:"model"` // as NVIDIA H200
	Iterations int64        `json:"particle_iterations"`
	Kips       float64      `json:"kips"` // its part of the total: by the Runtime of all
	Mips       float64      `json:"mips"`
	Seconds    PhaseSeconds `json:"seconds"`
	Before     Share        `json:"before_balancing"`
	After      Share        `json:"after_balancing"`
}

// LinkSummary is how long two processes take to swap messages.
type LinkSummary struct {
	Between   [2]int  `json:"between"`                    // ranks of processes
	Transport string  `json:"transport,omitempty"`        // ipc, nccl or mpi; files before it have mpi
	Latency   float64 `json:"latency_s"`                  // of 64 bytes each way
	Bandwidth float64 `json:"bandwidth_bytes_per_second"` // each way, while the other is used as well
}

// Share is what a device owns.
type Share struct {
	Slices    int `json:"slices"`
	Particles int `json:"particles"`
}

var summaryHead = NewHead("summary", 11)

// CheckSummary refuses one from a file that this program cannot have written.
func CheckSummary(s *Summary) error {
	if err := summaryHead.Check(s.Head); err != nil {
		return err
	}
	if n := len(s.Devices); n == 0 || n > 255 {
		return fmt.Errorf("it has %d devices", n)
	}
	if s.Parameters.Dim != 2 && s.Parameters.Dim != 3 || !(s.Parameters.DeltaP > 0) ||
		s.Particles.Total < 0 || s.Steps < 0 {
		return errors.New("it has no parameters of a flow")
	}
	return nil
}

// NewSummary begins the summary of a case. Program, Version, CommandLine, the
// devices' models and what is known only at the end are left to the caller.
func NewSummary(c *sph.Case) *Summary {
	p := &c.Particles
	s := &Summary{
		Head:       summaryHead,
		Problem:    c.Name,
		Parameters: newParameters(&c.Params),
		Constants:  c.Params.Constants(),
		Particles:  Counts{Total: p.Len(), Fluid: p.Count(sph.Fluid), Wall: p.Count(sph.Wall)},
		bodies:     bodiesOf(c),
	}
	if len(c.Zones) > 0 {
		s.FluidMass = c.FluidMass()
	}
	for k, n := range c.FluidOfMaterials() {
		m := MaterialCount{Name: c.Materials[k].Name, Mass: c.Materials[k].Mass, Particles: n,
			Last: n}
		if of := c.PropertiesOf(k); of.Kind != "" {
			m.Kind, m.Colour, m.Rho0, m.C0 = of.Kind, of.Colour, of.Rho0, of.C0
			m.Gamma, m.Nu = of.Gamma, of.Nu
		}
		s.Materials = append(s.Materials, m)
	}
	return s
}

// Kinds are the materials of the fluids by their numbers in snapshots.
func (s *Summary) Kinds() (all []sph.Properties) {
	for _, m := range s.Materials {
		if m.Kind != "" && sph.KindIndex(all, m.Kind) < 0 {
			all = append(all, sph.Properties{Kind: m.Kind, Colour: m.Colour, Rho0: m.Rho0, C0: m.C0,
				Gamma: m.Gamma, Nu: m.Nu})
		}
	}
	return all
}

// CountMaterials counts the fluid of each material in the last snapshot, if that has all of it.
func (s *Summary) CountMaterials(last *sph.Snapshot) {
	if last.Part || len(last.OfMaterials) != len(s.Materials) {
		return
	}
	for k, n := range last.OfMaterials {
		s.Materials[k].Last = n
	}
}

// countCrossed counts what has been born and removed of each material.
func (s *Summary) countCrossed(p *sph.Progress) {
	for k := range s.Materials {
		m := &s.Materials[k]
		m.Born, m.Removed = 0, 0
		for _, o := range p.Crossings {
			if len(s.Materials) > 1 {
				o = o.Materials[k]
			}
			m.Born, m.Removed = m.Born+o.Born, m.Removed+o.Removed
		}
	}
}

// Add counts in what one call of Advance has done.
func (s *Summary) Add(p *sph.Progress) {
	if len(s.Devices) == 0 || s.Devices[0].Before == (Share{}) { // the first of this part of the run
		// Devices that the caller has named keep their models.
		s.Devices = append(s.Devices, make([]DeviceSummary, max(0,
			len(p.Devices)-len(s.Devices)))...)
		for i, d := range p.Devices {
			s.Devices[i].Name = d.Name
			s.Devices[i].Before = Share{d.Slices, d.Particles}
		}
	}
	if s.Parameters.Dt == 0 {
		s.Limits.add(p.Steps, p.Limit)
	}
	s.Steps, s.Time, s.Particles.Lost = p.Step, p.Time, p.Escaped()
	s.Particles.Left = newLeft(s.bodies, p)
	if l := newLedger(s.Particles.Total, p); l != nil {
		s.Ledger = l
		s.countCrossed(p)
	}
	s.Runtime += p.Wall
	s.Moved += p.Moved
	s.Iterations += int64(p.Particles) * int64(p.Steps)
	s.ActiveIter += int64(p.Active) * int64(p.Steps)
	s.Kips, s.Mips = rates(s.Iterations, s.Runtime)
	_, s.ActiveMips = rates(s.ActiveIter, s.Runtime)
	for i, d := range p.Devices {
		own := &s.Devices[i]
		own.After = Share{d.Slices, d.Particles}
		own.Iterations += int64(d.Particles) * int64(p.Steps)
		own.Kips, own.Mips = rates(own.Iterations, s.Runtime)
		own.Seconds.add(d.Seconds)
	}
}

func rates(iterations int64, seconds float64) (kips, mips float64) {
	return ratio(float64(iterations)/1e3, seconds), ratio(float64(iterations)/1e6, seconds)
}

// SetEnergy tells what the GPUs used during the run [J], after the last Add.
func (s *Summary) SetEnergy(joules float64) {
	s.Energy, s.PerParticle = joules, ratio(joules*1e6, float64(s.Iterations))
}

// Write writes summary.json and, with the same content, summary.msgpack into the
// run directory dir.
func (s *Summary) Write(dir string) error {
	for _, f := range []struct {
		name  string
		write func(io.Writer) error
	}{
		{"summary.json", func(w io.Writer) error { return WriteJSON(w, s) }},
		{"summary.msgpack", func(w io.Writer) error { return WriteMsgpack(w, s) }},
	} {
		if err := WriteFile(filepath.Join(dir, f.name), f.write); err != nil {
			return err
		}
	}
	return nil
}

// WriteMsgpack writes a value as MessagePack, with the names that WriteJSON gives.
func WriteMsgpack(w io.Writer, v any) error { return encoder(w).Encode(v) }

// WriteJSON writes a value as JSON that people can read, too.
func WriteJSON(w io.Writer, v any) error {
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	e.SetEscapeHTML(false)
	return e.Encode(v)
}
