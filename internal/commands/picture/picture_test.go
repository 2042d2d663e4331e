package picture

import (
	"testing"

	"gpusph/internal/cli"
	pictures "gpusph/output/picture"
)

// TestOptions holds that a picture is of the field and the view that are named.
func TestOptions(t *testing.T) {
	for v, view := range pictures.Views {
		for f, field := range pictures.Fields {
			var o options
			_, err := cli.ParseOwn(cli.Line{Words: []string{"--field", field, "--view", view, "--max", "7"}}, o.syntax())
			if want := (pictures.Options{Field: pictures.Field(f), View: pictures.View(v), Max: 7}); err != nil || o.Options != want {
				t.Errorf("%s and %s give %+v: %v", view, field, o.Options, err)
			}
		}
	}
}
