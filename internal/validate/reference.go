package validate

import (
	"fmt"
	"slices"

	"gpusph/internal/validate/references"
)

// reference is two columns of a file of package references. The files are built in and tests read
// them all, so one that cannot be read is a bug.
func reference(file, x, y string) Curve {
	c, err := readColumns(file, x, y)
	if err != nil {
		panic(fmt.Sprintf("the reference %s: %v", file, err))
	}
	return c
}

func readColumns(file, x, y string) (c Curve, err error) {
	table, err := references.Read(references.Files, file)
	if err != nil {
		return c, err
	}
	i, j := slices.Index(table.Names, x), slices.Index(table.Names, y)
	if i < 0 || j < 0 {
		return c, fmt.Errorf("there are the columns %q", table.Names)
	}
	for _, row := range table.Rows {
		c.X, c.Y = append(c.X, row[i]), append(c.Y, row[j])
	}
	return c, nil
}
