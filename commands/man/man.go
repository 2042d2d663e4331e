// Package man is the command that prints the manual page, made of the tables of commands and
// options.
package man

import (
	"context"
	"io"
	"strings"

	"gpusph/commands/cli"
	"gpusph/grid/flows"
	"gpusph/internal/option"
	"gpusph/internal/text"
	"gpusph/problems"
)

// Run is the command man.
func Run(_ context.Context, args cli.Line) error {
	if err := cli.NoWords("man", args.Words); err != nil {
		return err
	}
	_, err := io.WriteString(cli.Stdout, Page(args.Commands))
	return err
}

// Page is the manual page, as man and groff read it.
func Page(commands []cli.Command) string {
	p := &page{}
	p.line(`.TH GPUSPH 1 "" "gpusph ` + escaped(cli.FullVersion()) + `" "User Commands"`)
	p.line(".SH NAME")
	p.text("gpusph - simulates free-surface flows with smoothed particle hydrodynamics")
	p.synopsis(commands)
	p.line(".SH DESCRIPTION")
	p.text("gpusph simulates flows of water with a free surface, such as a dam break onto a " +
		"structure, in two and three dimensions, by weakly compressible smoothed particle " +
		"hydrodynamics. " +
		"It runs on one or many NVIDIA GPUs of one machine, and on the processor where there is none. " +
		"All units are SI.")
	p.line(".PP")
	p.text("Long options take one or two dashes, and their value after a space or an equals sign.")
	p.line(".SH COMMANDS")
	for _, s := range cli.Sections(commands) {
		p.line(".SS " + escaped(s.Title))
		for _, c := range s.Commands {
			p.line(".TP")
			p.line(`\fB` + escaped(c.Name) + `\fR`)
			p.text(upper(c.Summary) + ".")
		}
	}
	p.runOptions(commands)
	p.problems()
	p.exitStatus()
	p.examples()
	return p.String()
}

// synopsis is a line for each command.
func (p *page) synopsis(commands []cli.Command) {
	p.line(".SH SYNOPSIS")
	for _, c := range commands {
		words := c.Name
		if words == "run" {
			words = "[run]"
		}
		takes := c.Takes
		if c.RunsFlows() {
			takes = "NAME | FILE.toml"
		}
		if c.Syntax != nil {
			takes += " [options]"
		}
		p.line(".br")
		p.line(`\fBgpusph ` + escaped(words) + `\fR ` + escaped(strings.TrimSpace(takes)))
	}
}

// runOptions has the options of a run, and those that other commands have besides.
func (p *page) runOptions(commands []cli.Command) {
	p.line(".SH OPTIONS OF A RUN")
	p.text("Commands that run flows take these too, but for those that say what a run writes.")
	run := commands[0]
	p.groups(run.Groups())
	for _, c := range commands[1:] {
		if c.Syntax == nil || len(c.Own()) == 0 {
			continue
		}
		p.line(".SH OPTIONS OF " + strings.ToUpper(escaped(c.Name)))
		p.groups(c.Own())
	}
}

// problems has the options of all problems, and those of each one.
func (p *page) problems() {
	shared, own := cli.ProblemOptions()
	p.line(".SH PROBLEMS")
	p.text("Every problem has these options; gpusph help and its name tells its defaults.")
	p.options(shared)
	for _, create := range problems.All {
		f := create()
		p.line(".SS " + escaped(f.Name()))
		p.text(upper(f.Summary()) + ".")
		p.options(own[f.Name()])
	}
	p.grids()
}

// grids has the options that all flows on grids have, and those of each one.
func (p *page) grids() {
	shared, own := cli.GridOptions()
	p.line(".SH FLOWS ON GRIDS")
	p.text("These are computed on a uniform grid, not with particles. The commands " +
		text.And(cli.GridCommands) + " take them, with these options and those of a run that are not " +
		"about particles.")
	p.options(shared)
	for _, create := range flows.All {
		f := create()
		p.line(".SS " + escaped(f.Name()))
		p.text(upper(f.Summary()) + ".")
		p.options(own[f.Name()])
	}
}

func (p *page) exitStatus() {
	p.line(".SH EXIT STATUS")
	for _, line := range strings.Split(strings.TrimSpace(cli.ExitCodes), "\n")[1:] {
		code, what, _ := strings.Cut(strings.TrimSpace(line), " ")
		p.line(".TP")
		p.line(`\fB` + code + `\fR`)
		p.text(upper(strings.TrimSpace(what)) + ".")
	}
}

func (p *page) examples() {
	p.line(".SH EXAMPLES")
	for _, example := range [][2]string{
		{"Simulate a dam break on six devices:", "gpusph --problem DamBreak3D --gpus 6"},
		{"See what that would take, and whether anything is wrong with it:",
			"gpusph check --problem DamBreak3D --gpus 6"},
		{"Go on with it to 2 s:", "gpusph --resume runs/DamBreak3D_2026-11-21T15-04-05 --tend 2"},
		{"Make a page of it:", "gpusph report runs/DamBreak3D_2026-11-21T15-04-05"},
	} {
		p.line(".PP")
		p.text(example[0])
		p.line(".PP")
		p.line(".RS 4")
		p.line(".nf")
		p.text(example[1])
		p.line(".fi")
		p.line(".RE")
	}
}

// page is lines of roff.
type page struct{ strings.Builder }

func (p *page) line(s string) { p.WriteString(s + "\n") }

// text is a paragraph's words.
func (p *page) text(s string) {
	s = escaped(s)
	if strings.HasPrefix(s, ".") || strings.HasPrefix(s, "'") { // which would be a request
		s = `\&` + s
	}
	p.line(s)
}

// groups are options under their titles, without --help, which all have.
func (p *page) groups(groups []cli.Group) {
	for _, g := range groups {
		p.line(".SS " + escaped(g.Title))
		p.options(g.Options)
	}
}

func (p *page) options(all option.Table) {
	for _, o := range all {
		value, what := cli.Meaning(o.Flag)
		p.line(".TP")
		head := `\fB` + escaped("--"+o.Name) + `\fR`
		if o.Shorthand != "" {
			head = `\fB` + escaped("-"+o.Shorthand) + `\fR, ` + head
		}
		if value != "" {
			head += ` \fI` + escaped(strings.TrimSuffix(value, "64")) + `\fR`
		}
		p.line(head)
		if d := o.DefValue; d != "" && d != "0" && d != "false" && !strings.Contains(what, "(default") {
			what += " (default " + d + ")"
		}
		p.text(upper(what) + ".")
	}
}

// escaped is text in which roff finds nothing of its own.
func escaped(s string) string {
	return strings.NewReplacer(`\`, `\e`, "-", `\-`, "\n", " ").Replace(s)
}

// upper is a sentence with its first letter in capitals, unless that is of another alphabet or a
// digit.
func upper(s string) string {
	if s == "" || s[0] < 'a' || s[0] > 'z' {
		return s
	}
	return strings.ToUpper(s[:1]) + s[1:]
}
