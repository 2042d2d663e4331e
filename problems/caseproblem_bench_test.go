package problems

import (
	"math"
	"os"
	"path/filepath"
	"testing"

	"gpusph/internal/casefile"
	"gpusph/internal/geometry"
)

// BenchmarkCaseFile makes 11.6 million particles around a mesh of 117,000 triangles, of which 10.6
// million are of water from a seed.
func BenchmarkCaseFile(b *testing.B) {
	profile := [][2]float64{{0, 0}}
	for i := range 161 {
		z := float64(i) / 160
		profile = append(profile, [2]float64{0.08 + 0.15*math.Sin(math.Pi*z) + 0.02*math.Sin(12*math.Pi*z), z})
	}
	vase, err := geometry.NewRevolved(geometry.Vec{}, geometry.Vec{0, 0, 1}, append(profile, [2]float64{0, 1}))
	if err != nil {
		b.Fatal(err)
	}
	mesh, err := geometry.Tessellate(vase, 0.0043)
	if err != nil {
		b.Fatal(err)
	}
	dir := b.TempDir()
	stl, err := os.Create(filepath.Join(dir, "vase.stl"))
	if err != nil {
		b.Fatal(err)
	}
	if err := mesh.WriteSTL(stl); err != nil {
		b.Fatal(err)
	}
	if err := stl.Close(); err != nil {
		b.Fatal(err)
	}
	const text = `name = "Vase"
spacing = 0.0047
end = 1
[domain]
min = [0, 0, 0]
max = [1.2, 1, 1.1]
open = ["zmax"]
[[wall]]
name = "vase"
stl = { file = "vase.stl" }
translate = [0.6, 0.5, 0]
[[fluid]]
name = "water"
fill = { seed = [0.05, 0.05, 0.05], level = 1.0 }
`
	for b.Loop() {
		c, err := casefile.Parse([]byte(text), filepath.Join(dir, "vase.toml"))
		if err != nil {
			b.Fatal(err)
		}
		p, err := FromCase(c)
		if err != nil {
			b.Fatal(err)
		}
		flow, err := p.Setup(0)
		if err != nil {
			b.Fatal(err)
		}
		b.ReportMetric(float64(flow.Particles.Len()), "particles")
	}
}
