package scheme

import (
	"strings"
	"testing"
)

// The fields and globals of the step that tests change.
const (
	position = iota
	velocity
	packed
	normal
	heat
	gradient
)

const (
	clock = iota
	limits
	lists
)

// example is a step with a field of each kind: a temperature that diffuses, and a gradient that
// Forces of the corrector reads.
func example() Program {
	return Program{
		Moves: position,
		Fields: []Field{
			position: {Name: "Position", Kind: State, Bytes: 16},
			velocity: {Name: "Velocity", Kind: State, Bytes: 16},
			packed:   {Name: "Packed", Kind: Derived, Bytes: 8},
			normal:   {Name: "Normal", Kind: Static, Bytes: 16},
			heat:     {Name: "Heat", Kind: State, Bytes: 4, Limited: true},
			gradient: {Name: "Gradient", Kind: Temporary, Bytes: 16},
		},
		Globals: []Global{
			clock:  {Name: "clock", Combine: Replicated, Words: 24, Keep: true},
			limits: {Name: "limits", Words: 16},
			lists:  {Name: "lists", Words: 16, Rejects: true},
		},
		Ops: []Op{
			{Name: "Forces", Over: Particles, Neighbours: []int{packed, velocity}, Writes: []int{velocity, packed}, Takes: []int{clock}, Integrates: true},
			{Name: "heat", Over: Fluid, Neighbours: []int{packed, heat}, Writes: []int{heat}, Takes: []int{clock}},
			{Name: "gradient", Stage: Corrector, Over: Fluid, Neighbours: []int{packed}, Own: []int{normal}, Writes: []int{gradient}},
			{Name: "Forces", Stage: Corrector, Over: Particles, Neighbours: []int{packed, velocity, gradient}, Writes: []int{position, velocity, packed}, Gives: []int{limits}, Integrates: true},
			{Name: "heat", Stage: Corrector, Over: Fluid, Neighbours: []int{packed, heat}, Writes: []int{heat}},
			{Name: "shift", Stage: Corrector, Over: Fluid, Neighbours: []int{packed}, Writes: []int{position, packed}, Drift: 0.1},
			{Name: "MinimumScan", Stage: Corrector, Over: Once, Takes: []int{limits}, Gives: []int{clock}},
		},
	}
}

// op is the operation of a program with a name, in a stage.
func (p *Program) op(name string, stage Stage) *Op {
	for i := range p.Ops {
		if p.Ops[i].Name == name && p.Ops[i].Stage == stage {
			return &p.Ops[i]
		}
	}
	return nil
}

// What is sent, what waits and what is stored follows from what operations read and write.
func TestSchedule(t *testing.T) {
	s, err := example().Build()
	if err != nil {
		t.Fatal(err)
	}
	want := `predictor, after clock:
  Forces (fluid and walls) sums over Packed, Velocity; writes Velocity, Packed
  heat (fluid) sums over Packed, Heat; writes Heat
  sends to neighbours: Velocity, Packed, Heat
corrector, after lists:
  gradient (fluid) sums over Packed; reads Normal; writes Gradient
  sends to neighbours: Gradient
corrector:
  Forces (fluid and walls) sums over Packed, Velocity, Gradient; writes Position, Velocity, Packed; reduces into limits
  heat (fluid) sums over Packed, Heat; writes Heat
  shift (fluid) sums over Packed; writes Position, Packed
  sends to neighbours: Position, Velocity, Packed, Heat
concurrently: MinimumScan takes limits; gives clock
shared by all devices: clock (replicated, in checkpoints)
shared by all devices: limits (max)
shared by all devices: lists (max)
`
	if got := s.String(); got != want {
		t.Errorf("the schedule is\n%s\nand not\n%s", got, want)
	}
	for field, want := range map[int][Times]bool{
		position: {Begin: true, End: true}, velocity: {true, true, true}, packed: {true, true, true},
		normal: {Begin: true}, heat: {true, true, true}, gradient: {Middle: true},
	} {
		if got := s.Stored[field]; got != want {
			t.Errorf("%s is stored %v, not %v", s.Fields[field].Name, got, want)
		}
	}
}

// A row that does not fit the others is refused by its name. Each mistake is one that somebody who
// adds a field or an operation makes.
func TestMistakes(t *testing.T) {
	for _, test := range []struct {
		name    string
		make    func(p *Program)
		refusal string
	}{
		{"a field that changes is static", func(p *Program) { p.Fields[heat].Kind = Static }, "operation heat of the predictor writes the field Heat, which is static"},
		{"a field that lasts is temporary", func(p *Program) { p.Fields[heat].Kind = Temporary }, "operation heat of the predictor reads the field Heat, which no operation before it"},
		{"a field that lasts is derived", func(p *Program) { p.Fields[heat].Kind = Derived }, "the field Heat follows from others, but heat"},
		{"no stability limit", func(p *Program) { p.Fields[heat].Limited = false }, "the field Heat changes at a rate of its own (heat), but nothing limits"},
		{"no read of neighbours", func(p *Program) {
			p.op("heat", Predictor).Neighbours = []int{packed}
			p.op("heat", Corrector).Neighbours = []int{packed}
		}, "operation heat of the predictor writes the field Heat in the middle of the step, where nothing reads it"},
		{"no read of a temporary field", func(p *Program) { p.op("Forces", Corrector).Neighbours = []int{packed, velocity} }, "no operation reads the field Gradient"},
		{"in the predictor only", func(p *Program) { p.op("heat", Corrector).Writes = []int{velocity} }, "the field Heat has no value at the end of a step: only heat of the predictor writes it"},
		{"in the corrector only", func(p *Program) { p.op("heat", Predictor).Writes = []int{velocity} }, "operation heat of the corrector reads the field Heat in the middle of the step, but no operation of the predictor writes it"},
		{"after the operation that reads it", func(p *Program) { p.Ops[2], p.Ops[3] = p.Ops[3], p.Ops[2] }, "operation Forces of the corrector reads the field Gradient, which no operation before it"},
		{"in the wrong stage", func(p *Program) { p.op("shift", Corrector).Stage = Predictor }, "operation shift of the predictor comes after heat of the corrector"},
		{"no bound of a displacement", func(p *Program) { p.op("shift", Corrector).Drift = 0 }, "operation shift of the corrector moves particles, but does not say how far"},
		{"a bound of nothing", func(p *Program) { p.op("heat", Predictor).Drift = 1 }, "operation heat of the predictor says how far it moves particles, but does not write the field Position"},
		{"nothing writes a state", func(p *Program) {
			p.op("heat", Predictor).Writes, p.op("heat", Corrector).Writes = []int{velocity}, []int{velocity}
		}, "the field Heat has no value at the end of a step: no operation writes it"},
		{"nothing writes a temporary field", func(p *Program) { p.op("gradient", Corrector).Writes = []int{velocity} }, "reads the field Gradient, which no operation before it"},
		{"no name", func(p *Program) { p.Ops[1].Name = "" }, "operation 1 has no name"},
		{"twice", func(p *Program) { p.Ops[5].Name = "heat" }, "operation heat is in the corrector twice"},
		{"a field twice", func(p *Program) { p.Fields[heat].Name = "Packed" }, "field Packed is in the table twice"},
		{"half a word", func(p *Program) { p.Fields[heat].Bytes = 3 }, "field Heat has 3 bytes"},
		{"a field that is not there", func(p *Program) { p.op("heat", Predictor).Neighbours = []int{9} }, "operation heat of the predictor uses field 9, but there are 6"},
		{"a field that options leave out", func(p *Program) { p.Fields[heat].Absent = true }, "operation heat of the predictor uses the field Heat, which the options"},
		{"a global that is not there", func(p *Program) { p.op("heat", Predictor).Takes = []int{7} }, "operation heat of the predictor uses global 7, but there are 3"},
		{"a global without words", func(p *Program) { p.Globals[limits].Words = 0 }, `global 1, "limits", needs`},
		{"no particles", func(p *Program) { p.op("heat", Predictor).Over = 0 }, "operation heat of the predictor says not which particles"},
		{"particles of an operation that is done once", func(p *Program) { p.op("heat", Predictor).Over = Once }, "operation heat of the predictor is done once"},
		{"nothing is written", func(p *Program) { p.op("heat", Predictor).Writes = nil }, "operation heat of the predictor writes nothing"},
		{"fused with nothing", func(p *Program) { p.op("heat", Predictor).Fused = "Euler" }, "operation heat of the predictor is fused with Euler, which the stage has not"},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := example()
			test.make(&p)
			_, err := p.Build()
			if err == nil || !strings.Contains(err.Error(), test.refusal) {
				t.Errorf("the program is refused with %v, not with %q", err, test.refusal)
			}
		})
	}
}

// looped is the example with a gradient that the corrector smooths again and again.
func looped() Program {
	p := example()
	p.Fields = append(p.Fields, Field{Name: "Mean", Kind: Temporary, Bytes: 16})
	p.Globals = append(p.Globals, Global{Name: "rough gradients", Combine: Sum, Words: 2})
	p.Loops = []Loop{{Name: "smoothing", Most: 9, While: lists + 1}}
	p.Ops = append(p.Ops[:3:3], append([]Op{
		{Name: "mean", Stage: Corrector, Over: Fluid, Neighbours: []int{gradient},
			Writes: []int{gradient + 1}, Loop: 1},
		{Name: "change", Stage: Corrector, Over: Fluid, Own: []int{gradient + 1},
			Writes: []int{gradient}, Gives: []int{lists + 1}, Loop: 1},
	}, p.Ops[3:]...)...)
	return p
}

// The operations of a loop have groups of their own, and one that writes what neighbours still read
// waits for them.
func TestLoopGroups(t *testing.T) {
	s, err := looped().Build()
	if err != nil {
		t.Fatal(err)
	}
	const want = `
corrector, smoothing, at most 9 times while there are rough gradients:
  mean (fluid) sums over Gradient; writes Mean
corrector, smoothing, at most 9 times while there are rough gradients:
  change (fluid) reads Mean; writes Gradient; reduces into rough gradients
  sends to neighbours: Gradient
corrector:
  Forces`
	if got := s.String(); !strings.Contains(got, want) {
		t.Errorf("the schedule is\n%s\nwithout\n%s", got, want)
	}
}

// A loop that does not end, or is not one, is refused.
func TestMistakesInLoops(t *testing.T) {
	for _, test := range []struct {
		name    string
		make    func(p *Program)
		refusal string
	}{
		{"nothing counts", func(p *Program) {
			p.op("change", Corrector).Gives = nil
		}, "change of the corrector does not count for the loop smoothing"},
		{"the wrong one counts", func(p *Program) {
			p.op("gradient", Corrector).Gives = []int{lists + 1}
		}, "gradient of the corrector counts for the loop smoothing, but is not in it"},
		{"a maximum", func(p *Program) {
			p.Globals[lists+1].Combine = Max
		}, "does not count for the loop smoothing"},
		{"no iteration", func(p *Program) {
			p.Loops[0].Most = 0
		}, "the loop smoothing repeats nothing"},
		{"apart", func(p *Program) {
			p.op("shift", Corrector).Loop = 1
		}, "shift of the corrector is apart from others of the loop smoothing"},
		{"a state", func(p *Program) {
			p.op("change", Corrector).Writes = []int{velocity}
		}, "change of the corrector cannot be in the loop smoothing"},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := looped()
			test.make(&p)
			_, err := p.Build()
			if err == nil || !strings.Contains(err.Error(), test.refusal) {
				t.Errorf("the program is refused with %v, not with %q", err, test.refusal)
			}
		})
	}
}

// A temporary field that no operation reads is right where samples have its sum, as an energy of
// pairs is.
func TestSampledField(t *testing.T) {
	p := example()
	p.op("Forces", Corrector).Neighbours = []int{packed, velocity}
	p.Fields[gradient].Sampled = true
	if _, err := p.Build(); err != nil {
		t.Error(err)
	}
}
