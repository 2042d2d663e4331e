package run

import (
	"fmt"
	"strings"

	steering "gpusph/internal/control"
	"gpusph/sph"
)

// arrayOf is a field of a snapshot for another program, and its bytes.
func arrayOf(c *sph.Case, s *sph.Snapshot, name string) (a steering.Array, data []byte, err error) {
	n := s.Len()
	of := func(unit, kind string, data []byte, shape ...int) (steering.Array, []byte, error) {
		return steering.Array{Name: name, Unit: unit, Type: kind, Shape: append([]int{n}, shape...)},
			data, nil
	}
	switch strings.ToLower(name) {
	case "position":
		x := make([][3]float64, n)
		for i := range x {
			for k := range 3 {
				x[i][k] = c.Params.OnMap(k, float64(s.Position[i][k]))
			}
		}
		return of("m", "<f8", sph.BytesOf(x), 3)
	case "velocity":
		return of("m/s", "<f4", sph.BytesOf(s.Velocity), 3)
	case "density":
		return of("kg/m3", "<f4", sph.BytesOf(s.Density))
	case "pressure":
		return of("Pa", "<f4", sph.BytesOf(s.Pressure))
	case "type":
		return of("", "|u1", sph.BytesOf(s.Type))
	case "body":
		return of("", "|u1", sph.BytesOf(s.Body))
	case "id":
		return of("", "<u4", sph.BytesOf(s.ID))
	}
	return a, nil, fmt.Errorf("there is no field %q; there are position, velocity, density, "+
		"pressure, type, body and id", name)
}
