package problems

import (
	"math"
	"strings"
	"testing"

	"gpusph/sph"

	"github.com/spf13/pflag"
)

// outlined is the outline of the named problem with options as the command line has them.
func outlined(t *testing.T, name string, deltaP float64, args ...string) (Outline, error) {
	t.Helper()
	p, err := Find(name)
	if err != nil {
		t.Fatal(err)
	}
	f := pflag.NewFlagSet(name, pflag.ContinueOnError)
	p.Options().Register(f)
	if err := f.Parse(args); err != nil {
		t.Fatal(err)
	}
	return p.Outline(deltaP)
}

// carriesNone reports whether a flow is refused since its walls do not carry its bodies.
func carriesNone(err error) bool {
	return err != nil && strings.Contains(err.Error(), "does not carry the body")
}

// An outline has as many particles as the flow, but for water that solids displace, and round the
// edge of a drop.
func TestOutline(t *testing.T) {
	for _, create := range All {
		for _, line := range []string{"", "--boundary dynamic", "--boundary lennard-jones", "--h-factor 1.7", "--widths 3", "--wet-bed 0.1 --obstacles 3", "--wedge 0.1", "--wedge 0.1 --dim 2", "--wedge 0.1 --widths 3"} {
			name, args := create().Name(), strings.Fields(line)
			spacing := 1.3 * create().DeltaP()
			if strings.Contains(line, "--h-factor") { // for which that is too coarse
				spacing = 0
			}
			c, err := trySetup(name, spacing, args...)
			if err != nil && strings.Contains(err.Error(), "unknown flag") {
				continue // an option of other problems
			}
			if carriesNone(err) {
				continue
			}
			if err != nil {
				t.Fatal(err)
			}
			o, err := outlined(t, name, spacing, args...)
			if err != nil {
				t.Fatal(err)
			}
			fluid := 0.0
			for _, kind := range c.Particles.Type {
				if kind == 0 {
					fluid++
				}
			}
			displaced := strings.Contains(line, "--wet-bed") || strings.Contains(line, "--wedge") || name == "OscillatingDrop"
			if off := o.Fluid/fluid - 1; off < 0 || off > 0.1 || !displaced && off > 0 {
				t.Errorf("%s %s: %g particles of fluid are outlined, %g made", name, line, o.Fluid, fluid)
			}
			if wall := float64(c.Particles.Len()) - fluid; o.Wall != wall {
				t.Errorf("%s %s: %g wall particles are outlined, %g made", name, line, o.Wall, wall)
			}
			if o.Params.H != c.Params.H || o.Params.DeltaP != c.Params.DeltaP {
				t.Errorf("%s %s: outlined are h %g m, deltap %g m", name, line, o.Params.H, o.Params.DeltaP)
			}
		}
	}
}

// However fine, it is known at once how many particles there would be, and that they are too many.
func TestOutlineOfMany(t *testing.T) {
	for _, create := range All {
		name := create().Name()
		for _, deltaP := range []float64{1e-4, 1e-9} {
			o, err := outlined(t, name, deltaP)
			if err != nil {
				t.Fatal(err)
			}
			volume, known := map[string]float64{"DamBreak3D": 0.4 * 0.4 * 0.67, "BoreInABox": 0.43, "Spheric2": 1.228 * 0.55, "Hydrostatic": 0.1}[name]
			if want := volume / (deltaP * deltaP * deltaP); known && math.Abs(o.Fluid/want-1) > 1e-3 {
				t.Errorf("%s: %g particles of fluid at %g m, want %g", name, o.Fluid, deltaP, want)
			}
			if o.Fluid < sph.MaxParticles {
				continue
			}
			if _, err = trySetup(name, deltaP); err == nil || !strings.Contains(err.Error(), "but the maximum is 2147483646") {
				t.Errorf("%s at %g m: %v", name, deltaP, err)
			}
		}
	}
}
