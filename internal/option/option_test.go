package option

import (
	"slices"
	"strings"
	"testing"

	"github.com/spf13/pflag"
)

// options are of each kind, with their fields.
type options struct {
	speed, spacing float64
	steps          int
	axis           axis
	way, file      string
	off            bool
}

type axis int

func (o *options) table() Table {
	return Table{
		Number("speed", "speed [m/s]; 0 is usual", 2, 30, "20 is usual", &o.speed).OrZero(),
		Number("spacing", "spacing (default the flow's)", 1e-9, 1e9, "0.1 is usual",
			&o.spacing).NotWith("file", "the file has it"),
		Number("steps", "steps", 1, 2_000_000_000, "10 are usual",
			Default(&o.steps, 10)).Need(func() bool { return o.way == "fast" },
			"the way is slow; use --way fast"),
		Choice("axis", "%s: along it", []string{"x", "y"}, &o.axis),
		Word("way", "how: %s", []string{"slow", "fast"}, Default(&o.way, "slow")),
		Text("file", "`file` to read", &o.file),
		Switch("off", "nothing", &o.off).Short("o"),
	}
}

// said is what a command line is refused for; "" if it is taken.
func said(o *options, line string) string {
	all, f := o.table(), pflag.NewFlagSet("", pflag.ContinueOnError)
	all.Register(f)
	for _, check := range []func() error{
		func() error { return f.Parse(strings.Fields(line)) },
		func() error { return all.Check(f) },
		func() error { return all.CheckPairs(f) },
	} {
		if err := check(); err != nil {
			return err.Error()
		}
	}
	return ""
}

func TestRefused(t *testing.T) {
	for line, want := range map[string]string{
		"--speed 1":      "--speed is 1, but must be from 2 to 30; 20 is usual",
		"--speed 31":     "--speed is 31, but must be from 2 to 30; 20 is usual",
		"--speed nan":    "--speed is NaN, but must be from 2 to 30; 20 is usual",
		"--spacing 0":    "--spacing is 0, but must be at least 1e-9; 0.1 is usual",
		"--spacing 1e10": "--spacing is 1e10, but must be at most 1e9; 0.1 is usual",
		"--steps 3000000000": "--steps is 3000000000, but must be at most 2e9; " +
			"10 are usual",
		"--axis z":  `--axis is "z", but must be x or y`,
		"--way fas": `--way is "fas", but must be slow or fast; did you mean fast?`,
		"--spacing 1 --file f": "--spacing and --file do not go together: the file has " +
			"it; use one of them",
		"--steps 2":                         "--steps has no effect: the way is slow; use --way fast",
		"--speed 0":                         "",
		"--steps 2 --way fast --off=false":  "",
		"--axis Y --way FAST -o --speed 30": "",
	} {
		if got := said(new(options), line); want == "" && got != "" || !strings.HasSuffix(got, want) {
			t.Errorf("%s: %q, not %q", line, got, want)
		}
	}
}

func TestValuesReachFields(t *testing.T) {
	var o options
	if got := said(&o, "--speed 3 --spacing 0.5 --steps 7 --axis Y --way FAST -o"); got != "" {
		t.Fatal(got)
	}
	if want := (options{speed: 3, spacing: 0.5, steps: 7, axis: 1, way: "fast", off: true}); o != want {
		t.Errorf("%+v, not %+v", o, want)
	}
}

func TestTaken(t *testing.T) {
	var o options
	var got []string
	for _, row := range o.table() {
		got = append(got, row.Taken())
	}
	if want := "0,the flow's,10,x,slow,,false"; strings.Join(got, ",") != want {
		t.Errorf("%q, not %s", got, want)
	}
}

// A list has each of the values that are given, once, however often a command line is read.
func TestList(t *testing.T) {
	var words []string
	f := pflag.NewFlagSet("", pflag.ContinueOnError)
	Table{List("vary", "a key", &words)}.Register(f)
	line := []string{"--vary", "a=1,2", "--vary=b=3", "--vary", "a=1,2"}
	for range 2 {
		if err := f.Parse(line); err != nil {
			t.Fatal(err)
		}
	}
	if said := f.Lookup("vary").Value.String(); !slices.Equal(words, []string{"a=1,2", "b=3"}) ||
		said != "a=1,2; b=3" {
		t.Errorf("the values are %q", words)
	}
}
