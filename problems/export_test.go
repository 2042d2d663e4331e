package problems

import (
	"bytes"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"gpusph/features/heat"
	"gpusph/features/openings"
	"gpusph/internal/casefile"
	"gpusph/problems/scene"
	"gpusph/sph"
)

// exported are the problems that can be case files.
var exported = []string{"DamBreak3D", "BoreInABox", "Spheric2", "DambreakColumn", "Poiseuille", "Couette", "LidDrivenCavity", "Hydrostatic", "Sloshing",
	"WaveTrain", "WaveTrain3D", "SolitaryTravel", "HeaveDecay", "RollDecay"}

// TestExport holds that a problem as a case file, written and read again, has the same particles
// and parameters to the last bit. A file for people has numbers without the rounding errors of the
// problem's, so its places agree to these.
func TestExport(t *testing.T) {
	for _, create := range All {
		p := create()
		t.Run(p.Name(), func(t *testing.T) {
			file, options, err := Export(p, 0)
			if can := slices.Contains(exported, p.Name()); can != (err == nil) {
				t.Fatalf("it can be a case file: %v; it is to be: %v", err, can)
			}
			if err != nil {
				t.Log(err)
				return
			}
			for _, annotated := range []bool{false, true} {
				var b bytes.Buffer
				if err := file.Write(&b, annotated, options); err != nil {
					t.Fatal(err)
				}
				read, err := casefile.Parse(b.Bytes(), p.Name()+".toml")
				if err != nil {
					t.Fatalf("%v\n%s", err, &b)
				}
				q, err := FromCase(read)
				if err != nil {
					t.Fatalf("%v\n%s", err, &b)
				}
				if annotated {
					nearCase(t, p, q, quick(p))
				} else {
					sameCase(t, p, q, quick(p))
				}
				if p.DeltaP() != q.DeltaP() {
					t.Errorf("the spacing is %g m, want %g m", q.DeltaP(), p.DeltaP())
				}
			}
		})
	}
}

// quick is the spacing at which a problem is compared with a case file [m]: 1.5 times its own where
// it has the most particles; 0 is its own.
func quick(p Problem) float64 {
	switch p.Name() {
	case "WaveTrain3D", "SolitaryTravel", "Sloshing":
		return 1.3 * p.DeltaP()
	}
	return 0
}

// nearCase holds that q, of a case file, is p but for rounding errors of places.
func nearCase(t *testing.T, p, q Problem, deltaP float64) {
	t.Helper()
	a, err := p.Setup(deltaP)
	if err != nil {
		t.Fatal(err)
	}
	b, err := q.Setup(deltaP)
	if err != nil {
		t.Fatal(err)
	}
	if a.Params != b.Params || a.Name != b.Name || a.End != b.End {
		t.Errorf("%+v is not %+v", b.Params, a.Params)
	}
	x, y := &a.Particles, &b.Particles
	if !slices.Equal(x.Type, y.Type) || !slices.Equal(x.Body, y.Body) || len(a.Probes) != len(b.Probes) || len(a.Bodies) != len(b.Bodies) {
		t.Fatalf("%d particles are not %d of the same types and bodies", x.Len(), y.Len())
	}
	for i := range x.Position {
		for axis := range 3 {
			if math.Abs(x.Position[i][axis]-y.Position[i][axis]) > 1e-13 {
				t.Fatalf("particle %d is at %v, but of the case file at %v", i, x.Position[i], y.Position[i])
			}
		}
	}
	sameFields(t, a, b)
}

// sameFields holds that the fields of the particles of two cases have the same bits: rounding
// errors of places do not decide which face of a wall is nearest.
func sameFields(t *testing.T, a, b *sph.Case) {
	t.Helper()
	if n, of := len(a.Particles.Extra), len(b.Particles.Extra); n != of {
		t.Errorf("there are %d fields, but %d of the case file", n, of)
	}
	for name, x := range a.Particles.Extra {
		y, differ := b.Particles.Extra[name], 0
		if len(x) != len(y) {
			t.Errorf("%s has %d values, but %d of the case file", name, len(x), len(y))
			continue
		}
		for i := range x {
			if math.Float32bits(x[i]) != math.Float32bits(y[i]) {
				differ++
			}
		}
		if differ > 0 {
			t.Errorf("%s has other values than in the case file in %d places", name, differ)
		}
	}
}

// sameCase holds that q, of a case file, is p, at a spacing [m]; 0 is that which each prefers.
func sameCase(t *testing.T, p, q Problem, deltaP float64) {
	t.Helper()
	a, err := p.Setup(deltaP)
	if err != nil {
		t.Fatal(err)
	}
	b, err := q.Setup(deltaP)
	if err != nil {
		t.Fatal(err)
	}
	if a.Params != b.Params {
		t.Errorf("parameters are\n%+v, but of the case file\n%+v", a.Params, b.Params)
	}
	if a.Name != b.Name || a.End != b.End || a.Front != b.Front || !slices.Equal(a.Probes, b.Probes) || !slices.Equal(a.Gauges, b.Gauges) || !reflect.DeepEqual(a.Bodies, b.Bodies) {
		t.Errorf("it is %q until %g s with %v, %v, %v, but the case file %q until %g s with %v, %v, %v", a.Name, a.End, a.Probes, a.Gauges, a.Bodies, b.Name, b.End, b.Probes, b.Gauges, b.Bodies)
	}
	if !slices.Equal(a.RotatingFrame.Angles, b.RotatingFrame.Angles) || a.RotatingFrame.Axis != b.RotatingFrame.Axis {
		t.Error("the frame turns otherwise")
	}
	x, y := &a.Particles, &b.Particles
	if x.Len() != y.Len() {
		t.Fatalf("there are %d particles, but %d of the case file", x.Len(), y.Len())
	}
	for i := range x.Position {
		if x.Position[i] != y.Position[i] || x.Velocity[i] != y.Velocity[i] || math.Float32bits(x.RelDensity[i]) != math.Float32bits(y.RelDensity[i]) || x.Type[i] != y.Type[i] || x.Body[i] != y.Body[i] {
			t.Fatalf("particle %d is at %v with %v, %v, but of the case file at %v with %v, %v", i, x.Position[i], x.Velocity[i], x.RelDensity[i], y.Position[i], y.Velocity[i], y.RelDensity[i])
		}
	}
	sameFields(t, a, b)
}

// What a file would lack is refused.
func TestNotExported(t *testing.T) {
	warm := &sph.Case{}
	warm.Give(heat.Name, &heat.Given{})
	open := &sph.Case{}
	openings.Open(open, []openings.Opening{{Name: "in"}})
	for want, flow := range map[string]*sph.Case{
		"[[material]]": {Materials: []sph.Material{{Properties: sph.Properties{Kind: "oil"}}}},
		"[heat]":       warm,
		"[[inlet]]":    open,
	} {
		if err := exportable(flow); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", want, err)
		}
	}
	if err := exportable(&sph.Case{Materials: []sph.Material{{Name: "water"}}}); err != nil {
		t.Error(err)
	}
}

// Walls that slide slide on the same side in the file.
func TestExportedSlides(t *testing.T) {
	box := scene.Box{Min: [3]float64{-1, -2, -3}, Max: [3]float64{4, 5, 6}}
	speeds := [3][2]float64{{1, 2}, {3, 4}, {5, 6}} // across the next axis
	wall := func(x [3]float64) (velocity [3]float64) {
		for a := range 3 {
			if x[a] < box.Min[a] {
				velocity[(a+1)%3] = speeds[a][0]
			} else if x[a] > box.Max[a] {
				velocity[(a+1)%3] = speeds[a][1]
			}
		}
		return velocity
	}
	rest := func([3]float64) (velocity [3]float64, pressure float64) { return velocity, 0 }
	flow := &sph.Case{Params: sph.Defaults(0.1)}
	got, err := exportFilled(&scene.Filled{Box: box, Begin: rest, Wall: wall}, flow)
	if err != nil {
		t.Fatal(err)
	}
	want := map[string][3]float64{"xmin": {0, 1, 0}, "xmax": {0, 2, 0}, "ymin": {0, 0, 3},
		"ymax": {0, 0, 4}, "zmin": {5, 0, 0}, "zmax": {6, 0, 0}}
	if !reflect.DeepEqual(got.Domain.Slide, want) {
		t.Errorf("sides slide with %v, not %v", got.Domain.Slide, want)
	}
}
