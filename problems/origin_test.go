package problems

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// binaryCube is a cube of a quarter of a metre, with its least corner at a point, as a binary STL
// file.
func binaryCube(at [3]float64) []byte {
	var b bytes.Buffer
	b.Write(make([]byte, 80))
	write := func(v any) { binary.Write(&b, binary.LittleEndian, v) }
	write(uint32(12))
	for _, face := range [][4]int{{0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6}} {
		for _, t := range [][3]int{{0, 1, 2}, {0, 2, 3}} {
			write([3]float32{})
			for _, k := range t {
				for a := range 3 {
					write(float32(at[a] + 0.25*float64(face[k]>>a&1)))
				}
			}
			write(uint16(0))
		}
	}
	return b.Bytes()
}

// A binary STL file in map coordinates is refused, since float32 leaves it too few digits. In
// coordinates of its own it is not.
func TestBinarySTLFarAway(t *testing.T) {
	const text = `name = "A"
spacing = 0.05
end = 1
domain = { min = [%s], max = [%s] }
[[fluid]]
name = "water"
box = { min = [%[1]s], max = [%[2]s] }
[[wall]]
name = "block"
stl = { file = "block.stl" }
%[3]s
`
	for _, test := range []struct {
		min, max, move string
		mesh           [3]float64
		want           string
	}{
		{"512345.6, 4212345.4, 123.4", "512346.6, 4212346.4, 124.4", "", [3]float64{512346, 4212345.8, 123.8}, "multiples of 0.5 m"},
		{"512345.6, 4212345.4, 123.4", "512346.6, 4212346.4, 124.4", "translate = [512346, 4212345.8, 123.8]", [3]float64{}, ""},
		{"50000, 0, 0", "50001, 1, 1", "", [3]float64{50000.5, 0.5, 0.5}, "multiples of 0.003906 m"},
		{"1000, 0, 0", "1001, 1, 1", "", [3]float64{1000.5, 0.5, 0.5}, ""},
	} {
		dir := t.TempDir()
		file := filepath.Join(dir, "case.toml")
		for name, data := range map[string][]byte{file: fmt.Appendf(nil, text, test.min, test.max, test.move), filepath.Join(dir, "block.stl"): binaryCube(test.mesh)} {
			if err := os.WriteFile(name, data, 0o666); err != nil {
				t.Fatal(err)
			}
		}
		p, err := FromFile(file)
		switch {
		case test.want != "" && (err == nil || !strings.Contains(err.Error(), test.want) || !strings.Contains(err.Error(), "translate")):
			t.Errorf("a mesh at %v is refused for: %v", test.mesh, err)
		case test.want == "" && err != nil:
			t.Errorf("a mesh at %v is refused: %v", test.mesh, err)
		}
		if err != nil {
			continue
		}
		if c, err := p.Setup(0); err != nil || math.Abs(c.Params.Max[0]-c.Params.Min[0]) > 3 {
			t.Errorf("a mesh at %v: %v", test.mesh, err)
		}
	}
}
