package scaling

import "gpusph/internal/text"

// paperRow is a row of Tables 1 and 2 of Rustico et al. (2014), of 1.6 million particles on one and
// more GTX 480: throughputs [mips] and serial fractions [%], 0 where there is none.
type paperRow struct {
	name         string
	mips, serial [6]float64
}

// paperRows are those of a variant of BoreInABox.
var paperRows = map[string][]paperRow{
	"wall": {
		{"Paper, LB off", [6]float64{24.6, 42, 56.1, 68.2, 86.8, 95.7},
			[6]float64{0, 17.4, 15.9, 14.9, 10.5, 10.9}},
		{"Paper, LB on", [6]float64{0, 46.8, 65.2, 82.6, 96.8, 107.3},
			[6]float64{0, 5.4, 6.7, 6.5, 6.8, 7.6}},
	},
	"corridor": {
		{"Paper, LB off", [6]float64{24.6, 36.7, 47, 58.2, 71.4, 79.9},
			[6]float64{0, 34.3, 28.6, 23.1, 18.1, 17}},
		{"Paper, LB on", [6]float64{0, 46.0, 63.4, 78.3, 90.5, 99.4},
			[6]float64{0, 7, 8.2, 8.6, 9, 9.7}},
	},
}

// paper is what the paper's tables have for the points of a series, from a number of devices on.
func (s *Series) paper(from int, of func(*paperRow) [6]float64,
	show func(float64) string) (rows [][]string) {
	for k := range s.published {
		row := &s.published[k]
		cells := []string{row.name}
		for _, p := range s.Points {
			switch values := of(row); {
			case p.N < from:
			case p.N > len(values) || values[p.N-1] == 0:
				cells = append(cells, "—")
			default:
				cells = append(cells, show(values[p.N-1]))
			}
		}
		rows = append(rows, cells)
	}
	return rows
}

func (s *Series) paperMips() [][]string {
	return s.paper(1, func(r *paperRow) [6]float64 { return r.mips }, text.Mips)
}

func (s *Series) paperSerial() [][]string {
	return s.paper(2, func(r *paperRow) [6]float64 { return r.serial },
		func(x float64) string { return text.Percent(x / 100) })
}
