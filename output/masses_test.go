package output

import (
	"math"
	"strings"
	"testing"

	"gpusph/internal/text"
	"gpusph/sph"
)

// twoFluids is a run of two fluids, of which 10 particles of 2 kg and 5 of 3 kg were there at
// first. At openings 4 of the heavy one came and 3 of the light one left, so 14 and 27 kg are left:
// 41 kg.
func twoFluids(lost int) *Summary {
	s := &Summary{Particles: Counts{Total: 20, Fluid: 15, Wall: 5, Lost: lost}}
	s.Parameters.Dim = 3
	s.Materials = []MaterialCount{
		{Name: "light", Mass: 2, Particles: 10, Last: 7, Removed: 3},
		{Name: "heavy", Mass: 3, Particles: 5, Last: 9, Born: 4},
	}
	s.Ledger = &Ledger{Began: 20, Born: 4, Removed: 3, Left: lost, Present: 21 - lost}
	return s
}

// The mass at the end is that of the start with what has come and without what has gone: by the
// particles of the last snapshot, and where it has not all of them by this balance.
func TestMassesOfOpenings(t *testing.T) {
	check := func(what string, m MassBalance, end float64, particles int) {
		t.Helper()
		if m.Start != 35 || m.born != 12 || m.removed != 6 || math.Abs(m.End-end) > 1e-12 ||
			m.ParticlesEnd != particles || m.ParticlesStart != 15 {
			t.Errorf("%s: %+v, but %g kg in %d particles are left", what, m, end, particles)
		}
	}
	check("counted", NewMassBalance(twoFluids(0)), 41, 16)
	part := twoFluids(0) // a part of the fluid is in the last snapshot
	part.Materials[0].Last = 1
	check("not counted", NewMassBalance(part), 41, 16)
	lost := twoFluids(4)
	lost.Materials[0].Last = 1
	check("four have left elsewhere", NewMassBalance(lost), 41*12.0/16, 12)

	one := &Summary{Particles: Counts{Total: 20, Fluid: 15, Wall: 5, Lost: 2}}
	one.Parameters.Dim, one.Parameters.Mass = 3, 0.5
	one.Ledger = &Ledger{Began: 20, Born: 6, Removed: 9, Left: 2, Present: 15}
	if m := NewMassBalance(one); m.Start != 7.5 || m.born != 3 || m.removed != 4.5 || m.End != 5 ||
		m.ParticlesEnd != 10 {
		t.Errorf("of one fluid: %+v", m)
	}
	rows := (&Flow{Mass: NewMassBalance(one)}).Rows()
	var b strings.Builder
	text.Align(&b, rows, 1)
	for _, want := range []string{"Fluid at the start 7.5 kg 15 particles",
		"Born at openings 3 kg 6 particles", "Removed at openings 4.5 kg 9 particles",
		"Fluid at the end 5 kg 10 particles", "Left the domain 1 kg 2 particles, 9.524 % of the fluid"} {
		if !strings.Contains(strings.Join(strings.Fields(b.String()), " "), want) {
			t.Errorf("no %q in\n%s", want, &b)
		}
	}
}

// Heat is stored where it comes to more than before, and given where a wall gives it. What is
// stored more than was given is the difference, and left with particles where some are lost.
func TestSignsOfHeat(t *testing.T) {
	of := func(name string, first, last float64) Balance {
		return NewBalance(Peak{Name: name, Unit: "J"}, first, last)
	}
	h := NewBudget([]Balance{of("warm flow", 9, 9), of("warm heat", 0, 30), of("air heat", 0, -8),
		of("post to the fluid", 0, 12), of("stored", 100, 127), of("stored in solids", 50, 40)})
	// 27 - 10 J are stored, 30 - 8 J were given
	if len(h.Stored) != 2 || len(h.Given) != 2 || h.Off != -5 || h.Given[1].Change != -8 ||
		h.Stored[1].Change != -10 {
		t.Errorf("%+v", h)
	}
	for lost, want := range map[int][2]string{
		0: {"stored more than was given", "-5, 3.94 % of what was stored"},
		2: {"left the domain with particles", "5, 3.94 % of what was stored"},
	} {
		rows := (&Flow{Budget: h, Mass: MassBalance{Lost: lost}}).BudgetRows()
		if last := rows[len(rows)-1]; last[0] != want[0] || last[3] != want[1] {
			t.Errorf("with %d lost particles the last row is %q, not %q", lost, last, want)
		}
		if got := strings.Join(rows[3], "|"); got != "given by warm|||30" {
			t.Errorf("a wall that heats is told as %s", got)
		}
	}
}

// Where particles differ, masses are those that have crossed the surfaces of zones.
func TestMassesWithZones(t *testing.T) {
	s, around := &Summary{}, 0.03
	s.FluidMass = 100
	s.Parameters.Rho0, s.Parameters.Mass, s.Parameters.Dim = 1000, 0.4, 2
	s.Particles.Fluid = 1000
	s.Passages = []sph.Passage{{Name: "in", Kind: "inlet", Volume: 0.01},
		{Name: "fine", Kind: "zone", Volume: 0.02, Prescribed: &around}}
	m := NewMassBalance(s)
	if m.Start != 100 || math.Abs(m.End-100) > 1e-9 || m.InZones == nil ||
		math.Abs(*m.InZones+10) > 1e-9 {
		t.Errorf("%+v", m)
	}
	if rows := m.rows(); len(rows) != 5 || rows[1][1] != "10" || rows[2][1] != "-10" {
		t.Errorf("%q", rows)
	}
}

// The share of a device and the rates are by their definitions.
func TestRates(t *testing.T) {
	if kips, mips := rates(3_000_000, 2); kips != 1500 || mips != 1.5 {
		t.Errorf("three million in 2 s are %g kips, %g mips", kips, mips)
	}
	if got := hours(3 * 3600 * 1.0); got != ", 3 h 0 min" {
		t.Errorf("three hours are %q", got)
	}
	if got := hours(1830); got != ", 30 min" && got != ", 31 min" {
		t.Errorf("half an hour is %q", got)
	}
	s := &Summary{}
	s.Iterations = 4_000_000
	if s.SetEnergy(8); s.PerParticle != 2 {
		t.Errorf("8 J of 4 million are %g µJ each", s.PerParticle)
	}
}
