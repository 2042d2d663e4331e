package run

import (
	"slices"
	"strings"
	"testing"

	"gpusph/commands/cli"
	"gpusph/output"
	"gpusph/sph"
	"gpusph/sph/motion"
)

// gate is a motion to a height [m].
func gate(height float64) motion.Rigid {
	m := motion.Table{Times: []float64{0, 0.2, 0.5},
		Displacements: [][3]float64{{}, {0, 0, height}, {}}}
	return m.Rigid()
}

// resumable is a flow with everything that a checkpoint has a hash of.
func resumable() *sph.Case {
	c := &sph.Case{Name: "Test", Params: sph.Defaults(0.1), End: 1}
	c.Params.Further.Scalar = 1e-9
	c.Params.Min, c.Params.Max = [3]float64{-1, -1, -1}, [3]float64{2, 2, 2}
	for i := range 4 {
		c.Particles.Add([3]float64{0.1 * float64(i), 0.2, 0.3}, sph.Type(i/2), uint8(i/2))
	}
	c.Particles.Extra = map[string][]float32{"Scalar": {0, 1, 2, 3}}
	c.Bodies = []sph.Body{{}, {Name: "gate", Centre: [3]float64{0.5, 0, 0}}}
	c.Bodies[1].Motion = gate(0.02)
	c.Gravity = sph.GravityTable{Interval: 0.25, Values: slices.Repeat([][3]float64{{0, 0, -9.81}}, 5)}
	return c
}

// A run is resumed with the flow that it had. Whatever differs is named, and refused or, with
// --allow-changes, taken.
func TestEarlier(t *testing.T) {
	const physics, elsewhere = "cannot change the physics", "its particles at the start are not those"
	for _, test := range []struct {
		name     string
		change   func(c *sph.Case)
		want     string
		version3 string // where the hash of checkpoints of version 3 tells less
	}{
		{"nothing", func(c *sph.Case) {}, "", ""},
		{"a later end", func(c *sph.Case) { c.End = 2 }, "", ""},
		{"an end that is over", func(c *sph.Case) { c.End = 0.5 }, "the run has reached 0.5 s", ""},
		{"the problem", func(c *sph.Case) { c.Name = "Other" }, "continues Test, not Other", ""},
		{"a position", func(c *sph.Case) { c.Particles.Position[3][2] += 1e-15 }, elsewhere, ""},
		{"a velocity", func(c *sph.Case) { c.Particles.Velocity[2][1] = 1e-6 }, elsewhere, ""},
		{"a density", func(c *sph.Case) { c.Particles.RelDensity[1] = 1e-6 }, elsewhere, ""},
		{"a type", func(c *sph.Case) { c.Particles.Type[0] = sph.Wall }, elsewhere, ""},
		{"a body", func(c *sph.Case) { c.Particles.Body[3] = 2 }, elsewhere, ""},
		{"a particle more", func(c *sph.Case) { c.Particles.Add([3]float64{1, 1, 1}, sph.Wall, 1) },
			elsewhere, ""},
		{"viscosity", func(c *sph.Case) { c.Params.Alpha = 0.77 }, physics + ": Alpha was ", ""},
		{"diffusivity", func(c *sph.Case) { c.Params.Further.Scalar = 1e-8 },
			physics + ": Further.Scalar was 1e-09 and is 1e-08", ""},
		{"a scalar", func(c *sph.Case) { c.Particles.Extra["Scalar"][2] = 9 },
			physics + ": the particles' Scalar at the beginning differs",
			physics + ": tables of"},
		{"a motion", func(c *sph.Case) { c.Bodies[1].Motion = gate(0.01) },
			physics + ": the motion of gate ",
			physics + ": tables of"},
		{"a centre", func(c *sph.Case) { c.Bodies[1].Centre[0] = 0.51 },
			physics + ": the centre of gate differs", "nothing"},
		{"gravity", func(c *sph.Case) { c.Gravity.Values[1][2] = -9.8 },
			physics + ": gravity's table differs", physics + ": tables of"},
	} {
		for _, version := range []int{3, 4} {
			was := resumable()
			earlier := output.NewCheckpoint(was, &sph.Checkpoint{Slabs: sph.Slabs{Time: 0.5, Step: 100}})
			earlier.Flow, earlier.FileVersion = output.FlowHash(was), version
			earlier.Tables, earlier.Outside = was.TablesHash(0.5), was.TableHashes(0.5)
			want := test.want
			if version == 3 && test.version3 != "" {
				want = strings.TrimPrefix(test.version3, "nothing")
			}
			is := resumable()
			test.change(is)
			c := &cli.Config{Earlier: &cli.Earlier{Checkpoint: earlier}}
			_, err := checkEarlier(c, is)
			if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
				t.Errorf("%s, version %d: %v; want %q", test.name, version, err, want)
			}
			c.AllowChanges = true
			changes, err := checkEarlier(c, is)
			if taken := strings.HasPrefix(want, physics); taken != (len(changes) == 1) || err != nil &&
				taken {
				t.Errorf("%s, version %d, changes are allowed: %q, %v", test.name, version, changes, err)
			}
		}
	}
}
