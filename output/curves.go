package output

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"math"

	"gpusph/sph"
)

// curveList is a .pvd file of the curves of a flow: see sph.Feature.
const curveList = "curves.pvd"

// mostCurves is how many files of curves a run has: samples may be many more.
const mostCurves = 300

// curveSeries writes the curves of samples as polylines, in .vtp files of their own.
type curveSeries struct {
	*numbered
	of *sph.Case
}

// newCurveSeries begins a series, or goes on with it. It grows with samples.
func newCurveSeries(r *Run) (Observer, error) {
	n, err := newNumbered(r, "curves", "vtp", "vtp")
	if err != nil {
		return nil, err
	}
	name := n.name("#")
	note(&r.rows, name, r.series[name])
	delete(r.series, name)
	return &curveSeries{n, r.Case}, nil
}

func (v *curveSeries) Sample(m *sph.Sample) error {
	curves, values, unit := v.of.Curves(m)
	every := v.of.End / mostCurves
	if n := len(v.all); curves == nil ||
		n > 0 && math.Floor(m.Time/every) <= math.Floor(v.all[n-1].Time/every) {
		return nil
	}
	s := &sph.Snapshot{Case: v.of, Time: m.Time, Step: m.Step, Devices: 1}
	err := v.add(s, func(w io.Writer) error { return writeCurves(w, s, curves, values, unit) })
	v.last = nil // there is no whole state of curves
	if err != nil {
		return err
	}
	return v.write(s, curveList, func(w io.Writer) error { return WriteSeries(w, v.all) })
}

// writeCurves writes curves as VTK XML PolyData, with a value at each point.
func writeCurves(w io.Writer, s *sph.Snapshot, curves []sph.Curve, name, unit string) error {
	var points [][3]float32
	var values []float64
	var of, ends []int32
	for k := range curves {
		for i, x := range curves[k].Points {
			points = append(points, [3]float32{float32(x[0]), float32(x[1]), float32(x[2])})
			values, of = append(values, curves[k].Values[i]), append(of, int32(k))
		}
		ends = append(ends, int32(len(points)))
	}
	ints := func(to []byte, i int32) []byte { return appendInts(to, i) }
	number := func(to []byte, x float64) []byte {
		return binary.LittleEndian.AppendUint64(to, math.Float64bits(x))
	}
	p := polyData{
		field: func(x *bytes.Buffer) {
			writeFieldData(x, s)
			var names []string
			for k := range curves {
				names = append(names, fmt.Sprintf("%d %s", k, curves[k].Name))
			}
			writeStrings(x, "CurveNames", names...)
		},
		cells: "Lines", count: len(curves),
		values: []column{
			placesColumn(s, points),
			newColumn(name, unit, float64Kind, values, number, "value"),
			newColumn("Curve", "", int32Kind, of, ints, "curve"),
		},
	}
	p.of = [2]column{counting("connectivity", 0, len(points)),
		newColumn("offsets", "", int32Kind, ends, ints, "offsets")}
	return p.write(w)
}
