package live

import (
	"encoding/json"
	"math"
	"slices"
	"strconv"
)

// mostRows is how many rows of a table the page gets. When there are more, two become one.
const mostRows = 4096

// table is the rows of one of a run's files, or of what only the page has, for charts. Where a run
// is long each row stands for several.
type table struct {
	name    string
	columns []string
	rows    [][]float64

	thinned int       // how often two rows have become one
	stride  int       // rows that one stands for
	adding  []float64 // the row that is not full, of n
	added   int
}

// sums are columns that add up where rows become one. Others are as in the last.
var sums = []string{"steps", "wall[s]", "moved", " BuildNeibs[s]", " Forces[s]", " MinimumScan[s]"}

func newTable(name string, columns []string) *table {
	return &table{name: name, columns: columns, stride: 1}
}

func (t *table) add(row []float64) {
	t.adding = t.merged(t.adding, row)
	if t.added++; t.added < t.stride {
		return
	}
	t.rows, t.adding, t.added = append(t.rows, t.adding), nil, 0
	if len(t.rows) < mostRows {
		return
	}
	half := make([][]float64, 0, mostRows)
	for i := 0; i+1 < len(t.rows); i += 2 {
		half = append(half, t.merged(t.rows[i], t.rows[i+1]))
	}
	t.rows, t.stride = half, 2*t.stride
	t.thinned++
}

// merged is one row for two.
func (t *table) merged(a, b []float64) []float64 {
	m := slices.Clone(b)
	for i := range a {
		if t.isSum(i) {
			m[i] = a[i] + b[i]
		}
	}
	return m
}

func (t *table) isSum(column int) bool {
	name := t.columns[column]
	return slices.ContainsFunc(sums, func(end string) bool {
		return name == end || end[0] == ' ' && len(name) > len(end) && name[len(name)-len(end):] == end
	}) && !(t.name == loadsTable && name == "wall[s]")
}

// place is how far a reader has got in a table.
type place struct{ thinned, rows int }

// news is a message with the rows that a reader has not got, and how far it is then. Where there
// are none it is nil.
func (t *table) news(from place) ([]byte, place) {
	fresh := from.thinned != t.thinned || from.rows == 0
	if fresh {
		from.rows = 0
	}
	to := place{t.thinned, len(t.rows)}
	if from.rows == len(t.rows) {
		return nil, to
	}
	m := append([]byte(nil), `{"type":"table","name":`...)
	m = appendString(m, t.name)
	if fresh {
		m = append(m, `,"columns":[`...)
		for i, c := range t.columns {
			m = appendString(comma(m, i), c)
		}
		m = append(m, ']')
	}
	m = append(m, `,"rows":[`...)
	for i, row := range t.rows[from.rows:] {
		m = append(comma(m, i), '[')
		for k, x := range row {
			m = appendNumber(comma(m, k), x)
		}
		m = append(m, ']')
	}
	return append(m, "]}"...), to
}

func appendString(m []byte, s string) []byte {
	quoted, _ := json.Marshal(s)
	return append(m, quoted...)
}

func comma(m []byte, i int) []byte {
	if i > 0 {
		m = append(m, ',')
	}
	return m
}

// appendNumber writes seven digits, which is more than a chart shows; what is no number is null.
func appendNumber(m []byte, x float64) []byte {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return append(m, "null"...)
	}
	return strconv.AppendFloat(m, x, 'g', 7, 64)
}
