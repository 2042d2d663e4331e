package tests

import (
	"math"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"gpusph/cases"
	"gpusph/features/openings"
	"gpusph/problems"
	"gpusph/sph"
)

// galleryRun is how a case of the gallery is tried.
type galleryRun struct {
	spacing float64 // coarser than that of the file, so that the case has some thousand particles [m]
	steps   int
	holds   check
	face    float64 // where the face of a paddle rests, if pushes looks at it [m]
}

var galleryRuns = map[string]galleryRun{
	"pillars":            {0.05, 90, collapses(0.4, 0.4, 0.9), 0},
	"dam-break-column":   {0.05715 / 20, 310, collapses(0.1143, 0.05715, 1), 0},
	"piers":              {0.05, 70, collapses(0.3, 1, 0.9), 0},
	"gate":               {0.02, 700, jets(2.97), 0},
	"spillway":           {0.1, 450, runs(0.9), 0},
	"weir":               {0.05, 250, runs(0.2), 0},
	"broad-crested-weir": {0.02, 300, checks(flowsIn(1), runs(0.13)), 0},
	"sharp-crested-weir": {0.02, 300, checks(flowsIn(1), jets(math.Sqrt(9.81*0.1))), 0},
	"zoned-weir":         {0.02, 300, checks(flowsIn(1), jets(math.Sqrt(9.81*0.1))), 0},
	"hydraulic-jump":     {0.02, 100, checks(flowsIn(0.5), flowsOut(1, 1)), 0},
	"sluice-inflow":      {0.02, 200, checks(flowsIn(1), jets(2.97)), 0},
	"culvert":            {0.05, 200, checks(flowsIn(1), jets(1.85)), 0},
	"piers-flood":        {0.05, 100, checks(flowsIn(1), flowsOut(1, 1), drags(0), drags(1)), 0},
	"fishpass":           {0.1, 50, drives(0.67), 0},
	"rough-channel":      {0.1, 3000, hastens(0.01, 0.03, 1, 0.7), 0},
	"flume2d":            {0.05, 800, pushes(0.4), 0.1},
	"waveflume":          {0.05, 400, pushes(0.4), 0.4},
	"flume-waves":        {0.05, 400, pushes(0.5), 0.4},
	"flume-absorb":       {0.05, 400, pushes(0.5), 0.4},
	"focused-wave":       {0.05, 1150, pushes(0.5), 0.5},
	"overtopping":        {0.05, 700, pushes(0.5), 0.6},
	"solitary-slope":     {0.06, 1000, pushes(0.3), 0.3},
	"breakwater":         {0.06, 20, travels(0.1, 0.35, 0.36), 0},
	"rubble-mound":       {0.05, 400, checks(soaks, pushes(0.4)), 0.45},
	"porous-dam":         {0.01, 200, checks(soaks, collapses(0.25, 0.28, 1)), 0},
	"floating-box":       {0.04, 300, checks(floats, pushes(0.4)), 0.4},
	"moored-buoy":        {0.05, 230, checks(floats, pushes(0.5)), 0.4},
	"moored-box":         {0.06, 30, checks(floats, moored), 0},
	"tethered-sphere":    {0.06, 30, moored, 0},
	"tied-barges":        {0.04, 300, checks(floats, pushes(0.4)), 0.4},
	"hinged-pontoons":    {0.04, 300, checks(floats, pushes(0.4), linked), 0.4},
	"surge-converter":    {0.03, 300, checks(pushes(0.5), linked), 0.55},
	"elastic-gate":       {0.00125, 120, checks(bends, yields), 0},
	"dam-break-on-plate": {0.004, 300, bends, 0},
	"flap-on-float":      {0.015, 300, checks(bends, floats), 0},
	"reeds":              {0.01, 300, bends, 0},
	"rolling-ship":       {0.02, 100, rolls(15*math.Pi/180, 0.97), 0},
	"owc":                {0.04, 400, pushes(0.5), 0.4},
	"box-dambreak":       {0.03, 20, checks(rests, collapses(0.42, 0.48, 0.6)), 0},
	"ramp-sphere":        {0.05, 80, rollsDown(math.Atan(0.5), 0.1), 0},
	"paddlewheel":        {0.02, 700, paddles(0.3, 0.13, 0.38), 0},
	"rolling-tank":       {0.0124, 800, tilts, 0},
	"ship":               {0.065, 50, force(0, 2, 235), 0},
	"pipebend":           {0.012, 50, drives(0.64), 0},
	"pipe-tee":           {0.0129, 220, checks(flowsIn(1), flowsOut(1, 0.3), leaves(2)), 0},
	"cylinder2d":         {0.2, 100, checks(flowsIn(1), flowsOut(1, 1), drags(0)), 0},
	"valley":             {3, 100, breaches(7, 16), 0},
	"dam-break-air":      {0.02, 400, collapses(0.3, 0.6, 1), 0},
	"brine-discharge":    {0.012, 100, flowsIn(1), 0},
	"rising-bubble":      {0.05, 200, rises, 0},
	"heated-cavity":      {0.05, 200, warms, 0},
	"mud-slump":          {0.01, 100, collapses(0.2, 0.2, 1), 0},
	"lava":               {0.05, 30, cools(2, 1400, 0.9, 30, 290, 0.55), 0},
}

// galleryWork is how many particles times steps a case takes at most: some seconds of a processor.
const galleryWork = 5e6

// TestGalleryRuns holds that each case of the gallery runs some steps, that nothing blows up, that
// no particle is lost, and that its phenomenon begins.
func TestGalleryRuns(t *testing.T) {
	particles := slices.DeleteFunc(slices.Clone(cases.List()), func(c cases.Case) bool {
		return slices.Contains(c.Shows, "flows on a grid") // TestNames checks these
	})
	if len(particles) != len(galleryRuns) {
		t.Errorf("the gallery has %d cases, the table %d", len(particles), len(galleryRuns))
	}
	for _, c := range particles {
		t.Run(c.Name, func(t *testing.T) {
			run, ok := galleryRuns[c.Name]
			if !ok {
				t.Fatal("it is not in the table")
			}
			galleryCase(t, c.Name, run)
		})
	}
}

func galleryCase(t *testing.T, name string, run galleryRun) {
	t.Helper()
	dir := t.TempDir()
	all, err := cases.Read(name)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range all {
		if err := os.WriteFile(filepath.Join(dir, f.Name), f.Data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	p, err := problems.FromFile(filepath.Join(dir, all[0].Name))
	if err != nil {
		t.Fatal(err)
	}
	c, err := p.Setup(run.spacing)
	if err == nil {
		err = c.Check()
	}
	if err != nil {
		t.Fatal(err)
	}
	if work := c.Particles.Len() * run.steps; float64(work) > galleryWork {
		t.Errorf("it takes %d particles times steps; %g are allowed", work, galleryWork)
	}
	if run.face > 0 {
		c.Gauges = append(c.Gauges, sph.Gauge{Name: "before the paddle", X: run.face + paddleGauge,
			Y: c.Gauges[0].Y, Ceiling: math.Inf(1)})
	}
	f := begin(t, c, c.End, hosts(1))
	g := &galleryFlow{t, f, []sph.Sample{f.sample()}, run.face}
	for f.reached.Step < run.steps {
		f.advanceAndLose()
		g.all = append(g.all, f.sample())
	}
	last := g.last()
	if v := f.reached.Speed; !(v < c.Params.FastestSound()/3) {
		t.Errorf("the greatest speed is %g m/s, that of sound %g m/s", v, c.Params.FastestSound())
	}
	if d := last.Density; !(d[0] > 0.9*c.Params.Rho0 && d[1] < 1.1*c.Params.Rho0) {
		t.Errorf("densities are from %g to %g kg/m³", d[0], d[1])
	}
	if n := c.Particles.Len(); len(openings.Of(c)) == 0 &&
		(f.reached.Lost != 0 || f.reached.Particles != n) {
		t.Errorf("%d of %d particles are left", f.reached.Particles, n)
	}
	run.holds(g)
}
