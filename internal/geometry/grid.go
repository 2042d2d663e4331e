package geometry

// ESRI ASCII grids (.asc): heights over squares.

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"gpusph/internal/text"
)

// Grid is heights in the middles of rectangular cells.
type Grid struct {
	Columns, Rows int
	X, Y          float64    // the least corner of the first cell [m]
	Cell          [2]float64 // the sides of a cell along x and y [m]
	Heights       []float64  // [m], along x first, from the least y on; NaN where there is none
	Missing       int        // cells without a height

	// Filled are the cells that FillFromNear has given a height; nil is none.
	Filled []bool
}

// Middle is that of a cell [m].
func (g *Grid) Middle(column, row int) (x, y float64) {
	return g.X + (float64(column)+0.5)*g.Cell[0], g.Y + (float64(row)+0.5)*g.Cell[1]
}

// At is the height of a cell.
func (g *Grid) At(column, row int) float64 { return g.Heights[row*g.Columns+column] }

// FillMissing gives a height to all cells without one.
func (g *Grid) FillMissing(height float64) {
	for i, h := range g.Heights {
		if math.IsNaN(h) {
			g.Heights[i] = height
		}
	}
	g.Missing = 0
}

// FillFromNear gives each cell without a height that of a cell with one from which the fewest steps
// to the west, the east, the south or the north lead there, and notes which cells these are. It
// returns false if no cell has a height.
func (g *Grid) FillFromNear() bool {
	if g.Missing == len(g.Heights) {
		return false
	}
	g.Filled = make([]bool, len(g.Heights))
	var cells []int // that have a height, in the order in which they got it
	for i, h := range g.Heights {
		if g.Filled[i] = math.IsNaN(h); !g.Filled[i] {
			cells = append(cells, i)
		}
	}
	for n := 0; n < len(cells); n++ {
		column, row := cells[n]%g.Columns, cells[n]/g.Columns
		for _, step := range [4][2]int{{-1, 0}, {1, 0}, {0, -1}, {0, 1}} {
			c, r := column+step[0], row+step[1]
			if c < 0 || c >= g.Columns || r < 0 || r >= g.Rows || !math.IsNaN(g.At(c, r)) {
				continue
			}
			g.Heights[r*g.Columns+c] = g.Heights[cells[n]]
			cells = append(cells, r*g.Columns+c)
		}
	}
	g.Missing = 0
	return true
}

// leastCell is the least side of a cell [m]; spacings of particles have the same limit.
const leastCell = 1e-9

// ReadGrid reads an ESRI ASCII grid: ncols, nrows, xllcorner or xllcenter, yllcorner or yllcenter,
// cellsize, or dx and dy as GDAL writes them for cells that are not square, and perhaps
// nodata_value, in any order, and then rows of heights, the northern one first. The text may begin
// with a byte order mark, and may be UTF-16 then.
func ReadGrid(data []byte) (*Grid, error) {
	g, err := readGrid(text.Plain(data))
	if err != nil {
		return nil, fmt.Errorf("reading a height map: %w", err)
	}
	return g, nil
}

func readGrid(data []byte) (*Grid, error) {
	head, word, rest, err := readGridHead(data)
	if err != nil {
		return nil, err
	}
	g, err := newGrid(head, len(data))
	if err != nil {
		return nil, err
	}
	none, hasNone := head["nodata_value"]
	if !hasNone {
		none = -9999
	}
	return g, g.readHeights(word, rest, none)
}

// readGridHead reads the numbers before the heights, by their lower-case names. word is the first
// height, rest what follows it.
func readGridHead(data []byte) (head map[string]float64, word, rest []byte, err error) {
	head, rest = map[string]float64{}, data
	for {
		word, rest = nextWord(rest)
		if len(word) == 0 {
			return nil, nil, nil, errors.New("it ends before the heights begin")
		}
		if c := word[0]; c >= '0' && c <= '9' || c == '-' || c == '+' || c == '.' {
			break
		}
		key := strings.ToLower(string(word))
		switch key {
		case "ncols", "nrows", "xllcorner", "xllcenter", "yllcorner", "yllcenter", "cellsize", "dx", "dy",
			"nodata_value":
		case "nan": // a height
		default:
			return nil, nil, nil, fmt.Errorf("its head has %.20q, which is none of ncols, nrows, "+
				"xllcorner, xllcenter, yllcorner, yllcenter, cellsize, dx, dy and nodata_value", word)
		}
		if key == "nan" {
			break
		}
		if _, twice := head[key]; twice {
			return nil, nil, nil, fmt.Errorf("its head has %s twice", key)
		}
		word, rest = nextWord(rest)
		v, err := strconv.ParseFloat(string(word), 64)
		if err != nil || !finite(v) && key != "nodata_value" {
			return nil, nil, nil, fmt.Errorf("its %s is %.20q, which is not a number%s", key, word,
				comma(word))
		}
		head[key] = v
	}
	return head, word, rest, nil
}

// newGrid is a grid as a head describes it, in a text of size bytes. Its heights are to be read.
func newGrid(head map[string]float64, size int) (*Grid, error) {
	g := &Grid{}
	for _, key := range []string{"ncols", "nrows"} {
		if v, ok := head[key]; !ok || !(v > 0) {
			return nil, fmt.Errorf("its head should have a %s above 0", key)
		}
	}
	if err := g.readCell(head); err != nil {
		return nil, err
	}
	for _, key := range []string{"ncols", "nrows"} {
		if head[key] != math.Trunc(head[key]) || head[key] > math.MaxInt32 {
			return nil, fmt.Errorf("its %s is %g, which is not a number of cells", key, head[key])
		}
	}
	// A height takes two bytes at least, so no file asks for more memory than its own.
	if head["ncols"]*head["nrows"] > float64(size) {
		return nil, fmt.Errorf("it should have %.0f heights, and is only %d bytes long: the end of the "+
			"file may be missing", head["ncols"]*head["nrows"], size)
	}
	g.Columns, g.Rows = int(head["ncols"]), int(head["nrows"])
	var err error
	if g.X, err = leastCorner(head, "x", g.Cell[0]); err != nil {
		return nil, err
	}
	if g.Y, err = leastCorner(head, "y", g.Cell[1]); err != nil {
		return nil, err
	}
	g.Heights = make([]float64, g.Columns*g.Rows)
	return g, nil
}

// readHeights reads the heights, of which word is the first, and rest has the others. The height
// none is a cell without one.
func (g *Grid) readHeights(word, rest []byte, none float64) error {
	for i := range g.Heights {
		if len(word) == 0 {
			return fmt.Errorf("it should have %d heights, and has %d: the end of the file may be missing",
				len(g.Heights), i)
		}
		v, err := strconv.ParseFloat(string(word), 64)
		if err != nil && !errors.Is(err, strconv.ErrRange) {
			return fmt.Errorf("height %d is %.20q, which is not a number%s", i+1, word, comma(word))
		}
		if v == none || !finite(v) {
			v = math.NaN()
			g.Missing++
		}
		g.Heights[(g.Rows-1-i/g.Columns)*g.Columns+i%g.Columns] = v
		word, rest = nextWord(rest)
	}
	if len(word) > 0 {
		return fmt.Errorf("%.20q follows its %d heights; its nrows or ncols may be wrong", word,
			len(g.Heights))
	}
	return nil
}

// readCell takes the sides of a cell from the head: cellsize, or dx and dy.
func (g *Grid) readCell(head map[string]float64) error {
	_, square := head["cellsize"]
	_, hasX := head["dx"]
	_, hasY := head["dy"]
	keys := [2]string{"cellsize", "cellsize"}
	switch {
	case square && (hasX || hasY):
		return errors.New("its head has both cellsize and dx or dy; one cellsize, or dx and " +
			"dy, is enough")
	case hasX || hasY:
		keys = [2]string{"dx", "dy"}
	}
	for a, key := range keys {
		v, ok := head[key]
		if !ok || !(v > 0) {
			return fmt.Errorf("its head should have a %s above 0", key)
		}
		if v < leastCell || v > 1/leastCell {
			return fmt.Errorf("its %s is %g m, but must be from %g to %g m", key, v, leastCell, 1/leastCell)
		}
		g.Cell[a] = v
	}
	return nil
}

// leastCorner is where the first cell begins along an axis.
func leastCorner(head map[string]float64, axis string, cell float64) (float64, error) {
	corner, hasCorner := head[axis+"llcorner"]
	centre, hasCentre := head[axis+"llcenter"]
	switch {
	case hasCorner && hasCentre:
		return 0, fmt.Errorf("its head has both %sllcorner and %sllcenter; use one of them", axis, axis)
	case hasCorner:
		return corner, nil
	case hasCentre:
		return centre - cell/2, nil
	}
	return 0, fmt.Errorf("its head has neither %sllcorner nor %sllcenter", axis, axis)
}

// nextWord is what comes before the next space.
func nextWord(data []byte) (word, rest []byte) {
	data = bytes.TrimLeft(data, " \t\r\n")
	if i := bytes.IndexAny(data, " \t\r\n"); i >= 0 {
		return data[:i], data[i:]
	}
	return data, nil
}
