package launch

// Input is what a program may set of a flow while it is computed. Devices have it in a table, which
// the host changes between rebuild intervals.
type Input struct {
	Name     string // of what has it, in the case
	Quantity string // as "position"
	Unit     string
	Size     int        // numbers
	Range    [2]float64 // of each; equal ends are no bounds
	Table    int        // of those of the feature
	At       int        // its first byte there
	// Set is what the table has there from now on. Devices have computed the motions until a time, so
	// nothing may change before that.
	Set func(s Setting) ([]byte, error)
}

// Setting is what a program sets. Times are in seconds.
type Setting struct {
	Values     []float64
	Velocity   float64 // of a position, when it is reached
	Over       float64 // time in which it is reached; 0 is as soon as it can be
	Now, Until float64
}
