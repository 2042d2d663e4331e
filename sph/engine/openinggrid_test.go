package engine

import (
	"math"
	"testing"

	"gpusph/features/openings"
	"gpusph/sph"
	"gpusph/sph/timeseries"
)

// gridded is a river whose inflow differs from site to site and changes in time.
func gridded() *sph.Case {
	c := river(3, 0.03, 0.9, 0.24, 1.2, sph.Dummy, 8)
	o := &openings.Of(c)[0]
	l := openings.LayoutOf(&c.Params, o)
	o.Velocity = &timeseries.Series{Times: []float64{0, 0.1, 0.2}}
	for _, time := range o.Velocity.Times {
		var sites []float64
		mean := 0.0
		for _, x := range l.Sites {
			sites = append(sites, 1.2+4*time*x[2]+3*time*x[1])
			mean += sites[len(sites)-1] / float64(len(l.Sites))
		}
		o.Grid, o.Velocity.Values = append(o.Grid, sites), append(o.Velocity.Values, mean)
	}
	return c
}

// The buffer of an inlet with a grid has its velocities at each site, at the time of the flow.
func TestOpeningGrid(t *testing.T) {
	c := gridded()
	s := start(t, c, Options{System: open(t, 1), End: 0.15})
	toEnd(t, s)
	snap, err := s.Snapshot()
	if err != nil {
		t.Fatal(err)
	}
	layouts, seen, worst := openings.Layouts(c), 0, 0.0
	for i := range snap.Position {
		x := metres(snap.Position[i])
		if snap.Type[i] != sph.Fluid || openings.At(c, layouts, x) != 1 || x[2] > 0.24 {
			continue
		}
		site := layouts[0].Sites[openings.Of(c)[0].NearestSite(layouts[0], x)]
		want := 1.2 + 4*snap.Time*site[2] + 3*snap.Time*site[1]
		worst = max(worst, math.Abs(float64(snap.Velocity[i][0])-want))
		seen++
	}
	if !(worst < 1e-3) || seen < 100 {
		t.Errorf("velocities of %d particles are off by up to %g m/s", seen, worst)
	}
}

// A flow with a grid has the same bits on any number of devices.
func TestOpeningGridOnDevices(t *testing.T) {
	if caseOnDevices(t, gridded) == caseOnDevices(t, func() *sph.Case {
		c := gridded()
		openings.Of(c)[0].Grid = nil
		return c
	}) {
		t.Error("the grid makes no difference")
	}
}
