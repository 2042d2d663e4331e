package geometry

import (
	"bytes"
	"math"
	"testing"
)

// bumpy is a ball with bumps, of about n triangles, closed.
func bumpy(t testing.TB, n int) []Triangle {
	rows := int(math.Sqrt(float64(n) / 4))
	columns := 2 * rows
	at := func(i, j int) Vec {
		sin, cos := math.Sincos(math.Pi * float64(i) / float64(rows))
		if i == 0 || i == rows {
			sin = 0
		}
		s, c := math.Sincos(2 * math.Pi * float64(j%columns) / float64(columns))
		r := 1 + 0.1*math.Sin(5*math.Pi*float64(i)/float64(rows))*math.Sin(2*math.Pi*7*float64(j%columns)/float64(columns))
		return Vec{r * sin * c, r * sin * s, r * cos}
	}
	var all []Triangle
	for i := range rows {
		for j := range columns {
			a, b, c, d := at(i, j), at(i+1, j), at(i+1, j+1), at(i, j+1)
			if i+1 < rows {
				all = append(all, Triangle{a, b, c})
			}
			if i > 0 {
				all = append(all, Triangle{a, c, d})
			}
		}
	}
	return all
}

// BenchmarkFillSTL reads an STL file of 100,000 triangles, checks it, finds 10 million sites inside, and the surface for those of
// the walls' layers.
func BenchmarkFillSTL(b *testing.B) {
	m := must[*Mesh](b)(NewMesh(bumpy(b, 100_000), 0))
	var file bytes.Buffer
	if err := m.WriteSTL(&file); err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		stl := must[*STL](b)(ReadSTL(file.Bytes()))
		m := must[*Mesh](b)(NewMesh(stl.Triangles, 0))
		step := math.Cbrt(m.Volume() / 10e6)
		l := over(m.Bounds(), step)
		inside := Runs(m, l)
		walls := Near(m, l, -2.6*step, 0)
		b.ReportMetric(float64(m.Count()), "triangles")
		b.ReportMetric(float64(Sites(inside)), "sites")
		b.ReportMetric(float64(len(walls)), "surfaces")
	}
}

// over is a lattice over a box.
func over(b Box, step float64) Lattice {
	l := Lattice{Origin: b.Min, Step: Vec{step, step, step}}
	for a := range 3 {
		l.N[a] = int(math.Ceil((b.Max[a] - b.Min[a]) / step))
	}
	return l
}
