package points

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"regexp"
	"strconv"
	"strings"
)

// maxArray is how long an array of a compressed file may be [bytes].
const maxArray = 1 << 36

// readNPY reads an array of n particles: of 3 numbers, which are positions, of 6 with velocities,
// of 7 with densities, or of 8 with types.
func readNPY(data []byte) (fields, error) {
	shape, values, err := array(data)
	if err != nil {
		return nil, err
	}
	if len(shape) != 2 || shape[1] != 3 && (shape[1] < 6 || shape[1] > 8) {
		return nil, fmt.Errorf("has the shape %v, but needs n rows of x, y, z, with vx, vy, vz, density "+
			"and type behind them or not", shape)
	}
	of := fields{}
	for k, name := range []string{"x", "y", "z", "vx", "vy", "vz", "density", "type"}[:shape[1]] {
		column := make([]float64, shape[0])
		for i := range column {
			column[i] = values[i*shape[1]+k]
		}
		of.add(name, 1, column)
	}
	return of, nil
}

// readNPZ reads arrays by their names: position, velocity, density, type.
func readNPZ(data []byte) (fields, error) {
	z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return nil, fmt.Errorf("is no file of numpy.savez: %w", err)
	}
	of := fields{}
	for _, f := range z.File {
		in, err := f.Open()
		if err != nil {
			return nil, err
		}
		content, err := io.ReadAll(io.LimitReader(in, maxArray))
		in.Close()
		if err != nil {
			return nil, fmt.Errorf("has %s, which cannot be read: %w", f.Name, err)
		}
		shape, values, err := array(content)
		if err != nil {
			return nil, fmt.Errorf("has %s, which %w", f.Name, err)
		}
		width := 1
		if len(shape) == 2 {
			width = shape[1]
		}
		of.add(strings.TrimSuffix(f.Name, ".npy"), width, values)
	}
	return of, nil
}

var (
	kindOf  = regexp.MustCompile(`'descr':\s*'([<>|=]?)([fiub])(\d)'`)
	orderOf = regexp.MustCompile(`'fortran_order':\s*(True|False)`)
	shapeOf = regexp.MustCompile(`'shape':\s*\(([\d, ]*)\)`)
)

// array is an array of numpy.save, as numpy.lib.format describes it.
func array(data []byte) (shape []int, values []float64, err error) {
	if len(data) < 12 || string(data[:6]) != "\x93NUMPY" {
		return nil, nil, errors.New("is no array of numpy.save")
	}
	head := 10 + int(binary.LittleEndian.Uint16(data[8:]))
	if data[6] > 1 {
		head = 12 + int(binary.LittleEndian.Uint32(data[8:]))
	}
	if head > len(data) {
		return nil, nil, errors.New("is cut")
	}
	text := string(data[10:head])
	kind, order, sizes := kindOf.FindStringSubmatch(text), orderOf.FindStringSubmatch(text),
		shapeOf.FindStringSubmatch(text)
	if kind == nil || order == nil || sizes == nil {
		return nil, nil, fmt.Errorf("has the form %s, but must be numbers: use a.astype(float)",
			strings.TrimSpace(text))
	}
	if order[1] == "True" {
		return nil, nil, errors.New("is in Fortran's order; use numpy.ascontiguousarray")
	}
	n := 1
	for _, word := range strings.Split(sizes[1], ",") {
		if word = strings.TrimSpace(word); word != "" {
			size, err := strconv.Atoi(word)
			if err != nil || size < 0 || n*size > maxArray {
				return nil, nil, fmt.Errorf("has the shape (%s)", sizes[1])
			}
			shape, n = append(shape, size), n*size
		}
	}
	bytes := int(kind[3][0] - '0')
	if len(data)-head < n*bytes {
		return nil, nil, errors.New("is cut")
	}
	number := numberOf(kind[2], bytes, kind[1] == ">")
	if number == nil {
		return nil, nil, fmt.Errorf("has numbers of the kind %s%s; use a.astype(float)", kind[2], kind[3])
	}
	for i := range n {
		values = append(values, number(data[head+i*bytes:]))
	}
	return shape, values, nil
}

// numberOf reads a number of a kind: f, i, u or b; nil is none of that size.
func numberOf(kind string, bytes int, big bool) func(b []byte) float64 {
	var order binary.ByteOrder = binary.LittleEndian
	if big {
		order = binary.BigEndian
	}
	word := map[int]func(b []byte) uint64{
		1: func(b []byte) uint64 { return uint64(b[0]) },
		2: func(b []byte) uint64 { return uint64(order.Uint16(b)) },
		4: func(b []byte) uint64 { return uint64(order.Uint32(b)) },
		8: order.Uint64,
	}[bytes]
	switch {
	case word == nil:
		return nil
	case kind == "f" && bytes == 4:
		return func(b []byte) float64 { return float64(math.Float32frombits(order.Uint32(b))) }
	case kind == "f" && bytes == 8:
		return func(b []byte) float64 { return math.Float64frombits(order.Uint64(b)) }
	case kind == "f":
		return nil
	case kind == "i":
		return func(b []byte) float64 { return float64(int64(word(b)<<(64-8*bytes)) >> (64 - 8*bytes)) }
	}
	return func(b []byte) float64 { return float64(word(b)) }
}
