package scheme

import (
	"fmt"
	"slices"
	"strings"
)

// String is the schedule as a reader wants it: a line for each operation, and after each group what
// goes between devices.
func (s *Schedule) String() string {
	var b strings.Builder
	for stage := range Stages {
		for _, g := range s.Groups[stage] {
			fmt.Fprintf(&b, "%v", stage)
			if len(g.Waits) > 0 {
				fmt.Fprintf(&b, ", after %s", s.globalNames(g.Waits))
			}
			if g.Loop > 0 {
				of := &s.Loops[g.Loop-1]
				fmt.Fprintf(&b, ", %s, at most %d times while there are %s", of.Name, of.Most,
					s.Globals[of.While].Name)
			}
			b.WriteString(":\n")
			for _, i := range g.Ops {
				b.WriteString("  " + s.line(&s.Ops[i]) + "\n")
			}
			if len(g.Sends) > 0 {
				fmt.Fprintf(&b, "  sends to neighbours: %s\n", s.fieldNames(g.Sends))
			}
		}
	}
	for _, i := range s.Once {
		fmt.Fprintf(&b, "concurrently: %s takes %s; gives %s\n", s.Ops[i].Name, s.globalNames(s.Ops[i].Takes), s.globalNames(s.Ops[i].Gives))
	}
	for k, g := range s.Globals {
		if !g.Rejects && !slices.ContainsFunc(s.Ops, func(op Op) bool { return slices.Contains(op.Gives, k) }) {
			continue
		}
		fmt.Fprintf(&b, "shared by all devices: %s (%v", g.Name, g.Combine)
		if g.Keep {
			b.WriteString(", in checkpoints")
		}
		b.WriteString(")\n")
	}
	return b.String()
}

// line describes an operation.
func (s *Schedule) line(op *Op) string {
	line := fmt.Sprintf("%s (%v", op.Name, op.Over)
	if op.Fused != "" {
		line += ", fused with " + op.Fused
	}
	line += ")"
	for _, part := range []struct {
		word  string
		names string
	}{
		{"sums over", s.fieldNames(op.Neighbours)}, {"reads", s.fieldNames(op.Own)},
		{"writes", s.fieldNames(op.Writes)},
		{"reduces into", s.globalNames(op.Gives)},
	} {
		if part.names != "" {
			line += " " + part.word + " " + part.names + ";"
		}
	}
	return strings.TrimSuffix(line, ";")
}

func (s *Schedule) fieldNames(all []int) string {
	var names []string
	for _, f := range all {
		names = append(names, s.Fields[f].Name)
	}
	return strings.Join(names, ", ")
}

func (s *Schedule) globalNames(all []int) string {
	var names []string
	for _, g := range all {
		names = append(names, s.Globals[g].Name)
	}
	return strings.Join(names, ", ")
}
