package output

import (
	"fmt"
	"math"
	"slices"

	"gpusph/internal/text"
	"gpusph/sph"
)

// Flow is what the tables of a run say about its fluid: the extremes with their times, and the
// balances of mass and energy.
type Flow struct {
	Forces     []VectorPeak `json:"forces,omitempty"`     // on each body
	Ties       []ScalarPeak `json:"ties,omitempty"`       // tension of springs and moorings, moments
	Levels     []ScalarPeak `json:"levels,omitempty"`     // at each gauge
	Fronts     []ScalarPeak `json:"fronts,omitempty"`     // greatest x of the fluid
	Pressures  []ScalarPeak `json:"pressures,omitempty"`  // at each probe
	Velocities []VectorPeak `json:"velocities,omitempty"` // at each probe that measures them
	Discharges []ScalarPeak `json:"discharges,omitempty"`
	Speed      *Peak        `json:"speed,omitempty"` // of fluid and moving walls, after list periods
	Mass       MassBalance  `json:"mass"`
	Energies   []Balance    `json:"energies,omitempty"`
	Budget     *Budget      `json:"heat,omitempty"` // the only quantity that has one
	// of the free space, and of the parts of features; their file has them for JSON
	Contents []FluidContent `json:"-"`
	Passages []sph.Passage  `json:"openings,omitempty"` // what has come and gone
}

// Peak is the greatest value of a quantity, and when it was reached first.
type Peak struct {
	Name     string  `json:"name"`
	Unit     string  `json:"unit"`
	Greatest float64 `json:"greatest"`
	Time     float64 `json:"t"`                  // [s]
	Constant bool    `json:"constant,omitempty"` // it never changed
}

// ScalarPeak is the greatest value of a quantity, and its mean.
type ScalarPeak struct {
	Peak
	Mean *Mean `json:"mean,omitempty"`
}

// VectorPeak is the greatest magnitude of a vector with its components at that time, and its mean.
type VectorPeak struct {
	Peak
	Components []float64   `json:"components"` // along x, y and z
	Mean       *VectorMean `json:"mean,omitempty"`
}

// MassBalance is the fluid at the start and at the end.
type MassBalance struct {
	Unit           string   `json:"unit"`
	ParticlesStart int      `json:"particles_at_start"`
	ParticlesEnd   int      `json:"particles_at_end"`
	Start          float64  `json:"at_start"`
	End            float64  `json:"at_end"`
	Lost           int      `json:"particles_lost"`         // left the domain, not removed
	FirstLost      *float64 `json:"t_first_lost,omitempty"` // [s]
	LastLost       *float64 `json:"t_last_lost,omitempty"`  // [s]
	Left           *Left    `json:"left,omitempty"`         // where not all of it was fluid
	// of all particles, where some are born
	Ledger *Ledger `json:"ledger,omitempty"`

	// what zones have gained at their surfaces [kg, in two dimensions kg/m]; nil without zones
	InZones *float64 `json:"-"`

	born, removed float64 // masses; of a flow with zones what has come in is born
}

// Balance is an energy at the start and at the end, and its greatest value between.
type Balance struct {
	Peak
	Start  float64 `json:"at_start"`
	End    float64 `json:"at_end"`
	Change float64 `json:"change"`
}

// mostFlowRows is how many bodies, gauges or probes the text lists. JSON has all.
const mostFlowRows = 8

// Rows are the lines of a Flow but for its energies: the quantity, its value, its unit, its time,
// and more about it.
func (f *Flow) Rows() (rows [][]string) {
	add := func(what string, n int, row func(k int) []string) {
		for k := range min(n, mostFlowRows) {
			rows = append(rows, row(k))
		}
		if n > mostFlowRows {
			more := fmt.Sprintf("%s: %d more", what, n-mostFlowRows)
			rows = append(rows, []string{more, "", "", "", "gpusph report --json has all"})
		}
	}
	vectors := func(what, of string, all []VectorPeak) {
		add(what, len(all), func(k int) []string {
			return all[k].row("Greatest "+of+all[k].Name, "Mean "+of+all[k].Name)
		})
	}
	vectors("Forces", "force on ", f.Forces)
	for _, table := range []struct {
		what, greatest, mean, more string
		peaks                      []ScalarPeak
	}{
		{"Ties", "Greatest ", "Mean ", "", f.Ties},
		{"Levels", "Highest level at ", "Mean level at ", "", f.Levels},
		{"Fronts", "Farthest ", "Mean ", "along x", f.Fronts},
		{"Pressures", "Highest pressure at ", "Mean pressure at ", "", f.Pressures},
		{"Discharges", "Greatest discharge of ", "Mean discharge of ", "", f.Discharges},
	} {
		add(table.what, len(table.peaks), func(k int) []string {
			p := &table.peaks[k]
			return p.row(table.greatest+p.Name, table.mean+p.Name, p.Mean, [2]string{table.more, table.more})
		})
	}
	vectors("Velocities", "velocity at ", f.Velocities)
	if f.Speed != nil {
		rows = append(rows, f.Speed.row("Greatest speed", "", nil, [2]string{}))
	}
	return append(rows, f.Mass.rows()...)
}

// rows tell the mass at the start and at the end, and what has left between.
func (m *MassBalance) rows() [][]string {
	of := func(what string, mass float64, when, count string) []string {
		return []string{what, text.Number(mass), m.Unit, when, count}
	}
	all := [][]string{
		of("Fluid at the start", m.Start, "", particles(m.ParticlesStart)),
		of("Fluid at the end", m.End, "", particles(m.ParticlesEnd)),
	}
	if m.InZones != nil { // particles differ, and those of buffers count
		between := [][]string{of("Came in through openings", m.born, "", ""),
			of("Gained at surfaces of zones", *m.InZones, "", "")}
		if all = between; m.Start > 0 {
			all = slices.Concat([][]string{of("Fluid at the start", m.Start, "", "")}, between,
				[][]string{of("Fluid at the end", m.End, "", "")})
		}
	} else if l := m.Ledger; l != nil && m.ParticlesStart > 0 {
		all = slices.Insert(all, 1, of("Born at "+sph.PassagesAre(), m.born, "", particles(l.Born)),
			of("Removed at "+sph.PassagesAre(), m.removed, "", particles(l.Removed)))
	}
	if m.Lost == 0 {
		what := "no particle"
		if m.Left != nil {
			what = "no particle of the fluid"
		}
		return append(append(all, of("Left the domain", 0, "", what)), m.Left.rows()...)
	}
	when := ""
	switch {
	case m.FirstLost == nil:
	case *m.FirstLost == *m.LastLost:
		when = "by " + text.Number(*m.FirstLost) + " s"
	default:
		when = fmt.Sprintf("%s to %s s", text.Number(*m.FirstLost), text.Number(*m.LastLost))
	}
	had := m.ParticlesStart
	if m.Ledger != nil {
		had += m.Ledger.Born
	}
	share := text.Number(100*ratio(float64(m.Lost), float64(had))) + " %"
	what := particles(m.Lost) + ", " + share + " of the fluid"
	mass := m.Start - m.End
	if m.Ledger != nil {
		mass = m.Start * ratio(float64(m.Lost), float64(m.ParticlesStart))
	}
	return append(append(all, of("Left the domain", mass, when, what)), m.Left.rows()...)
}

func particles(n int) string {
	if n == 1 {
		return "1 particle"
	}
	return text.Thousands(n) + " particles"
}

// EnergyRows is a table of the energies, with a row of names first; nil without energies. Internal
// energy is that of compression.
func (f *Flow) EnergyRows() [][]string {
	if len(f.Energies) == 0 {
		return nil
	}
	title := "Energy of the fluid [" + f.Energies[0].Unit + "]"
	rows := [][]string{{title, "Start", "End", "Change", "Greatest", "at t [s]"}}
	for _, e := range f.Energies {
		name := e.Name
		if e.Unit != f.Energies[0].Unit {
			name += " [" + e.Unit + "]"
		}
		rows = append(rows, []string{
			name, text.Number(e.Start), text.Number(e.End), text.Number(e.Change),
			text.Number(e.Greatest), text.Number(e.Time),
		})
	}
	return rows
}

// NewMassBalance is that of the fluid of a run, by its summary.
func NewMassBalance(s *Summary) MassBalance {
	unit := "kg"
	if s.Parameters.Dim == 2 {
		unit = "kg/m"
	}
	lost := s.Particles.Lost - s.Particles.Left.solids()
	left := s.Particles.Fluid - lost
	if s.Ledger != nil {
		left += s.Ledger.Born - s.Ledger.Removed
	}
	start, end := s.fluidMasses(left, lost)
	born, removed := s.massesThroughBoundary()
	if slices.ContainsFunc(s.Passages, isZone) {
		return s.balanceWithZones(unit, lost)
	}
	return MassBalance{
		born: born, removed: removed,
		Unit: unit, ParticlesStart: s.Particles.Fluid, ParticlesEnd: left,
		Start: start, End: end, Lost: lost, Left: s.Particles.Left, Ledger: s.Ledger,
	}
}

func isZone(p sph.Passage) bool { return p.Kind == "zone" }

// balanceWithZones is the balance of a flow with zones, from what either side of their surfaces has
// counted. Particles that are lost have the mean mass. The summary of a run that is over does not
// have the mass at the start.
func (s *Summary) balanceWithZones(unit string, lost int) MassBalance {
	came, gained := 0.0, 0.0
	for i := range s.Passages {
		if p := &s.Passages[i]; isZone(*p) && p.Prescribed != nil {
			gained += s.Parameters.Rho0 * (p.Volume - *p.Prescribed)
		} else {
			came += s.Parameters.Rho0 * p.Volume
		}
	}
	lostMass := s.FluidMass * ratio(float64(lost), float64(s.Particles.Fluid))
	return MassBalance{Unit: unit, Start: s.FluidMass, Lost: lost, Left: s.Particles.Left,
		ParticlesStart: s.Particles.Fluid, End: s.FluidMass + came + gained - lostMass,
		InZones: &gained, Ledger: s.Ledger, born: came}
}

// massesThroughBoundary are the masses of the fluid that was born and removed.
func (s *Summary) massesThroughBoundary() (born, removed float64) {
	if s.Ledger == nil {
		return 0, 0
	}
	if len(s.Materials) == 0 {
		each := s.Parameters.Mass
		return each * float64(s.Ledger.Born), each * float64(s.Ledger.Removed)
	}
	for _, m := range s.Materials {
		born, removed = born+m.Mass*float64(m.Born), removed+m.Mass*float64(m.Removed)
	}
	return born, removed
}

// fluidMasses are the masses of the fluid at the start and at the end, when some particles are left
// and some are lost. Those that the last snapshot does not have have the mean mass of the start.
func (s *Summary) fluidMasses(left, lost int) (start, end float64) {
	if len(s.Materials) == 0 {
		return s.Parameters.Mass * float64(s.Particles.Fluid), s.Parameters.Mass * float64(left)
	}
	counted := 0
	for _, m := range s.Materials {
		start, end, counted = start+m.Mass*float64(m.Particles), end+m.Mass*float64(m.Last),
			counted+m.Last
	}
	if born, removed := s.massesThroughBoundary(); counted != left && s.Ledger != nil {
		stay := float64(left + lost) // but for what has left elsewhere
		end = (start + born - removed) * ratio(float64(left), stay)
	} else if counted != left {
		end = start * ratio(float64(left), float64(s.Particles.Fluid))
	}
	return start, end
}

// change is b - a without the digits that subtracting leaves.
func change(a, b float64) float64 {
	d := b - a
	if math.Abs(d) < 1e-13*max(math.Abs(a), math.Abs(b)) {
		return 0
	}
	return d
}

// NewBalance is that of a quantity from its first to its last value.
func NewBalance(greatest Peak, first, last float64) Balance {
	return Balance{Peak: greatest, Start: first, End: last, Change: change(first, last)}
}
