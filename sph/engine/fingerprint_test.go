package engine

import (
	"math"
	"testing"

	"gpusph/sph"
	"gpusph/sph/motion"
)

// A process whose case differs in anything that the flow or its measurements depend on has another
// fingerprint. A run goes on where tables are longer, but not where they were others.
func TestFingerprint(t *testing.T) {
	flow := func() *sph.Case {
		c := withSurfaces(stirred(sph.MDBC))
		anySurfaces(c)
		c.RotatingFrame = sph.RotatingFrame{Axis: [3]float64{0, 1, 0}, Interval: 0.1, Angles: []float64{0, 0.1, 0.2, 0.3}}
		c.Gravity = sph.GravityTable{Interval: 0.1, Values: [][3]float64{{0, 0, -9}, {0, 0, -8}, {1, 0, -8}}}
		return c
	}
	want := flow()
	all, tables := want.Fingerprint(), want.TablesHash(math.Inf(1))
	if again := flow(); again.Fingerprint() != all || again.TablesHash(math.Inf(1)) != tables {
		t.Fatal("the same case has two fingerprints")
	}
	const neither, fingerprint, both = 0, 1, 2
	moved := func(change func(m *motion.Table)) func(c *sph.Case) {
		return func(c *sph.Case) {
			m := stirring(c.End)
			change(&m)
			c.Bodies[0].Motion = m.Rigid()
		}
	}
	for name, test := range map[string]struct {
		change func(c *sph.Case)
		of     int
	}{
		"notes":          {func(c *sph.Case) { c.Notes = []string{"a note"} }, neither},
		"a parameter":    {func(c *sph.Case) { c.Params.Further.Scalar = 1 }, fingerprint},
		"a velocity":     {func(c *sph.Case) { c.Particles.Velocity[7][1]++ }, fingerprint},
		"a probe":        {func(c *sph.Case) { c.Probes[0].Position[2]++ }, fingerprint},
		"a gauge":        {func(c *sph.Case) { c.Gauges[0].Ceiling = 3 }, fingerprint},
		"the front":      {func(c *sph.Case) { c.Front = "front" }, fingerprint},
		"a centre":       {func(c *sph.Case) { c.Bodies[0].Centre[0]++ }, fingerprint},
		"a surface":      {func(c *sph.Case) { c.Particles.Extra["Surface"][9]++ }, both},
		"a motion":       {moved(func(m *motion.Table) { m.Displacements[1][0]++ }), both},
		"its time":       {moved(func(m *motion.Table) { m.Times[1] += 1e-9 }), both},
		"its velocity":   {moved(func(m *motion.Table) { m.Velocities[1][2]++ }), both},
		"no velocities":  {moved(func(m *motion.Table) { m.Velocities = nil }), both},
		"gravity":        {func(c *sph.Case) { c.Gravity.Values[1][0]++ }, both},
		"its interval":   {func(c *sph.Case) { c.Gravity.Interval *= 2 }, both},
		"an angle":       {func(c *sph.Case) { c.RotatingFrame.Angles[3]++ }, both},
		"the axis":       {func(c *sph.Case) { c.RotatingFrame.Axis[0]++ }, both},
		"one more angle": {func(c *sph.Case) { c.RotatingFrame.Angles = append(c.RotatingFrame.Angles, 0) }, both},
	} {
		c := flow()
		test.change(c)
		if got := c.Fingerprint() != all; got != (test.of >= fingerprint) {
			t.Errorf("with another %s the fingerprint is another: %v", name, got)
		}
		if got := c.TablesHash(math.Inf(1)) != tables; got != (test.of == both) {
			t.Errorf("with another %s the hash of tables is another: %v", name, got)
		}
	}
	m := stirring(want.End)
	until := (m.Times[1] + m.Times[2]) / 2
	before := want.TablesHash(until)
	m.Displacements[3][0]++
	want.Bodies[0].Motion = m.Rigid()
	want.Gravity.Values = append(want.Gravity.Values, [3]float64{})
	want.RotatingFrame.Angles = want.RotatingFrame.Angles[:3]
	if want.TablesHash(until) != before {
		t.Error("what tables say later is in the hash of what they say before")
	}
	m.Displacements[2][0]++ // the next row, which decides what is before it, too
	want.Bodies[0].Motion = m.Rigid()
	if want.TablesHash(until) == before {
		t.Error("what tables say is not in their hash")
	}
}

// The hashes of tables name what differs. What decides the flow until a time is in them, and what
// comes later is not.
func TestTableHashes(t *testing.T) {
	const until = 0.25 // within the rows 2 and 3 of all tables
	var rows motion.Table
	moved := func(change func(m *motion.Table)) func(c *sph.Case) {
		return func(c *sph.Case) {
			change(&rows)
			c.Bodies[0].Motion = rows.Rigid()
		}
	}
	flow := func() *sph.Case {
		c := withSurfaces(stirred(sph.MDBC))
		anySurfaces(c)
		var m motion.Table
		c.RotatingFrame = sph.RotatingFrame{Axis: [3]float64{0, 1, 0}, Interval: 0.1}
		for k := range 7 {
			x := float64(k * k)
			m.Times, m.Displacements = append(m.Times, 0.1*float64(k)), append(m.Displacements, [3]float64{0.01 * x, 0, 0})
			c.RotatingFrame.Angles = append(c.RotatingFrame.Angles, 0.1*x)
		}
		c.Bodies[0].Motion = m.Rigid()
		rows = m
		return c
	}
	inGravity := func() *sph.Case {
		c := flow()
		c.RotatingFrame = sph.RotatingFrame{}
		c.Gravity = sph.GravityTable{Interval: 0.1, Values: make([][3]float64, 7)}
		return c
	}
	sums := func(c *sph.Case) map[string]string {
		all := map[string]string{}
		for _, h := range c.TableHashes(until) {
			all[h.Of] = h.SHA256
		}
		return all
	}
	name := flow().Bodies[0].Name
	shift, centre, frame := "the motion of "+name, "the centre of "+name, "the turning frame"
	for about, test := range map[string]struct {
		flow   func() *sph.Case
		change func(c *sph.Case)
		of     string // "" is none
	}{
		"nothing":                  {flow, func(c *sph.Case) {}, ""},
		"a displacement":           {flow, moved(func(m *motion.Table) { m.Displacements[1][2]++ }), shift},
		"the next":                 {flow, moved(func(m *motion.Table) { m.Displacements[3][0]++ }), shift},
		"that which its speed has": {flow, moved(func(m *motion.Table) { m.Displacements[4][0]++ }), shift},
		"one of later":             {flow, moved(func(m *motion.Table) { m.Displacements[5][0]++ }), ""},
		"velocities":               {flow, moved(func(m *motion.Table) { m.Velocities = make([][3]float64, 7) }), shift},
		"a centre":                 {flow, func(c *sph.Case) { c.Bodies[0].Centre[1]++ }, centre},
		"an angle":                 {flow, func(c *sph.Case) { c.RotatingFrame.Angles[1]++ }, frame},
		"the next angle":           {flow, func(c *sph.Case) { c.RotatingFrame.Angles[3]++ }, frame},
		"its acceleration":         {flow, func(c *sph.Case) { c.RotatingFrame.Angles[4]++ }, frame},
		"an angle of later":        {flow, func(c *sph.Case) { c.RotatingFrame.Angles[5]++ }, ""},
		"the axis":                 {flow, func(c *sph.Case) { c.RotatingFrame.Axis[0]++ }, frame},
		"the point":                {flow, func(c *sph.Case) { c.RotatingFrame.Point[2]++ }, frame},
		"gravity":                  {inGravity, func(c *sph.Case) { c.Gravity.Values[3][0]++ }, "gravity's table"},
		"gravity of later":         {inGravity, func(c *sph.Case) { c.Gravity.Values[4][0]++ }, ""},
		"a surface":                {flow, func(c *sph.Case) { c.Particles.Extra["Surface"][9]++ }, "the particles' Surface at the beginning"},
	} {
		was, c := sums(test.flow()), test.flow()
		test.change(c)
		for of, sum := range sums(c) {
			if (sum != was[of]) != (of == test.of) {
				t.Errorf("with another %s, another hash of %s: %v", about, of, sum != was[of])
			}
		}
	}
}
