package cli

import (
	"fmt"
	"slices"
	"strings"

	"gpusph/grid/flows"
	"gpusph/internal/option"
	"gpusph/internal/text"
)

// writeGridHelp writes all that a command takes with the flow.
func (g *GridConfig) writeGridHelp(b *strings.Builder) {
	words := g.Command
	if words == "run" {
		words = "[run]"
	}
	fmt.Fprintf(b, "Usage:\n    gpusph %s %s [options]\n\n", words, g.Problem.Name())
	fresh := newGridConfig(g.Problem, g.Syntax, g.With)
	writeGroups(b, slices.Concat([]Group{gridGroup(fresh.Problem), fresh.solverGroup()},
		fresh.groups()))
	b.WriteString("\n" + dashes)
}

// gridGroup are the options of a flow on a grid.
func gridGroup(p flows.Problem) Group {
	title := fmt.Sprintf("%s, %s; %d cells along x", p.Name(), p.Summary(), p.Cells())
	return Group{title, p.Options()}
}

// writeGridProblem writes the options of a flow on a grid.
func writeGridProblem(b *strings.Builder, p flows.Problem) {
	g := newGridConfig(p, Syntax{Command: "run"}, GridRunOptions)
	writeGroups(b, []Group{gridGroup(p), g.solverGroup()})
	fmt.Fprintf(b, "\ngpusph run %s --help lists all its options.\n", p.Name())
}

// GridOptions are the options that flows on grids have beside those of a run: of all flows, and by
// the flow's name its own.
func GridOptions() (shared option.Table, own map[string]option.Table) {
	own = map[string]option.Table{}
	for _, create := range flows.All {
		p := create()
		own[p.Name()] = p.Options()
	}
	return new(GridConfig).solverGroup().Options, own
}

// FlowNames are the names of all problems, of particles and on grids.
func FlowNames() []string { return append(ProblemNames(), flows.Names()...) }

// NotParticles is what to do where a command takes no flow on a grid, but one is named; nil if none
// is.
func NotParticles(word, command string) error {
	p := flows.Find(word)
	if p == nil {
		return nil
	}
	return fmt.Errorf("%s is a flow on a grid, which gpusph %s does not take; gpusph %s do", p.Name(),
		command, text.And(GridCommands))
}
