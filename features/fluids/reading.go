package fluids

import (
	"fmt"

	"gpusph/internal/casefile"
	"gpusph/internal/text"
	"gpusph/problems/reading"
	"gpusph/sph"
)

// several reports whether a case file has fluids of different materials.
func several(c *casefile.Case) bool { return len(c.Materials) > 1 }

// defaults are narrow kernels, and walls that know several fluids.
func defaults(f reading.File, d *reading.Defaults) {
	if several(f.File()) {
		d.Boundary, d.Narrow = sph.Dummy, true
	}
}

// kept are the options that no preset changes.
func kept(f reading.File) (names []string) {
	if several(f.File()) {
		names = []string{"boundary"}
	}
	return names
}

// read refuses waves at the start.
func read(f reading.File) error {
	file := f.File()
	if !several(file) {
		return nil
	}
	for i := range file.Fluids {
		w := &file.Fluids[i]
		if w.Wave == nil && w.Train == nil {
			continue
		}
		key := "wave"
		if w.Wave != nil {
			key = "solitary-wave"
		}
		return file.Errorf(fmt.Sprintf("fluid.%d.%s", i, key), "the fluid %q begins with a "+
			"wave, whose pressure is known below a free surface only, but the case has "+
			"several materials; use one, or a wave maker", w.Name)
	}
	return nil
}

// give refuses walls that know one fluid only.
func give(f reading.File, c *sph.Case) error {
	file, b := f.File(), c.Params.Boundary
	if !several(file) || b.Model().Fluids {
		return nil
	}
	path := "physics.boundary"
	if !file.Given(path) {
		path = "material.0"
	}
	return file.Errorf(path, "the case has several materials, but %v walls know one fluid only; use "+
		"physics.boundary = %s", b, text.OrQuoted(sph.BoundariesWith(sph.KnowFluids)))
}
