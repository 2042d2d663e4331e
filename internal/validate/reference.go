package validate

import (
	"encoding/csv"
	"fmt"
	"slices"
	"strconv"

	"gpusph/tests"
)

// reference is two columns of a file of tests/testdata. The files are built in and tests read them all, so one that cannot be
// read is a bug.
func reference(file, x, y string) Curve {
	c, err := readColumns(file, x, y)
	if err != nil {
		panic(fmt.Sprintf("the reference %s: %v", file, err))
	}
	return c
}

func readColumns(file, x, y string) (c Curve, err error) {
	f, err := tests.References.Open("testdata/" + file)
	if err != nil {
		return c, err
	}
	defer f.Close()
	r := csv.NewReader(f)
	r.Comment = '#'
	records, err := r.ReadAll()
	if err != nil {
		return c, err
	}
	i, j := slices.Index(records[0], x), slices.Index(records[0], y)
	if i < 0 || j < 0 {
		return c, fmt.Errorf("there are the columns %q", records[0])
	}
	for _, record := range records[1:] {
		a, failed := strconv.ParseFloat(record[i], 64)
		b, err := strconv.ParseFloat(record[j], 64)
		if failed != nil || err != nil {
			return c, fmt.Errorf("a line has %q", record)
		}
		c.X, c.Y = append(c.X, a), append(c.Y, b)
	}
	return c, nil
}
