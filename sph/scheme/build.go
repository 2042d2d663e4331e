package scheme

import (
	"fmt"
	"slices"
)

// Build checks a program and derives its schedule. The error names the row that is wrong.
func (p Program) Build() (*Schedule, error) {
	for _, check := range []func() error{p.checkRows, p.checkOrder,
		p.checkStates, p.checkMoves, p.checkLoops} {
		if err := check(); err != nil {
			return nil, err
		}
	}
	s := &Schedule{Program: p}
	s.store()
	s.group()
	return s, nil
}

// checkRows refuses rows that are incomplete, or that name what is not there.
func (p *Program) checkRows() error {
	names := map[string]bool{}
	for i, f := range p.Fields {
		switch {
		case f.Name == "":
			return fmt.Errorf("field %d has no name", i)
		case names[f.Name]:
			return fmt.Errorf("the field %s is in the table twice", f.Name)
		case f.Bytes <= 0 || f.Bytes%4 != 0:
			return fmt.Errorf("the field %s has %d bytes, but needs a positive multiple of 4", f.Name,
				f.Bytes)
		}
		names[f.Name] = true
	}
	for i, g := range p.Globals {
		if g.Name == "" || g.Words <= 0 {
			return fmt.Errorf("global %d, %q, needs a name and a number of words", i, g.Name)
		}
	}
	seen := map[string]Stage{}
	for i, op := range p.Ops {
		if op.Name == "" {
			return fmt.Errorf("operation %d has no name", i)
		}
		if stage, twice := seen[op.Name]; twice && stage == op.Stage {
			return fmt.Errorf("the operation %s is in the %v twice", op.Name, op.Stage)
		}
		seen[op.Name] = op.Stage
		if i > 0 && op.Stage < p.Ops[i-1].Stage {
			return fmt.Errorf("the operation %s of the %v comes after %s of the %v", op.Name, op.Stage, p.Ops[i-1].Name, p.Ops[i-1].Stage)
		}
		if err := p.checkUses(&op); err != nil {
			return err
		}
	}
	return nil
}

// checkUses refuses an operation that names a field or a global that is not there, or that is done
// for nothing.
func (p *Program) checkUses(op *Op) error {
	fault := func(format string, args ...any) error {
		return fmt.Errorf("the operation %s of the %v %s", op.Name, op.Stage, fmt.Sprintf(format, args...))
	}
	for _, f := range slices.Concat(op.Neighbours, op.Own, op.Writes) {
		if f < 0 || f >= len(p.Fields) {
			return fault("uses field %d, but there are %d", f, len(p.Fields))
		}
		if p.Fields[f].Absent {
			return fault("uses the field %s, which the options of the flow do not have", p.Fields[f].Name)
		}
	}
	for _, g := range slices.Concat(op.Takes, op.Gives) {
		if g < 0 || g >= len(p.Globals) {
			return fault("uses global %d, but there are %d", g, len(p.Globals))
		}
	}
	switch {
	case op.Over.String() == "":
		return fault("says not which particles it is done for")
	case op.Over == Once && len(op.Neighbours)+len(op.Own)+len(op.Writes) > 0:
		return fault("is done once, so it can use no field of particles")
	case len(op.Writes)+len(op.Gives) == 0:
		return fault("writes nothing")
	}
	for _, f := range op.Writes {
		if p.Fields[f].Kind == Static {
			return fault("writes the field %s, which is static", p.Fields[f].Name)
		}
	}
	if op.Fused != "" && !slices.ContainsFunc(p.Ops, func(o Op) bool { return o.Name == op.Fused && o.Stage == op.Stage && o.Fused == "" }) {
		return fault("is fused with %s, which the stage has not", op.Fused)
	}
	return nil
}

// checkOrder refuses reads of temporary fields that nothing has written before in the step. A fused
// operation writes what operations after the kernel read.
func (p *Program) checkOrder() error {
	written := make([]bool, len(p.Fields))
	for _, op := range p.Ops {
		for _, f := range slices.Concat(op.Neighbours, op.Own) {
			if p.Fields[f].Kind == Temporary && !written[f] {
				return fmt.Errorf("the operation %s of the %v reads the field %s, which no operation before it in the step writes", op.Name, op.Stage, p.Fields[f].Name)
			}
		}
		for _, f := range op.Writes {
			written[f] = true
		}
	}
	for f, field := range p.Fields {
		if field.Kind != Temporary || field.Absent {
			continue
		}
		if !written[f] {
			return fmt.Errorf("no operation writes the field %s", field.Name)
		}
		if !field.Sampled && !p.reads(f, Predictor) && !p.reads(f, Corrector) {
			return fmt.Errorf("no operation reads the field %s", field.Name)
		}
	}
	return nil
}

// checkStates refuses states that are not there at the end of a step, or in its middle where they
// are read, and states that may grow without bound.
func (p *Program) checkStates() error {
	for f, field := range p.Fields {
		if field.Absent || field.Kind != State && field.Kind != Derived {
			continue
		}
		middle, end := p.writers(f, Predictor), p.writers(f, Corrector)
		switch {
		case len(end) == 0:
			where := "no operation writes it"
			if len(middle) > 0 {
				where = fmt.Sprintf("only %s of the predictor writes it", p.Ops[middle[0]].Name)
			}
			return fmt.Errorf("the field %s has no value at the end of a step: %s", field.Name, where)
		case len(middle) == 0 && p.neighbourReads(f, Corrector) != "":
			return fmt.Errorf("the operation %s of the corrector reads the field %s in the middle of the step, but no operation of the predictor writes it", p.neighbourReads(f, Corrector), field.Name)
		case len(middle) > 0 && p.neighbourReads(f, Corrector) == "":
			return fmt.Errorf("the operation %s of the predictor writes the field %s in the middle of the step, where nothing reads it", p.Ops[middle[0]].Name, field.Name)
		}
		integrated := slices.ContainsFunc(end, func(i int) bool { return p.Ops[i].Integrates })
		if field.Kind == Derived && !integrated {
			return fmt.Errorf("the field %s follows from others, but %s, which writes it, does not integrate these", field.Name, p.Ops[end[0]].Name)
		}
		if !integrated && !field.Limited {
			return fmt.Errorf("the field %s changes at a rate of its own (%s), but nothing limits the time step for it", field.Name, p.Ops[end[0]].Name)
		}
	}
	return nil
}

// checkMoves refuses operations that move particles without a bound, and bounds of operations that
// do not.
func (p *Program) checkMoves() error {
	for _, op := range p.Ops {
		moves := slices.Contains(op.Writes, p.Moves)
		switch {
		case moves && !op.Integrates && !op.Carries && !(op.Drift > 0):
			return fmt.Errorf("the operation %s of the %v moves particles, but does not say how far at most", op.Name, op.Stage)
		case !moves && op.Drift != 0:
			return fmt.Errorf("the operation %s of the %v says how far it moves particles, but does not write the field %s", op.Name, op.Stage, p.Fields[p.Moves].Name)
		}
	}
	return nil
}

// checkLoops refuses loops that nothing ends, or that write what an iteration that is left out would
// have to copy.
func (p *Program) checkLoops() error {
	for k, loop := range p.Loops {
		number, last := k+1, -1
		for i, op := range p.Ops {
			if op.Loop != number {
				if slices.Contains(op.Gives, loop.While) {
					return fmt.Errorf("the operation %s of the %v counts for the loop %s, but is not in it",
						op.Name, op.Stage, loop.Name)
				}
				continue
			}
			if last >= 0 && (i > last+1 || op.Stage != p.Ops[last].Stage) {
				return fmt.Errorf("the operation %s of the %v is apart from others of the loop %s",
					op.Name, op.Stage, loop.Name)
			}
			last = i
			if k := slices.IndexFunc(op.Writes, func(f int) bool {
				return p.Fields[f].Kind != Temporary
			}); k >= 0 || op.Fused != "" {
				return fmt.Errorf("the operation %s of the %v cannot be in the loop %s: it writes more "+
					"than temporary fields", op.Name, op.Stage, loop.Name)
			}
		}
		switch {
		case last < 0 || loop.Most < 1:
			return fmt.Errorf("the loop %s repeats nothing", loop.Name)
		case !slices.Contains(p.Ops[last].Gives, loop.While) || p.Globals[loop.While].Combine != Sum:
			return fmt.Errorf("the operation %s of the %v does not count for the loop %s, whose last it is",
				p.Ops[last].Name, p.Ops[last].Stage, loop.Name)
		}
	}
	return nil
}

// writers are the operations of a stage that write a field.
func (p *Program) writers(field int, stage Stage) (all []int) {
	for i, op := range p.Ops {
		if op.Stage == stage && slices.Contains(op.Writes, field) {
			all = append(all, i)
		}
	}
	return all
}

// neighbourReads is the first operation of a stage that reads a field of neighbours; "" is none.
func (p *Program) neighbourReads(field int, stage Stage) string {
	for _, op := range p.Ops {
		if op.Stage == stage && slices.Contains(op.Neighbours, field) {
			return op.Name
		}
	}
	return ""
}

// reads reports whether an operation of a stage reads a field.
func (p *Program) reads(field int, stage Stage) bool {
	return slices.ContainsFunc(p.Ops, func(op Op) bool {
		return op.Stage == stage && (slices.Contains(op.Neighbours, field) || slices.Contains(op.Own, field))
	})
}

// store derives of which times there are values.
func (s *Schedule) store() {
	s.Stored = make([][Times]bool, len(s.Fields))
	for f, field := range s.Fields {
		switch at := &s.Stored[f]; {
		case field.Absent:
		case field.Kind == Static:
			at[Begin] = true
		case field.Kind == Temporary:
			at[Middle] = true
		default:
			at[Begin], at[End] = true, true
			at[Middle] = len(s.writers(f, Predictor)) > 0
		}
	}
}

// sent reports whether neighbouring devices need what an operation of a stage writes. At the end of
// a step they need all: their next lists are built of the copies that they have, and what is
// measured as a step begins sums over these.
func (s *Schedule) sent(field int, stage Stage) bool {
	switch {
	case s.Fields[field].Kind == Temporary:
		return s.neighbourReads(field, Predictor)+s.neighbourReads(field, Corrector) != ""
	case stage == Predictor:
		return s.neighbourReads(field, Corrector) != ""
	}
	return true
}

// follows reports whether an operation must begin another group than one with some operations: it
// reads of neighbours a temporary field that one of these writes, writes one that they read of
// neighbours, takes a global that one gives, or is in another loop. Other reads are of an earlier
// time.
func (s *Schedule) follows(op *Op, g *Group) bool {
	temporary := func(of, among []int) bool {
		return slices.ContainsFunc(of, func(f int) bool {
			return s.Fields[f].Kind == Temporary && slices.Contains(among, f)
		})
	}
	return op.Loop != g.Loop || slices.ContainsFunc(g.Ops, func(k int) bool {
		before := &s.Ops[k]
		return temporary(op.Neighbours, before.Writes) || temporary(op.Writes, before.Neighbours) ||
			slices.ContainsFunc(op.Takes, func(g int) bool { return slices.Contains(before.Gives, g) })
	})
}

// group derives the groups.
func (s *Schedule) group() {
	for i, op := range s.Ops {
		if op.Over == Once {
			s.Once = append(s.Once, i)
			continue
		}
		groups := &s.Groups[op.Stage]
		last := len(*groups) - 1
		if last < 0 || s.follows(&op, &(*groups)[last]) {
			*groups = append(*groups, Group{Stage: op.Stage, Loop: op.Loop})
			last++
		}
		g := &(*groups)[last]
		g.Ops = append(g.Ops, i)
		for _, f := range op.Writes {
			if s.sent(f, op.Stage) {
				insert(&g.Sends, f)
			}
		}
		first := &(*groups)[0]
		for _, k := range op.Takes {
			if _, has := slices.BinarySearch(first.Waits, k); !has {
				insert(&g.Waits, k)
			}
		}
	}
	s.guard()
}

// guard lets the corrector wait for the globals that may reject the step before: what the corrector
// writes at the end of a step is where the step before began, which is needed until that step is
// certain.
func (s *Schedule) guard() {
	for k, global := range s.Globals {
		if groups := s.Groups[Corrector]; global.Rejects && len(groups) > 0 {
			insert(&groups[0].Waits, k)
		}
	}
}

// insert puts a number into an ascending list that has it not.
func insert(list *[]int, x int) {
	if at, has := slices.BinarySearch(*list, x); !has {
		*list = slices.Insert(*list, at, x)
	}
}
