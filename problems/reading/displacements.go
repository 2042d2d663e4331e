package reading

import (
	"gpusph/internal/casefile"
	"gpusph/sph/motion"
)

// Displacements reads lines of a time [s] and a displacement [m], with commas between.
func Displacements(data string) (m motion.Table, err error) {
	rows, err := casefile.ReadRows(data, 4, "four numbers with commas between: a time and "+
		"displacements along x, y and z", "0.5, 0.1, 0, 0")
	for _, row := range rows {
		m.Times = append(m.Times, row[0])
		m.Displacements = append(m.Displacements, [3]float64(row[1:]))
	}
	return m, err
}
