package cli_test

import (
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"gpusph/commands/balance"
	initial "gpusph/commands/begin"
	"gpusph/commands/bench"
	"gpusph/commands/check"
	"gpusph/commands/cli"
	"gpusph/commands/compare"
	"gpusph/commands/convert"
	"gpusph/commands/measure"
	"gpusph/commands/picture"
	"gpusph/commands/report"
	"gpusph/commands/scaling"
	"gpusph/commands/selftest"
	"gpusph/commands/surface"
	"gpusph/commands/timeline"
	"gpusph/commands/validate"
	"gpusph/internal/option"
	"gpusph/problems"
)

// syntaxes are of the commands that run a flow.
var syntaxes = []func() cli.Syntax{cli.RunSyntax, bench.Syntax, scaling.Syntax, timeline.Syntax,
	balance.Syntax}

// eachTable tells of all options that there are, and whose they are.
func eachTable(t *testing.T, tell func(of string, all option.Table)) {
	tell("convert", convert.Syntax().Own[0].Options)
	tell("init", initial.Syntax().Own[0].Options)
	tell("check", check.Syntax().Own[1].Options)
	tell("picture", picture.Syntax().Own[0].Options)
	tell("render", picture.RenderSyntax().Own[0].Options)
	tell("report", report.Syntax().Own[0].Options)
	tell("compare", compare.Syntax().Own[0].Options)
	tell("measure", measure.Syntax().Own[0].Options)
	tell("selftest", selftest.Syntax().Own[0].Options)
	tell("surface", surface.Syntax().Own[0].Options)
	tell("validate", validate.Syntax().Own[0].Options)
	for _, syntax := range syntaxes {
		for _, create := range problems.All {
			s, name := syntax(), create().Name()
			tell(s.Command+" "+name, begin(t, s, name).Table())
		}
	}
}

func begin(t *testing.T, s cli.Syntax, problem string) *cli.Config {
	t.Helper()
	c, err := cli.Begin(cli.Line{Words: []string{"--problem", problem}}, s)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// Every row has a range that its default and its ends lie in, and a hint; numbers beyond are
// refused, in a sentence that names the option, the range and the hint. What it does not go with
// exists.
func TestEveryOption(t *testing.T) {
	eachTable(t, func(of string, all option.Table) {
		names := map[string]bool{}
		for _, o := range all {
			if names[o.Name] {
				t.Errorf("%s has two --%s", of, o.Name)
			}
			names[o.Name] = true
		}
		for _, o := range all {
			for _, p := range o.Not {
				if !names[p.Other] {
					t.Errorf("%s: --%s does not go with --%s, which there is not", of, o.Name, p.Other)
				}
			}
			if kind := o.Value.Type(); (kind == "int" || kind == "float64") && o.Name != "deltap" {
				checkNumber(t, of, o)
			}
		}
	})
}

func checkNumber(t *testing.T, of string, o option.Option) {
	t.Helper()
	if o.Least >= o.Most || o.Hint == "" {
		t.Errorf("%s: --%s has the range %g to %g and the hint %q", of, o.Name, o.Least, o.Most, o.Hint)
	}
	if err := o.Check(); err != nil && o.DefValue != "0" { // which stands for not given
		t.Errorf("%s: the default is refused: %v", of, err)
	}
	for _, x := range []float64{o.Least, o.Most} {
		if err := set(t, o, x); err != nil {
			t.Errorf("%s: an end of the range is refused: %v", of, err)
		}
	}
	for _, x := range []float64{below(o), 2*o.Most + 1} {
		err := set(t, o, x)
		if err == nil || !strings.HasPrefix(err.Error(), "--"+o.Name+" is ") ||
			!strings.HasSuffix(err.Error(), "; "+o.Hint) ||
			!strings.Contains(err.Error(), "must be "+o.Range()) &&
				!strings.Contains(err.Error(), "must be at most ") {
			t.Errorf("%s: --%s %g, out of %s: %v", of, o.Name, x, o.Range(), err)
		}
	}
}

// below is a number below an option's range.
func below(o option.Option) float64 {
	if o.Least > 0 && o.Value.Type() == "float64" {
		return o.Least / 2
	}
	return o.Least - 1
}

// word is x as one types it.
func word(o option.Option, x float64) string {
	if o.Value.Type() == "int" {
		return fmt.Sprint(int(x))
	}
	return fmt.Sprint(x)
}

func set(t *testing.T, o option.Option, x float64) error {
	t.Helper()
	if err := o.Value.Set(word(o, x)); err != nil {
		t.Fatal(err)
	}
	return o.Check()
}

// Defaults are taken, and a number out of range is refused, of the run and of the flow. Options of
// a flow are the same with every command, those of a command with every flow, so numbers out of
// range are tried with all flows of the first command, and the first flow of all commands.
func TestEveryOptionIsChecked(t *testing.T) {
	for s, syntax := range syntaxes {
		for p, create := range problems.All {
			name := create().Name()
			c := begin(t, syntax(), name)
			if _, err := c.Flow.Outline(0); err != nil {
				t.Errorf("%s --problem %s: %v", c.Command, name, err)
			}
			for _, o := range c.Table() {
				if o.Least == o.Most || s > 0 && p > 0 {
					continue
				}
				words := []string{"--problem", name, "--" + o.Name + "=" + word(o, below(o))}
				c, err := cli.Begin(cli.Line{Words: words}, syntax())
				if err == nil {
					_, err = c.Flow.Outline(0)
				}
				if err == nil || !strings.HasPrefix(err.Error(), "--"+o.Name+" is ") {
					t.Errorf("%s %v: %v", syntax().Command, words, err)
				}
			}
		}
	}
}

var named = regexp.MustCompile("`--([a-z][a-z0-9-]*)")

// The options that docs/reference/running.md names exist.
func TestOptionsOfRunningPage(t *testing.T) {
	exist := map[string]bool{}
	eachTable(t, func(_ string, all option.Table) {
		for _, o := range all {
			exist[o.Name] = true
		}
	})
	page, err := os.ReadFile("../../docs/reference/running.md")
	if err != nil {
		t.Fatal(err)
	}
	found := named.FindAllStringSubmatch(string(page), -1)
	if len(found) < 20 {
		t.Fatalf("only %d options are found", len(found))
	}
	for _, m := range found {
		if !exist[m[1]] {
			t.Errorf("docs/reference/running.md names --%s, which there is not", m[1])
		}
	}
}
