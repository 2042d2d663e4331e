package validate

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"gpusph/internal/input"
	"gpusph/sph"
)

// A Given is a file that the user has in the working directory: it is too large for the tree.
type Given struct {
	File  string
	Where string // it is to be had
	// converts what it has into an ESRI ASCII grid
	Convert func(data []byte) ([]byte, error)
}

// mostGiven is more than any of these files has [bytes].
const mostGiven = 1 << 26

// Missing is an error where the case needs a file that the working directory does not have.
func (c *Case) Missing() error {
	if c.Given == nil {
		return nil
	}
	_, err := os.Stat(c.Given.File)
	if errors.Is(err, os.ErrNotExist) {
		return fmt.Errorf("%s needs the file %s in the working directory, which does not have it; "+
			"download it from %s", c.Name, c.Given.File, c.Given.Where)
	}
	return err
}

// text is the case file, in which %s stands for the grid that is given. That lies in the directory
// of temporary files, under a name that follows from what it has.
func (c *Case) text() (string, error) {
	if c.Given == nil {
		return c.Text, nil
	}
	if err := c.Missing(); err != nil {
		return "", err
	}
	data, err := input.Read(c.Given.File, mostGiven)
	if err != nil {
		return "", err
	}
	if data, err = c.Given.Convert(data); err != nil {
		return "", fmt.Errorf("%s: %w; download it again from %s", c.Given.File, err, c.Given.Where)
	}
	path := filepath.Join(os.TempDir(), fmt.Sprintf("gpusph-%x.asc", sha256.Sum256(data)))
	if there, err := input.Read(path, mostGiven); err != nil || !bytes.Equal(there, data) {
		if err := os.WriteFile(path, data, 0o666); err != nil {
			return "", err
		}
	}
	return strings.Replace(c.Text, "%s", filepath.ToSlash(path), 1), nil
}

// The model of the Monai valley, 1:400: its length, its width and the depth at the side open to the
// sea [m], and the end of the record [s].
const (
	monaiLength = 5.488
	monaiWidth  = 3.402
	monaiDepth  = 0.135
	monaiEnd    = 22.5
)

// Where the run-up is highest: mean run-up of six runs, and the place [m].
const (
	monaiRunUp = 0.0896
	monaiAtX   = 5.1575
	monaiAtY   = 1.88
	monaiNear  = 0.15 // how far from there the highest water may be, along y, and half of that along x
)

var monai = &Case{
	Name: "MonaiValley",
	What: "a wave runs up a narrow valley, a model of that of Monai: how high, as measured",
	How: "The run-up is the greatest height over still water of the third of the highest particles " +
		"within 0.15 m of the place where it was measured, less half a spacing. The bathymetry, " +
		"MonaiValley_Bathymetry.txt, is given by the user in the working directory. A piston makes " +
		"the measured level at the open side.",
	Source: "Matsuyama & Tanaka, Int. Tsunami Symposium (2001) 879-889: NTHMP benchmark problem 7, " +
		"0.0875 to 0.1 m in six runs.",
	Text: monaiText(),
	Given: &Given{"MonaiValley_Bathymetry.txt",
		"https://nctr.pmel.noaa.gov/benchmark/Laboratory/Laboratory_MonaiValley/" +
			"MonaiValley_Bathymetry.txt", monaiGrid},
	Levels: [levels]Plan{
		GPU: {monaiEnd, []float64{0.01, 0.02 / 3}},
	},
	Snapshots: 0.05,
	Look: func(s *sph.Snapshot) []float64 {
		high := []float64{-monaiDepth, -monaiDepth, -monaiDepth} // the three, falling
		fluid(s, func(i int) {
			x := placeOf(s, i)
			if math.Abs(x[1]-monaiAtY) > monaiNear || x[0] < monaiAtX-monaiNear/2 || x[2] <= high[2] {
				return
			}
			high[2] = x[2]
			slices.SortFunc(high, func(a, b float64) int { return int(math.Copysign(1, b-a)) })
		})
		return []float64{high[2] - s.Case.Params.DeltaP/2}
	},
	Norms: []Norm{
		{
			Name: "run-up off", Unit: "%", End: 0.98 * monaiEnd,
			Of: func(r *Run) float64 { return mostOf(r.Seen(0))/monaiRunUp - 1 },
		},
	},
	Figures: []Figure{{
		Name: "runup", What: "highest water in the valley", X: "t [s]", Y: "z [m]",
		Of:        func(r *Run) Curve { return r.Seen(0) },
		Reference: func() Curve { return lineOf(0, monaiEnd, monaiRunUp, 0) }, Is: "highest, measured",
	}},
}

// monaiGrid makes an ESRI ASCII grid of lines of x, y and depth, y first to change. The first line
// names them.
func monaiGrid(data []byte) ([]byte, error) {
	lines := strings.Split(strings.TrimSpace(string(data)), "\n")
	var x, y []float64 // of columns and rows
	heights := map[[2]float64]float64{}
	for n, line := range lines[1:] {
		words := strings.Fields(line)
		if len(words) != 3 {
			return nil, fmt.Errorf("line %d has %d words, not x, y and depth", n+2, len(words))
		}
		var v [3]float64
		for k, word := range words {
			var err error
			if v[k], err = strconv.ParseFloat(word, 64); err != nil {
				return nil, fmt.Errorf("line %d: %.20q is not a number", n+2, word)
			}
		}
		x, y = append(x, v[0]), append(y, v[1])
		heights[[2]float64{v[0], v[1]}] = -v[2]
	}
	slices.Sort(x)
	slices.Sort(y)
	x, y = slices.Compact(x), slices.Compact(y)
	if len(x) < 2 || len(y) < 2 || len(heights) != len(x)*len(y) {
		return nil, fmt.Errorf("its %d points are not those of a grid of %d times %d", len(heights),
			len(x), len(y))
	}
	var b bytes.Buffer
	fmt.Fprintf(&b, "ncols %d\nnrows %d\nxllcenter %g\nyllcenter %g\ndx %.9g\ndy %.9g\n", len(x),
		len(y), x[0], y[0], (x[len(x)-1]-x[0])/float64(len(x)-1), (y[len(y)-1]-y[0])/float64(len(y)-1))
	for j := len(y) - 1; j >= 0; j-- {
		for i := range x {
			fmt.Fprintf(&b, "%g ", heights[[2]float64{x[i], y[j]}])
		}
		b.WriteByte('\n')
	}
	return b.Bytes(), nil
}

func monaiText() string {
	wave := Reference("monai_wave.csv", "t_s", "level_m")
	var rows strings.Builder
	for i, t := range wave.X {
		fmt.Fprintf(&rows, "[%.2f, %.6f], ", t, wave.Y[i])
	}
	return fmt.Sprintf(`name = "MonaiValley"
about = "a wave runs up a model of the Monai valley"
spacing = 0.01
end = %.6g

[domain]
min = [-0.5, 0, %.6g]
max = [%.6g, %.6g, 0.16]
open = ["zmax"]

[physics]
depth = 0.2

[[fluid]]
name = "sea"
fill = { seed = [0.5, 1.7, -0.06], level = 0 }

[[wall]]
name = "ground"
height-map = { file = "%%s" }

[[wall]]
name = "piston"
box = { min = [-0.15, 0, %.6g], max = [0, %.6g, 0.1] }

[wall.motion.waves]
kind = "record"
quantity = "level"
depth = %.6g
rows = [%s]
`, monaiEnd, -monaiDepth, monaiLength, monaiWidth, -monaiDepth, monaiWidth, monaiDepth,
		strings.TrimSuffix(rows.String(), ", "))
}
