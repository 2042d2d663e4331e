package sph

// Phase is one of the paper's phases of a step. Its fourth, Euler, is part of Forces,
// which moves each particle as soon as its forces are there.
type Phase int

const (
	BuildNeibs Phase = iota
	Forces
	MinimumScan
	PhaseCount
)

// Phases are the names of the phases.
var Phases = [PhaseCount]string{"BuildNeibs", "Forces", "MinimumScan"}

func (p Phase) String() string { return Phases[p] }

// Progress tells what one call of Advance has done.
type Progress struct {
	Time      float64 // simulated time reached [s]
	Step      int     // steps done since the beginning
	Steps     int     // steps done by this call
	Dt        float64 // last time step [s]
	Wall      float64 // seconds this call took, and BuildNeibs for it
	Particles int     // in the domain
	// of these, that took part in the steps: the fluid, and walls that have a state and water near
	Active int
	// number of particles, at least, that have neighbours that no list can hold, so that steps take
	// longer
	Unlisted int
	Lost     int     // particles that are gone since the beginning, also those removed at openings
	Moved    int     // slices moved by the balancer in this call
	Speed    float64 // greatest speed in the last step, of the fluid and of walls that move [m/s]
	PerLayer int     // slices in a layer of cells across the split axis
	Done     bool    // the end of the simulated time is reached
	Devices  []DeviceProgress
	Born     int            // particles, in the buffers of openings, since the beginning
	Openings []OpeningCount // of Case.Openings, when the lists were built
}

// Removed is how many of the lost particles have been removed at openings.
func (p *Progress) Removed() (n int) {
	for _, o := range p.Openings {
		n += o.Removed
	}
	return n
}

// Escaped is how many particles have left the domain elsewhere than at openings.
func (p *Progress) Escaped() int { return p.Lost - p.Removed() }

// DeviceProgress is one device's part of a Progress.
type DeviceProgress struct {
	Name               string // as cuda:0 or host:1
	FirstSlice, Slices int    // the slices it owns
	Particles          int    // it owns
	// spent in each phase of the steps of the call, BuildNeibs perhaps before it
	Seconds [PhaseCount]float64
	// seconds that it has work for, as the balancer is told: lists and forces
	Busy float64
	// of each of its slices, as an estimate; the unit is the same for all devices
	Work []float64
}
