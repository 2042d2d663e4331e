package output

import (
	"encoding/binary"
	"math"

	"gpusph/sph"
)

// column is one value of each particle, as files hold it: little-endian, the
// components of a vector side by side.
type column struct {
	name, unit string // no unit is ""
	kind       kind
	components int
	count      int                                     // of particles
	write      func(to []byte, from, until int) []byte // appends those of some particles
}

// kind is the type of a column's numbers.
type kind struct {
	vtk, numpy string // its names
	bytes      int
}

var (
	float32Kind = kind{"Float32", "<f4", 4}
	uint32Kind  = kind{"UInt32", "<u4", 4}
	uint8Kind   = kind{"UInt8", "|u1", 1}
	int32Kind   = kind{"Int32", "<i4", 4}
	int64Kind   = kind{"Int64", "<i8", 8}
)

// size is the bytes that a particle takes.
func (c *column) size() int { return c.components * c.kind.bytes }

// label is the name with the unit, as ParaView shows it.
func (c *column) label() string {
	if c.unit == "" {
		return c.name
	}
	return c.name + " [" + c.unit + "]"
}

// columns are the values of a snapshot's particles; the positions come first.
func columns(s *sph.Snapshot) []column {
	return []column{
		vectors("Position", "m", s.Position),
		vectors("Velocity", "m/s", s.Velocity),
		scalars("Density", "kg/m3", s.Density),
		scalars("Pressure", "Pa", s.Pressure),
		small("Type", s.Type),
		small("Body", s.Body),
		{"Id", "", uint32Kind, 1, len(s.ID), func(to []byte, from, until int) []byte {
			for _, v := range s.ID[from:until] {
				to = binary.LittleEndian.AppendUint32(to, v)
			}
			return to
		}},
		small("Device", s.Device),
	}
}

func vectors(name, unit string, values [][3]float32) column {
	return column{name, unit, float32Kind, 3, len(values), func(to []byte, from, until int) []byte {
		for _, v := range values[from:until] {
			for _, x := range v {
				to = binary.LittleEndian.AppendUint32(to, math.Float32bits(x))
			}
		}
		return to
	}}
}

func scalars(name, unit string, values []float32) column {
	return column{name, unit, float32Kind, 1, len(values), func(to []byte, from, until int) []byte {
		for _, v := range values[from:until] {
			to = binary.LittleEndian.AppendUint32(to, math.Float32bits(v))
		}
		return to
	}}
}

func small[T ~uint8](name string, values []T) column {
	return column{name, "", uint8Kind, 1, len(values), func(to []byte, from, until int) []byte {
		for _, v := range values[from:until] {
			to = append(to, uint8(v))
		}
		return to
	}}
}

// counting is the numbers first, first+1 and so on.
func counting(name string, first, count int) column {
	if first+count > math.MaxInt32 {
		return column{name, "", int64Kind, 1, count, func(to []byte, from, until int) []byte {
			for i := from; i < until; i++ {
				to = binary.LittleEndian.AppendUint64(to, uint64(first+i))
			}
			return to
		}}
	}
	return column{name, "", int32Kind, 1, count, func(to []byte, from, until int) []byte {
		for i := from; i < until; i++ {
			to = binary.LittleEndian.AppendUint32(to, uint32(first+i))
		}
		return to
	}}
}
