package check

import (
	"io"

	"gpusph/output"
	"gpusph/sph"
)

// file is one of the run directory.
type file struct {
	name  string
	write func(io.Writer) error
}

// drawn are the files with the particles of a flow: all of them, those of each plane as a picture
// and for ParaView, and what is measured.
func drawn(flow *sph.Case, planes []plane) []file {
	all := flow.Snapshot()
	files := []file{{"initial.vtp", func(w io.Writer) error { return output.WriteVTP(w, all) }}}
	scale := pressuresOf(flow)
	for _, p := range planes {
		k := &cut{flow: flow, plane: p, layer: layerOf(flow, p), pressures: scale}
		files = append(files,
			file{"cut_" + p.String() + ".png", func(w io.Writer) error { return k.picture().write(w) }},
			file{"cut_" + p.String() + ".vtp",
				func(w io.Writer) error { return output.WriteVTP(w, output.Some(all, k.layer)) }})
	}
	if len(flow.Probes)+len(flow.Gauges) > 0 {
		files = append(files, file{"probes.vtp",
			func(w io.Writer) error { return output.WriteProbes(w, flow) }})
	}
	return files
}
