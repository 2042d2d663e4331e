package picture

import (
	"testing"

	pictures "gpusph/output/picture"
)

// TestOptions holds that a picture is of the field and the view that are named.
func TestOptions(t *testing.T) {
	for v, view := range pictures.Views {
		for f, field := range pictures.Fields {
			o := options{field: field, view: view, most: 7}
			if got := o.picture(); got.View != pictures.View(v) || got.Field != pictures.Field(f) || got.Max != 7 {
				t.Errorf("%s and %s give %+v", view, field, got)
			}
		}
	}
}
