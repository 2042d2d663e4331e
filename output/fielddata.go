package output

import (
	"bytes"
	"fmt"

	"gpusph/sph"
)

// Names of field data that are read back, too.
const (
	fieldTime    = "TimeValue" // VTK's own name
	fieldStep    = "Step"
	fieldDevices = "Devices"
	fieldDeltaP  = "DeltaP [m]"
	fieldOrigin  = "Origin [m]"
	fieldMin     = "DomainMin [m]"
	fieldMax     = "DomainMax [m]"
	fieldProblem = "Problem"
	fieldBodies  = "BodyNames"
)

// writeFieldData writes what holds for all particles of a snapshot, as ParaView's
// Information panel and spreadsheets show it: the time, and the flow's parameters.
func writeFieldData(x *bytes.Buffer, s *sph.Snapshot) {
	onTheMap := onMapParams(s.Case.Params)
	p := &onTheMap
	for _, f := range []struct {
		name   string
		values []float64
	}{
		{fieldTime, []float64{s.Time}},
		{fieldStep, []float64{float64(s.Step)}},
		{fieldDevices, []float64{float64(s.Devices)}},
		{fieldDeltaP, []float64{p.DeltaP}},
		{"H [m]", []float64{p.H}},
		{"Mass [" + perWidth(s.Case, "kg") + "]", []float64{p.Mass}},
		{"Rho0 [kg/m3]", []float64{p.Rho0}},
		{"C0 [m/s]", []float64{p.C0}},
		{fieldOrigin, p.Origin[:]},
		{fieldMin, p.Min[:]},
		{fieldMax, p.Max[:]},
	} {
		fmt.Fprintf(x, "      <DataArray type=\"Float64\" Name=%q NumberOfTuples=\"1\" "+
			"NumberOfComponents=\"%d\" format=\"ascii\">", f.name, len(f.values))
		for i, v := range f.values {
			if i > 0 {
				x.WriteByte(' ')
			}
			x.WriteString(number(v))
		}
		x.WriteString("</DataArray>\n")
	}
	writeStrings(x, fieldProblem, s.Case.Name)
}

// writeNames writes what the numbers of types and bodies stand for.
func writeNames(x *bytes.Buffer, s *sph.Snapshot) {
	bodies := []string{"0 none"}
	for i, b := range s.Case.Bodies {
		bodies = append(bodies, fmt.Sprintf("%d %s", i+1, b.Name))
	}
	writeStrings(x, "TypeNames", fmt.Sprintf("%d fluid", sph.Fluid), fmt.Sprintf("%d wall", sph.Wall))
	writeStrings(x, fieldBodies, bodies...)
}

// writeStrings writes an array of strings as VTK does: their bytes as numbers, and 0
// after each.
func writeStrings(x *bytes.Buffer, name string, values ...string) {
	fmt.Fprintf(x, "      <Array type=\"String\" Name=%q NumberOfTuples=\"%d\" format=\"ascii\">",
		name, len(values))
	for _, v := range values {
		for _, b := range []byte(v) {
			fmt.Fprintf(x, "%d ", b)
		}
		x.WriteString("0 ")
	}
	x.WriteString("</Array>\n")
}
