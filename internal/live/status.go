package live

import "gpusph/output"

// Status is how far a run is, as /status tells it and pages get it.
type Status struct {
	output.Head
	Problem   string         `json:"problem"`
	Dir       string         `json:"dir"`
	State     string         `json:"state"` // Running, Paused, Ended, or Files
	Why       string         `json:"why,omitempty"`
	Time      float64        `json:"t"`   // simulated [s]
	End       float64        `json:"end"` // --tend, in seconds
	Step      int            `json:"step"`
	Done      float64        `json:"done"` // part of the run, 0 to 1
	Left      *float64       `json:"eta_s,omitempty"`
	Dt        float64        `json:"dt"`
	Mips      float64        `json:"mips"`
	Particles int            `json:"particles"`
	Lost      int            `json:"lost"`
	Snapshots int            `json:"snapshots"`
	Readers   int            `json:"readers"`
	Warnings  []string       `json:"warnings,omitempty"`
	Devices   []DeviceStatus `json:"devices"`
}

// DeviceStatus is one device's part of it.
type DeviceStatus struct {
	Name       string              `json:"name"`
	Model      string              `json:"model"`
	Particles  int                 `json:"particles"`
	FirstSlice int                 `json:"first_slice"`
	Slices     int                 `json:"slices"`
	Begins     float64             `json:"begins_m"` // along the split axis
	Seconds    output.PhaseSeconds `json:"seconds_per_step"`
}

// What a run may be at.
const (
	Running = "running"
	Paused  = "paused"
	Ended   = "ended"
	Files   = "files" // it is over, and shown from its files
)

var statusHead = output.NewHead("status", 1)
