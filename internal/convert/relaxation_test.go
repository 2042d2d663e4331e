package convert

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"gpusph/features/relaxation"
)

// relaxed converts a tank with a special section.
func relaxed(t *testing.T, special string) *Result {
	t.Helper()
	text := string(definition(tub + `<setmkfluid mk="0"/>` + boxText(vec{0, 0, 0}, vec{1, 1, 0.5})))
	res, err := DualSPHysics([]byte(strings.Replace(text, "<execution>",
		"<execution><special><relaxationzones>"+special+"</relaxationzones></special>", 1)),
		Source{Name: "case"})
	if err != nil {
		t.Fatal(err)
	}
	return res
}

const regularZone = `<rzwaves_regular><waveorder value="2"/><depth value="0.5"/>` +
	`<swl value="0.6"/><center x="-1" y="0" z="0"/><width value="2"/><waveheight value="0.1"/>` +
	`<waveperiod value="2"/><ramp value="3"/><coefdir x="1" y="0" z="0"/><coefdt value="500"/>` +
	`<function psi="0.5" beta="6"/><driftcorrection value="1"/></rzwaves_regular>`

// A zone of regular waves has their numbers, its inner end at the side to which they run, and the
// phase that their crests have there: kd is 0.77447 by ω² = g k tanh kd.
func TestRegularRelaxation(t *testing.T) {
	res := relaxed(t, regularZone)
	zones := relaxation.Tables(res.Case)
	if len(zones) != 1 || len(changes(res)) > 0 {
		t.Fatalf("%+v, %v", zones, res.Notes)
	}
	z := zones[0]
	part := 0.5 / math.Sqrt(math.Log((1+math.E)/2)) // half of the weight is half way
	const kd = 0.77447
	if got := kd * math.Tanh(kd); math.Abs(got-math.Pi*math.Pi*0.5/9.81) > 1e-3 {
		t.Fatalf("kd tanh kd is %g", got)
	}
	phase := 180 / math.Pi * kd / 0.5
	if z.From != 0 || math.Abs(z.To+part) > 1e-3 || math.Abs(z.To-z.Beyond+2) > 1e-9 ||
		z.Power != 2 || z.Rate != 500 || z.Components != "horizontal" || z.Theory != "stokes2" ||
		*z.Bed != 0.1 || z.Depth != 0.5 || z.Height != 0.1 || z.Period != 2 || *z.Ramp != 6 ||
		z.Current != nil || math.Abs(z.Phase-phase) > 0.5 {
		t.Errorf("%+v, to %g", z, -part)
	}
	none := strings.Replace(regularZone, `<driftcorrection value="1"/>`, "", 1)
	half := strings.Replace(regularZone, `correction value="1"`, `correction value="0.5"`, 1)
	// half of g H² k/(8 ω d)
	want := 0.5 * 9.81 * 0.01 * kd / 0.5 / (8 * math.Pi * 0.5)
	for text, want := range map[string]float64{none: 0, half: -want} {
		z := relaxation.Tables(relaxed(t, text).Case)
		if z[0].Current == nil || math.Abs(*z[0].Current-want) > 1e-4 {
			t.Errorf("the current is %v, not %g", z[0].Current, want)
		}
	}
}

// Half of the weights is at the same place whatever ψ is.
func TestRelaxationWeights(t *testing.T) {
	for _, psi := range []float64{0.1, 0.3, 0.5, 0.9} {
		part, power := rise(psi)
		at := (math.Exp(math.Pow((1-psi)/part, power)) - 1) / (math.E - 1)
		if part <= 0 || part > 1 || power < 1 || math.Abs(at-0.5) > 0.01 {
			t.Errorf("ψ %g: %g of the width, n = %g, where the weight is %g", psi, part, power, at)
		}
	}
}

// A box with a velocity in time is two zones that meet in its middle, of one table.
func TestUniformRelaxation(t *testing.T) {
	const box = `<rz_uniform><domainbox><point x="0.2" y="0" z="0"/><size x="0.6" y="1" z="0.5"/>` +
		`<direction x="-1" y="0" z="0"/></domainbox><velocitytimes><timevalue time="0" v="0"/>` +
		`<timevalue time="2" v="0.5"/></velocitytimes><function psi="0.5" beta="3"/></rz_uniform>`
	res := relaxed(t, box)
	zones := relaxation.Tables(res.Case)
	if len(zones) != 2 || len(changes(res)) > 0 {
		t.Fatalf("%+v, %v", zones, res.Notes)
	}
	for k, z := range zones {
		b := z.Box
		if z.From != 0.2+0.6*float64(k) || b.Min[0] != 0.2+0.3*float64(k) || b.Max[2] != 0.5 ||
			(z.To-z.From)*(b.Max[0]-z.From) < 0 && k == 0 || z.Rate != 1000 ||
			z.Components != "" || z.File != "case-velocity1.csv" {
			t.Errorf("%+v, in %+v", z, b)
		}
	}
	const want = "t,x,y,z,u,v,w\n0,0.2,0,0.5,0,0,0\n2,0.2,0,0.5,-0.5,0,0\n"
	if got := string(res.Files["case-velocity1.csv"]); got != want {
		t.Errorf("the table is %s", got)
	}
	for text, want := range map[string]string{
		strings.Replace(box, `direction x="-1"`, `direction x="-1" z="1"`, 1):          "along x or y",
		strings.Replace(box, `</domainbox>`, `<rotateaxis angle="1"/></domainbox>`, 1): "is turned",
		`<rzwaves_external_1d/>`: "another program are not read",
		strings.Replace(regularZone, `coefdir x="1"`, `coefdir x="1" z="0.5"`, 1): "its coefdir",
		strings.Replace(regularZone, `<ramp`, `<duration value="0.1"/><ramp`, 1):  "the end of the flow",
	} {
		if got := fmt.Sprint(changes(relaxed(t, text))); !strings.Contains(got, want) {
			t.Errorf("%s: %s, not %s", text, got, want)
		}
	}
}

// Irregular waves have their spectrum and a seed.
func TestIrregularRelaxation(t *testing.T) {
	res := relaxed(t, `<rzwaves_spectrum><depth value="0.5"/><swl value="0.5"/><center x="0"/>`+
		`<width value="1"/><waveheight value="0.1"/><waveperiod value="2"/><peakcoef value="2"/>`+
		`<waves value="32"/><randomseed value="7"/><driftcorrection value="1"/></rzwaves_spectrum>`)
	zones := relaxation.Tables(res.Case)
	if len(zones) != 1 || len(changes(res)) > 0 {
		t.Fatalf("%+v, %v", zones, res.Notes)
	}
	if z := zones[0]; z.Kind != "irregular" || *z.Gamma != 2 || z.Number != 32 || *z.Seed != 7 ||
		z.Components != "horizontal" || z.Current != nil || *z.Ramp != 0 {
		t.Errorf("%+v", z)
	}
}
