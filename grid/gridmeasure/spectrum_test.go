package gridmeasure

import (
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"strings"
	"testing"
)

var inBox = [3]bool{true, true, true}

// The energy of a wave is in the shell of its wavenumber and has the size that its faces have, for
// each component and along each axis.
func TestSpectrumOfWaves(t *testing.T) {
	cells := [3]int{16, 12, 10}
	h := [3]float64{2 * math.Pi / 16, 2 * math.Pi / 12, 2 * math.Pi / 10}
	for c := range 3 {
		for _, k := range [][3]float64{{1, 0, 0}, {0, 3, 0}, {0, 0, 4}, {2, 1, -2}, {5, 3, 2}} {
			u := onFaces(cells, h, inBox, func(of int, x [3]float64) float64 {
				if of != c {
					return 0.5 // a mean, which is in no shell
				}
				return 0.7 * math.Sin(k[0]*x[0]+k[1]*x[1]+k[2]*x[2]+0.3)
			})
			r, err := NewSpectrum(snapshot(cells, h, inBox, u, nil), 0.01)
			if err != nil {
				t.Fatal(err)
			}
			size := math.Sqrt(k[0]*k[0] + k[1]*k[1] + k[2]*k[2])
			for i, e := range r.Energy {
				want := 0.0
				if math.Abs(r.Wavenumber[i]-size) < 0.5 {
					want = 0.7 * 0.7 / 4
				}
				if math.Abs(e-want) > 1e-14 {
					t.Errorf("component %d, wave %v: E(%g) is %g, not %g", c, k, r.Wavenumber[i], e, want)
				}
			}
			if want := math.Pi / 2 * 1.5 / size; math.Abs(r.Scales.Integral-want) > 1e-12 {
				t.Errorf("the integral scale is %g, not %g", r.Scales.Integral, want)
			}
		}
	}
}

// Of a random flow the waves have the energy of the cells, the dissipation is the sum of all
// squared differences of the faces, and the scales are those of the definitions. Neither depends on
// how many cores there are.
func TestSpectrumSums(t *testing.T) {
	const nu = 0.02
	for _, cells := range [][3]int{{9, 7, 11}, {8, 6, 12}} {
		h := [3]float64{0.1, 0.13, 0.07}
		random := rand.New(rand.NewPCG(9, 9))
		u := onFaces(cells, h, inBox, func(int, [3]float64) float64 { return random.NormFloat64() })
		energy, dissipation := 0.0, 0.0
		for c := range u {
			if cells[c]%2 == 0 {
				takeAlternating(u[c], cells, c)
			}
			mean, n := 0.0, float64(len(u[c]))
			for _, v := range u[c] {
				mean += v / n
			}
			for i, v := range u[c] {
				energy += (v - mean) * (v - mean) / 2 / n
				for a, stride := range [3]int{1, cells[0], cells[0] * cells[1]} {
					next := i + stride
					if i/stride%cells[a] == cells[a]-1 {
						next -= cells[a] * stride
					}
					d := (u[c][next] - v) / h[a]
					dissipation += nu * d * d / n
				}
			}
		}
		s := snapshot(cells, h, inBox, u, nil)
		r, err := NewSpectrum(s, nu)
		if err != nil {
			t.Fatal(err)
		}
		speed := math.Sqrt(2 * energy / 3)
		want := Scales{Energy: energy, Dissipation: dissipation, Speed: speed,
			Integral: r.Scales.Integral, Taylor: math.Sqrt(15*nu/dissipation) * speed,
			Kolmogorov: math.Pow(nu*nu*nu/dissipation, 0.25)}
		want.Reynolds = want.Taylor * speed / nu
		want.Resolution = math.Pi / 0.13 * want.Kolmogorov
		got := reflect.ValueOf(r.Scales)
		for i := range got.NumField() {
			a, b := got.Field(i).Float(), reflect.ValueOf(want).Field(i).Float()
			if !(math.Abs(a-b) < 1e-12*b) {
				t.Errorf("%s is %.15g, not %.15g", got.Type().Field(i).Name, a, b)
			}
		}
		if math.Abs(r.Parseval) > 1e-14 {
			t.Errorf("the waves have %g times more energy than the cells", r.Parseval)
		}
		before := runtime.GOMAXPROCS(1)
		alone, err := NewSpectrum(s, nu)
		runtime.GOMAXPROCS(before)
		if err != nil || !reflect.DeepEqual(alone, r) {
			t.Errorf("one core finds another spectrum: %v", err)
		}
	}
}

// A spectrum is a table beside its snapshot.
func TestSpectrumFile(t *testing.T) {
	cells, h := [3]int{4, 4, 4}, [3]float64{math.Pi / 2, math.Pi / 2, math.Pi / 2}
	u := onFaces(cells, h, inBox, func(c int, x [3]float64) float64 { return math.Sin(x[(c+1)%3]) })
	r, err := NewSpectrum(snapshot(cells, h, inBox, u, nil), 0.1)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	name, err := r.Write(dir, 3)
	text, failed := os.ReadFile(filepath.Join(dir, name))
	if err != nil || failed != nil || name != "data/spectrum_00003.csv" ||
		!strings.HasPrefix(string(text), "k[1/m],E[m3/s2],D[m3/s3]\n1,0.75") {
		t.Errorf("%s has %.60q: %v, %v", name, text, err, failed)
	}
	if len(r.scaleRow()) != len(scaleColumns) {
		t.Errorf("%d columns of scales have %d values", len(scaleColumns), len(r.scaleRow()))
	}
}

// A run has a spectrum for each snapshot and a row of scales in order. One that is continued from
// before its end has no row twice. A flow between walls has neither.
func TestScales(t *testing.T) {
	cells, h := [3]int{4, 4, 4}, [3]float64{math.Pi / 2, math.Pi / 2, math.Pi / 2}
	u := onFaces(cells, h, inBox, func(c int, x [3]float64) float64 { return math.Sin(x[(c+1)%3]) })
	s := snapshot(cells, h, inBox, u, nil)
	dir := t.TempDir()
	path := filepath.Join(dir, scalesFile)
	for n, step := range []int{0, 10, 20, 10, 15} {
		s.Step, s.Time = step, float64(step)/10
		if err := WriteSpectrum(dir, n, s, 0.1); err != nil {
			t.Fatal(err)
		}
	}
	rows, err := readScales(path)
	if err != nil || len(rows) != 3 || rows[0][1] != 0 || rows[1][1] != 10 || rows[2][0] != 1.5 ||
		math.Abs(rows[1][2]-0.75) > 1e-12 {
		t.Errorf("turbulence.csv has %v: %v", rows, err)
	}
	if _, err := os.Stat(filepath.Join(dir, "data", "spectrum_00004.csv")); err != nil {
		t.Error(err)
	}
	if err := os.WriteFile(path, []byte("t[s],other\n1,2\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := WriteSpectrum(dir, 5, s, 0.1); err == nil || !strings.Contains(err.Error(), path) {
		t.Errorf("another table is continued: %v", err)
	}
	s.Periodic[2], dir = false, t.TempDir()
	if err := WriteSpectrum(dir, 0, s, 0.1); err != nil {
		t.Error(err)
	}
	if left, _ := os.ReadDir(dir); len(left) > 0 {
		t.Errorf("a flow between walls has %v", left)
	}
}
