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
		r := 1 + 0.1*math.Sin(5*math.Pi*float64(i)/float64(rows))*math.Sin(
			2*math.Pi*7*float64(j%columns)/float64(columns))
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

// BenchmarkFillSTL reads an STL file of 100,000 triangles, checks it, finds 10 million sites
// inside, and the surface for those of the walls' layers.
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

// BenchmarkFillTank finds the surfaces of the walls of a tank with columns, a pile and a step, all
// of which meet its floor or its sides: some 8 million sites.
func BenchmarkFillTank(b *testing.B) {
	tank := Box{Vec{}, Vec{4, 2, 1}}
	parts := []Shape{Complement(tank), Box{Vec{3, -1, -1}, Vec{5, 3, 0.2}}}
	for i := range 6 {
		x := 0.5 + 0.4*float64(i)
		parts = append(parts, must[*Revolved](b)(NewCylinder(Vec{x, 0.7, -0.5}, Vec{x, 0.7, 0.8}, 0.1)))
	}
	parts = append(parts, must[*Revolved](b)(NewCone(Vec{1, 1.5, -0.1}, Vec{1, 1.5, 0.4}, 0.5, 0)),
		Sphere{Vec{2, 2, 0.1}, 0.3})
	walls := Union(parts[0], parts[1:]...)
	for b.Loop() {
		const step = 0.01
		l := over(tank.Grown(3*step), step)
		sites := Near(walls, l, -2.6*step, 0)
		b.ReportMetric(float64(len(sites)), "surfaces")
		b.ReportMetric(float64(l.N[0]*l.N[1]*l.N[2]-Sites(Runs(walls, l))), "sites")
	}
}

// BenchmarkFillAround finds the walls of a tank with a body of 100,000 triangles in it, and the
// water around: some 10 million sites.
func BenchmarkFillAround(b *testing.B) {
	m := must[*Mesh](b)(NewMesh(bumpy(b, 100_000), 0))
	tank := Box{Vec{-2, -2, -1.5}, Vec{2, 2, 1.5}}
	walls := Union(Complement(tank), m)
	for b.Loop() {
		step := math.Cbrt((48 - m.Volume()) / 10e6)
		l := over(tank.Grown(3*step), step)
		water := Without(Runs(Complement(walls), l), Near(walls, l, 0, step/2*(1-1e-6)))
		sites := Near(walls, l, -2.6*step, 0)
		b.ReportMetric(float64(Sites(water)), "sites")
		b.ReportMetric(float64(len(sites)), "surfaces")
	}
}
