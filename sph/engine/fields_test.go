package engine

import (
	"slices"
	"strings"
	"testing"

	"gpusph/cuda"
	"gpusph/gpu"
	"gpusph/neighbor"
	"gpusph/sph"
	"gpusph/sph/exchange"
	"gpusph/sph/scheme"
)

// passengers adds fields of each size to the table, which no step changes, for the time of a test.
// A case has them if it has values for them.
func passengers(t *testing.T) {
	t.Helper()
	before := sph.Fields
	t.Cleanup(func() { sph.Fields = before })
	sph.Fields = slices.Clip(sph.Fields)
	for _, f := range []sph.Field{
		{Name: "One", Bytes: 4, Columns: []string{"one"}},
		{Name: "Two", Bytes: 8, Columns: []string{"two.x", "two.y"}},
		{Name: "Hidden", Bytes: 8},
		{Name: "Four", Bytes: 16, Columns: []string{"a", "b", "c", "d"}},
	} {
		f.Kind = scheme.Static
		f.Needed = func(p *sph.Params) bool { return p.Xi == passengersXi }
		sph.Fields = append(sph.Fields, f)
	}
}

// passengersXi switches them on.
const passengersXi = 0.125

// carry gives the particles of a case values that tell their ids.
func carry(c *sph.Case) {
	c.Params.Xi = passengersXi
	c.Particles.Extra = map[string][]float32{}
	for name, n := range map[string]int{"One": 1, "Two": 2, "Four": 4} {
		for k := range n * c.Particles.Len() {
			c.Particles.Extra[name] = append(c.Particles.Extra[name], float32(k)+0.25)
		}
	}
}

// What a particle has goes with it: over all devices, however they exchange, wherever bounds go and
// from checkpoints on. It is in the hash.
func TestFieldsGoWithParticles(t *testing.T) {
	passengers(t)
	check := func(s *Simulation) string {
		t.Helper()
		snap, err := s.Snapshot()
		if err != nil {
			t.Fatal(err)
		}
		if len(snap.Extra) != 3 {
			t.Fatalf("the snapshot has %d further fields, not 3", len(snap.Extra))
		}
		for _, v := range snap.Extra {
			n := len(v.Columns)
			for i, id := range snap.ID {
				for k := range n {
					if got, want := v.Of[n*i+k], float32(n*int(id)+k)+0.25; got != want {
						t.Fatalf("%d devices, step %d: particle %d has %g of %s, not %g", len(s.domains), snap.Step, id, got, v.Name, want)
					}
				}
			}
		}
		return snap.SHA256
	}
	var hash string
	for _, test := range []struct {
		devices int
		way     exchange.Mode
	}{{1, exchange.Fastest}, {3, exchange.Direct}, {3, exchange.Overlap}, {6, exchange.Fastest}} {
		c := flight([3]float32{4, 0, -4})
		c.End = 1
		carry(c)
		o := Options{System: open(t, test.devices), Stripe: 100, Exchange: test.way}
		if test.devices > 1 {
			o.Balance = &boundJumper{}
		}
		s := start(t, c, o)
		advance(t, s, 81)
		check(s)
		middle, err := s.Checkpoint()
		if err != nil {
			t.Fatal(err)
		}
		advance(t, s, 90)
		if s.ledger.Left.Total() == 0 {
			t.Error("no particle has left the domain: the test does not test it")
		}
		got := check(s)
		if hash == "" {
			hash = got
		} else if got != hash {
			t.Errorf("%d devices give %s, one gives %s", test.devices, got, hash)
		}
		if err := s.Resume(middle, middle.Bounds, nil); err != nil {
			t.Fatal(err)
		}
		advance(t, s, 90)
		if got := check(s); got != hash {
			t.Errorf("%d devices give %s from a checkpoint on, not %s", test.devices, got, hash)
		}
	}
	c := flight([3]float32{4, 0, -4})
	carry(c)
	other := func() string {
		snap, err := start(t, c, Options{System: open(t, 1)}).Snapshot()
		if err != nil {
			t.Fatal(err)
		}
		return snap.SHA256
	}
	before := other()
	c.Particles.Extra["Four"][7]++
	if other() == before {
		t.Error("the hash does not know a further field")
	}
}

// A field that is off takes no memory and launches nothing; one that is on takes what the table
// says.
func TestFieldsThatAreOff(t *testing.T) {
	counted := func(c *sph.Case) (bytes int, kernels int) {
		o := Options{System: open(t, 1)}
		o.Trace = gpu.NewTrace(o.System)
		s := start(t, c, o)
		if err := o.Trace.Start(); err != nil {
			t.Fatal(err)
		}
		advance(t, s, 20)
		tracks, err := o.Trace.Stop()
		if err != nil {
			t.Fatal(err)
		}
		for _, track := range tracks {
			for _, span := range track.Spans {
				if strings.HasSuffix(span.Name, "_field") {
					kernels++
				}
			}
		}
		return s.BytesPerParticle(), kernels
	}
	plain, none := counted(column(0.05))
	passengers(t)
	off, launched := counted(column(0.05))
	if off != plain || launched != none {
		t.Errorf("fields that are off take %d bytes and %d kernels", off-plain, launched-none)
	}
	c := column(0.05)
	carry(c)
	if on, launched := counted(c); on-off != 2*(4+8+8+16) || launched <= none {
		t.Errorf("fields take %d bytes and %d kernels", on-off, launched-none)
	}
}

// Values that do not belong to a field, or not to all particles, are refused.
func TestFurtherIsChecked(t *testing.T) {
	passengers(t)
	for name, spoil := range map[string]func(c *sph.Case){
		"should 8":    func(c *sph.Case) { c.Particles.Extra["Two"] = c.Particles.Extra["Two"][1:] },
		"do not have": func(c *sph.Case) { c.Params.Xi = 0.1 },
		"of Three":    func(c *sph.Case) { c.Particles.Extra["Three"] = nil },
		"of Hidden":   func(c *sph.Case) { c.Particles.Extra["Hidden"] = make([]float32, 2*c.Particles.Len()) },
	} {
		c := &sph.Case{Params: column(0.05).Params}
		for range 4 {
			c.Particles.Add([3]float64{}, sph.Fluid, 0)
		}
		carry(c)
		if err := c.Check(); err != nil {
			t.Fatal(err)
		}
		spoil(c)
		if err := c.Check(); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// The table has room for its fields, and the arguments of copies for those that images are given.
func TestRoomForFields(t *testing.T) {
	given := 0
	for _, f := range sph.Fields {
		if f.Kind != scheme.Static {
			given++
		}
	}
	if most := len(cuda.CopyImagesArgs{}.In); len(sph.Fields) > sph.MaxFields || given > most {
		t.Errorf("there are %d fields, %d at most, and images are given %d, %d at most", len(sph.Fields), sph.MaxFields, given, most)
	}
}

// Sizes that the tables of fields and globals have in numbers are those of kernels and lists.
func TestSizesOfTables(t *testing.T) {
	for name, sizes := range map[string][2]int{
		"ids": {sph.Fields[sph.IDField].Bytes, neighbor.IDBytes}, "positions": {sph.Fields[sph.PositionField].Bytes, neighbor.PosBytes},
		"velocities": {sph.Fields[sph.VelocityField].Bytes, neighbor.VelBytes}, "packed positions": {sph.Fields[sph.PackedField].Bytes, neighbor.PackedBytes},
		"the clock": {4 * sph.Globals[sph.ClockGlobal].Words, clockBytes}, "maxima": {4 * sph.Globals[sph.LimitsGlobal].Words, maximaBytes},
	} {
		if sizes[0] != sizes[1] {
			t.Errorf("%s have %d bytes in the table, but %d on devices", name, sizes[0], sizes[1])
		}
	}
}
