package output

import (
	"fmt"
	"slices"

	"gpusph/sph"
)

// Parameters are those of a flow as files hold them: every field of sph.Params
// under its own name, in its unit, with the options by name.
type Parameters struct {
	// These stand in for the fields of the same names, which are numbers.
	Kernel    string
	Laminar   string
	Diffusion string
	Boundary  string
	SplitAxis string

	sph.Params `json:",inline"` // the tag is for msgpack
}

func newParameters(p *sph.Params) Parameters {
	return Parameters{
		Kernel:    p.Kernel.String(),
		Laminar:   p.Laminar.String(),
		Diffusion: p.Diffusion.String(),
		Boundary:  p.Boundary.String(),
		SplitAxis: p.SplitAxis.String(),
		Params:    onMapParams(*p),
	}
}

// onMapParams are parameters with the corners of the domain on the map, as files have them.
func onMapParams(p sph.Params) sph.Params {
	p.Min, p.Max = p.PointOnMap(p.Min), p.PointOnMap(p.Max)
	return p
}

// Local are the parameters with the corners of the domain in the coordinates of the flow, as a
// simulation has them.
func (p *Parameters) Local() sph.Params {
	q := p.Params
	q.Min, q.Max = q.PointFromMap(q.Min), q.PointFromMap(q.Max)
	return q
}

// Flow is Local with the options as numbers: the inverse of newParameters.
func (p *Parameters) Flow() (sph.Params, error) {
	if p.Laminar == "" {
		p.Laminar = sph.Morris.String() // all that files of version 1 had
	}
	var (
		kernel    = slices.Index(sph.Kernels, p.Kernel)
		laminar   = slices.Index(sph.Laminars, p.Laminar)
		diffusion = slices.Index(sph.Diffusions, p.Diffusion)
		boundary  = slices.Index(sph.Boundaries, p.Boundary)
		axis      = slices.Index([]string{"x", "y", "z"}, p.SplitAxis)
	)
	if min(kernel, laminar, diffusion, boundary, axis) < 0 {
		return p.Params, fmt.Errorf("one of the options %q, %q, %q, %q and %q is unknown to this "+
			"version of the program",
			p.Kernel, p.Laminar, p.Diffusion, p.Boundary, p.SplitAxis)
	}
	q := p.Local()
	q.Kernel, q.Laminar, q.Diffusion = sph.Kernel(kernel), sph.Laminar(laminar),
		sph.Diffusion(diffusion)
	q.Boundary, q.SplitAxis = sph.Boundary(boundary), sph.Axis(axis)
	return q, nil
}
