package output

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"gpusph/sph"
)

// WriteProbes writes where a flow is measured, for ParaView: probes are points, on their faces if
// they have any, and gauges lines from the floor of the domain to its top. Each point has the name
// of what it is of; those of probes have the normal of the face, and how far before it they read.
func WriteProbes(w io.Writer, c *sph.Case) error {
	var points [][3]float64
	var names []string
	var kinds []int
	var normals, distances, sizes []string
	add := func(p sph.Probe, kind int) {
		points, names, kinds = append(points, c.Params.PointOnMap(p.Position)), append(names, p.Name),
			append(kinds, kind)
		normals = append(normals, numbers(p.Normal[:])...)
		distances, sizes = append(distances, number(p.Distance)), append(sizes, number(p.Size))
	}
	for _, p := range c.Probes {
		add(p, probeKind)
	}
	for _, g := range c.Gauges {
		for _, z := range []float64{c.Params.Min[2], c.Params.Max[2]} {
			add(sph.Probe{Name: g.Name, Position: [3]float64{g.X, g.Y, z}}, gaugeKind)
		}
	}

	var x bytes.Buffer
	fmt.Fprint(&x, "<?xml version=\"1.0\"?>\n<VTKFile type=\"PolyData\" version=\"1.0\" "+
		"byte_order=\"LittleEndian\" header_type=\"UInt64\">\n  <PolyData>\n    <FieldData>\n")
	writeStrings(&x, fieldProblem, c.Name)
	writeStrings(&x, "KindNames", fmt.Sprintf("%d probe", probeKind),
		fmt.Sprintf("%d gauge", gaugeKind))
	fmt.Fprintf(&x, "    </FieldData>\n    <Piece NumberOfPoints=\"%d\" NumberOfVerts=\"%d\" "+
		"NumberOfLines=\"%d\" NumberOfStrips=\"0\" NumberOfPolys=\"0\">\n",
		len(points), len(c.Probes), len(c.Gauges))
	fmt.Fprint(&x, "      <Points>\n      <DataArray type=\"Float64\" Name=\"Position [m]\" "+
		"NumberOfComponents=\"3\" format=\"ascii\">")
	for _, p := range points {
		fmt.Fprintf(&x, "%s %s %s ", number(p[0]), number(p[1]), number(p[2]))
	}
	fmt.Fprint(&x, "</DataArray>\n      </Points>\n      <PointData>\n")
	writeStrings(&x, "Name", names...)
	writeInts(&x, "UInt8", "Kind", kinds)
	for _, a := range []struct {
		name       string
		components int
		values     []string
	}{{"Normal", 3, normals}, {"Distance [m]", 1, distances}, {"Size [m]", 1, sizes}} {
		fmt.Fprintf(&x, "      <DataArray type=\"Float64\" Name=%q NumberOfComponents=\"%d\" "+
			"format=\"ascii\">%s</DataArray>\n", a.name, a.components, strings.Join(a.values, " "))
	}
	fmt.Fprint(&x, "      </PointData>\n")
	writeCells(&x, "Verts", 0, len(c.Probes), 1)
	writeCells(&x, "Lines", len(c.Probes), len(c.Gauges), 2)
	fmt.Fprint(&x, "    </Piece>\n  </PolyData>\n</VTKFile>\n")
	_, err := w.Write(x.Bytes())
	return err
}

// The kinds of what measures.
const (
	probeKind = iota
	gaugeKind
)

// writeCells writes cells of some points each, from the first on.
func writeCells(x *bytes.Buffer, name string, first, count, points int) {
	var connectivity, offsets []int
	for k := range count * points {
		connectivity = append(connectivity, first+k)
	}
	for k := range count {
		offsets = append(offsets, (k+1)*points)
	}
	fmt.Fprintf(x, "      <%s>\n", name)
	writeInts(x, "Int32", "connectivity", connectivity)
	writeInts(x, "Int32", "offsets", offsets)
	fmt.Fprintf(x, "      </%s>\n", name)
}

func writeInts(x *bytes.Buffer, kind, name string, values []int) {
	fmt.Fprintf(x, "      <DataArray type=%q Name=%q format=\"ascii\">", kind, name)
	for _, v := range values {
		fmt.Fprintf(x, "%d ", v)
	}
	fmt.Fprint(x, "</DataArray>\n")
}
