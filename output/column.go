package output

import (
	"encoding/binary"
	"math"
	"strconv"
	"strings"

	"gpusph/sph"
)

// column is one value of each particle, as files hold it: little-endian, the
// components of a vector side by side.
type column struct {
	name, unit string // no unit is ""
	kind       kind
	components []string                                // as CSV files name them
	units      []string                                // of components, in place of unit
	count      int                                     // of particles
	write      func(to []byte, from, until int) []byte // appends those of some particles
}

// kind is the type of a column's numbers.
type kind struct {
	vtk, numpy string // its names
	bytes      int
	text       func(to, number []byte) []byte // appends a number as CSV files have it
}

var (
	float32Kind = kind{"Float32", "<f4", 4, func(to, number []byte) []byte {
		return appendNumber(to, float64(math.Float32frombits(binary.LittleEndian.Uint32(number))), 32)
	}}
	// Coordinates on the map, which float32 would leave half a metre of at some thousand kilometres.
	float64Kind = kind{"Float64", "<f8", 8, func(to, number []byte) []byte {
		return appendCoordinate(to, math.Float64frombits(binary.LittleEndian.Uint64(number)))
	}}
	uint32Kind = kind{"UInt32", "<u4", 4, func(to, number []byte) []byte {
		return strconv.AppendUint(to, uint64(binary.LittleEndian.Uint32(number)), 10)
	}}
	uint8Kind = kind{"UInt8", "|u1", 1,
		func(to, number []byte) []byte { return strconv.AppendUint(to, uint64(number[0]), 10) }}
	int32Kind = kind{"Int32", "<i4", 4, nil} // in VTK's files only
	int64Kind = kind{"Int64", "<i8", 8, nil}
)

// size is the bytes that a particle takes.
func (c *column) size() int { return len(c.components) * c.kind.bytes }

// label is the name with the unit, as ParaView shows it.
func (c *column) label() string {
	if c.unit == "" {
		return c.name
	}
	return c.name + " [" + c.unit + "]"
}

// columns are the values of a snapshot's particles; the positions come first, further fields last.
func columns(s *sph.Snapshot) []column {
	all := []column{
		placesColumn(s, s.Position),
		newColumn("Velocity", "m/s", float32Kind, s.Velocity, vector, "vx", "vy", "vz"),
		newColumn("Density", "kg/m3", float32Kind, s.Density, scalar, "rho"),
		newColumn("Pressure", "Pa", float32Kind, s.Pressure, scalar, "p"),
		newColumn("Type", "", uint8Kind, s.Type, small, "type"),
		newColumn("Body", "", uint8Kind, s.Body, small, "body"),
		newColumn("Id", "", uint32Kind, s.ID, binary.LittleEndian.AppendUint32, "id"),
		newColumn("Device", "", uint8Kind, s.Device, small, "device"),
	}
	for _, v := range s.Extra {
		all = append(all, furtherColumn(v))
	}
	return all
}

// furtherColumn is the column of a further field.
func furtherColumn(v sph.Values) column {
	n := len(v.Columns)
	return column{v.Name, v.Unit, float32Kind, v.Columns, v.Units, len(v.Of) / n,
		func(to []byte, from, until int) []byte {
			for _, x := range v.Of[from*n : until*n] {
				to = scalar(to, x)
			}
			return to
		}}
}

// newColumn is a column of values, of which add appends one.
func newColumn[T any](name, unit string, k kind, values []T, add func(to []byte, v T) []byte,
	components ...string) column {
	write := func(to []byte, from, until int) []byte {
		for _, v := range values[from:until] {
			to = add(to, v)
		}
		return to
	}
	return column{name, unit, k, components, nil, len(values), write}
}

// placesColumn is where points are that a snapshot's coordinates tell. Files have those of the map.
// A flow whose origin is that of the map has them as float32, which resolve what the flow does;
// others as float64, and so are as exact.
func placesColumn(s *sph.Snapshot, points [][3]float32) column {
	var origin [3]float64
	if s.Case != nil {
		origin = s.Case.Params.Origin
	}
	if origin == [3]float64{} {
		return newColumn("Position", "m", float32Kind, points, vector, "x", "y", "z")
	}
	return newColumn("Position", "m", float64Kind, points, func(to []byte, x [3]float32) []byte {
		for a := range 3 {
			to = binary.LittleEndian.AppendUint64(to, math.Float64bits(origin[a]+float64(x[a])))
		}
		return to
	}, "x", "y", "z")
}

// fromMap is the point of a flow at a place of a file [m].
func fromMap(p *sph.Params, x [3]float64) (at [3]float32) {
	for a := range 3 {
		at[a] = float32(x[a] - p.Origin[a])
	}
	return at
}

// onMap is a point of a snapshot as a place of the map, by the digits that it has [m].
func onMap(p *sph.Params, x [3]float32) (at [3]float64) {
	for a := range 3 {
		at[a], _ = strconv.ParseFloat(strconv.FormatFloat(float64(x[a]), 'g', -1, 32), 64)
	}
	return p.PointOnMap(at)
}

// appendCoordinate appends a coordinate to a nanometre, the rounding of float64 at some thousand
// kilometres.
func appendCoordinate(to []byte, x float64) []byte {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return strconv.AppendFloat(to, x, 'f', -1, 64)
	}
	text := strconv.FormatFloat(x, 'f', 9, 64)
	return append(to, strings.TrimSuffix(strings.TrimRight(text, "0"), ".")...)
}

func scalar(to []byte, x float32) []byte {
	return binary.LittleEndian.AppendUint32(to, math.Float32bits(x))
}

func vector(to []byte, v [3]float32) []byte { return scalar(scalar(scalar(to, v[0]), v[1]), v[2]) }

func small[T ~uint8](to []byte, v T) []byte { return append(to, uint8(v)) }

// counting is the numbers first, first+1 and so on.
func counting(name string, first, count int) column {
	write := func(to []byte, from, until int) []byte {
		for i := from; i < until; i++ {
			to = binary.LittleEndian.AppendUint32(to, uint32(first+i))
		}
		return to
	}
	c := column{name, "", int32Kind, []string{name}, nil, count, write}
	if first+count > math.MaxInt32 {
		c.kind, c.write = int64Kind, func(to []byte, from, until int) []byte {
			for i := from; i < until; i++ {
				to = binary.LittleEndian.AppendUint64(to, uint64(first+i))
			}
			return to
		}
	}
	return c
}
