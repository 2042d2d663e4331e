package gridpage

import (
	"math"
	"strconv"

	"gpusph/output"
)

// Status is how far a run is, as /status and the page's script get it. Zeros of End and Cells are
// not known.
type Status struct {
	output.Head
	Program    string    `json:"program"` // its version
	Problem    string    `json:"problem"`
	Notes      []string  `json:"notes"`
	Dir        string    `json:"dir"`
	State      string    `json:"state"`         // Running, Files, or how the run has ended
	Why        string    `json:"why,omitempty"` // of a run that has ended
	How        string    `json:"how,omitempty"` // what to do next: the command that continues it
	Cells      [3]int    `json:"cells"`
	Method     string    `json:"method"` // solver, scheme and precision
	Unit       string    `json:"unit"`   // of times, as L/U
	Time       float64   `json:"t"`      // simulated [s]
	End        float64   `json:"end"`    // [s]
	Step       int       `json:"step"`
	Dt         float64   `json:"dt"`              // of the last step [s]
	Done       float64   `json:"done"`            // part of the run, 0 to 1
	Left       *float64  `json:"eta_s,omitempty"` // wall time
	Mcups      float64   `json:"mcups"`           // in the last seconds; of a run that is over, of all
	PerSolve   float64   `json:"iterations_per_solve"`
	Divergence Number    `json:"divergence_relative"` // the greatest, over U/Δx
	Change     Number    `json:"change"`              // of velocities in a time unit, as a part
	Steady     float64   `json:"steady"`              // change at which the run ends; 0 is none
	Pictures   []Picture `json:"pictures"`
	Devices    []Device  `json:"devices"`
}

// Device is one device's part.
type Device struct {
	Name   string  `json:"name"`
	Model  string  `json:"model"`
	First  int     `json:"first_plane"`
	Planes int     `json:"planes"`
	Busy   float64 `json:"busy"` // part of the wall time of the steps
}

// Picture is a section of the flow that is in the run directory.
type Picture struct {
	File    string `json:"file"`
	Title   string `json:"title"`
	Written int64  `json:"written_ms"` // since 1970
}

// Number is a number that may be no number, as null.
type Number float64

// MarshalJSON implements json.Marshaler.
func (n Number) MarshalJSON() ([]byte, error) {
	if x := float64(n); !math.IsNaN(x) && !math.IsInf(x, 0) {
		return strconv.AppendFloat(nil, x, 'g', -1, 64), nil
	}
	return []byte("null"), nil
}

// UnmarshalJSON implements json.Unmarshaler.
func (n *Number) UnmarshalJSON(data []byte) error {
	x := math.NaN()
	if string(data) != "null" {
		var err error
		if x, err = strconv.ParseFloat(string(data), 64); err != nil {
			return err
		}
	}
	*n = Number(x)
	return nil
}

// States of a run that has not ended.
const (
	Running = "running"
	Files   = "files" // shown from its files
)

var statusHead = output.NewHead("grid-status", 1)

// series are the rows of sums.csv that the charts show.
type series struct {
	columns    []string
	rows       [][]Number
	every      int // of this number of rows one is kept
	seen       int // rows until now
	generation int // counts how often rows were removed
}

// mostRows is how many rows a page keeps. Of more, every second one is left out.
const mostRows = 2048

// add takes a row.
func (s *series) add(row []float64) {
	s.every = max(s.every, 1)
	if s.seen++; (s.seen-1)%s.every != 0 {
		return
	}
	var kept []Number
	for _, x := range row {
		kept = append(kept, Number(x))
	}
	if s.rows = append(s.rows, kept); len(s.rows) < mostRows {
		return
	}
	for i := range mostRows / 2 {
		s.rows[i] = s.rows[2*i]
	}
	s.rows, s.every, s.generation = s.rows[:mostRows/2], 2*s.every, s.generation+1
}

// set takes all rows of a table that grows.
func (s *series) set(columns []string, rows [][]float64) {
	if len(rows) < s.seen {
		*s = series{generation: s.generation + 1}
	}
	s.columns = columns
	for _, row := range rows[s.seen:] {
		s.add(row)
	}
}
