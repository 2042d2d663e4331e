package sph

import (
	"slices"

	"gpusph/sph/scheme"
)

// The global quantities of a step.
const (
	ClockGlobal = iota
	LimitsGlobal
	ListsGlobal
	measuredGlobal
)

// Globals is their table, with those of features.
var Globals = []scheme.Global{
	ClockGlobal:  {Name: "clock", Combine: scheme.Replicated, Words: 22, Keep: true},
	LimitsGlobal: {Name: "limits of the step", Combine: scheme.Max, Words: 16},
	ListsGlobal:  {Name: "use of the lists", Combine: scheme.Max, Words: 16, Rejects: true},
	// Energies and the forces on bodies. Each energy of a term has a word of 64 bits more, and each
	// body six.
	measuredGlobal: {Name: "energies and forces on bodies", Combine: scheme.Sum, Words: 2 * (CommonEnergies + BesideEnergies)},
}

// control are the operations of a step that are done once, in the control stream: see
// minimumscan.go.
var control = []scheme.Op{
	{Name: "MinimumScan", Stage: scheme.Corrector, Over: scheme.Once, Takes: []int{LimitsGlobal}, Gives: []int{ClockGlobal}},
	{Name: "measure", Stage: scheme.Corrector, Over: scheme.Once, Takes: []int{ClockGlobal}, Gives: []int{measuredGlobal}},
	{Name: "Check", Stage: scheme.Corrector, Over: scheme.Once, Takes: []int{ClockGlobal}, Gives: []int{ListsGlobal}},
}

// rows are the passes of a step with these options: those of the predictor, and then those of the
// corrector.
func (p *Params) Rows() (all []*Pass) {
	for stage := range scheme.Stages {
		all = append(all, p.rowsOf(stage)...)
	}
	return all
}

// rowsOf are those of a stage.
func (p *Params) rowsOf(stage scheme.Stage) (all []*Pass) {
	for k := range Passes {
		s := &Passes[k]
		if !s.needed(p) || !s.in(stage) || p.idles(s, stage) {
			continue
		}
		if s.Repeated == nil {
			all = append(all, s)
			continue
		}
		repeated := s.Repeated(p, stage)
		for i := range repeated {
			all = append(all, &repeated[i])
		}
	}
	return all
}

// idles reports whether a pass has nothing to do in a stage: it is for Forces, which are not there.
func (p *Params) idles(s *Pass, stage scheme.Stage) bool {
	return ofVerlet(p) && stage == scheme.Predictor && s.Term != noTerm && !s.Kept
}

// Evaluations is how many times a step evaluates the forces.
func (p *Params) Evaluations() int {
	if ofVerlet(p) {
		return 1
	}
	return 2
}

// schedule is that of a step with these options. Its fields have their places in the table, and its
// first operations are rows.
func (p *Params) StepSchedule() (*scheme.Schedule, error) { return p.program().Build() }

// checkTables returns the first mistake in the tables that steps and samples of a flow with these
// options follow from.
func (p *Params) checkTables() error {
	if _, err := p.StepSchedule(); err != nil {
		return err
	}
	return p.checkEnergies()
}

// program is a step with these options as package scheme has it.
func (p *Params) program() scheme.Program {
	program := scheme.Program{Globals: slices.Clone(Globals), Moves: PositionField}
	sampled := p.EnergiesOfPasses()
	for k := range Fields {
		f := &Fields[k]
		program.Fields = append(program.Fields, scheme.Field{Name: f.Name, Kind: f.Kind, Bytes: f.Bytes,
			Limited: f.Diffusivity != nil, Absent: !f.needed(p), Sampled: slices.Contains(sampled, k)})
	}
	written := make([]bool, len(Fields))
	for stage := range scheme.Stages {
		integrator := ""
		rows := p.rowsOf(stage)
		for k, s := range rows {
			op := s.op(p, stage, written)
			if s.Loop != nil {
				repeat(&program, &op, s.Loop, p, k > 0 && rows[k-1].Loop == s.Loop,
					k == len(rows)-1 || rows[k+1].Loop != s.Loop)
			}
			switch {
			case s.Integrates:
				integrator = s.Name
			case s.Fused:
				op.Fused = integrator
			}
			program.Ops = append(program.Ops, op)
			for _, f := range op.Writes {
				written[f] = true
			}
		}
	}
	program.Ops = append(program.Ops, control...)
	return program
}

// repeat puts an operation into a loop, which has the operation before or begins. The last
// one counts.
func repeat(program *scheme.Program, op *scheme.Op, loop *Loop, p *Params, goesOn, last bool) {
	if !goesOn {
		program.Loops = append(program.Loops, scheme.Loop{Name: loop.Name, Most: loop.Most(p),
			While: len(program.Globals)})
		program.Globals = append(program.Globals, scheme.Global{Name: loop.Counts,
			Combine: scheme.Sum, Words: 2})
	}
	op.Loop = len(program.Loops)
	if last {
		op.Gives = append(op.Gives, program.Loops[op.Loop-1].While)
	}
}

// op is a pass in a stage, where passes before have written some fields in the step.
func (s *Pass) op(p *Params, stage scheme.Stage, written []bool) scheme.Op {
	has := func(fields []int) (all []int) {
		for _, f := range fields {
			if !slices.Contains(s.Where, f) || Fields[f].needed(p) {
				all = append(all, f)
			}
		}
		return all
	}
	op := scheme.Op{
		Name: s.Name, Stage: stage, Over: s.Over, Neighbours: has(s.Neighbours), Own: has(s.Own),
		Writes: has(s.Writes), Takes: append([]int{ClockGlobal}, s.Takes...), Integrates: s.Integrates,
		Gives: slices.Clone(s.Gives), Carries: s.Carries,
	}
	optional := s.Optional
	if s.Kernel == ForcesKernel {
		always, once := p.forcesRead()
		op.Neighbours = append(op.Neighbours, always...)
		optional = append(slices.Clone(optional), once...)
		op.Gives = append(op.Gives, p.forcesGive()...)
	}
	for _, f := range optional {
		if written[f] {
			op.Neighbours = append(op.Neighbours, f)
		}
	}
	if s.Drift != nil {
		op.Drift = s.Drift(p)
	}
	return op
}

// Schedule is the step with these options, for people: its operations, what they read and write,
// and what devices exchange.
func (p *Params) Schedule() string {
	schedule, err := p.StepSchedule()
	if err != nil {
		return err.Error()
	}
	return schedule.String()
}

func (s *Pass) needed(p *Params) bool { return s.Needed == nil || s.Needed(p) }

// in reports whether it is in a stage of a step.
func (s *Pass) in(stage scheme.Stage) bool { return s.Only == nil || *s.Only == stage }

// terms are the fields that Forces of a stage reads for its terms, by term; 0 is none.
func (p *Params) TermFields(stage scheme.Stage) (all [ForceTerms]int) {
	for k := range Passes {
		// What is fused with Forces of the predictor has the same place there.
		if s := &Passes[k]; s.Term != noTerm && s.needed(p) && (s.in(stage) || s.Fused || s.Kept) {
			all[s.Term-1] = s.Writes[0]
		}
	}
	return all
}

// strains reports whether Forces of a stage computes the stresses for the next.
func (p *Params) Strains(stage scheme.Stage) bool {
	return slices.ContainsFunc(Passes, func(s Pass) bool { return s.Fused && s.needed(p) && s.in(stage) })
}

// drift is how far passes may move a particle in a step beyond what its velocity makes, at most
// [m].
func (p *Params) Drift() (most float64) {
	for _, s := range Passes {
		if s.Drift != nil && s.needed(p) {
			most += s.Drift(p)
		}
	}
	return most
}

// Exchanges are those of edges in a step: for each the bytes of a particle.
func (p *Params) Exchanges() (all []int) {
	schedule, err := p.StepSchedule()
	if err != nil {
		return nil // Check says why
	}
	for _, groups := range schedule.Groups {
		for _, g := range groups {
			n := 0
			for _, place := range g.Sends {
				n += Fields[place].Bytes
			}
			all = append(all, n)
		}
	}
	slices.Sort(all)
	return all
}
