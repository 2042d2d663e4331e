// Package control lets another program steer a run: the messages of both on a socket, and the log
// of all that was set, by which a run is done again. python/control.md describes them.
package control

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
)

// Format and Version are in the first message of a run, and in the first line of a log.
const (
	Format  = "gpusph control"
	Version = 1
)

// Numbers are one number, or a list.
type Numbers []float64

// UnmarshalJSON takes both.
func (n *Numbers) UnmarshalJSON(data []byte) error {
	if data = bytes.TrimSpace(data); len(data) > 0 && data[0] == '[' {
		return json.Unmarshal(data, (*[]float64)(n))
	}
	var x float64
	if err := json.Unmarshal(data, &x); err != nil {
		return err
	}
	*n = Numbers{x}
	return nil
}

// MarshalJSON writes one number without brackets.
func (n Numbers) MarshalJSON() ([]byte, error) {
	if len(n) == 1 {
		return json.Marshal(n[0])
	}
	return json.Marshal([]float64(n))
}

// Row is a row of a table; what is not finite is null.
type Row []float64

// MarshalJSON writes it.
func (r Row) MarshalJSON() ([]byte, error) {
	all := make([]any, len(r))
	for k, x := range r {
		if !math.IsNaN(x) && !math.IsInf(x, 0) {
			all[k] = x
		}
	}
	return json.Marshal(all)
}

// Set is something that is set.
type Set struct {
	Name     string  `json:"name"`
	Quantity string  `json:"quantity"`
	Value    Numbers `json:"value"`
	Velocity float64 `json:"velocity,omitempty"`
	Over     float64 `json:"over,omitempty"` // [s]
}

// Request is what the controlling program asks for, all of it in this order. One with a time or a
// number of steps is an exchange: the answer is the state that the run then comes to.
type Request struct {
	Set        []Set    `json:"set,omitempty"`
	Checkpoint bool     `json:"checkpoint,omitempty"`
	Particles  []string `json:"particles,omitempty"` // fields
	Stop       bool     `json:"stop,omitempty"`
	Until      *float64 `json:"until,omitempty"` // [s]
	Steps      int      `json:"steps,omitempty"`
}

// check refuses what cannot be.
func (r *Request) check() error {
	advances := r.Until != nil || r.Steps > 0
	switch {
	case r.Steps < 0:
		return fmt.Errorf("steps is %d, but must be 1 or more", r.Steps)
	case r.Until != nil && r.Steps > 0:
		return fmt.Errorf("a message has both until and steps; use one of them")
	case len(r.Particles) > 0 && (advances || r.Stop):
		return fmt.Errorf("a message asks for particles and for steps; use one message for each")
	case !advances && !r.Stop && !r.Checkpoint && len(r.Particles) == 0 && len(r.Set) == 0:
		return fmt.Errorf(`a message asks for nothing; {"steps": 10} and {"until": 0.5} do steps`)
	}
	return nil
}

// Advances reports whether it asks for steps.
func (r *Request) Advances() bool { return r.Until != nil || r.Steps > 0 }

// Input is what may be set.
type Input struct {
	Name     string      `json:"name"`
	Quantity string      `json:"quantity"`
	Unit     string      `json:"unit"`
	Size     int         `json:"size"`
	Range    *[2]float64 `json:"range,omitempty"`
}

// Hello is the first message of a run.
type Hello struct {
	Format    string              `json:"format"`
	Version   int                 `json:"version"`
	Problem   string              `json:"problem"`
	Directory string              `json:"directory"`
	End       float64             `json:"end"` // [s]
	Devices   []string            `json:"devices"`
	Inputs    []Input             `json:"inputs"`
	Columns   map[string][]string `json:"columns"` // of the tables of states, by files
}

// State is where a run is. Of one that has ended, Ended says how, and Why.
type State struct {
	Time  float64        `json:"t"` // [s]
	Step  int            `json:"step"`
	Dt    float64        `json:"dt"` // of the last step [s]
	Rows  map[string]Row `json:"rows,omitempty"`
	Ended string         `json:"ended,omitempty"`
	Why   string         `json:"why,omitempty"`
}

// Answer is what is answered to a message without steps, or to one that cannot be done, of which
// nothing then is done but what stands before in it.
type Answer struct {
	Done  bool   `json:"ok"`
	Error string `json:"error,omitempty"`
}

// Arrays announces arrays of numbers, whose bytes follow the line, one array behind another.
type Arrays struct {
	Time   float64 `json:"t"`
	Step   int     `json:"step"`
	Arrays []Array `json:"arrays"`
	Bytes  int     `json:"bytes"`
}

// Array is one of them.
type Array struct {
	Name  string `json:"name"`
	Unit  string `json:"unit"`
	Type  string `json:"type"` // as NumPy writes it: <f4
	Shape []int  `json:"shape"`
	data  []byte
}

// Add adds an array with its bytes.
func (a *Arrays) Add(of Array, data []byte) {
	of.data = data
	a.Arrays, a.Bytes = append(a.Arrays, of), a.Bytes+len(data)
}
