package geometry

// ESRI ASCII grids (.asc): heights over squares.

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Grid is heights in the middles of square cells.
type Grid struct {
	Columns, Rows int
	X, Y          float64   // the least corner of the first cell [m]
	Cell          float64   // the side of a cell [m]
	Heights       []float64 // [m], along x first, from the least y on; NaN where there is none
	Missing       int       // cells without a height
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

// leastCell is the least side of a cell [m]; spacings of particles have the same limit.
const leastCell = 1e-9

// ReadGrid reads an ESRI ASCII grid: ncols, nrows, xllcorner or xllcenter, yllcorner or yllcenter, cellsize and perhaps nodata_value, in any
// order, and then rows of heights, the northern one first.
func ReadGrid(data []byte) (*Grid, error) {
	g, err := readGrid(data)
	if err != nil {
		return nil, fmt.Errorf("reading a height map: %w", err)
	}
	return g, nil
}

func readGrid(data []byte) (*Grid, error) {
	head := map[string]float64{}
	var word []byte
	rest := data
	for {
		word, rest = nextWord(rest)
		if len(word) == 0 {
			return nil, errors.New("it ends before the heights begin")
		}
		if c := word[0]; c >= '0' && c <= '9' || c == '-' || c == '+' || c == '.' {
			break
		}
		key := strings.ToLower(string(word))
		switch key {
		case "ncols", "nrows", "xllcorner", "xllcenter", "yllcorner", "yllcenter", "cellsize", "nodata_value":
		case "nan": // a height
		default:
			return nil, fmt.Errorf("its head has %.20q, which is none of ncols, nrows, xllcorner, xllcenter, yllcorner, yllcenter, cellsize and nodata_value", word)
		}
		if key == "nan" {
			break
		}
		if _, twice := head[key]; twice {
			return nil, fmt.Errorf("its head has %s twice", key)
		}
		word, rest = nextWord(rest)
		v, err := strconv.ParseFloat(string(word), 64)
		if err != nil || !finite(v) && key != "nodata_value" {
			return nil, fmt.Errorf("its %s is %.20q, which is no number%s", key, word, comma(word))
		}
		head[key] = v
	}
	g := &Grid{Cell: head["cellsize"]}
	for _, key := range []string{"ncols", "nrows", "cellsize"} {
		if v, ok := head[key]; !ok || !(v > 0) {
			return nil, fmt.Errorf("its head should have a %s above 0", key)
		}
	}
	if g.Cell < leastCell || g.Cell > 1/leastCell {
		return nil, fmt.Errorf("its cellsize is %g m, but must be from %g to %g m", g.Cell, leastCell, 1/leastCell)
	}
	for _, key := range []string{"ncols", "nrows"} {
		if head[key] != math.Trunc(head[key]) || head[key] > math.MaxInt32 {
			return nil, fmt.Errorf("its %s is %g, which is no number of cells", key, head[key])
		}
	}
	// A height takes two bytes at least, so no file asks for more memory than its own.
	if head["ncols"]*head["nrows"] > float64(len(data)) {
		return nil, fmt.Errorf("it should have %.0f heights, and is only %d bytes long: the end of the file may be missing", head["ncols"]*head["nrows"], len(data))
	}
	g.Columns, g.Rows = int(head["ncols"]), int(head["nrows"])
	var err error
	if g.X, err = leastCorner(head, "x", g.Cell); err != nil {
		return nil, err
	}
	if g.Y, err = leastCorner(head, "y", g.Cell); err != nil {
		return nil, err
	}
	none, hasNone := head["nodata_value"]
	if !hasNone {
		none = -9999
	}
	g.Heights = make([]float64, g.Columns*g.Rows)
	for i := range g.Heights {
		if len(word) == 0 {
			return nil, fmt.Errorf("it should have %d heights, and has %d: the end of the file may be missing", len(g.Heights), i)
		}
		v, err := strconv.ParseFloat(string(word), 64)
		if err != nil && !errors.Is(err, strconv.ErrRange) {
			return nil, fmt.Errorf("height %d is %.20q, which is no number%s", i+1, word, comma(word))
		}
		if v == none || !finite(v) {
			v = math.NaN()
			g.Missing++
		}
		g.Heights[(g.Rows-1-i/g.Columns)*g.Columns+i%g.Columns] = v
		word, rest = nextWord(rest)
	}
	if len(word) > 0 {
		return nil, fmt.Errorf("%.20q follows its %d heights; its nrows or ncols may be wrong", word, len(g.Heights))
	}
	return g, nil
}

// leastCorner is where the first cell begins along an axis.
func leastCorner(head map[string]float64, axis string, cell float64) (float64, error) {
	corner, hasCorner := head[axis+"llcorner"]
	centre, hasCentre := head[axis+"llcenter"]
	switch {
	case hasCorner && hasCentre:
		return 0, fmt.Errorf("its head has both %sllcorner and %sllcenter; one of them would do", axis, axis)
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
