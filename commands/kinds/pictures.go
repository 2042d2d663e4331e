package kinds

import (
	"context"
	"image"
	"io"

	"gpusph/output"
	"gpusph/output/picture"
)

// The usual size of pictures [pixels].
const UsualWidth, UsualHeight = 1280, 720

// Look is what pictures show, and how: the options that picture and render share. Of the options of
// a picture it has those that need no reading, and a size where one is given.
type Look struct {
	picture.Options
	FieldName          string     // "" is not given
	Azimuth, Elevation float64    // [degrees]; NaN is the view's
	Range              string     // "" is not given
	Ends               [2]float64 // of the scale, as Range has them; NaN is not given
	Box                string     // the region
	Surface            bool
}

// Artist draws the snapshots of a run.
type Artist interface {
	// Still draws the snapshot nearest to a time [s]; NaN is the last.
	Still(time float64) (*Still, error)

	Name() string // of the flow
	Choose(when output.When) ([]output.Instant, error)
	// Begin makes what all frames of the snapshots have in common.
	Begin(ctx context.Context, all []output.Instant) error
	// Load reads a snapshot and returns what draws it.
	Load(at output.Instant) (paint func() (*image.RGBA, error), err error)
}

// Still is a picture of one snapshot.
type Still struct {
	About string // the snapshot
	File  string // its name, unless another is given
	Write func(w io.Writer) error
}
