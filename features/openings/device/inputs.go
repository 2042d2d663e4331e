package device

import (
	"errors"

	"gpusph/sph"
	"gpusph/sph/launch"
	"gpusph/sph/timeseries"
)

// change is how long a quantity takes to come to what a program sets, over the longest step.
const change = 4

// inputs are the velocities, discharges, levels and pressures that openings are given, with the
// signs of case files: fluid leaves an outlet with positive velocities.
func inputs(w launch.Control) (all []launch.Input) {
	f := of(w)
	for k := range f.all {
		o := &f.all[k]
		unit := "m³/s"
		if f.Params.Dim == 2 {
			unit = "m²/s"
		}
		for i, q := range []struct {
			of             *timeseries.Series
			quantity, unit string
			signed         bool
		}{{o.Velocity, "velocity", "m/s", true}, {o.Discharge, "discharge", unit, true},
			{o.Level, "level", "m", false}, {o.Pressure, "pressure", "Pa", false}} {
			if q.of == nil || o.Grid != nil && q.of == o.Velocity {
				continue
			}
			q.of.Live()
			way := 1.0
			if q.signed && !o.Inlet {
				way = -1
			}
			in := launch.Input{Name: o.Name, Quantity: q.quantity, Unit: q.unit, Size: 1,
				Table: seriesTable, At: 16 * int(f.openings[k].Series[i])}
			if q.signed {
				most := sph.MaxBodyMach * f.Params.C0
				if q.quantity == "discharge" {
					most *= f.layouts[k].Area(f.Params.Dim)
				}
				in.Range = [2]float64{-most, most}
			}
			origin := 0.0
			if q.quantity == "level" { // files have it on the map
				origin = f.Params.OnMap(2, 0)
			}
			points := int(f.openings[k].Points[i])
			in.Set = func(s launch.Setting) ([]byte, error) {
				rest := q.of.Set(s.Now, s.Until, s.Until+change*f.Params.LongestStep(),
					way*(s.Values[0]-origin))
				if len(rest.Times) > points {
					return nil, errors.New("is set too often; set it once in several steps")
				}
				return sph.BytesOf(pointsOf(rest, points)), nil
			}
			all = append(all, in)
		}
	}
	return all
}
