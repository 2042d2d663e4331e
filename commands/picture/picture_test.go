package picture

import (
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"gpusph/commands/cli"
	"gpusph/commands/kinds"
	"gpusph/internal/option"
	pictures "gpusph/output/picture"
)

// read reads a command line of options.
func read(options option.Table, words []string) error {
	_, err := cli.BeginOwn(cli.Line{Words: words}, cli.OwnSyntax("picture", about, "", options))
	return err
}

// TestOptions holds that pictures are of the field and the view that are named, and the scale as it
// is asked for.
func TestOptions(t *testing.T) {
	for v, view := range pictures.Views {
		for f, field := range pictures.Fields {
			var o options
			var r renderOptions
			words := []string{"--field", field, "--view", view, "--plain"}
			err, other := read(o.table(), words), read(r.table(), words)
			err, other = errors.Join(err, takeField(&o.Look)),
				errors.Join(other, takeField(&r.Look))
			if want := (pictures.Options{Field: pictures.Field(f), View: pictures.View(v), Plain: true}); err != nil ||
				other != nil || !reflect.DeepEqual(o.Options, want) || !reflect.DeepEqual(r.Options, want) {
				t.Errorf("%s and %s give %+v and %+v: %v", view, field, o.Options, r.Options,
					errors.Join(err, other))
			}
		}
	}
	for s, want := range map[string]string{"": "[NaN NaN]", "0,4": "[0 4]", ",4": "[NaN 4]",
		"-2.5,": "[-2.5 NaN]"} {
		if ends, err := limits(s); fmt.Sprint(ends) != want || err != nil {
			t.Errorf("%q gives %v: %v", s, ends, err)
		}
	}
	for _, s := range []string{"4", "4,0", "1,1", "a,b", "1,2,3", "NaN,1", "0,Inf"} {
		if _, err := limits(s); err == nil || !strings.Contains(err.Error(), "use 0,4 or ,4") {
			t.Errorf("%q: %v", s, err)
		}
	}
}

var particles = &kinds.Kind{Draw: OfParticles}

func init() { kinds.Register(nil, particles) }

// TestLook holds what is refused of a look, and where the eye is.
func TestLook(t *testing.T) {
	for line, want := range map[string]string{
		"--field vorticity": "but must be speed, pressure", "--field presure": "did you mean pressure?",
		"--size 1280": "use 1280x720", "--size 10x10": "320 x 180", "--size axb": "use 1280x720",
		"--field device --range 0,3": "has no scale",
		"--surface --cut 0.5":        "do not go together",
		"--surface --field device":   "do not go together",
		"--surface":                  "parameters", "--region 1,2": "use 1,2,0,0.5",
		"--region 1,2,0,x": "number of metres",
		"--region 2,1,0,1": "from the lower to the higher",
	} {
		var o options
		if err := read(o.table(), strings.Fields(line)); err != nil {
			t.Fatal(err)
		}
		if _, err := o.look.draw(particles, t.TempDir()); err == nil ||
			!strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", line, err)
		}
	}
	var o options
	if err := read(o.table(),
		strings.Fields("--view side --elevation 30 --size 640x360")); err != nil {
		t.Fatal(err)
	}
	drawn, err := o.look.draw(particles, t.TempDir())
	if a := drawn.(*artist); err != nil ||
		*a.From != (pictures.Angles{Azimuth: 90, Elevation: 30}) || a.Width != 640 || a.Height != 360 {
		t.Errorf("it is seen from %v: %v", a.From, err)
	}
}
