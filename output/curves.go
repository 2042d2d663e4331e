package output

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"path/filepath"
	"regexp"
	"strconv"

	"gpusph/internal/input"
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

// CurvePoints are those of the curves of a sample.
func CurvePoints(c *sph.Case, m *sph.Sample) (all [][][3]float32) {
	curves, _, _ := c.Curves(m)
	for _, of := range curves {
		var points [][3]float32
		for _, x := range of.Points {
			points = append(points, [3]float32{float32(x[0]), float32(x[1]), float32(x[2])})
		}
		all = append(all, points)
	}
	return all
}

// listed is a file of a series in a .pvd file, after its time.
var listed = regexp.MustCompile(`timestep="([^"]*)".* file="([^"]*)"`)

// ReadCurves are the points of the curves in a run directory that are nearest to a time, none where
// the run has no curves.
func ReadCurves(dir string, time float64) (all [][][3]float32, err error) {
	list, err := input.Read(filepath.Join(dir, curveList), mostListed)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	name, nearest := "", math.Inf(1)
	for _, m := range listed.FindAllSubmatch(list, -1) {
		at, wrong := strconv.ParseFloat(string(m[1]), 64)
		if far := math.Abs(at - time); wrong == nil && far < nearest {
			name, nearest = string(m[2]), far
		}
	}
	if err != nil || name == "" {
		return nil, err
	}
	path := filepath.Join(dir, filepath.FromSlash(name))
	f, info, err := input.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	v := &vtpFile{file: f, size: info.Size(), arrays: map[string]vtpArray{}}
	if err := errors.Join(v.checkEnd(), v.readXML(f)); err != nil {
		return nil, fmt.Errorf("the curves in %s cannot be read: %w", path, err)
	}
	p := &sph.Params{}
	copy(p.Origin[:], v.numbers(fieldOrigin, 3))
	points, of := v.places("Position [m]", p, v.points), v.values("Curve", 4*v.points)
	if v.err != nil {
		return nil, fmt.Errorf("the curves in %s cannot be read: %w", path, v.err)
	}
	for i, x := range points {
		k := int(binary.LittleEndian.Uint32(of[4*i:]))
		if k >= len(all) {
			all = append(all, nil) // they come one after the other
		}
		all[len(all)-1] = append(all[len(all)-1], x)
	}
	return all, nil
}
